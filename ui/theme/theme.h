#pragma once

#include <QObject>
#include <QPalette>

class QApplication;

namespace ph::ui {

/// Gives the application its style and palette and keeps both in step with the desktop, unless told otherwise.
/// One per program, owned by main.
class Theme : public QObject {
    Q_OBJECT
public:
    enum class Mode { Desktop, Light, Dark };

    explicit Theme(QApplication& application);

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    bool dark() const { return m_dark; }

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();

    QApplication& m_application;
    Mode m_mode = Mode::Desktop;
    bool m_dark = false;
    bool m_applying = false;
};

}  // namespace ph::ui
