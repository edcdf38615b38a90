#include "ui/widgets/log_view.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/widgets/log_painter.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>

#include <cmath>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFrameMs = 30;
constexpr int kSearchLines = 4000;
constexpr int kMargin = metrics::kGap;

}  // namespace

LogView::LogView(QWidget* parent) : QAbstractScrollArea(parent), m_pill(new QPushButton(this)) {
    setFont(monoFont());
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    m_pill->setProperty("tone", u"primary"_s);
    m_pill->setFocusPolicy(Qt::NoFocus);
    m_pill->hide();
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kFrameMs);
    m_searching.setSingleShot(true);
    connect(&m_refresh, &QTimer::timeout, this, &LogView::layOut);
    connect(&m_searching, &QTimer::timeout, this, &LogView::searchMore);
    connect(m_pill, &QPushButton::clicked, this, &LogView::jumpToEnd);
    changeEvent(nullptr);
}

void LogView::append(QByteArrayView bytes) {
    m_text.append(bytes);
    if (!m_refresh.isActive()) m_refresh.start();
}

void LogView::clear() {
    m_text.clear();
    m_rows = LogRows();
    m_search.setText(m_search.text());
    m_anchor = m_caret = {};
    m_widest = 0;
    m_measured = 0;
    m_currentHit = -1;
    setFollowing(true);
    layOut();
}

void LogView::flush() {
    m_refresh.stop();
    layOut();
}

void LogView::jumpToEnd() {
    setFollowing(true);
    layOut();
}

void LogView::setWrap(bool wrap) {
    if (wrap == m_wrap) return;
    const auto place = m_rows.at(verticalScrollBar()->value());
    m_wrap = wrap;
    layOut();
    if (!m_following) verticalScrollBar()->setValue(static_cast<int>(m_rows.firstRowOf(place.line)));
}

void LogView::setSearch(const QString& text) {
    m_search.setText(text);
    m_currentHit = -1;
    viewport()->update();
    searchMore();
}

void LogView::searchMore() {
    if (m_search.step(m_text, kSearchLines)) m_searching.start(0);
    Q_EMIT hitsChanged(m_currentHit < 0 ? 0 : m_search.ordinal(m_text, m_currentHit), m_search.hits());
}

void LogView::goToHit(bool forward) {
    const int from = m_currentHit >= 0 ? m_currentHit
                     : forward         ? m_rows.at(verticalScrollBar()->value()).line - 1
                                       : m_rows.at(verticalScrollBar()->value() + visibleRows()).line;
    m_currentHit = m_search.next(m_text, from, forward);
    if (m_currentHit >= 0) {
        setFollowing(false);
        verticalScrollBar()->setValue(static_cast<int>(m_rows.firstRowOf(m_currentHit)) - visibleRows() / 3);
    }
    viewport()->update();
    searchMore();
}

int LogView::visibleRows() const {
    return std::max(1, (viewport()->height() - 2 * metrics::kSpace) / m_rowHeight);
}

void LogView::layOut() {
    m_layingOut = true;
    const int columns = std::max(8, (viewport()->width() - 2 * kMargin) / m_cellWidth);
    m_rows.setColumns(m_wrap ? columns : 0);
    const qint64 gone = m_rows.follow(m_text);
    const int rows = static_cast<int>(std::min<qint64>(m_rows.rowCount(), std::numeric_limits<int>::max()));
    const int most = std::max(0, rows - visibleRows());
    const int value = m_following ? most : std::max(0, verticalScrollBar()->value() - static_cast<int>(gone));
    verticalScrollBar()->setPageStep(visibleRows());
    verticalScrollBar()->setRange(0, most);
    verticalScrollBar()->setValue(std::min(value, most));
    if (m_wrap) {
        horizontalScrollBar()->setRange(0, 0);
    } else {
        // The last line of the measured ones may have grown since.
        for (m_measured = std::max(m_measured - 1, m_text.droppedLines());
             m_measured < m_text.droppedLines() + m_text.lineCount(); ++m_measured)
            m_widest = std::max(m_widest, m_text.line(static_cast<int>(m_measured - m_text.droppedLines())).columns);
        horizontalScrollBar()->setPageStep(columns);
        horizontalScrollBar()->setRange(0, std::max(0, m_widest - columns));
    }
    m_layingOut = false;
    if (!m_search.text().isEmpty() && !m_searching.isActive()) m_searching.start(0);
    placePill();
    viewport()->update();
}

void LogView::placePill() {
    m_pill->setVisible(!m_following && m_rows.rowCount() > visibleRows());
    if (m_pill->isHidden()) return;
    m_pill->adjustSize();
    m_pill->move(viewport()->geometry().center().x() - m_pill->width() / 2,
                 viewport()->geometry().bottom() - m_pill->height() - metrics::kOuter);
    m_pill->raise();
}

void LogView::setFollowing(bool following) {
    if (following == m_following) return;
    m_following = following;
    placePill();
    Q_EMIT followingChanged(following);
}

void LogView::scrollContentsBy(int, int dy) {
    if (!m_layingOut && dy != 0) setFollowing(verticalScrollBar()->value() >= verticalScrollBar()->maximum());
    viewport()->update();
}

void LogView::resizeEvent(QResizeEvent*) {
    layOut();
}

void LogView::changeEvent(QEvent* event) {
    if (event) QAbstractScrollArea::changeEvent(event);
    if (!event || event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Log"));
        m_pill->setText(tr("Jump to end"));
    }
    const QFontMetricsF fm(font());
    m_cellWidth = std::max(1, qRound(fm.horizontalAdvance(u'0')));
    m_rowHeight = std::max(1, static_cast<int>(std::ceil(fm.height())) + metrics::kTiny);
    if (event) viewport()->update();
}

