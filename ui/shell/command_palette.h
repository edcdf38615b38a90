#pragma once

#include "ui/theme/icons.h"

#include <QDialog>
#include <QIcon>
#include <QString>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace ph::ui {

/// Something that the palette can do or open.
struct PaletteItem {
    QIcon icon;
    QString title;
    QString aside;  ///< shortcut or kind
    std::function<void()> run;
};

/// How well `text` answers `typed`: 0 not at all; whole words and beginnings count more than scattered letters.
int paletteScore(const QString& typed, const QString& text);

/// Ctrl-K: one line that finds actions and objects.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    /// Asked anew for what is typed; may leave the choice to the palette's own scoring.
    using Source = std::function<std::vector<PaletteItem>(const QString& typed)>;

    explicit CommandPalette(QWidget* parent);
    void addSource(Source source);
    void openAt(const QRect& area);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fill();
    void run();

    std::vector<Source> m_sources;
    std::vector<PaletteItem> m_items;
    QLineEdit* m_line;
    QListWidget* m_list;
};

}  // namespace ph::ui
