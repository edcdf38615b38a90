#include "engine/task/run_ending.h"

#include "base/utf8.h"
#include "engine/text.h"

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr std::size_t kComplaintLength = 300;

Reason memoryReason(std::int64_t used, std::int64_t limit) {
    return {ReasonCode::OutOfMemory, {{"used", std::to_string(used)}, {"limit", std::to_string(limit)}}};
}

Reason reasonOf(const RunClaim& claim, const shim::ExitRecord& record, const EndingFacts& facts) {
    using shim::EndCause;
    using shim::EndKind;
    switch (record.kind) {
        case EndKind::LaunchFailed:
            return {ReasonCode::LaunchFailed, {{"detail", record.detail}}};
        case EndKind::NotFound:
            return {ReasonCode::CommandNotFound, {{"command", claim.command}}};
        case EndKind::NotExecutable:
            return {ReasonCode::CommandNotExecutable, {{"command", claim.command}}};
        default:
            break;
    }
    if (record.cause == EndCause::Memory) return memoryReason(record.used, record.limit);
    if (record.cause == EndCause::Scratch)
        return {ReasonCode::ScratchFull,
                {{"used", std::to_string(record.used)}, {"limit", std::to_string(record.limit)}}};
    if (record.cause == EndCause::TimeLimit)
        return {ReasonCode::TimeLimit, {{"limit", std::to_string(claim.timeLimit.value)}}};
    if (record.kind == EndKind::Exited && record.code == 0) return {ReasonCode::Completed, {}};
    if (facts.usage.outOfMemoryKills > 0 && record.cause == EndCause::Itself)
        return memoryReason(std::min(facts.usage.peakMemory, claim.memory.value), claim.memory.value);
    if (record.kind == EndKind::Signalled) return {ReasonCode::Signal, {{"signal", std::to_string(record.signal)}}};
    return {ReasonCode::ExitCode, {{"code", std::to_string(record.code)}}};
}

std::string lastLine(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const std::size_t at = text.rfind('\n');
    const std::string line = at == std::string::npos ? text : text.substr(at + 1);
    std::string cut = line.substr(0, kComplaintLength);
    while (isUtf8(line) && !isUtf8(cut)) cut.pop_back();
    return asText(cut);
}

}  // namespace

RunEnding judge(const RunClaim& claim, const shim::ExitRecord& record, const EndingFacts& facts) {
    RunEnding ending;
    ending.startedAt = {record.startedMicros};
    ending.endedAt = {record.endedMicros};
    TaskExit exit;
    exit.peakMemory = {std::max(facts.usage.peakMemory, record.peakBytes)};
    exit.cpuMicros = facts.usage.cpuMicros >= 0 ? facts.usage.cpuMicros : record.cpuMicros;
    if (record.ended()) {
        ending.reason = reasonOf(claim, record, facts);
        exit.code = record.code;
        exit.signal = record.signal;
        if (record.startedMicros != 0) ending.exit = exit;
        return ending;
    }
    exit.signal = SIGKILL;
    exit.code = 128 + SIGKILL;
    if (facts.usage.outOfMemoryKills > 0) {
        ending.reason = memoryReason(std::min(facts.usage.peakMemory, claim.memory.value), claim.memory.value);
        ending.exit = exit;
    } else if (facts.killedByUs) {
        ending.reason = {ReasonCode::Signal, {{"signal", std::to_string(SIGKILL)}}};
        ending.exit = exit;
    } else if (record.startedMicros == 0 && claim.bootId == facts.bootId && !facts.complaints.empty()) {
        ending.reason = {ReasonCode::LaunchFailed, {{"detail", lastLine(facts.complaints)}}};
    } else {
        ending.state = TaskRunState::Lost;
        ending.reason = {ReasonCode::NodeLost, {{"node", facts.nodeName}}};
    }
    return ending;
}

RunEnding settleRun(const RunFolder& folder, const RunClaim& claim, const std::string& nodeName, bool killedByUs) {
    EndingFacts facts;
    facts.usage = readUsage(claim.groups);
    facts.complaints = readFile(folder.complaints(), 16384);
    facts.killedByUs = killedByUs;
    facts.nodeName = nodeName;
    facts.bootId = bootId();
    // The first process of the namespace is gone, and with it all others; whatever else is in the groups does not
    // belong there.
    if (claim.bootId == facts.bootId)
        for (const int pid : processesIn(claim.groups)) ::kill(pid, SIGKILL);
    for (int tries = 0; tries < 100 && !removeGroups(claim.groups); ++tries) ::usleep(2000);
    RunEnding ending = judge(claim, folder.readRecord(), facts);
    if (!ending.endedAt) ending.endedAt = SystemClock().now();
    return ending;
}

}  // namespace ph::engine
