#include "ui/widgets/log_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ph::ui {

namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::size_t kTab = 8;
constexpr std::size_t kLongestCsi = 64;

/// The first and last code points of what terminals draw two columns wide.
constexpr std::array<std::pair<char32_t, char32_t>, 14> kWide{{
    {0x1100, 0x115F},
    {0x2E80, 0x303E},
    {0x3041, 0x33FF},
    {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F},
    {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD},
}};

std::uint8_t nearestAnsi(int index) {
    if (index < 16) return static_cast<std::uint8_t>(index);
    if (index >= 232) return index < 244 ? 8 : 7;
    const int cube = index - 16, r = cube / 36, g = cube / 6 % 6, b = cube % 6, most = std::max({r, g, b});
    if (most == 0) return 0;
    const int bits = (r * 2 > most ? 1 : 0) | (g * 2 > most ? 2 : 0) | (b * 2 > most ? 4 : 0);
    return static_cast<std::uint8_t>(bits + (most > 3 ? 8 : 0));
}

std::uint8_t nearestAnsi(int r, int g, int b) {
    return nearestAnsi(16 + 36 * (r / 43) + 6 * (g / 43) + b / 43);
}

}  // namespace

int columnsOf(char32_t c) {
    if (c < 0x300) return 1;
    if (c <= 0x36F || (c >= 0x200B && c <= 0x200F) || (c >= 0xFE00 && c <= 0xFE0F)) return 0;
    for (const auto& [first, last] : kWide)
        if (c >= first && c <= last) return 2;
    return 1;
}

void LogText::append(QByteArrayView bytes) {
    for (const char c : bytes) byte(static_cast<unsigned char>(c));
    m_openChanged = true;
    while (m_characters > m_mostCharacters && m_lines.size() > 1) {
        m_characters -= m_lines.front().text.size();
        m_lines.pop_front();
        ++m_dropped;
    }
}

void LogText::clear() {
    const auto most = m_mostCharacters;
    *this = LogText(most);
}

const LogLine& LogText::line(int index) const {
    if (index < static_cast<int>(m_lines.size())) return m_lines[static_cast<std::size_t>(index)];
    if (m_openChanged) {
        m_openLine = made(m_open, m_openContinued);
        m_openChanged = false;
    }
    return m_openLine;
}

void LogText::byte(unsigned char c) {
    if (m_missing > 0) {
        if ((c & 0xC0) == 0x80) {
            m_partial = (m_partial << 6) | (c & 0x3F);
            if (--m_missing > 0) return;
            const bool bad =
                m_partial < m_partialLeast || m_partial > 0x10FFFF || (m_partial >= 0xD800 && m_partial < 0xE000);
            return put(bad ? kReplacement : m_partial);
        }
        m_missing = 0;
        put(kReplacement);
    }
    if (m_state != State::Text) return escape(c);
    if (c < 0x20 || c == 0x7F) return control(c);
    if (c < 0x80) return put(c);
    if (c >= 0xC2 && c < 0xE0)
        m_partial = c & 0x1F, m_missing = 1, m_partialLeast = 0x80;
    else if (c >= 0xE0 && c < 0xF0)
        m_partial = c & 0x0F, m_missing = 2, m_partialLeast = 0x800;
    else if (c >= 0xF0 && c < 0xF5)
        m_partial = c & 0x07, m_missing = 3, m_partialLeast = 0x10000;
    else
        put(kReplacement);
}

void LogText::control(unsigned char c) {
    switch (c) {
        case '\n':
            return closeLine(false);
        case '\r':
            m_cursor = 0;
            return;
        case '\b':
            m_cursor -= m_cursor > 0 ? 1 : 0;
            return;
        case '\t':
            do put(' ');
            while (m_cursor % kTab != 0);
            return;
        case 0x1B:
            m_state = State::Escape;
            return;
        case 0x07:
            return;
        default:
            return put(c == 0x7F ? U'\u2421' : 0x2400 + c);
    }
}

void LogText::put(char32_t character) {
    if (m_cursor < m_open.size()) {
        m_open[m_cursor++] = {character, m_style};
        return;
    }
    m_open.push_back({character, m_style});
    ++m_cursor;
    if (m_open.size() >= static_cast<std::size_t>(kPiece)) closeLine(true);
}

