#pragma once

#include "ui/theme/tokens.h"
#include "ui/widgets/log_text.h"

#include <QFont>
#include <QRect>

class QPainter;

namespace ph::ui {

/// The grid that lines are painted on.
struct LogGrid {
    int cellWidth = 1;
    int rowHeight = 1;
    int ascent = 1;
};

/// The UTF-16 index where a column begins, and the reverse; wide characters count two columns.
qsizetype indexAtColumn(const LogLine& line, int column);
int columnAtIndex(const LogLine& line, qsizetype index);

/// What of a line is marked.
struct LogMarks {
    qsizetype selectedFrom = 0;
    qsizetype selectedTo = 0;
    QString search;
    bool current = false;  ///< the hits of this line are the ones gone to
};

/// Paints the columns [first, first + count) of a line with its colours, the selection and the search's hits.
void paintLogRow(QPainter& painter, const QPoint& topLeft, const LogGrid& grid, const LogLine& line, int first,
                 int count, const LogMarks& marks, const Tokens& tokens);

}  // namespace ph::ui