void LogView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    // A run of text must end where the grid says, or the next one would stand apart from it.
    QFont onGrid = font();
    onGrid.setLetterSpacing(QFont::AbsoluteSpacing, m_cellWidth - QFontMetricsF(font()).horizontalAdvance(u'0'));
    painter.setFont(onGrid);
    const auto& tokens = tokensOf(palette());
    const LogGrid grid{m_cellWidth, m_rowHeight, QFontMetrics(font()).ascent() + 1};
    const int columns = std::max(8, (viewport()->width() - 2 * kMargin) / m_cellWidth + 1);
    const Spot from = std::min(m_anchor, m_caret), to = std::max(m_anchor, m_caret);
    const qint64 firstRow = verticalScrollBar()->value();
    for (int y = 0; y < event->rect().bottom() + 1; y += m_rowHeight) {
        const qint64 row = firstRow + y / m_rowHeight;
        if (row >= m_rows.rowCount()) break;
        const auto place = m_rows.at(row);
        if (place.line >= m_text.lineCount()) break;
        const auto& line = m_text.line(place.line);
        const qint64 number = place.line + m_text.droppedLines();
        LogMarks marks{0, 0, m_search.text(), place.line == m_currentHit};
        if (number >= from.line && number <= to.line) {
            marks.selectedFrom = number == from.line ? from.index : 0;
            marks.selectedTo = number == to.line ? to.index : line.text.size();
        }
        const int first = m_wrap ? place.part * m_rows.columns() : horizontalScrollBar()->value();
        paintLogRow(painter, QPoint(kMargin, y + metrics::kSpace), grid, line, first,
                    m_wrap ? m_rows.columns() : columns, marks, tokens);
    }
}

LogView::Spot LogView::spotAt(const QPoint& position) const {
    if (m_text.lineCount() == 0) return {};
    const qint64 row = std::clamp<qint64>(verticalScrollBar()->value() + (position.y() - metrics::kSpace) / m_rowHeight,
                                          0, std::max<qint64>(0, m_rows.rowCount() - 1));
    const auto place = m_rows.at(row);
    const int shift = m_wrap ? place.part * m_rows.columns() : horizontalScrollBar()->value();
    const int column = std::max(0, (position.x() - kMargin + m_cellWidth / 2) / m_cellWidth) + shift;
    const int line = std::min(place.line, m_text.lineCount() - 1);
    return {line + m_text.droppedLines(), indexAtColumn(m_text.line(line), column)};
}

QString LogView::selectedText() const {
    const Spot from = std::min(m_anchor, m_caret), to = std::max(m_anchor, m_caret);
    QString result;
    for (qint64 number = std::max(from.line, m_text.droppedLines()); number <= to.line; ++number) {
        const int index = static_cast<int>(number - m_text.droppedLines());
        if (index >= m_text.lineCount()) break;
        const auto& line = m_text.line(index);
        const auto begin = number == from.line ? from.index : 0;
        const auto end = number == to.line ? to.index : line.text.size();
        if (number != from.line && !line.continued) result += u'\n';
        result += line.text.mid(begin, end - begin);
    }
    return result;
}

void LogView::selectAll() {
    if (m_text.lineCount() == 0) return;
    m_anchor = {m_text.droppedLines(), 0};
    m_caret = {m_text.droppedLines() + m_text.lineCount() - 1, m_text.line(m_text.lineCount() - 1).text.size()};
    viewport()->update();
}

void LogView::copySelection() {
    if (const auto chosen = selectedText(); !chosen.isEmpty()) QGuiApplication::clipboard()->setText(chosen);
}

void LogView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copySelection();
    if (event->matches(QKeySequence::SelectAll)) return selectAll();
    if (event->key() == Qt::Key_End) return jumpToEnd();
    if (event->key() == Qt::Key_Home) {
        setFollowing(false);
        return verticalScrollBar()->setValue(0);
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void LogView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_caret = spotAt(event->position().toPoint());
    if (!event->modifiers().testFlag(Qt::ShiftModifier)) m_anchor = m_caret;
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent* event) {
    if (!event->buttons().testFlag(Qt::LeftButton)) return;
    const int y = event->position().toPoint().y();
    if (y < 0) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    if (y > viewport()->height()) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    m_caret = spotAt(event->position().toPoint());
    viewport()->update();
}

void LogView::mouseDoubleClickEvent(QMouseEvent* event) {
    const Spot spot = spotAt(event->position().toPoint());
    const int index = static_cast<int>(spot.line - m_text.droppedLines());
    if (index < 0 || index >= m_text.lineCount()) return;
    const auto& text = m_text.line(index).text;
    const auto inWord = [&](qsizetype i) { return i >= 0 && i < text.size() && !text[i].isSpace(); };
    m_anchor = m_caret = spot;
    while (inWord(m_anchor.index - 1)) --m_anchor.index;
    while (inWord(m_caret.index)) ++m_caret.index;
    viewport()->update();
}

void LogView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(icon(Glyph::Copy), tr("Copy"), QKeySequence::Copy, this, &LogView::copySelection)
        ->setEnabled(!selectedText().isEmpty());
    menu.addAction(tr("Select all"), QKeySequence::SelectAll, this, &LogView::selectAll);
    menu.exec(event->globalPos());
}

}  // namespace ph::ui
