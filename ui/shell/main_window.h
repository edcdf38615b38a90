#pragma once

#include "mirror/mirror.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/language.h"
#include "ui/shell/page_stack.h"
#include "ui/theme/theme.h"
#include "ui/widgets/preferences.h"

#include <QWidget>

#include <memory>

class QActionGroup;
class QLabel;
class QMenu;

namespace ph::ui {

class ConnectionStatus;
class HeaderBar;
class NavigationRail;
class PageWindows;
class Toast;

/// The frame around the pages: rail, header, palette, status line. Knows features only as sections.
class MainWindow : public QWidget {
    Q_OBJECT
public:
    MainWindow(std::vector<Section> sections, Theme& theme, Language& language, Preferences& preferences,
               client::Connection& connection, mirror::Mirror& mirror, QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const QString& address);
    /// Opens the windows that pages were torn off into when it was last closed.
    void restoreWindows();
    PageStack& pages() { return *m_pages; }
    CommandPalette& commandPalette() { return *m_palette; }
    void setServer(const QString& site, const QString& version);
    void setAccount(const QString& user, const QString& role, const QString& organisation);
    void say(const QString& text);

Q_SIGNALS:
    void logoutAsked();
    void loginAsked();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeActions();
    void makeAccountMenu();
    void layOut();
    void wirePages();
    void retranslate();
    void pageOpened();
    void showPalette();
    std::vector<PaletteItem> paletteActions() const;
    void tearOff();
    void restore();

    std::vector<Section> m_sections;
    Theme& m_theme;
    Language& m_language;
    Preferences& m_preferences;
    client::Connection& m_connection;
    mirror::Mirror& m_mirror;
    ActionRegistry* m_actions;
    NavigationRail* m_rail;
    HeaderBar* m_header;
    PageStack* m_pages;
    ConnectionStatus* m_status;
    QLabel* m_version;
    CommandPalette* m_palette;
    Toast* m_toast;
    QMenu* m_accountMenu;
    QMenu* m_themeMenu;
    QMenu* m_languageMenu;
    QAction* m_who;
    QString m_site;
    QString m_organisation;
    std::unique_ptr<PageWindows> m_windows;
};

}  // namespace ph::ui
