#include "shim/tar.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace ph::shim {

namespace {

constexpr std::int64_t kLargestMeta = 64 * 1024;
constexpr std::int64_t kLargestOctal = 077777777777;  // 11 digits

void octal(char* field, std::size_t width, std::uint64_t v) {
    for (std::size_t i = width - 1; i-- > 0; v >>= 3) field[i] = static_cast<char>('0' + (v & 7));
    field[width - 1] = '\0';
}

std::string block(const TarEntry& entry, char type, std::string_view name, std::string_view prefix) {
    std::string out(kTarBlock, '\0');
    char* at = out.data();
    name.copy(at, 100);
    octal(at + 100, 8, entry.mode & 07777);
    octal(at + 108, 8, 0);
    octal(at + 116, 8, 0);
    octal(at + 124, 12, static_cast<std::uint64_t>(std::min(entry.size, kLargestOctal)));
    octal(at + 136, 12, static_cast<std::uint64_t>(std::clamp<std::int64_t>(entry.modified, 0, kLargestOctal)));
    std::memset(at + 148, ' ', 8);
    at[156] = type;
    std::string_view(entry.target).copy(at + 157, 100);
    std::memcpy(at + 257,
                "ustar\0"
                "00",
                8);
    prefix.copy(at + 345, 155);
    unsigned sum = 0;
    for (const char c : out) sum += static_cast<unsigned char>(c);
    octal(at + 148, 7, sum);
    return out;
}

std::string paxRecord(std::string_view key, std::string_view value) {
    const std::size_t body = key.size() + value.size() + 3;  // " ", "=", "\n"
    std::size_t length = body + 1;
    while (std::to_string(length).size() + body != length) ++length;
    return std::to_string(length) + " " + std::string(key) + "=" + std::string(value) + "\n";
}

std::int64_t parseNumber(std::string_view field) {
    if (!field.empty() && (static_cast<unsigned char>(field[0]) & 0x80)) {  // GNU base 256
        std::uint64_t v = static_cast<unsigned char>(field[0]) & 0x3f;
        for (std::size_t i = 1; i < field.size(); ++i) {
            if (v >> 54) return -1;
            v = (v << 8) | static_cast<unsigned char>(field[i]);
        }
        return static_cast<std::int64_t>(v);
    }
    std::int64_t v = 0;
    for (const char c : field) {
        if (c == ' ' && v == 0) continue;
        if (c < '0' || c > '7') break;
        v = v * 8 + (c - '0');
    }
    return v;
}

std::string textField(std::string_view field) {
    return std::string(field.substr(0, field.find('\0')));
}

bool cleanPath(std::string& path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    while (path.rfind("./", 0) == 0) path.erase(0, 2);
    if (path.empty() || path[0] == '/' || path.find('\0') != std::string::npos) return false;
    return ("/" + path + "/").find("/../") == std::string::npos;
}

}  // namespace

std::string tarHeader(const TarEntry& entry) {
    const char type = entry.kind == TarKind::Folder ? '5' : entry.kind == TarKind::Link ? '2' : '0';
    std::string path = entry.path;
    if (entry.kind == TarKind::Folder) path += '/';
    std::string pax;
    std::string_view name = path, prefix;
    if (path.size() > 100) {
        const std::size_t cut = path.rfind('/', std::min<std::size_t>(155, path.size() - 2));
        if (cut != std::string::npos && path.size() - cut - 1 <= 100 && cut > 0) {
            prefix = std::string_view(path).substr(0, cut);
            name = std::string_view(path).substr(cut + 1);
        } else {
            pax += paxRecord("path", path);
        }
    }
    if (entry.target.size() > 100) pax += paxRecord("linkpath", entry.target);
    if (entry.size > kLargestOctal) pax += paxRecord("size", std::to_string(entry.size));
    std::string out;
    if (!pax.empty()) {
        TarEntry meta;
        meta.size = static_cast<std::int64_t>(pax.size());
        out = block(meta, 'x', "PaxHeaders/entry", {});
        out += pax;
        out.append(tarPadding(meta.size), '\0');
    }
    return out + block(entry, type, name, prefix);
}

std::size_t tarPadding(std::int64_t size) {
    return static_cast<std::size_t>((kTarBlock - size % kTarBlock) % kTarBlock);
}

std::string tarEnd() {
    return std::string(2 * kTarBlock, '\0');
}

bool TarReader::fail(const char* word) {
    if (m_error.empty()) m_error = word;
    return false;
}

