#include "app/shim/command.h"

#include "app/shim/processes.h"
#include "app/shim/system.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::shim {

namespace {

bool isFile(const std::string& path) {
    struct stat about {};
    return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode);
}

std::string searchPath(const std::vector<std::string>& environment) {
    for (const auto& variable : environment)
        if (variable.rfind("PATH=", 0) == 0) return variable.substr(5);
    return "/usr/local/bin:/usr/bin:/bin";
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> list;
    for (const auto& word : words) list.push_back(const_cast<char*>(word.c_str()));
    list.push_back(nullptr);
    return list;
}

}  // namespace

std::string findProgram(const std::string& word, const std::vector<std::string>& environment, EndKind& failure) {
    failure = EndKind::NotFound;
    const auto usable = [&](const std::string& path) {
        if (!isFile(path)) return false;
        if (::access(path.c_str(), X_OK) == 0) return true;
        failure = EndKind::NotExecutable;
        return false;
    };
    if (word.empty()) return {};
    if (word.find('/') != std::string::npos) {
        struct stat about {};
        if (::stat(word.c_str(), &about) == 0 && S_ISDIR(about.st_mode)) failure = EndKind::NotExecutable;
        return usable(word) ? word : std::string();
    }
    const std::string path = searchPath(environment);
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        const std::string candidate = (end == at ? "." : path.substr(at, end - at)) + "/" + word;
        if (usable(candidate)) return candidate;
        at = end + 1;
    }
    return {};
}

Start startCommand(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                   const std::string& folder, int in, int out, int err, bool terminal) {
    int report[2];
    if (::pipe2(report, O_CLOEXEC) != 0) return {-1, EndKind::LaunchFailed, ::strerror(errno)};
    const pid_t pid = ::fork();
    if (pid < 0) {
        const int why = errno;
        ::close(report[0]);
        ::close(report[1]);
        return {-1, EndKind::LaunchFailed, ::strerror(why)};
    }
    if (pid == 0) {
        becomeChild(in, out, err, terminal);
        // Paths mean what they mean in the folder where the command runs.
        int code = ::chdir(folder.c_str()) == 0 ? 0 : errno;
        EndKind failure = EndKind::LaunchFailed;
        if (code == 0) {
            const std::string program = findProgram(command[0], environment, failure);
            code = failure == EndKind::NotExecutable ? EACCES : ENOENT;
            if (!program.empty()) {
                ::execve(program.c_str(), pointers(command).data(), pointers(environment).data());
                code = errno;
                failure =
                    code == EAGAIN || code == ENOMEM || code == E2BIG ? EndKind::LaunchFailed : EndKind::NotExecutable;
                if (code == ENOEXEC) {
                    std::vector<std::string> script{"/bin/sh", program};
                    script.insert(script.end(), command.begin() + 1, command.end());
                    ::execve(script[0].c_str(), pointers(script).data(), pointers(environment).data());
                }
            }
        }
        const int words[2] = {static_cast<int>(failure), code};
        writeAll(report[1], std::string_view(reinterpret_cast<const char*>(words), sizeof words));
        ::_exit(127);
    }
    ::close(report[1]);
    int words[2] = {0, 0};
    ssize_t n = 0;
    while ((n = ::read(report[0], words, sizeof words)) < 0 && errno == EINTR) {
    }
    ::close(report[0]);
    if (n != sizeof words) return {pid, EndKind::None, {}};
    return {pid, static_cast<EndKind>(words[0]), ::strerror(words[1])};
}

}  // namespace ph::shim
