#include "ui/widgets/log_search.h"

#include "ui/widgets/log_text.h"

namespace ph::ui {

void LogSearch::setText(const QString& text) {
    m_text = text;
    m_found.clear();
    m_seen = 0;
    m_hits = 0;
    m_openFound = false;
}

bool LogSearch::step(const LogText& log, int lines) {
    while (!m_found.empty() && m_found.front().line < log.droppedLines()) {
        m_hits -= m_found.front().count;
        m_found.pop_front();
    }
    if (m_openFound && !m_found.empty()) {
        m_hits -= m_found.back().count;
        m_found.pop_back();
    }
    m_openFound = false;
    if (m_text.isEmpty()) return false;
    const auto look = [&](qint64 line) {
        const auto& text = log.line(static_cast<int>(line - log.droppedLines())).text;
        const int count = static_cast<int>(text.count(m_text, Qt::CaseInsensitive));
        if (count > 0) m_found.push_back({line, count});
        m_hits += count;
        return count > 0;
    };
    m_seen = std::max(m_seen, log.droppedLines());
    const qint64 end = log.droppedLines() + log.lineCount() - (log.hasOpenLine() ? 1 : 0);
    for (; m_seen < end && lines > 0; ++m_seen, --lines) look(m_seen);
    if (m_seen < end) return true;
    m_openFound = log.hasOpenLine() && look(end);
    return false;
}

int LogSearch::next(const LogText& log, int line, bool forward) const {
    if (m_found.empty()) return -1;
    const qint64 from = line + log.droppedLines();
    const Found* best = forward ? &m_found.front() : &m_found.back();
    if (forward) {
        for (const auto& found : m_found)
            if (found.line > from) {
                best = &found;
                break;
            }
    } else {
        for (auto found = m_found.rbegin(); found != m_found.rend(); ++found)
            if (found->line < from) {
                best = &*found;
                break;
            }
    }
    return static_cast<int>(best->line - log.droppedLines());
}

int LogSearch::ordinal(const LogText& log, int line) const {
    int before = 0;
    for (const auto& found : m_found) {
        if (found.line >= line + log.droppedLines()) break;
        before += found.count;
    }
    return before + 1;
}

}  // namespace ph::ui
