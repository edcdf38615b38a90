#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ph::shim {

/// What a shim can do; a controller uses only what both sides name.
enum Feature : std::uint32_t {
    kFeatureLog = 1u << 0,
    kFeatureExec = 1u << 1,
    kFeatureFiles = 1u << 2,
    kFeaturePorts = 1u << 3,
    kFeatureSamples = 1u << 4,
    kFeatureMetrics = 1u << 5,
    kFeatureDetach = 1u << 6,
};
inline constexpr std::uint32_t kAllFeatures = (1u << 7) - 1;

struct Hello {
    std::uint16_t version = 0;
    std::uint32_t features = 0;
};

enum class ChannelKind : std::uint8_t {
    Log = 1,
    Exec = 2,
    FilesGet = 3,
    FilesPut = 4,
    Port = 5,
    Samples = 6,
    Metrics = 7,
    Attach = 8
};

/// What OPEN asks for; each kind uses its own members.
struct OpenRequest {
    ChannelKind kind = ChannelKind::Log;
    std::uint64_t offset = 0;              ///< Log, Metrics: first byte wanted
    std::uint32_t count = 0;               ///< Samples: how many of the kept ones come first
    bool follow = false;                   ///< Log, Metrics, Samples: stay open for what comes
    std::string path;                      ///< FilesGet, FilesPut
    std::uint16_t port = 0;                ///< Port
    std::vector<std::string> command;      ///< Exec
    std::vector<std::string> environment;  ///< Exec: NAME=value
    bool terminal = false;                 ///< Exec
    bool detach = false;                   ///< Exec: goes on when its connection breaks
    std::uint16_t rows = 24;               ///< Exec, Attach
    std::uint16_t columns = 80;
    std::string name;  ///< Exec with detach, Attach: the terminal's name
};

/// Streams of DATA: 0 goes into the task, 1 and 2 come out.
inline constexpr std::uint8_t kInput = 0;
inline constexpr std::uint8_t kOutput = 1;
inline constexpr std::uint8_t kErrorOutput = 2;

struct CloseNotice {
    std::int32_t status = 0;  ///< exit code of a command, 128 + signal; 0 otherwise
    std::string failure;      ///< a stable word, see PROTOCOL.md; empty: none
};

enum class TaskPhase : std::uint8_t { Started = 1, Exited = 2 };

struct StatusNotice {
    TaskPhase phase = TaskPhase::Started;
    std::int64_t atMicros = 0;  ///< UTC microseconds since 1970
    std::int32_t code = 0;
    std::int32_t signal = 0;
};

/// One reading of the task; all but memory count up from its start.
struct Sample {
    std::int64_t atMicros = 0;
    std::int64_t cpuMicros = 0;
    std::int64_t memoryBytes = 0;
    std::int64_t diskReadBytes = 0;
    std::int64_t diskWriteBytes = 0;
    std::int64_t networkReceivedBytes = 0;
    std::int64_t networkSentBytes = 0;
};
inline constexpr std::size_t kSampleSize = 56;

/// Payloads. Decoders take any bytes, return nullopt on too few, and ignore what follows the known members.
std::string encode(const Hello& hello);
std::string encode(const OpenRequest& request);
std::string encode(const CloseNotice& notice);
std::string encode(const StatusNotice& notice);
std::string encode(const Sample& sample);
std::optional<Hello> decodeHello(std::string_view payload);
std::optional<OpenRequest> decodeOpen(std::string_view payload);
std::optional<CloseNotice> decodeClose(std::string_view payload);
std::optional<StatusNotice> decodeStatus(std::string_view payload);
std::optional<Sample> decodeSample(std::string_view payload);

}  // namespace ph::shim
