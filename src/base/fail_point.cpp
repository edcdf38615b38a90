#include "base/fail_point.h"

#ifdef PH_FAIL_POINTS

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph {

namespace {

constexpr const char* kFolder = "PH_FAIL_POINTS";
constexpr int kInherited = 200;  ///< above every descriptor that has a number of its own

int openFolder() {
    const char* path = std::getenv(kFolder);
    if (path) return ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return ::faccessat(kInherited, ".", X_OK, 0) == 0 ? kInherited : -1;
}

int folder() {
    static const int fd = openFolder();
    return fd;
}

/// Which passing this one is, over all processes that ever came here.
long countPassing(const char* name) {
    const int file = ::openat(folder(), name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) return -1;
    ::fchmod(file, 0666);  // the next one here may be another user
    const bool counted = ::write(file, ".", 1) == 1;
    const long number = counted ? static_cast<long>(::lseek(file, 0, SEEK_CUR)) : -1;
    ::close(file);
    return number;
}

long lastPassing(const char* name) {
    const int file = ::openat(folder(), (std::string(name) + ".kill").c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[32] = {};
    const bool there = ::read(file, text, sizeof text - 1) > 0;
    ::close(file);
    return there ? std::atol(text) : 0;
}

}  // namespace

void failPoint(const char* name) {
    if (folder() < 0) return;
    const long number = countPassing(name);
    const long last = lastPassing(name);
    // At least: somebody else may have passed between the counting and the arming.
    if (last <= 0 || number < last) return;
    const std::string armed = std::string(name) + ".kill", struck = std::string(name) + ".killed";
    if (::renameat(folder(), armed.c_str(), folder(), struck.c_str()) != 0) return;
    ::kill(::getpid(), SIGKILL);
}

std::string failPointsVariable() {
    const char* path = std::getenv(kFolder);
    return path ? std::string(kFolder) + "=" + path : std::string();
}

void handFailPointsOn() {
    if (folder() >= 0) ::dup2(folder(), kInherited);
}

void keepFailPoints() {
    if (folder() >= 0) ::fcntl(folder(), F_SETFD, FD_CLOEXEC);
}

}  // namespace ph

#else

namespace ph {

void failPoint(const char*) {}
std::string failPointsVariable() {
    return {};
}
void handFailPointsOn() {}
void keepFailPoints() {}

}  // namespace ph

#endif
