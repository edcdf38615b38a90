#include "engine/docker/container_files.h"

#include "base/id.h"
#include "base/random.h"
#include "reflect/codec.h"
#include "shim/container.h"
#include "shim/wire.h"

#include <boost/describe/class.hpp>
#include <boost/json.hpp>

#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

BOOST_DESCRIBE_STRUCT(ContainerEnd, (), (outOfMemory, killedByUs, error))

namespace {

constexpr int kRoomForRecord = 4096;

/// Whole or not at all, also after a crash of this program.
Result<> writeWhole(const std::string& path, const std::string& text) {
    const std::string part = path + ".part";
    if (!writeFile(part, text) || ::rename(part.c_str(), path.c_str()) != 0) return systemError(path);
    return {};
}

}  // namespace

Result<FileDescriptor> placeContainerFiles(const RunFolder& folder, const std::string& plan) {
    constexpr int kNew = O_RDWR | O_CREAT | O_EXCL;
    const FileDescriptor log = openFile(folder.log(), kNew), record = openFile(folder.record(), kNew),
                         metrics = openFile(folder.metrics(), kNew);
    if (!log || !record || !metrics) return systemError("run files");
    // Room for the record, so that a disk which the task fills cannot swallow how it ended.
    ::fallocate(record.get(), FALLOC_FL_KEEP_SIZE, 0, kRoomForRecord);
    const std::string path = folder.path() + "/" + shim::kPlanPipe;
    if (::mkfifo(path.c_str(), 0600) != 0) return systemError("plan");
    FileDescriptor pipe = openFile(path, O_RDWR | O_NONBLOCK);
    if (!pipe) return systemError("plan");
    std::string bytes;
    shim::WireWriter(bytes).text(plan);
    const bool fits =
        plan.size() <= shim::kMostPlan &&
        ::fcntl(pipe.get(), F_SETPIPE_SZ, static_cast<int>(std::max<std::size_t>(bytes.size(), 4096))) > 0;
    if (!fits || !writeAll(pipe.get(), bytes)) return Error(kInvalid, "command and environment are too large");
    return pipe;
}

Result<> writeContainerEnd(const RunFolder& folder, const ContainerEnd& end) {
    return writeWhole(folder.path() + "/container.json", boost::json::serialize(reflect::encode(end)));
}

std::optional<ContainerEnd> readContainerEnd(const RunFolder& folder) {
    boost::system::error_code error;
    const auto json = boost::json::parse(readFile(folder.path() + "/container.json"), error);
    if (error) return std::nullopt;
    const auto end = reflect::decode<ContainerEnd>(json);
    if (!end) return std::nullopt;
    return *end;
}

RunEnding containerEnding(const RunFolder& folder, const RunClaim& claim, const ContainerEnd& end,
                          const std::string& nodeName) {
    EndingFacts facts;
    if (end.outOfMemory) {
        facts.usage.outOfMemoryKills = 1;
        facts.usage.peakMemory = claim.memory.value;  // it was all of that, or nobody would have been killed
    }
    facts.complaints = end.error;
    facts.killedByUs = end.killedByUs;
    facts.nodeName = nodeName;
    facts.bootId = bootId();
    RunEnding ending = judge(claim, folder.readRecord(), facts);
    if (!ending.endedAt) ending.endedAt = SystemClock().now();
    return ending;
}

Result<std::string> siteName(const std::string& dataFolder) {
    const std::string path = dataFolder + "/site";
    if (const auto known = NodeId::parse(readFile(path))) return known->str();
    SystemRandom random;
    const std::string fresh = NodeId::random(random).str();
    if (const auto kept = writeWhole(path, fresh); !kept) return kept.error();
    return fresh;
}

}  // namespace ph::engine
