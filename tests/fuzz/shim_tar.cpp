#include "fuzz/fuzz.h"
#include "shim/tar.h"

namespace ph::fuzz {

namespace {

void requireInside(const std::string& path) {
    require(!path.empty() && path[0] != '/', "a path is relative");
    require(("/" + path + "/").find("/../") == std::string::npos, "a path stays inside");
    require(path.find('\0') == std::string::npos, "a path holds no NUL");
}

class Listing final : public shim::TarSink {
public:
    std::string said;

    bool begin(const shim::TarEntry& entry) override {
        require(m_left == 0, "an entry begins after the one before has ended");
        requireInside(entry.path);
        require(entry.size >= 0 && entry.mode <= 07777, "size and mode are in their range");
        m_left = entry.size;
        said += entry.path + ' ' + entry.target + ' ' + std::to_string(entry.size) + ' ' + std::to_string(entry.mode);
        m_entries.push_back(entry);
        return true;
    }
    bool data(std::string_view bytes) override {
        m_left -= static_cast<std::int64_t>(bytes.size());
        require(m_left >= 0, "no entry has more bytes than it says");
        said += bytes;
        return true;
    }
    bool end() override {
        require(m_left == 0, "an entry ends with its last byte");
        said += '\n';
        return true;
    }
    const std::vector<shim::TarEntry>& entries() const { return m_entries; }

private:
    std::int64_t m_left = 0;
    std::vector<shim::TarEntry> m_entries;
};

std::string listed(const std::vector<std::string_view>& parts, Listing& listing) {
    shim::TarReader reader(listing);
    for (const auto part : parts) require(reader.feed(part) == reader.error().empty(), "a broken archive says why");
    return listing.said + reader.error() + (reader.ended() ? "ended" : "");
}

/// A header that is written of what was read reads as the same entry.
void requireReadsBack(const shim::TarEntry& entry) {
    if (entry.kind == shim::TarKind::Other) return;
    Listing listing;
    shim::TarReader reader(listing);
    require(reader.feed(shim::tarHeader(entry)) && listing.entries().size() == 1, "a written header is read");
    const auto& back = listing.entries()[0];
    require(back.path == entry.path && back.size == entry.size && back.mode == entry.mode && back.kind == entry.kind,
            "a written header says what was read");
    if (entry.kind == shim::TarKind::Link) require(back.target == entry.target, "a link keeps its target");
}

}  // namespace

void one(std::string_view input) {
    Listing whole, split;
    require(listed({input}, whole) == listed(pieces(input, 700), split), "a listing is the same however it is split");
    for (const auto& entry : whole.entries()) requireReadsBack(entry);
}

}  // namespace ph::fuzz
