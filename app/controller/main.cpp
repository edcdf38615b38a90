#include "app/controller/controller.h"
#include "app/controller/start_error.h"
#include "base/log.h"

#include <cstdio>

namespace {

int fail(const ph::Error& error) {
    std::fprintf(stderr, "pilothoused: %s\n", ph::controller::startErrorText(error).c_str());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    int exitCode = 0;
    const auto options = ph::controller::parseOptions(argc, argv, exitCode);
    if (!options) return exitCode;
    ph::startLogging(options->logLevel);

    if (options->command == ph::controller::Command::AdminInit) {
        const auto made = ph::controller::makeFirstAdministrator(*options);
        return made ? 0 : fail(made.error());
    }
    auto controller = ph::controller::Controller::open(*options);
    if (!controller) return fail(controller.error());
    const auto served = (*controller)->serve();
    return served ? 0 : fail(served.error());
}
