#pragma once

#include "ui/theme/icons.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace ph::ui {

/// What stands where nothing is yet: one sentence on what belongs here and the button that makes the first one.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(Glyph glyph, QWidget* parent = nullptr);
    /// An empty `button` shows none.
    void setTexts(const QString& sentence, const QString& button = {});
    void setGlyph(Glyph glyph);

Q_SIGNALS:
    void buttonPressed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void tint();

    Glyph m_glyph;
    QLabel* m_picture;
    QLabel* m_sentence;
    QPushButton* m_button;
};

}  // namespace ph::ui
