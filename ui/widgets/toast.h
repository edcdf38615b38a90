#pragma once

#include <QFrame>
#include <QTimer>

#include <functional>

class QLabel;
class QPushButton;

namespace ph::ui {

/// A line over the bottom of a window that goes by itself. With an undo it counts down, and the work is done only when
/// the time is over: undoing means that nothing has happened.
class Toast : public QFrame {
    Q_OBJECT
public:
    explicit Toast(QWidget* parent);
    ~Toast() override;

    void say(const QString& text);
    /// `work` runs after `seconds`, at once when another toast comes or the window closes, and not at all after undo.
    /// A non-empty `now` is a button that does it without waiting.
    void sayWithUndo(const QString& text, const QString& now, int seconds, std::function<void()> work);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void appear(const QString& text);
    void place();
    void tick();
    void finish();

    QLabel* m_text;
    QPushButton* m_now;
    QPushButton* m_undo;
    QTimer m_timer;
    int m_left = 0;
    std::function<void()> m_work;
};

}  // namespace ph::ui
