#include "reflect/names.h"

#include <cctype>

namespace ph::reflect {

std::string wireName(std::string_view name) {
    std::string wire;
    for (const char c : name) {
        if (std::isupper(static_cast<unsigned char>(c))) {
            if (!wire.empty()) wire += '_';
            wire += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else {
            wire += c;
        }
    }
    if (wire.ends_with('_')) wire.pop_back();
    return wire;
}

}  // namespace ph::reflect
