#include "app/shim/container.h"
#include "app/shim/launcher.h"
#include "app/shim/runner.h"
#include "app/shim/system.h"
#include "shim/frame.h"

#include <string>

int main(int count, char** arguments) {
    const std::string_view verb = count == 2 ? arguments[1] : "";
    if (verb == "launch") return ph::shim::launch();
    if (verb == "run") return ph::shim::run();
    if (verb == "enter") return ph::shim::enter();
    if (verb == "version") {
        ph::shim::writeAll(1, "ph-shim protocol " + std::to_string(ph::shim::kVersion) + "\n");
        return 0;
    }
    ph::shim::writeAll(2, "usage: ph-shim launch | run | enter | version\n");
    return 2;
}
