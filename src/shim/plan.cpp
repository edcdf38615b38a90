#include "shim/plan.h"

#include "shim/wire.h"

namespace ph::shim {

std::string encode(const Preparation& preparation) {
    std::string out;
    WireWriter writer(out);
    writer.texts(preparation.cgroups);
    writer.texts(preparation.network);
    writer.text(preparation.networkDevice);
    writer.u8(preparation.join);
    return out;
}

std::optional<Preparation> decodePreparation(std::string_view bytes) {
    WireReader reader(bytes);
    Preparation preparation;
    preparation.cgroups = reader.texts();
    preparation.network = reader.texts();
    preparation.networkDevice = reader.text();
    preparation.join = reader.u8() != 0;
    if (!reader.ok()) return std::nullopt;
    return preparation;
}

std::string encode(const Plan& plan) {
    std::string out;
    WireWriter writer(out);
    writer.texts(plan.sandbox);
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
    writer.u64(static_cast<std::uint64_t>(plan.groupMemory));
    writer.u64(static_cast<std::uint64_t>(plan.scratchLimit));
    writer.text(plan.networkDevice);
    return out;
}

std::optional<Plan> decodePlan(std::string_view bytes) {
    WireReader reader(bytes);
    Plan plan;
    plan.sandbox = reader.texts();
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
    plan.groupMemory = static_cast<std::int64_t>(reader.u64());
    plan.scratchLimit = static_cast<std::int64_t>(reader.u64());
    plan.networkDevice = reader.text();
    if (!reader.ok()) return std::nullopt;
    return plan;
}

}  // namespace ph::shim
