#include "cli/tar_reader.h"

#include "domain/jobs/job_validation.h"

#include <algorithm>
#include <charconv>

namespace ph::cli {

namespace {

constexpr std::size_t kBlock = 512;
constexpr std::int64_t kMostExtension = 64 * 1024;

/// An octal field, or GNU's binary form for large sizes; -1 if it is neither.
std::int64_t numberOf(std::string_view field) {
    std::int64_t value = 0;
    if ((static_cast<unsigned char>(field[0]) & 0x80) != 0) {
        for (const char c : field.substr(1)) {
            if (value >> 54 != 0) return -1;
            value = value << 8 | static_cast<unsigned char>(c);
        }
        return value;
    }
    for (const char c : field) {
        if (c == ' ' && value == 0) continue;
        if (c == '\0' || c == ' ') break;
        if (c < '0' || c > '7') return -1;
        value = value << 3 | (c - '0');
    }
    return value;
}

std::string textOf(std::string_view field) {
    return std::string(field.substr(0, field.find('\0')));
}

bool checksumFits(std::string_view block) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < block.size(); ++i)
        sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(block[i]);
    return numberOf(block.substr(148, 8)) == static_cast<std::int64_t>(sum);
}

}  // namespace

bool TarReader::feed(std::string_view bytes) {
    while (!bytes.empty() && m_step != Step::Broken && m_step != Step::Complete) step(bytes);
    return m_step != Step::Broken;
}

void TarReader::step(std::string_view& bytes) {
    const auto take = [&](std::size_t most) {
        const auto piece = bytes.substr(0, most);
        bytes.remove_prefix(piece.size());
        return piece;
    };
    switch (m_step) {
        case Step::Header:
            m_block += take(kBlock - m_block.size());
            if (m_block.size() == kBlock) header();
            break;
        case Step::Extension:
        case Step::Data: {
            const auto piece =
                take(static_cast<std::size_t>(std::min<std::int64_t>(m_left, static_cast<std::int64_t>(bytes.size()))));
            m_left -= static_cast<std::int64_t>(piece.size());
            data(piece);
            break;
        }
        case Step::Padding:
            m_padding -= take(m_padding).size();
            if (m_padding == 0) m_step = Step::Header;
            break;
        case Step::Complete:
        case Step::Broken:
            break;
    }
}

void TarReader::header() {
    const std::string block = std::exchange(m_block, {});
    const std::string_view view(block);
    if (block.find_first_not_of('\0') == std::string::npos) {
        m_step = Step::Complete;
        return;
    }
    const std::int64_t size = numberOf(view.substr(124, 12));
    if (!checksumFits(view) || size < 0) {
        m_step = Step::Broken;
        return;
    }
    m_entry = {};
    m_entry.path = textOf(view.substr(0, 100));
    if (view.substr(257, 6) == std::string_view("ustar\0", 6))
        if (const auto prefix = textOf(view.substr(345, 155)); !prefix.empty())
            m_entry.path = prefix + "/" + m_entry.path;
    m_entry.executable = (numberOf(view.substr(100, 8)) & 0111) != 0;
    m_entry.size = size;
    begin(view[156]);
}

void TarReader::begin(char type) {
    m_extensionType = type == 'x' || type == 'g' || type == 'L' || type == 'K' ? type : '\0';
    if (m_extensionType != 0) {
        if (m_entry.size == 0 || m_entry.size > kMostExtension) {
            m_step = Step::Broken;
            return;
        }
        m_extension.clear();
        m_step = Step::Extension;
    } else {
        if (!m_longPath.empty()) m_entry.path = std::exchange(m_longPath, {});
        if (m_longSize >= 0) m_entry.size = std::exchange(m_longSize, -1);
        m_entry.kind = type == '0' || type == '\0' || type == '7' ? TarEntry::Kind::File
                       : type == '5'                              ? TarEntry::Kind::Folder
                                                                  : TarEntry::Kind::Other;
        if (m_entry.kind == TarEntry::Kind::Folder || type == '1' || type == '2') m_entry.size = 0;
        while (m_entry.path.starts_with("./")) m_entry.path.erase(0, 2);
        while (m_entry.path.ends_with('/')) m_entry.path.pop_back();
        // A name with control characters is odd, not hostile: it is left out and the rest goes on.
        for (char& c : m_entry.path) {
            if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) continue;
            c = '?';
            m_entry.kind = TarEntry::Kind::Other;
        }
        if (!isInnerPath(m_entry.path) || !m_target.begin(m_entry)) {
            m_step = Step::Broken;
            return;
        }
        m_step = Step::Data;
    }
    m_left = m_entry.size;
    m_padding =
        static_cast<std::size_t>((static_cast<std::int64_t>(kBlock) - m_left % static_cast<std::int64_t>(kBlock)) %
                                 static_cast<std::int64_t>(kBlock));
    if (m_left == 0) dataDone();
}

void TarReader::data(std::string_view piece) {
    if (m_step == Step::Extension)
        m_extension += piece;
    else if (!m_target.data(piece))
        m_step = Step::Broken;
    if (m_step != Step::Broken && m_left == 0) dataDone();
}

void TarReader::dataDone() {
    const Step finished = std::exchange(m_step, m_padding == 0 ? Step::Header : Step::Padding);
    if (finished == Step::Extension)
        readExtension();
    else if (!m_target.end())
        m_step = Step::Broken;
}

void TarReader::readExtension() {
    if (m_extensionType == 'L') m_longPath = textOf(m_extension);
    if (m_extensionType == 'x') readPax();
}

void TarReader::readPax() {
    std::string_view rest = m_extension;
    while (!rest.empty()) {
        std::size_t length = 0;
        const auto [end, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
        const auto digits = static_cast<std::size_t>(end - rest.data());
        if (failed != std::errc() || length > rest.size() || length < digits + 3 || rest[digits] != ' ' ||
            rest[length - 1] != '\n') {
            m_step = Step::Broken;
            return;
        }
        const auto record = rest.substr(digits + 1, length - digits - 2);
        const auto equals = std::min(record.find('='), record.size());
        const auto value = record.substr(std::min(equals + 1, record.size()));
        if (record.substr(0, equals) == "path") m_longPath = std::string(value);
        if (record.substr(0, equals) == "size" &&
            (std::from_chars(value.data(), value.data() + value.size(), m_longSize).ec != std::errc() ||
             m_longSize < 0))
            m_step = Step::Broken;
        rest.remove_prefix(length);
    }
}

}  // namespace ph::cli
