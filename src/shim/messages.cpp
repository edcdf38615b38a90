#include "shim/messages.h"

#include "shim/frame.h"
#include "shim/wire.h"

namespace ph::shim {

std::string encode(const Hello& hello) {
    std::string out;
    WireWriter writer(out);
    writer.u32(kMagic);
    writer.u16(hello.version);
    writer.u32(hello.features);
    return out;
}

std::optional<Hello> decodeHello(std::string_view payload) {
    WireReader reader(payload);
    if (reader.u32() != kMagic) return std::nullopt;
    Hello hello;
    hello.version = reader.u16();
    hello.features = reader.u32();
    if (!reader.ok() || hello.version == 0) return std::nullopt;
    return hello;
}

std::string encode(const OpenRequest& r) {
    std::string out;
    WireWriter writer(out);
    writer.u8(static_cast<std::uint8_t>(r.kind));
    switch (r.kind) {
        case ChannelKind::Log:
        case ChannelKind::Metrics:
            writer.u64(r.offset);
            writer.u8(r.follow);
            break;
        case ChannelKind::Samples:
            writer.u32(r.count);
            writer.u8(r.follow);
            break;
        case ChannelKind::Exec:
            writer.texts(r.command);
            writer.texts(r.environment);
            writer.u8(static_cast<std::uint8_t>((r.terminal ? 1 : 0) | (r.detach ? 2 : 0)));
            writer.u16(r.rows);
            writer.u16(r.columns);
            writer.text(r.name);
            break;
        case ChannelKind::Attach:
            writer.text(r.name);
            writer.u16(r.rows);
            writer.u16(r.columns);
            break;
        case ChannelKind::FilesGet:
        case ChannelKind::FilesPut:
            writer.text(r.path);
            break;
        case ChannelKind::Port:
            writer.u16(r.port);
            break;
    }
    return out;
}

std::optional<OpenRequest> decodeOpen(std::string_view payload) {
    WireReader reader(payload);
    OpenRequest r;
    r.kind = static_cast<ChannelKind>(reader.u8());
    switch (r.kind) {
        case ChannelKind::Log:
        case ChannelKind::Metrics:
            r.offset = reader.u64();
            r.follow = reader.u8() != 0;
            break;
        case ChannelKind::Samples:
            r.count = reader.u32();
            r.follow = reader.u8() != 0;
            break;
        case ChannelKind::Exec: {
            r.command = reader.texts();
            r.environment = reader.texts();
            const std::uint8_t bits = reader.u8();
            r.terminal = bits & 1;
            r.detach = bits & 2;
            r.rows = reader.u16();
            r.columns = reader.u16();
            r.name = reader.text();
            break;
        }
        case ChannelKind::Attach:
            r.name = reader.text();
            r.rows = reader.u16();
            r.columns = reader.u16();
            break;
        case ChannelKind::FilesGet:
        case ChannelKind::FilesPut:
            r.path = reader.text();
            break;
        case ChannelKind::Port:
            r.port = reader.u16();
            break;
        default:
            break;  // an unknown kind is a refused channel, not a broken connection
    }
    if (!reader.ok()) return std::nullopt;
    return r;
}

std::string encode(const CloseNotice& notice) {
    std::string out;
    WireWriter writer(out);
    writer.u32(static_cast<std::uint32_t>(notice.status));
    writer.text(notice.failure);
    return out;
}

std::optional<CloseNotice> decodeClose(std::string_view payload) {
    WireReader reader(payload);
    CloseNotice notice;
    notice.status = static_cast<std::int32_t>(reader.u32());
    notice.failure = reader.text();
    if (!reader.ok()) return std::nullopt;
    return notice;
}

std::string encode(const StatusNotice& notice) {
    std::string out;
    WireWriter writer(out);
    writer.u8(static_cast<std::uint8_t>(notice.phase));
    writer.u64(static_cast<std::uint64_t>(notice.atMicros));
    writer.u32(static_cast<std::uint32_t>(notice.code));
    writer.u32(static_cast<std::uint32_t>(notice.signal));
    return out;
}

std::optional<StatusNotice> decodeStatus(std::string_view payload) {
    WireReader reader(payload);
    StatusNotice notice;
    notice.phase = static_cast<TaskPhase>(reader.u8());
    notice.atMicros = static_cast<std::int64_t>(reader.u64());
    notice.code = static_cast<std::int32_t>(reader.u32());
    notice.signal = static_cast<std::int32_t>(reader.u32());
    if (!reader.ok()) return std::nullopt;
    return notice;
}

std::string encode(const Sample& s) {
    std::string out;
    WireWriter writer(out);
    for (const std::int64_t v : {s.atMicros, s.cpuMicros, s.memoryBytes, s.diskReadBytes, s.diskWriteBytes,
                                 s.networkReceivedBytes, s.networkSentBytes})
        writer.u64(static_cast<std::uint64_t>(v));
    return out;
}

std::optional<Sample> decodeSample(std::string_view payload) {
    WireReader reader(payload);
    Sample s;
    for (std::int64_t* v : {&s.atMicros, &s.cpuMicros, &s.memoryBytes, &s.diskReadBytes, &s.diskWriteBytes,
                            &s.networkReceivedBytes, &s.networkSentBytes})
        *v = static_cast<std::int64_t>(reader.u64());
    if (!reader.ok()) return std::nullopt;
    return s;
}

}  // namespace ph::shim
