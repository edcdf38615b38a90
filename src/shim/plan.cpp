#include "shim/plan.h"

#include "shim/wire.h"

namespace ph::shim {

std::string encode(const Plan& plan) {
    std::string out;
    WireWriter writer(out);
    writer.texts(plan.cgroups);
    writer.texts(plan.sandbox);
    writer.texts(plan.network);
    writer.u64(plan.processLimit);
    writer.texts(plan.command);
    writer.texts(plan.environment);
    writer.text(plan.workingDirectory);
    writer.u32(plan.uid);
    writer.u32(plan.gid);
    writer.u64(static_cast<std::uint64_t>(plan.timeLimitMillis));
    writer.u32(plan.graceMillis);
    writer.u64(static_cast<std::uint64_t>(plan.logLimit));
    writer.u64(static_cast<std::uint64_t>(plan.metricsLimit));
    writer.u64(static_cast<std::uint64_t>(plan.memoryLimit));
    writer.u64(static_cast<std::uint64_t>(plan.scratchLimit));
    writer.text(plan.networkDevice);
    return out;
}

std::optional<Plan> decodePlan(std::string_view bytes) {
    WireReader reader(bytes);
    Plan plan;
    plan.cgroups = reader.texts();
    plan.sandbox = reader.texts();
    plan.network = reader.texts();
    plan.processLimit = reader.u64();
    plan.command = reader.texts();
    plan.environment = reader.texts();
    plan.workingDirectory = reader.text();
    plan.uid = reader.u32();
    plan.gid = reader.u32();
    plan.timeLimitMillis = static_cast<std::int64_t>(reader.u64());
    plan.graceMillis = reader.u32();
    plan.logLimit = static_cast<std::int64_t>(reader.u64());
    plan.metricsLimit = static_cast<std::int64_t>(reader.u64());
    plan.memoryLimit = static_cast<std::int64_t>(reader.u64());
    plan.scratchLimit = static_cast<std::int64_t>(reader.u64());
    plan.networkDevice = reader.text();
    if (!reader.ok()) return std::nullopt;
    return plan;
}

}  // namespace ph::shim
