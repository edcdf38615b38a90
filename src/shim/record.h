#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ph::shim {

/// How the command itself ended.
enum class EndKind : std::uint8_t { None, Exited, Signalled, NotFound, NotExecutable, LaunchFailed };
/// What made it end, where that was the shim's doing.
enum class EndCause : std::uint8_t { Itself, Stopped, TimeLimit, Memory, Scratch };

/// The record of one task: a line when its command starts, one when everything has ended. It is written by the shim
/// only, through a descriptor that user code never has.
struct ExitRecord {
    std::int64_t startedMicros = 0;  ///< UTC; 0: never started
    std::int64_t endedMicros = 0;    ///< UTC; 0: not ended
    EndKind kind = EndKind::None;
    EndCause cause = EndCause::Itself;
    int code = 0;
    int signal = 0;
    std::int64_t used = 0;  ///< with Memory and Scratch: bytes
    std::int64_t limit = 0;
    std::int64_t cpuMicros = 0;
    std::int64_t peakBytes = 0;  ///< largest resident size of one process
    std::string detail;          ///< with LaunchFailed and NotFound: what
    bool ended() const { return kind != EndKind::None; }
};

std::string startedLine(std::int64_t atMicros);
std::string endedLine(const ExitRecord& record);
/// Reads the lines in any state of completion: a torn last line and one with an unknown kind or cause count for nothing.
ExitRecord parseRecord(std::string_view text);

}  // namespace ph::shim
