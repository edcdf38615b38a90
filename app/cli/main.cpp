#include "cli/program.h"
#include "client/leave_program.h"

#include <QCoreApplication>

#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace {

ph::cli::Environment environmentOf(char** entries) {
    ph::cli::Environment environment;
    for (; *entries; ++entries) {
        const std::string entry(*entries);
        const auto equals = entry.find('=');
        if (equals != std::string::npos) environment[entry.substr(0, equals)] = entry.substr(equals + 1);
    }
    return environment;
}

int run(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    ph::cli::Streams streams{std::cout, std::cerr, std::cin};
    streams.outIsTerminal = ::isatty(STDOUT_FILENO) == 1;
    streams.errIsTerminal = ::isatty(STDERR_FILENO) == 1;
    streams.inIsTerminal = ::isatty(STDIN_FILENO) == 1;
    streams.inDescriptor = STDIN_FILENO;
    return ph::cli::runProgram({argv + 1, argv + argc}, streams, environmentOf(environ));
}

}  // namespace

int main(int argc, char** argv) {
    // Logs pass in large blocks: no copy through stdio.
    std::ios::sync_with_stdio(false);
    ph::client::leaveProgram(run(argc, argv));
}
