#include "app/controller/administration.h"
#include "app/controller/controller.h"
#include "app/controller/start_error.h"
#include "base/log.h"
#include "base/log_tail.h"

#include <cstdio>

namespace {

int fail(const ph::Error& error) {
    std::fprintf(stderr, "pilothoused: %s\n", ph::controller::startErrorText(error).c_str());
    return 1;
}

/// Null for the controller itself.
ph::Result<> (*administrationOf(ph::controller::Command command))(const ph::controller::Options&) {
    using ph::controller::Command;
    switch (command) {
        case Command::AdminInit:
            return &ph::controller::makeFirstAdministrator;
        case Command::AdminRecover:
            return &ph::controller::recoverAdministrator;
        case Command::AdminRestore:
            return &ph::controller::restore;
        case Command::AdminDowngrade:
            return &ph::controller::downgradeStore;
        case Command::Run:
            break;
    }
    return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
    int exitCode = 0;
    const auto options = ph::controller::parseOptions(argc, argv, exitCode);
    if (!options) return exitCode;
    ph::startLogging(options->logLevel);
    const auto log = ph::keepLogTail();

    if (const auto administrate = administrationOf(options->command)) {
        const auto done = administrate(*options);
        return done ? 0 : fail(done.error());
    }
    auto controller = ph::controller::Controller::open(*options, log);
    if (!controller) return fail(controller.error());
    const auto served = (*controller)->serve();
    return served ? 0 : fail(served.error());
}