bool TarReader::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        if (!m_error.empty()) return false;
        switch (m_state) {
            case State::Ended:
                return true;
            case State::Header: {
                const std::size_t part = std::min(bytes.size(), kTarBlock - m_block.size());
                m_block.append(bytes.substr(0, part));
                bytes.remove_prefix(part);
                if (m_block.size() == kTarBlock && !header()) return false;
                break;
            }
            case State::Meta:
            case State::Data: {
                const std::size_t part =
                    static_cast<std::size_t>(std::min<std::int64_t>(m_left, static_cast<std::int64_t>(bytes.size())));
                if (m_state == State::Meta)
                    m_meta.append(bytes.substr(0, part));
                else if (m_wanted && !m_sink.data(bytes.substr(0, part)))
                    return fail("refused");
                bytes.remove_prefix(part);
                m_left -= static_cast<std::int64_t>(part);
                if (m_left > 0) break;
                if (m_state == State::Meta && !metaDone()) return false;
                if (m_state == State::Data && m_wanted && !m_sink.end()) return fail("refused");
                m_state = m_padding ? State::Padding : State::Header;
                break;
            }
            case State::Padding: {
                const std::size_t part = std::min(m_padding, bytes.size());
                bytes.remove_prefix(part);
                m_padding -= part;
                if (m_padding == 0) m_state = State::Header;
                break;
            }
        }
    }
    return true;
}

bool TarReader::header() {
    const std::string b = std::move(m_block);
    m_block.clear();
    if (b.find_first_not_of('\0') == std::string::npos) {
        m_state = State::Ended;
        return true;
    }
    unsigned sum = 8 * ' ';
    for (std::size_t i = 0; i < b.size(); ++i)
        if (i < 148 || i >= 156) sum += static_cast<unsigned char>(b[i]);
    const std::string_view view(b);
    if (parseNumber(view.substr(148, 8)) != static_cast<std::int64_t>(sum)) return fail("bad-checksum");
    m_entry = {};
    m_entry.mode = static_cast<std::uint32_t>(parseNumber(view.substr(100, 8)) & 07777);
    m_entry.size = parseNumber(view.substr(124, 12));
    m_entry.modified = parseNumber(view.substr(136, 12));
    if (m_entry.size < 0) return fail("bad-size");
    m_entry.path = textField(view.substr(0, 100));
    const std::string prefix =
        view.substr(257, 6) == std::string_view("ustar\0", 6) ? textField(view.substr(345, 155)) : "";
    if (!prefix.empty()) m_entry.path = prefix + "/" + m_entry.path;
    m_entry.target = textField(view.substr(157, 100));
    return startEntry(b[156]);
}

bool TarReader::startEntry(char type) {
    if (type == 'x' || type == 'g' || type == 'L' || type == 'K') {
        if (m_entry.size == 0 || m_entry.size > kLargestMeta) return fail("bad-meta");
        m_metaType = type;
        m_meta.clear();
        m_left = m_entry.size;
        m_padding = tarPadding(m_left);
        m_state = State::Meta;
        return true;
    }
    if (!m_longPath.empty()) m_entry.path = std::move(m_longPath);
    if (!m_longTarget.empty()) m_entry.target = std::move(m_longTarget);
    if (m_longSize >= 0) m_entry.size = m_longSize;
    m_longPath.clear();
    m_longTarget.clear();
    m_longSize = -1;
    const bool file = type == '0' || type == '\0' || type == '7';
    m_entry.kind = file ? TarKind::File : type == '5' ? TarKind::Folder : type == '2' ? TarKind::Link : TarKind::Other;
    if (type == '1' || m_entry.kind == TarKind::Folder || m_entry.kind == TarKind::Link) m_entry.size = 0;
    if (!cleanPath(m_entry.path)) return fail("bad-path");
    m_wanted = m_entry.kind != TarKind::Other;
    if (m_wanted && !m_sink.begin(m_entry)) return fail("refused");
    m_left = m_entry.size;
    m_padding = tarPadding(m_left);
    if (m_left > 0) {
        m_state = State::Data;
    } else if (m_wanted && !m_sink.end()) {
        return fail("refused");
    }
    return true;
}

bool TarReader::metaDone() {
    if (m_metaType == 'L') m_longPath = textField(m_meta);
    if (m_metaType == 'K') m_longTarget = textField(m_meta);
    if (m_metaType == 'x') parsePax();
    m_meta.clear();
    return m_error.empty();
}

void TarReader::parsePax() {
    std::string_view rest = m_meta;
    while (!rest.empty()) {
        std::size_t length = 0;
        const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), length);
        const std::size_t digits = static_cast<std::size_t>(parsed.ptr - rest.data());
        if (digits == 0 || length > rest.size() || length < digits + 3 || rest[digits] != ' ' ||
            rest[length - 1] != '\n') {
            fail("bad-pax");
            return;
        }
        const std::string_view record = rest.substr(digits + 1, length - digits - 2);
        const std::size_t equals = record.find('=');
        const std::string_view key = record.substr(0, equals);
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view() : record.substr(equals + 1);
        if (key == "path") m_longPath = std::string(value);
        if (key == "linkpath") m_longTarget = std::string(value);
        if (key == "size" && std::from_chars(value.data(), value.data() + value.size(), m_longSize).ec != std::errc())
            fail("bad-pax");
        if (key == "size" && m_longSize < 0) fail("bad-pax");
        rest.remove_prefix(length);
    }
}

}  // namespace ph::shim
