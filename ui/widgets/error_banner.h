#pragma once

#include <QFrame>
#include <QString>

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace ph::ui {

/// What a person needs to know of a failure; `details` may be empty.
struct ErrorText {
    QString what;
    QString todo;
    QString details;
};

/// A failure told in place: what happened, what to do, details that fold and can be copied. Hidden while there is none.
class ErrorBanner : public QFrame {
    Q_OBJECT
public:
    explicit ErrorBanner(QWidget* parent = nullptr);
    void tell(const ErrorText& text);
    void clear();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fold(bool open);
    void tint();

    QLabel* m_picture;
    QLabel* m_what;
    QLabel* m_todo;
    QToolButton* m_more;
    QToolButton* m_copy;
    QToolButton* m_close;
    QPlainTextEdit* m_details;
};

}  // namespace ph::ui
