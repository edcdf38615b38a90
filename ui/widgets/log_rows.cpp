#include "ui/widgets/log_rows.h"

#include "ui/widgets/log_text.h"

#include <algorithm>

namespace ph::ui {

void LogRows::setColumns(int columns) {
    if (columns == m_columns) return;
    m_columns = columns;
    m_ends.clear();
    m_base = 0;
}

int LogRows::rowsOf(const LogText& text, int line) const {
    if (m_columns <= 0) return 1;
    return std::max(1, (text.line(line).columns + m_columns - 1) / m_columns);
}

qint64 LogRows::follow(const LogText& text) {
    const qint64 before = m_base;
    for (; m_dropped < text.droppedLines() && !m_ends.empty(); ++m_dropped) {
        m_base = m_ends.front();
        m_ends.pop_front();
    }
    m_dropped = text.droppedLines();
    // The last line may have grown.
    if (!m_ends.empty()) m_ends.pop_back();
    while (static_cast<int>(m_ends.size()) > text.lineCount()) m_ends.pop_back();
    for (int line = static_cast<int>(m_ends.size()); line < text.lineCount(); ++line)
        m_ends.push_back((m_ends.empty() ? m_base : m_ends.back()) + rowsOf(text, line));
    return m_base - before;
}

qint64 LogRows::rowCount() const {
    return m_ends.empty() ? 0 : m_ends.back() - m_base;
}

qint64 LogRows::firstRowOf(int line) const {
    if (line <= 0 || m_ends.empty()) return 0;
    return m_ends[std::min(static_cast<std::size_t>(line), m_ends.size()) - 1] - m_base;
}

LogRows::Place LogRows::at(qint64 row) const {
    const auto end = std::upper_bound(m_ends.begin(), m_ends.end(), row + m_base);
    const int line = static_cast<int>(end - m_ends.begin());
    return {line, static_cast<int>(row - firstRowOf(line))};
}

}  // namespace ph::ui
