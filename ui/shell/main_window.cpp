#include "ui/shell/main_window.h"

#include "api/version.h"
#include "ui/shell/connection_status.h"
#include "ui/shell/header_bar.h"
#include "ui/shell/navigation_rail.h"
#include "ui/shell/page_windows.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/toast.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kUndoSeconds = 10;
const QString kGeometry = u"window"_s;
const QString kNarrow = u"rail/narrow"_s;

}  // namespace

MainWindow::MainWindow(std::vector<Section> sections, Theme& theme, Language& language, Preferences& preferences,
                       client::Connection& connection, mirror::Mirror& mirror, QWidget* parent)
    : QWidget(parent),
      m_sections(std::move(sections)),
      m_theme(theme),
      m_language(language),
      m_preferences(preferences),
      m_connection(connection),
      m_mirror(mirror),
      m_actions(new ActionRegistry(*this)),
      m_rail(new NavigationRail(this)),
      m_header(new HeaderBar(this)),
      m_pages(new PageStack(m_sections, this)),
      m_status(new ConnectionStatus(connection, mirror, this)),
      m_version(new QLabel(this)),
      m_palette(new CommandPalette(this)),
      m_toast(new Toast(this)),
      m_accountMenu(new QMenu(this)),
      m_themeMenu(new QMenu(this)),
      m_languageMenu(new QMenu(this)),
      m_who(new QAction(this)),
      m_windows(std::make_unique<PageWindows>(m_sections, preferences, connection.profile().url.authority())) {
    makeActions();
    makeAccountMenu();
    layOut();
    wirePages();
    retranslate();
    restore();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeActions() {
    int digit = Qt::Key_1;
    for (const auto& section : m_sections) {
        auto* action = m_actions->add(u"go/"_s + section.key, section.glyph, QKeySequence(Qt::CTRL | Qt::Key(digit++)));
        connect(action, &QAction::triggered, this, [this, key = section.key] { open(key); });
        m_rail->addEntry(section.key, section.glyph);
    }
    connect(m_actions->add(u"new-job"_s, Glyph::Plus), &QAction::triggered, this, [this] { open(u"jobs/new"_s); });
    auto* back = m_actions->add(u"back"_s, Glyph::Back, QKeySequence(Qt::ALT | Qt::Key_Left));
    connect(back, &QAction::triggered, m_pages, &PageStack::back);
    m_header->setBackAction(back);
    auto* palette = m_actions->add(u"palette"_s, Glyph::Search, QKeySequence(Qt::CTRL | Qt::Key_K));
    connect(palette, &QAction::triggered, this, &MainWindow::showPalette);
    auto* window = m_actions->add(u"window"_s, Glyph::Window, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
    connect(window, &QAction::triggered, this, &MainWindow::tearOff);
    auto* rail = m_actions->add(u"rail"_s, Glyph::Rail, QKeySequence(Qt::CTRL | Qt::Key_B));
    connect(rail, &QAction::triggered, this, [this] { m_rail->setNarrow(!m_rail->isNarrow()); });
    connect(m_actions->add(u"retry"_s, Glyph::Connected, QKeySequence::Refresh), &QAction::triggered, &m_mirror,
            &mirror::Mirror::retryNow);
    connect(m_actions->add(u"logout"_s, Glyph::Leave), &QAction::triggered, this, &MainWindow::logoutAsked);
    connect(m_actions->add(u"quit"_s, Glyph::Close, QKeySequence::Quit), &QAction::triggered, this, &QWidget::close);
}

void MainWindow::makeAccountMenu() {
    const auto choice = [this](QMenu* menu, QActionGroup* group, const QString& id, Glyph glyph, bool checked,
                               std::function<void()> work) {
        auto* action = m_actions->add(id, glyph);
        action->setCheckable(true);
        action->setChecked(checked);
        group->addAction(action);
        menu->addAction(action);
        connect(action, &QAction::triggered, this, std::move(work));
    };
    auto* themes = new QActionGroup(this);
    const auto theme = [&](const QString& id, Glyph glyph, Theme::Mode mode) {
        choice(m_themeMenu, themes, id, glyph, m_theme.mode() == mode, [this, mode, id] {
            m_theme.setMode(mode);
            m_preferences.setWord(u"theme"_s, id.section(u'/', 1));
        });
    };
    theme(u"theme/desktop"_s, Glyph::Window, Theme::Mode::Desktop);
    theme(u"theme/light"_s, Glyph::Light, Theme::Mode::Light);
    theme(u"theme/dark"_s, Glyph::Dark, Theme::Mode::Dark);
    auto* languages = new QActionGroup(this);
    const auto language = [&](const QString& id, const QString& name) {
        choice(m_languageMenu, languages, id, Glyph::Language, m_language.chosen() == name, [this, name] {
            m_language.set(name);
            m_preferences.setWord(u"language"_s, name);
        });
    };
    language(u"language/desktop"_s, QString());
    language(u"language/en"_s, u"en"_s);
    language(u"language/zh"_s, u"zh_CN"_s);
    m_who->setEnabled(false);
    m_accountMenu->addAction(m_who);
    m_accountMenu->addSeparator();
    m_accountMenu->addMenu(m_themeMenu);
    m_accountMenu->addMenu(m_languageMenu);
    m_accountMenu->addSeparator();
    m_accountMenu->addAction(m_actions->find(u"logout"_s));
    m_accountMenu->addAction(m_actions->find(u"quit"_s));
    m_header->setAccountMenu(m_accountMenu);
}

void MainWindow::layOut() {
    m_version->setFont(smallFont());
    m_version->setForegroundRole(QPalette::PlaceholderText);
    auto* status = new QHBoxLayout;
    status->setContentsMargins(0, metrics::kSpace, metrics::kInner, metrics::kSpace);
    status->addWidget(m_status, 1);
    status->addWidget(m_version);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_header);
    right->addWidget(m_pages, 1);
    right->addLayout(status);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addLayout(right, 1);
    setMinimumSize(metrics::kLeastWidth, metrics::kLeastHeight);
    resize(metrics::kWindowWidth, metrics::kWindowHeight);
}

void MainWindow::wirePages() {
    connect(m_rail, &NavigationRail::chosen, this, &MainWindow::open);
    connect(m_rail, &NavigationRail::narrowChanged, this,
            [this](bool narrow) { m_preferences.setFlag(kNarrow, narrow); });
    connect(m_header, &HeaderBar::searchAsked, this, &MainWindow::showPalette);
    connect(m_pages, &PageStack::opened, this, &MainWindow::pageOpened);
    connect(m_pages, &PageStack::titleChanged, this, &MainWindow::pageOpened);
    connect(m_pages, &PageStack::said, m_toast, &Toast::say);
    connect(m_pages, &PageStack::undoable, this,
            [this](const QString& text, const QString& now, std::function<void()> work) {
                m_toast->sayWithUndo(text, now, kUndoSeconds, std::move(work));
            });
    connect(m_status, &ConnectionStatus::loginAsked, this, &MainWindow::loginAsked);
    m_palette->addSource([this](const QString&) { return paletteActions(); });
}

void MainWindow::retranslate() {
    for (const auto& section : m_sections) {
        m_rail->setWord(section.key, section.word());
        m_actions->find(u"go/"_s + section.key)->setText(tr("Go to %1").arg(section.word()));
    }
    const std::pair<QString, QString> names[]{{u"new-job"_s, tr("New job")},
                                              {u"back"_s, tr("Back")},
                                              {u"palette"_s, tr("Find an action or an object")},
                                              {u"window"_s, tr("Open this page in a window of its own")},
                                              {u"rail"_s, tr("Collapse or widen the rail")},
                                              {u"retry"_s, tr("Reconnect now")},
                                              {u"logout"_s, tr("Log out")},
                                              {u"quit"_s, tr("Quit")},
                                              {u"theme/desktop"_s, tr("Theme: as the desktop")},
                                              {u"theme/light"_s, tr("Theme: light")},
                                              {u"theme/dark"_s, tr("Theme: dark")},
                                              {u"language/desktop"_s, tr("Language: as the desktop")},
                                              {u"language/en"_s, u"English"_s},
                                              {u"language/zh"_s, u"简体中文"_s}};
    for (const auto& [id, name] : names) m_actions->find(id)->setText(name);
    m_themeMenu->setTitle(tr("Theme"));
    m_languageMenu->setTitle(tr("Language"));
    pageOpened();
}

void MainWindow::open(const QString& address) {
    m_pages->open(address);
}

void MainWindow::pageOpened() {
    const auto* page = m_pages->page();
    m_rail->setCurrent(m_pages->address().section(u'/', 0, 0));
    m_actions->find(u"back"_s)->setEnabled(m_pages->canGoBack());
    setWindowTitle(page ? tr("%1 – Pilothouse").arg(page->title()) : u"Pilothouse"_s);
}

void MainWindow::setServer(const QString& site, const QString& version) {
    m_site = site.isEmpty() ? m_connection.profile().url.host() : site;
    m_header->setSite(m_site, m_organisation);
    const QString own =
        QString::fromUtf8(api::kProgramVersion.data(), static_cast<qsizetype>(api::kProgramVersion.size()));
    m_version->setText(version.isEmpty() || version == own
                           ? tr("Version %1").arg(own)
                           : tr("This console is version %1, the server is %2").arg(own, version));
}

void MainWindow::setAccount(const QString& user, const QString& role, const QString& organisation) {
    m_organisation = organisation;
    m_header->setSite(m_site, organisation);
    m_header->setUser(user);
    m_who->setText(tr("%1, %2").arg(user, role));
}

void MainWindow::say(const QString& text) {
    m_toast->say(text);
}

void MainWindow::showPalette() {
    m_palette->openAt(QRect(mapToGlobal(QPoint()), size()));
}

std::vector<PaletteItem> MainWindow::paletteActions() const {
    std::vector<PaletteItem> items;
    const auto add = [&](QAction* action) {
        // The page's own action stands for the window's of the same name.
        const bool told = std::any_of(items.begin(), items.end(),
                                      [&](const PaletteItem& item) { return item.title == action->text(); });
        if (action->isEnabled() && !told && !action->text().isEmpty() && action->objectName() != "palette"_L1)
            items.push_back({action->icon(), action->text(), action->shortcut().toString(QKeySequence::NativeText),
                             [action] { action->trigger(); }});
    };
    if (const auto* page = m_pages->page())
        for (auto* action : page->actions()) add(action);
    for (auto* action : m_actions->actions()) add(action);
    return items;
}

void MainWindow::tearOff() {
    if (!m_pages->page()) return;
    m_windows->open(m_pages->address(), m_pages->size());
}

void MainWindow::restoreWindows() {
    m_windows->restore();
}

void MainWindow::restore() {
    m_rail->setNarrow(m_preferences.flag(kNarrow, false));
    if (const auto geometry = m_preferences.state(kGeometry); !geometry.isEmpty()) restoreGeometry(geometry);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_preferences.setState(kGeometry, saveGeometry());
    // The rail, the account and the connection's state are here: pages alone would leave nobody able to quit.
    m_windows->close();
    QWidget::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace ph::ui
