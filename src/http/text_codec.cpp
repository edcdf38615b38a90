#include "http/text_codec.h"

#include <openssl/evp.h>

#include <array>
#include <charconv>

namespace ph::http {

namespace {

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::optional<std::string> percentDecoded(std::string_view text, bool plusIsSpace) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = hexDigit(text[i + 1]), low = hexDigit(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            c = static_cast<char>(high * 16 + low);
            i += 2;
        } else if (c == '+' && plusIsSpace) {
            c = ' ';
        }
        if (c == '\0') return std::nullopt;
        out += c;
    }
    return out;
}

std::optional<std::map<std::string, std::string>> parseQuery(std::string_view text) {
    std::map<std::string, std::string> query;
    while (!text.empty()) {
        const auto part = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        if (part.empty()) continue;
        const auto equals = std::min(part.find('='), part.size());
        auto name = percentDecoded(part.substr(0, equals), true);
        auto value = percentDecoded(equals < part.size() ? part.substr(equals + 1) : std::string_view(), true);
        if (!name || !value || !query.emplace(std::move(*name), std::move(*value)).second) return std::nullopt;
    }
    return query;
}

std::string cursorText(std::int64_t position) {
    const auto plain = fmt::format("p{}", position);
    std::string out;
    for (std::size_t i = 0; i < plain.size(); i += 3) {
        std::uint32_t group = 0;
        const std::size_t count = std::min<std::size_t>(3, plain.size() - i);
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? static_cast<unsigned char>(plain[i + k]) : 0U);
        for (std::size_t k = 0; k <= count; ++k) out += kAlphabet[group >> (18 - 6 * k) & 63];
    }
    return out;
}

std::optional<std::int64_t> parseCursor(std::string_view text) {
    if (text.size() > 40) return std::nullopt;
    std::string plain;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : text) {
        const auto value = kAlphabet.find(c);
        if (value == std::string_view::npos) return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        plain += static_cast<char>(bits >> held & 0xFF);
    }
    std::int64_t position = 0;
    const auto* end = plain.data() + plain.size();
    if (plain.size() < 2 || plain[0] != 'p') return std::nullopt;
    const auto parsed = std::from_chars(plain.data() + 1, end, position);
    if (parsed.ec != std::errc() || parsed.ptr != end || position < 0 || cursorText(position) != text)
        return std::nullopt;
    return position;
}

std::string sha256Hex(std::string_view bytes) {
    std::array<unsigned char, 32> digest{};
    EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
    return fmt::format("{:02x}", fmt::join(digest, ""));
}

}  // namespace ph::http
