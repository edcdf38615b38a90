#include "ui/shell/login_window.h"

#include "domain/accounts/account.h"
#include "ui/shell/fingerprint_dialog.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/words.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

LoginWindow::LoginWindow(KnownServers& servers, QWidget* parent)
    : QWidget(parent),
      m_servers(servers),
      m_picture(new QLabel(this)),
      m_title(new QLabel(this)),
      m_hint(new QLabel(this)),
      m_error(new ErrorBanner(this)),
      m_serverLabel(new QLabel(this)),
      m_server(new QComboBox(this)),
      m_userLabel(new QLabel(this)),
      m_user(new QLineEdit(this)),
      m_passwordLabel(new QLabel(this)),
      m_password(new QLineEdit(this)),
      m_connect(new QPushButton(this)) {
    layOut();
    for (const auto& server : servers.servers())
        m_server->addItem(server.url.host() + u':' + QString::number(server.url.port()));
    fillUser();
    connect(m_server, &QComboBox::currentTextChanged, this, &LoginWindow::fillUser);
    connect(m_connect, &QPushButton::clicked, this, &LoginWindow::begin);
    connect(m_password, &QLineEdit::returnPressed, this, &LoginWindow::begin);
    connect(m_user, &QLineEdit::returnPressed, this, [this] { m_password->setFocus(); });
    connect(&m_logIn, &LogIn::unknownServer, this, [this](const QByteArray& shown) { confirm({}, shown); });
    connect(&m_logIn, &LogIn::changedServer, this, &LoginWindow::confirm);
    connect(&m_logIn, &LogIn::failed, this, &LoginWindow::tell);
    connect(&m_logIn, &LogIn::done, this, [this](const client::ServerProfile& profile, const User& user) {
        setBusy(false);
        m_password->clear();
        m_servers.remember({profile.url, profile.fingerprint, qt(user.name), {}});
        Q_EMIT loggedIn(profile, user);
    });
    retranslate();
}

void LoginWindow::layOut() {
    m_server->setEditable(true);
    m_server->setInsertPolicy(QComboBox::NoInsert);
    m_server->lineEdit()->setPlaceholderText(u"127.0.0.1:7443"_s);
    m_password->setEchoMode(QLineEdit::Password);
    m_connect->setProperty("tone", u"primary"_s);
    m_connect->setDefault(true);
    m_title->setFont(titleFont());
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_picture->setFixedHeight(metrics::kLargeIcon);
    m_picture->setPixmap(applicationIcon().pixmap(QSize(metrics::kLargeIcon, metrics::kLargeIcon)));
    m_serverLabel->setBuddy(m_server);
    m_userLabel->setBuddy(m_user);
    m_passwordLabel->setBuddy(m_password);

    auto* box = new QWidget(this);
    box->setFixedWidth(metrics::kDialogWidth);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    for (auto* widget : std::initializer_list<QWidget*>{m_picture, m_title, m_hint, m_error, m_serverLabel, m_server,
                                                        m_userLabel, m_user, m_passwordLabel, m_password})
        column->addWidget(widget);
    column->setSpacing(metrics::kSpace + metrics::kTiny);
    column->addSpacing(metrics::kInner);
    column->addWidget(m_connect);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(box, 0, Qt::AlignHCenter);
    layout->addStretch(3);
}

void LoginWindow::retranslate() {
    setWindowTitle(tr("Log in to Pilothouse"));
    m_title->setText(tr("Log in to Pilothouse"));
    m_hint->setText(tr("The quickstart prints address, user and password; else ask the server's administrator."));
    m_serverLabel->setText(tr("Server"));
    m_userLabel->setText(tr("User"));
    m_passwordLabel->setText(tr("Password"));
    nameButton();
}

void LoginWindow::nameButton() {
    m_connect->setText(m_connect->isEnabled() ? tr("Log in") : tr("Connecting…"));
}

void LoginWindow::setServer(const QString& server) {
    m_server->setEditText(server);
}

void LoginWindow::fillUser() {
    const auto known = m_servers.find(serverUrl(m_server->currentText()));
    if (known && !known->user.isEmpty()) m_user->setText(known->user);
}

void LoginWindow::begin() {
    const QUrl url = serverUrl(m_server->currentText());
    if (!url.isValid()) {
        m_server->setFocus();
        return m_error->tell(
            {tr("This is no server address."), tr("Write it as host or host:port, for example 127.0.0.1:7443."), {}});
    }
    if (m_user->text().trimmed().isEmpty()) return m_user->setFocus();
    if (m_password->text().isEmpty()) return m_password->setFocus();
    m_error->clear();
    setBusy(true);
    const auto known = m_servers.find(url);
    m_logIn.begin(url, known ? known->fingerprint : QByteArray(), m_user->text().trimmed(), m_password->text());
}

void LoginWindow::confirm(const QByteArray& known, const QByteArray& shown) {
    auto* dialog = new FingerprintDialog(m_server->currentText(), known, shown, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, shown] { m_logIn.trust(shown); });
    connect(dialog, &QDialog::rejected, this, [this] {
        m_logIn.cancel();
        setBusy(false);
    });
    dialog->open();
}

void LoginWindow::tell(const Error& error) {
    setBusy(false);
    m_error->tell(errorText(error));
    m_password->setFocus();
    m_password->selectAll();
}

void LoginWindow::setBusy(bool busy) {
    for (auto* widget : std::initializer_list<QWidget*>{m_server, m_user, m_password, m_connect})
        widget->setEnabled(!busy);
    nameButton();
}

void LoginWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void LoginWindow::showEvent(QShowEvent*) {
    QWidget* first = m_server->currentText().isEmpty() ? static_cast<QWidget*>(m_server)
                     : m_user->text().isEmpty()        ? m_user
                                                       : m_password;
    first->setFocus();
}

}  // namespace ph::ui
