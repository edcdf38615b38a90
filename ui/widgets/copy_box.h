#pragma once

#include <QWidget>

class QToolButton;

namespace ph::ui {

/// Text to read and copy: YAML, a command line.
class CopyBox : public QWidget {
    Q_OBJECT
public:
    /// `lines` is the height; 0 takes what room there is.
    explicit CopyBox(int lines, QWidget* parent = nullptr);
    void setText(const QString& text);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Text;
    void place();
    void retranslate();

    Text* m_text;
    QToolButton* m_copy;
};

}  // namespace ph::ui
