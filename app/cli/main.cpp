#include "cli/program.h"
#include "cli/terminal.h"
#include "client/leave_program.h"

#include <QCoreApplication>

#include <clocale>
#include <cstdlib>
#include <iostream>
#include <langinfo.h>
#include <string_view>
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

/// Qt complains at every start in a locale without UTF-8, as bare servers have; phctl speaks UTF-8 in any.
void takeUtf8Locale() {
    if (std::setlocale(LC_ALL, "") && ::nl_langinfo(CODESET) == std::string_view("UTF-8")) return;
    const char* all = std::getenv("LC_ALL");
    ::setenv(all && *all ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1);
}

int run(int argc, char** argv) {
    // As the person set them: the language follows them.
    const auto environment = environmentOf(environ);
    takeUtf8Locale();
    const QCoreApplication application(argc, argv);
    ph::cli::Streams streams{std::cout, std::cerr, std::cin};
    streams.outIsTerminal = ::isatty(STDOUT_FILENO) == 1;
    streams.errIsTerminal = ::isatty(STDERR_FILENO) == 1;
    streams.inIsTerminal = ::isatty(STDIN_FILENO) == 1;
    streams.inDescriptor = STDIN_FILENO;
    streams.columns = ph::cli::terminalSize(STDOUT_FILENO).second;
    return ph::cli::runProgram({argv + 1, argv + argc}, streams, environment);
}

}  // namespace

int main(int argc, char** argv) {
    // Logs pass in large blocks: no copy through stdio.
    std::ios::sync_with_stdio(false);
    ph::client::leaveProgram(run(argc, argv));
}
