#include "cli/tar_reader.h"
#include "fuzz/fuzz.h"

namespace ph::fuzz {

namespace {

class Listing final : public cli::TarTarget {
public:
    std::string said;

    bool begin(const cli::TarEntry& entry) override {
        require(m_left == 0, "an entry begins after the one before has ended");
        require(!entry.path.empty() && entry.path[0] != '/', "a path is relative");
        require(("/" + entry.path + "/").find("/../") == std::string::npos, "a path stays inside");
        for (const char c : entry.path)
            require(c != '\0' && c != '\x1B' && c != '\n', "a path cannot steer a terminal");
        require(entry.size >= 0, "a size is not negative");
        m_left = entry.size;
        said += entry.path + ' ' + std::to_string(entry.size) + (entry.executable ? "x" : "");
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

private:
    std::int64_t m_left = 0;
};

std::string listed(const std::vector<std::string_view>& parts) {
    Listing listing;
    cli::TarReader reader(listing);
    for (const auto part : parts) require(reader.feed(part) != reader.broken(), "a broken archive is not read on");
    return listing.said + (reader.broken() ? "broken" : reader.complete() ? "complete" : "");
}

}  // namespace

void one(std::string_view input) {
    require(listed({input}) == listed(pieces(input, 700)), "a listing is the same however it is split");
}

}  // namespace ph::fuzz
