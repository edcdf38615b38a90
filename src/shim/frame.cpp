#include "shim/frame.h"

#include "shim/wire.h"

namespace ph::shim {

void appendFrame(std::string& out, FrameType type, std::uint8_t flags, std::uint32_t channel,
                 std::string_view payload) {
    WireWriter writer(out);
    writer.u32(static_cast<std::uint32_t>(payload.size()));
    writer.u8(static_cast<std::uint8_t>(type));
    writer.u8(flags);
    writer.u16(0);
    writer.u32(channel);
    out.append(payload);
}

FrameReader::Outcome FrameReader::next(Frame& frame) {
    const std::string_view rest = std::string_view(m_buffer).substr(m_used);
    const auto wait = [this] {
        m_buffer.erase(0, m_used);
        m_used = 0;
        return Outcome::NeedMore;
    };
    if (rest.size() < kHeaderSize) return wait();
    WireReader header(rest.substr(0, kHeaderSize));
    const std::uint32_t size = header.u32();
    if (size > kLargestPayload) return Outcome::TooLarge;
    frame.type = header.u8();
    frame.flags = header.u8();
    header.u16();
    frame.channel = header.u32();
    if (rest.size() < kHeaderSize + size) return wait();
    frame.payload = rest.substr(kHeaderSize, size);
    m_used += kHeaderSize + size;
    return Outcome::Frame;
}

}  // namespace ph::shim
