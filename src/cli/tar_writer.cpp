#include "cli/tar_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace ph::cli {

namespace {

constexpr std::size_t kBlock = 512;
constexpr std::int64_t kLargest = 077777777777;

std::string block(char type, const std::string& name, std::int64_t size, int mode) {
    std::string out(kBlock, '\0');
    const auto put = [&](std::size_t at, const std::string& text) {
        std::copy(text.begin(), text.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
    };
    put(0, name.substr(0, 100));
    put(100, fmt::format("{:07o}", mode));
    put(108, "0000000");
    put(116, "0000000");
    put(124, fmt::format("{:011o}", std::min(size, kLargest)));
    put(136, "00000000000");
    put(148, "        ");
    out[156] = type;
    put(257, "ustar");
    put(263, "00");
    unsigned sum = 0;
    for (const char c : out) sum += static_cast<unsigned char>(c);
    put(148, fmt::format("{:06o}", sum));
    out[154] = '\0';
    return out;
}

/// "27 path=...\n", where the number counts the whole record with itself.
std::string paxRecord(const std::string& key, const std::string& value) {
    const std::size_t rest = key.size() + value.size() + 3;
    std::size_t length = rest + 1;
    while (std::to_string(length).size() + rest != length) ++length;
    return fmt::format("{} {}={}\n", length, key, value);
}

std::string header(char type, const std::string& path, std::int64_t size, int mode) {
    constexpr std::size_t kLongestName = 100;
    std::string pax;
    if (path.size() > kLongestName) pax += paxRecord("path", path);
    if (size > kLargest) pax += paxRecord("size", std::to_string(size));
    std::string out;
    if (!pax.empty()) {
        const auto length = static_cast<std::int64_t>(pax.size());
        out = block('x', "PaxHeaders/entry", length, 0644) + pax + tarPadding(length);
    }
    return out + block(type, path, size, mode);
}

}  // namespace

std::string tarFileHeader(const std::string& path, std::int64_t size, bool executable) {
    return header('0', path, size, executable ? 0755 : 0644);
}

std::string tarFolderHeader(const std::string& path) {
    return header('5', path + "/", 0, 0755);
}

std::string tarPadding(std::int64_t size) {
    return std::string((kBlock - static_cast<std::size_t>(size) % kBlock) % kBlock, '\0');
}

std::string tarEnd() {
    return std::string(2 * kBlock, '\0');
}

}  // namespace ph::cli
