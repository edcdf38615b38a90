#include "ui/widgets/log_painter.h"

#include <QPainter>

namespace ph::ui {

namespace {

/// Calls `visit(index, units, column, columns)` for every character.
template <class Visit>
void eachCharacter(const LogLine& line, Visit visit) {
    int column = 0;
    for (qsizetype i = 0; i < line.text.size();) {
        const bool pair = line.text[i].isHighSurrogate() && i + 1 < line.text.size();
        const char32_t c = pair ? QChar::surrogateToUcs4(line.text[i], line.text[i + 1]) : line.text[i].unicode();
        const int columns = columnsOf(c);
        if (!visit(i, pair ? 2 : 1, column, columns)) return;
        column += columns;
        i += pair ? 2 : 1;
    }
}

/// One stretch of equal style, painted at its column. In lines with wide characters each stands on its own cell, so
/// that a fallback face cannot shift the grid.
void paintText(QPainter& painter, int left, int baseline, const LogGrid& grid, const LogLine& line, qsizetype from,
               qsizetype to, int first, int count) {
    if (line.simple) {
        const auto begin = std::max<qsizetype>(from, first), end = std::min<qsizetype>(to, first + count);
        if (begin < end)
            painter.drawText(left + static_cast<int>(begin - first) * grid.cellWidth, baseline,
                             line.text.mid(begin, end - begin));
        return;
    }
    eachCharacter(line, [&](qsizetype index, int units, int column, int columns) {
        if (index >= to || column >= first + count) return false;
        if (index >= from && column + columns > first && columns > 0)
            painter.drawText(left + (column - first) * grid.cellWidth, baseline, line.text.mid(index, units));
        return true;
    });
}

}  // namespace

qsizetype indexAtColumn(const LogLine& line, int column) {
    if (line.simple) return std::clamp<qsizetype>(column, 0, line.text.size());
    qsizetype result = line.text.size();
    eachCharacter(line, [&](qsizetype index, int, int at, int columns) {
        if (at + columns <= column) return true;
        result = index;
        return false;
    });
    return result;
}

int columnAtIndex(const LogLine& line, qsizetype index) {
    if (line.simple) return static_cast<int>(std::min(index, line.text.size()));
    int result = line.columns;
    eachCharacter(line, [&](qsizetype at, int, int column, int) {
        if (at < index) return true;
        result = column;
        return false;
    });
    return result;
}

void paintLogRow(QPainter& painter, const QPoint& topLeft, const LogGrid& grid, const LogLine& line, int first,
                 int count, const LogMarks& marks, const Tokens& tokens) {
    const auto ground = [&](qsizetype from, qsizetype to, const QColor& colour) {
        const int begin = std::max(columnAtIndex(line, from), first),
                  end = std::min(columnAtIndex(line, to), first + count);
        if (begin < end)
            painter.fillRect(topLeft.x() + (begin - first) * grid.cellWidth, topLeft.y(),
                             (end - begin) * grid.cellWidth, grid.rowHeight, colour);
    };
    std::vector<LogRun> whole{{static_cast<int>(line.text.size()), {}}};
    const auto& runs = line.runs.empty() ? whole : line.runs;

    qsizetype at = 0;
    for (const auto& run : runs) {
        if (run.style.ground != LogStyle::kDefault)
            ground(at, at + run.length, mixed(tokens.surface, tokens.terminal[run.style.ground], 0.35));
        at += run.length;
    }
    if (marks.selectedTo > marks.selectedFrom)
        ground(marks.selectedFrom, marks.selectedTo, mixed(tokens.surface, tokens.accent, tokens.dark ? 0.35 : 0.22));
    if (!marks.search.isEmpty())
        for (auto hit = line.text.indexOf(marks.search, 0, Qt::CaseInsensitive); hit >= 0;
             hit = line.text.indexOf(marks.search, hit + marks.search.size(), Qt::CaseInsensitive))
            ground(hit, hit + marks.search.size(), mixed(tokens.surface, tokens.waiting, marks.current ? 0.55 : 0.28));

    at = 0;
    const QFont usual = painter.font();
    for (const auto& run : runs) {
        const QColor ink = run.style.ink == LogStyle::kDefault ? tokens.text : tokens.terminal[run.style.ink];
        const QColor under = run.style.ground == LogStyle::kDefault
                                 ? tokens.surface
                                 : mixed(tokens.surface, tokens.terminal[run.style.ground], 0.35);
        painter.setPen(readable(tokens, ink, under));
        if (run.style.bold || run.style.underlined) {
            QFont font = usual;
            font.setBold(run.style.bold);
            font.setUnderline(run.style.underlined);
            painter.setFont(font);
        }
        paintText(painter, topLeft.x(), topLeft.y() + grid.ascent, grid, line, at, at + run.length, first, count);
        if (run.style.bold || run.style.underlined) painter.setFont(usual);
        at += run.length;
    }
}

}  // namespace ph::ui
