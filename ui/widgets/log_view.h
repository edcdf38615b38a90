#pragma once

#include "ui/widgets/log_rows.h"
#include "ui/widgets/log_search.h"
#include "ui/widgets/log_text.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <optional>

class QPushButton;

namespace ph::ui {

/// A growing log on a grid of fixed pitch. Follows its end until scrolled up; then a pill leads back.
class LogView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit LogView(QWidget* parent = nullptr);

    void append(QByteArrayView bytes);
    void clear();
    const LogText& text() const { return m_text; }

    bool isFollowing() const { return m_following; }
    void jumpToEnd();
    bool wraps() const { return m_wrap; }
    void setWrap(bool wrap);

    /// Marks every hit; empty marks none.
    void setSearch(const QString& text);
    void goToHit(bool forward);
    QString selectedText() const;
    void selectAll();
    /// Takes in at once what was appended; else it happens within a frame.
    void flush();

Q_SIGNALS:
    /// `current` is 0 before the first step to a hit.
    void hitsChanged(int current, int total);
    void followingChanged(bool following);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    /// A character of the log: the line counted from the log's start, and a UTF-16 index.
    struct Spot {
        qint64 line = 0;
        qsizetype index = 0;
        friend auto operator<=>(const Spot&, const Spot&) = default;
    };

    void layOut();
    void placePill();
    void setFollowing(bool following);
    void searchMore();
    Spot spotAt(const QPoint& position) const;
    void copySelection();
    int visibleRows() const;

    LogText m_text;
    LogRows m_rows;
    LogSearch m_search;
    bool m_wrap = false;
    bool m_following = true;
    bool m_layingOut = false;
    int m_currentHit = -1;
    Spot m_anchor;
    Spot m_caret;
    QTimer m_refresh;
    QTimer m_searching;
    QPushButton* m_pill;
    int m_cellWidth = 1;
    int m_rowHeight = 1;
    int m_widest = 0;       ///< columns of the widest line so far
    qint64 m_measured = 0;  ///< lines looked at for it
};

}  // namespace ph::ui
