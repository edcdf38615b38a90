#include "store/data_lock.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ph {

Result<std::unique_ptr<DataLock>> DataLock::take(const std::string& folder) {
    const auto path = folder + "/controller.lock";
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return Error(kUnavailable, fmt::format("{}: {}", path, std::strerror(errno))).with("path", path);
    std::unique_ptr<DataLock> lock(new DataLock(file));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        std::array<char, 32> pid{};
        const auto got = ::pread(file, pid.data(), pid.size() - 1, 0);
        std::string holder(pid.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
        holder = holder.substr(0, holder.find('\n'));
        return Error(kDataInUse, std::strerror(errno)).with("pid", std::move(holder)).with("path", folder);
    }
    const auto pid = fmt::format("{}\n", ::getpid());
    if (::ftruncate(file, 0) != 0 || ::pwrite(file, pid.data(), pid.size(), 0) != static_cast<ssize_t>(pid.size()))
        return Error(kNoSpace, "cannot write " + path).with("path", path);
    return lock;
}

DataLock::~DataLock() {
    ::close(m_file);
}

}  // namespace ph