void LogText::escape(unsigned char c) {
    switch (m_state) {
        case State::Escape:
            if (c == '[') {
                m_csi.clear();
                m_state = State::Csi;
            } else {
                m_state = c == ']' || c == 'P' || c == '_' || c == '^' ? State::String : State::Text;
            }
            return;
        case State::Csi:
            if (c >= 0x40 && c <= 0x7E) {
                m_state = State::Text;
                finishCsi(static_cast<char>(c));
            } else if (c < 0x20 || m_csi.size() >= kLongestCsi) {
                m_state = State::Text;
                if (c < 0x20) control(c);
            } else {
                m_csi.push_back(static_cast<char>(c));
            }
            return;
        case State::String:
            if (c == 0x1B) m_state = State::StringEscape;
            // A line's end ends a torn sequence too, or the rest of the log would be swallowed.
            else if (c == 0x07 || c == '\n') {
                m_state = State::Text;
                if (c == '\n') control(c);
            }
            return;
        case State::StringEscape:
            m_state = c == '\\' ? State::Text : State::String;
            return;
        case State::Text:
            return;
    }
}

void LogText::finishCsi(char final) {
    std::vector<int> parameters(1, 0);
    for (const char c : m_csi) {
        if (c >= '0' && c <= '9')
            parameters.back() = std::min(parameters.back() * 10 + (c - '0'), 9999);
        else if (c == ';' || c == ':')
            parameters.push_back(0);
        else
            return;
    }
    if (final == 'm') return select(parameters);
    if (final == 'K') {
        if (parameters[0] == 0 && m_cursor < m_open.size()) m_open.resize(m_cursor);
        if (parameters[0] == 2) m_open.clear(), m_cursor = 0;
    } else if (final == 'G') {
        m_cursor = std::min(static_cast<std::size_t>(std::max(parameters[0], 1) - 1), m_open.size());
    }
}

void LogText::select(const std::vector<int>& p) {
    for (std::size_t i = 0; i < p.size(); ++i) {
        const int code = p[i];
        if (code == 0)
            m_style = {};
        else if (code == 1)
            m_style.bold = true;
        else if (code == 4)
            m_style.underlined = true;
        else if (code == 22)
            m_style.bold = false;
        else if (code == 24)
            m_style.underlined = false;
        else if (code >= 30 && code <= 37)
            m_style.ink = static_cast<std::uint8_t>(code - 30);
        else if (code >= 90 && code <= 97)
            m_style.ink = static_cast<std::uint8_t>(code - 90 + 8);
        else if (code >= 40 && code <= 47)
            m_style.ground = static_cast<std::uint8_t>(code - 40);
        else if (code >= 100 && code <= 107)
            m_style.ground = static_cast<std::uint8_t>(code - 100 + 8);
        else if (code == 39)
            m_style.ink = LogStyle::kDefault;
        else if (code == 49)
            m_style.ground = LogStyle::kDefault;
        else if (code == 38 || code == 48) {
            auto& target = code == 38 ? m_style.ink : m_style.ground;
            if (i + 2 < p.size() && p[i + 1] == 5)
                target = nearestAnsi(std::min(p[i + 2], 255)), i += 2;
            else if (i + 4 < p.size() && p[i + 1] == 2)
                target = nearestAnsi(std::min(p[i + 2], 255), std::min(p[i + 3], 255), std::min(p[i + 4], 255)), i += 4;
        }
    }
}

void LogText::closeLine(bool continues) {
    m_lines.push_back(made(m_open, m_openContinued));
    m_characters += m_lines.back().text.size();
    m_open.clear();
    m_cursor = 0;
    m_openContinued = continues;
    m_openChanged = true;
}

LogLine LogText::made(const std::vector<Cell>& cells, bool continued) {
    LogLine line;
    line.continued = continued;
    line.text.reserve(static_cast<qsizetype>(cells.size()));
    bool plain = true;
    for (const auto& cell : cells) {
        const auto before = line.text.size();
        if (cell.character < 0x10000)
            line.text.append(QChar(static_cast<char16_t>(cell.character)));
        else
            line.text.append(QChar::highSurrogate(cell.character)).append(QChar::lowSurrogate(cell.character));
        const int columns = columnsOf(cell.character);
        line.columns += columns;
        if (columns != 1) line.simple = false;
        if (!(cell.style == LogStyle{})) plain = false;
        const int units = static_cast<int>(line.text.size() - before);
        if (!line.runs.empty() && line.runs.back().style == cell.style)
            line.runs.back().length += units;
        else
            line.runs.push_back({units, cell.style});
    }
    if (plain) line.runs = {};
    return line;
}

}  // namespace ph::ui
