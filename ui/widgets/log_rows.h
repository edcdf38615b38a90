#pragma once

#include <QtGlobal>

#include <deque>

namespace ph::ui {

class LogText;

/// Which screen row belongs to which line, wrapped at a number of columns or not at all.
class LogRows {
public:
    struct Place {
        int line = 0;
        int part = 0;  ///< which of the line's rows
    };

    /// Columns 0: no wrapping.
    void setColumns(int columns);
    int columns() const { return m_columns; }
    /// Takes in what was appended to and dropped from the text; returns how many rows went at the front.
    qint64 follow(const LogText& text);
    qint64 rowCount() const;
    qint64 firstRowOf(int line) const;
    Place at(qint64 row) const;

private:
    int rowsOf(const LogText& text, int line) const;

    int m_columns = 0;
    qint64 m_dropped = 0;
    qint64 m_base = 0;          ///< rows before the first line
    std::deque<qint64> m_ends;  ///< rows up to and with each line, counted from the log's start
};

}  // namespace ph::ui
