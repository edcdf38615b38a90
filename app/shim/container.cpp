#include "app/shim/container.h"

#include "app/shim/runner.h"
#include "app/shim/system.h"
#include "shim/container.h"
#include "shim/plan.h"
#include "shim/record.h"
#include "shim/wire.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ph::shim {

namespace {

constexpr int kPlanPatienceMillis = 30'000;
constexpr int kBacklog = 16;

std::string inRun(const char* name) {
    return std::string(kContainerRun) + "/" + name;
}

/// Gives a descriptor its number. First out of the way: it may have come with the number of another place.
bool put(Fd fd, int place) {
    if (!fd) return false;
    const Fd above(::fcntl(fd.get(), F_DUPFD_CLOEXEC, kLifeEndFd + 1));
    fd.reset();
    return above && ::dup2(above.get(), place) == place;
}

bool putFile(const char* name, int place) {
    return put(Fd(::open(inRun(name).c_str(), O_RDWR | O_CLOEXEC)), place);
}

/// The engine holds the pipe open until we have started: its end is the engine's.
std::string readPlanPipe() {
    const Fd pipe(::open(inRun(kPlanPipe).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    std::string bytes;
    std::size_t wanted = sizeof(std::uint32_t);
    while (pipe && bytes.size() < wanted) {
        pollfd one{pipe.get(), POLLIN, 0};
        if (::poll(&one, 1, kPlanPatienceMillis) == 0) break;
        char part[65536];
        const ssize_t n = ::read(pipe.get(), part, sizeof part);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) break;
        bytes.append(part, static_cast<std::size_t>(n));
        if (wanted > sizeof(std::uint32_t) || bytes.size() < wanted) continue;
        const std::uint32_t length = WireReader(bytes).u32();
        if (length > kMostPlan) break;
        wanted += length;
    }
    return bytes.size() == wanted && wanted > sizeof(std::uint32_t) ? bytes.substr(sizeof(std::uint32_t))
                                                                    : std::string();
}

bool putPlan() {
    const std::string plan = readPlanPipe();
    Fd file(::memfd_create("plan", MFD_CLOEXEC));
    return !plan.empty() && file && writeAll(file.get(), plan) && put(std::move(file), kPlanFd);
}

/// Listens in the run folder, for whom that belongs to.
bool putSocket() {
    Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const std::string path = inRun("shim.sock");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    struct stat folder {};
    if (!socket || ::stat(kContainerRun, &folder) != 0) return false;
    ::umask(0177);
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return false;
    if (folder.st_uid != 0 && ::chown(path.c_str(), folder.st_uid, folder.st_gid) != 0) return false;
    return ::listen(socket.get(), kBacklog) == 0 && put(std::move(socket), kSocketFd);
}

int refused(const char* what) {
    ExitRecord record;
    record.kind = EndKind::LaunchFailed;
    record.endedMicros = utcMicros();
    record.detail = std::string(what) + ": " + ::strerror(errno);
    writeAll(kRecordFd, endedLine(record));
    return 1;
}

}  // namespace

int enter() {
    // A container that somebody starts again must not run its task again.
    struct stat record {};
    if (!putFile("exit", kRecordFd) || ::flock(kRecordFd, LOCK_EX | LOCK_NB) != 0 || ::fstat(kRecordFd, &record) != 0 ||
        record.st_size != 0)
        return 1;
    if (!putFile("log", kLogFd) || !putFile("metrics", kMetricsFd)) return refused("run folder");
    if (!putPlan()) return refused("plan");
    if (!putSocket()) return refused("socket");
    if (::chmod(kContainerClosed, 0700) != 0) return refused("run folder");
    return run();
}

}  // namespace ph::shim
