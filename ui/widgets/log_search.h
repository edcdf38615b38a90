#pragma once

#include <QString>

#include <deque>

namespace ph::ui {

class LogText;

/// Finds a text in every line, a bounded number of lines a step, so that a large log never stalls the window.
class LogSearch {
public:
    void setText(const QString& text);
    const QString& text() const { return m_text; }
    /// Goes on with the lines not yet seen; false when all are. A line that may still grow is looked at each time.
    bool step(const LogText& log, int lines);
    int hits() const { return m_hits; }
    /// The line of the next hit after (or before) `line`, around the ends; -1 without any.
    int next(const LogText& log, int line, bool forward) const;
    /// Which hit the first one of `line` is, from 1.
    int ordinal(const LogText& log, int line) const;

private:
    struct Found {
        qint64 line;  ///< of the log, dropped ones counted
        int count;
    };

    QString m_text;
    std::deque<Found> m_found;
    qint64 m_seen = 0;
    int m_hits = 0;
    bool m_openFound = false;  ///< the last of m_found is that of the open line
};

}  // namespace ph::ui
