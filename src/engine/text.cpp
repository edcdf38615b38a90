#include "engine/text.h"

#include "base/utf8.h"

#include <fmt/format.h>

#include <iterator>

namespace ph::engine {

std::string asText(std::string_view bytes) {
    if (isUtf8(bytes)) return std::string(bytes);
    std::string text;
    for (const unsigned char c : bytes) {
        if (c < 0x80)
            text += static_cast<char>(c);
        else
            fmt::format_to(std::back_inserter(text), "%{:02X}", c);
    }
    return text;
}

}  // namespace ph::engine
