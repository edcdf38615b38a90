#pragma once

#include "client/connection.h"
#include "mirror/mirror.h"
#include "ui/shell/language.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"
#include "ui/widgets/preferences.h"

#include <QDir>
#include <QSettings>
#include <QTemporaryDir>

namespace ph::ui {
class JobPage;
}

namespace ph::gallery {

/// Renders the console's pages with sample data, without a server.
class Gallery {
public:
    Gallery(ui::Theme& theme, ui::Language& language, const QDir& target);

    /// One picture of one page.
    void render(const QString& page, const QSize& size, const QString& name);

private:
    struct Site;

    void fill(Site& site, bool full);
    std::unique_ptr<ui::MainWindow> window(Site& site);
    void dressJobPage(ui::JobPage& page, const JobSummary& job, int tab);
    void save(QWidget& widget, const QString& name);

    ui::Theme& m_theme;
    ui::Language& m_language;
    QDir m_target;
    QTemporaryDir m_folder;
    Timestamp m_now;
};

/// The names of all pages that render() knows.
QStringList pages();

}  // namespace ph::gallery
