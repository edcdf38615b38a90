#include "fuzz/fuzz.h"
#include "http/host_check.h"
#include "http/text_codec.h"

namespace ph::fuzz {

void one(std::string_view input) {
    if (const auto position = http::parseCursor(input))
        require(http::cursorText(*position) == input, "a cursor has one form");
    if (const auto decoded = http::percentDecoded(input, true)) {
        require(decoded->size() <= input.size(), "decoding never grows");
        require(decoded->find('\0') == std::string::npos, "decoded text holds no NUL");
    }
    if (const auto query = http::parseQuery(input)) {
        std::size_t size = 0;
        for (const auto& [name, value] : *query) size += name.size() + value.size();
        require(size <= input.size(), "a query never grows");
    }
    static const http::HostCheck hosts({"pilot.example"});
    if (hosts.accepts(input))
        require(input.size() <= 300 && input.find_first_of("@/\\ \r\n") == std::string_view::npos,
                "an accepted host is a name and a port");
    std::int64_t position = 0;
    for (const char c : input.substr(0, 8)) position = position << 7 | (c & 0x7F);
    require(http::parseCursor(http::cursorText(position)) == position, "a cursor reads back");
}

}  // namespace ph::fuzz
