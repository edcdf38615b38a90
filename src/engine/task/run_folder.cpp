#include "engine/task/run_folder.h"

#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <boost/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr int kBacklog = 16;

template <class T>
std::optional<T> readJson(const std::string& path) {
    boost::system::error_code error;
    const auto json = boost::json::parse(readFile(path), error);
    if (error) return std::nullopt;
    auto value = reflect::decode<T>(json);
    if (!value) return std::nullopt;
    return std::move(*value);
}

std::int64_t numberAfter(const std::string& text, const std::string& key) {
    const std::size_t at = text.find(key);
    return at == std::string::npos ? 0 : std::strtoll(text.c_str() + at + key.size(), nullptr, 10);
}

/// A socket's path has at most 107 bytes, a data folder's may be longer: the way goes through a descriptor of the
/// folder.
struct SocketAddress {
    explicit SocketAddress(const std::string& folder) : directory(openFile(folder, O_PATH | O_DIRECTORY)) {
        address.sun_family = AF_UNIX;
        const std::string path = "/proc/self/fd/" + std::to_string(directory.get()) + "/shim.sock";
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    }
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }
    FileDescriptor directory;
    sockaddr_un address{};
};

Result<> writeClaim(const std::string& folder, const RunClaim& claim) {
    const FileDescriptor file = openFile(folder + "/claim.json", O_WRONLY | O_CREAT | O_EXCL);
    if (!file || !writeAll(file.get(), boost::json::serialize(reflect::encode(claim)))) return systemError("claim");
    // What must outlive a crash of the machine is that there was a claim, not what it said: then the run is lost
    // anyway.
    const FileDescriptor parent = openFile(folder.substr(0, folder.rfind('/')), O_RDONLY | O_DIRECTORY);
    if (!parent || ::fsync(parent.get()) != 0) return systemError("claim");
    return {};
}

}  // namespace

Result<bool> RunFolder::claim(const RunClaim& claim) const {
    if (::mkdir(m_path.c_str(), 0700) != 0) {
        if (errno == EEXIST) return false;
        return systemError("run folder");
    }
    if (const auto written = writeClaim(m_path, claim); !written) {
        // Nothing has run: who tries again must not find what looks as if something had.
        removeTree(m_path);
        return written.error();
    }
    return true;
}

std::optional<RunClaim> RunFolder::readClaim() const {
    return readJson<RunClaim>(m_path + "/claim.json");
}

Result<> RunFolder::writeFailure(const Reason& reason) const {
    const std::string part = m_path + "/failure.part", whole = m_path + "/failure.json";
    if (!writeFile(part, boost::json::serialize(reflect::encode(reason))) || ::rename(part.c_str(), whole.c_str()) != 0)
        return systemError("failure");
    return {};
}

std::optional<Reason> RunFolder::readFailure() const {
    return readJson<Reason>(m_path + "/failure.json");
}

shim::ExitRecord RunFolder::readRecord() const {
    return shim::parseRecord(readFile(record()));
}

RunProcesses RunFolder::readProcesses() const {
    const std::string text = readFile(m_path + "/process");
    RunProcesses processes;
    processes.launcher = static_cast<int>(numberAfter(text, "launcher "));
    processes.shim = static_cast<int>(numberAfter(text, "\"child-pid\": "));
    return processes;
}

bool RunFolder::alive() const {
    const FileDescriptor file = openFile(record(), O_RDWR);
    if (!file) return false;
    return ::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Result<FileDescriptor> RunFolder::listen() const {
    const SocketAddress address(m_path);
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    // Mode 0600 from the first moment on: the folder is ours alone, and nobody connects before the listen below.
    if (!socket || ::bind(socket.get(), address.get(), sizeof(sockaddr_un)) != 0) return systemError("shim socket");
    if (::fchmodat(address.directory.get(), "shim.sock", 0600, 0) != 0) return systemError("shim socket");
    if (::listen(socket.get(), kBacklog) != 0) return systemError("shim socket");
    return socket;
}

Result<FileDescriptor> RunFolder::connect() const {
    const SocketAddress address(m_path);
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket || ::connect(socket.get(), address.get(), sizeof(sockaddr_un)) != 0)
        return Error(kUnavailable, std::string("shim socket: ") + std::strerror(errno));
    return socket;
}

}  // namespace ph::engine
