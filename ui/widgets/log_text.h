#pragma once

#include <QByteArrayView>
#include <QString>

#include <cstdint>
#include <deque>
#include <vector>

namespace ph::ui {

/// How characters look: ANSI colours 0-15, kDefault for the theme's own.
struct LogStyle {
    static constexpr std::uint8_t kDefault = 255;
    std::uint8_t ink = kDefault;
    std::uint8_t ground = kDefault;
    bool bold = false;
    bool underlined = false;
    friend bool operator==(const LogStyle&, const LogStyle&) = default;
};

struct LogRun {
    int length = 0;  ///< in UTF-16 units
    LogStyle style;
};

struct LogLine {
    QString text;
    std::vector<LogRun> runs;  ///< empty: all in the default style
    int columns = 0;
    bool simple = true;      ///< every character is one column wide
    bool continued = false;  ///< a piece of a very long line that goes on from the line before
};

/// Columns of a character on the grid: 0 for combining marks, 2 for East Asian wide ones and emoji.
int columnsOf(char32_t character);

/// Turns a log's bytes into lines: UTF-8 that may be torn anywhere (bad bytes become U+FFFD), `\r` and backspace in
/// place, ANSI colours, NUL and other controls as their pictures. Lines over 8192 characters are kept in pieces. Holds
/// a bounded amount: the oldest lines go first.
class LogText {
public:
    explicit LogText(qint64 mostCharacters = kMostCharacters) : m_mostCharacters(mostCharacters) {}

    void append(QByteArrayView bytes);
    void clear();

    /// The last line may still change; all others never do.
    int lineCount() const { return static_cast<int>(m_lines.size()) + (m_open.empty() ? 0 : 1); }
    bool hasOpenLine() const { return !m_open.empty(); }
    const LogLine& line(int index) const;
    /// Lines that went because there were too many. `line(0)` is that number of the log.
    qint64 droppedLines() const { return m_dropped; }

    static constexpr qint64 kMostCharacters = 16 << 20;
    static constexpr int kPiece = 8192;

private:
    enum class State { Text, Escape, Csi, String, StringEscape };
    struct Cell {
        char32_t character;
        LogStyle style;
    };

    void byte(unsigned char c);
    void control(unsigned char c);
    void put(char32_t character);
    void escape(unsigned char c);
    void finishCsi(char final);
    void select(const std::vector<int>& parameters);
    void closeLine(bool continues);
    static LogLine made(const std::vector<Cell>& cells, bool continued);

    qint64 m_mostCharacters;
    qint64 m_characters = 0;
    qint64 m_dropped = 0;
    std::deque<LogLine> m_lines;
    std::vector<Cell> m_open;
    std::size_t m_cursor = 0;
    bool m_openContinued = false;
    mutable LogLine m_openLine;
    mutable bool m_openChanged = true;
    LogStyle m_style;
    State m_state = State::Text;
    std::string m_csi;
    char32_t m_partial = 0;
    char32_t m_partialLeast = 0;
    int m_missing = 0;
};

}  // namespace ph::ui
