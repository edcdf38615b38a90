#pragma once

#include <chrono>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ph::test {

struct ProgramResult {
    int exitCode = -1;  ///< 128 + signal if one ended it; -1 if it was ended here for its deadline
    std::string out;
    std::string err;
};

/// Runs a program to its end with `input` on standard input. `environment` is added to this process's own.
ProgramResult runProgram(const std::vector<std::string>& command, const std::string& input = {},
                         const std::map<std::string, std::string>& environment = {},
                         std::chrono::seconds deadline = std::chrono::seconds(60));

/// A program in the background with its output in a file; ended by pid when destroyed.
class BackgroundProgram {
public:
    BackgroundProgram(const std::vector<std::string>& command, const std::string& outputFile,
                      const std::map<std::string, std::string>& environment = {});
    ~BackgroundProgram();
    BackgroundProgram(const BackgroundProgram&) = delete;
    BackgroundProgram& operator=(const BackgroundProgram&) = delete;

    pid_t pid() const { return m_pid; }
    bool running();
    void signal(int number);
    /// Its exit code, 128 + signal if one ended it, -1 if it still runs after `deadline`.
    int wait(std::chrono::seconds deadline);

private:
    pid_t m_pid = -1;
    int m_status = 0;
    bool m_reaped = false;
};

/// An empty folder that goes away with its contents.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

std::string readFile(const std::string& path);
void writeFile(const std::string& path, const std::string& text);

void pauseBetweenLooks();

/// Looks every 5 ms until `done()` or the deadline; returns the last answer.
template <class Done>
bool eventually(Done done, std::chrono::milliseconds deadline = std::chrono::seconds(30)) {
    const auto end = std::chrono::steady_clock::now() + deadline;
    while (!done()) {
        if (std::chrono::steady_clock::now() > end) return done();
        pauseBetweenLooks();
    }
    return true;
}

}  // namespace ph::test
