// Replays the Philly trace on 400 cards in nodes of 8 by four policies: philly TRACE. Prints "name value unit" lines.
#include "planner/simulation/experiment.h"

#include <cstdio>
#include <fstream>
#include <string>

using namespace ph::simulation;

namespace {

void print(const std::string& name, const Waits& waits) {
    const auto seconds = [](Micros time) { return static_cast<double>(time.count()) / 1e6; };
    std::printf("%s.wait.mean %.0f s\n%s.wait.p50 %.0f s\n", name.c_str(), seconds(waits.mean), name.c_str(),
                seconds(waits.p50));
    std::printf("%s.wait.p95 %.0f s\n%s.wait.p99 %.0f s\n", name.c_str(), seconds(waits.p95), name.c_str(),
                seconds(waits.p99));
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) {
        std::fprintf(stderr, "philly: usage: philly TRACE\n");
        return 2;
    }
    std::ifstream in(words[1]);
    const auto read = readTrace(in);
    if (const auto* fault = std::get_if<TraceFault>(&read)) {
        std::fprintf(stderr, "philly: %s: line %zu: %s '%s'\n", words[1], fault->line, fault->column.c_str(),
                     fault->value.c_str());
        return 1;
    }
    Setting setting;
    setting.nodes = 50;
    setting.begin = std::chrono::hours(24 * 7 * 2);  // of the third week
    setting.end = std::chrono::hours(24 * 7 * 10);   // of the tenth
    for (const auto policy : kPolicies) {
        const auto outcome = simulate(std::get<Trace>(read), policy, setting);
        const auto name = "philly." + std::string(word(policy));
        std::printf("%s.use %.2f percent\n", name.c_str(), 100 * outcome.use);
        print(name, outcome.all);
        print(name + ".gang1", outcome.single);
        print(name + ".gang2to8", outcome.within);
        print(name + ".gangover8", outcome.across);
        std::printf("%s.slowdown.mean %.1f ratio\n", name.c_str(), outcome.slowdown);
        std::fflush(stdout);
    }
}
