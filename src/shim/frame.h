#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ph::shim {

inline constexpr std::uint32_t kMagic = 0x50485348;  ///< "PHSH", first in every HELLO
inline constexpr std::uint16_t kVersion = 1;
inline constexpr std::size_t kHeaderSize = 12;
inline constexpr std::size_t kLargestPayload = 65536;
inline constexpr std::uint8_t kSkippable = 1;  ///< flag: who does not know the type ignores the frame

enum class FrameType : std::uint8_t {
    Hello = 1,
    Open = 2,
    Data = 3,
    Credit = 4,
    Eof = 5,
    Close = 6,
    Resize = 7,
    Signal = 8,
    Status = 9,
    Stop = 10,
};

/// One frame; `payload` points into the FrameReader's buffer until its next call.
struct Frame {
    std::uint8_t type = 0;
    std::uint8_t flags = 0;
    std::uint32_t channel = 0;
    std::string_view payload;
};

void appendFrame(std::string& out, FrameType type, std::uint8_t flags, std::uint32_t channel, std::string_view payload);

/// Cuts a byte stream into frames, however it was split. Holds at most one frame more than it was given at once.
class FrameReader {
public:
    enum class Outcome { Frame, NeedMore, TooLarge };
    void feed(std::string_view bytes) { m_buffer.append(bytes); }
    Outcome next(Frame& frame);

private:
    std::string m_buffer;
    std::size_t m_used = 0;
};

}  // namespace ph::shim
