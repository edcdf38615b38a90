#include "ui/shell/header_bar.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace ph::ui {

using namespace metrics;

HeaderBar::HeaderBar(QWidget* parent)
    : QWidget(parent),
      m_back(new QToolButton(this)),
      m_site(new QLabel(this)),
      m_organisation(new QLabel(this)),
      m_search(new QPushButton(this)),
      m_account(new QToolButton(this)) {
    m_site->setFont(strongFont());
    m_organisation->setForegroundRole(QPalette::PlaceholderText);
    for (auto* label : {m_site, m_organisation}) label->setTextFormat(Qt::PlainText);
    m_search->setIcon(icon(Glyph::Search));
    m_search->setFocusPolicy(Qt::TabFocus);
    m_account->setIcon(icon(Glyph::User));
    m_account->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_account->setPopupMode(QToolButton::InstantPopup);
    m_account->setAutoRaise(true);
    m_back->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kGap, kSpace, kInner, kSpace);
    layout->addWidget(m_back);
    layout->addWidget(m_site);
    layout->addWidget(m_organisation);
    layout->addStretch();
    layout->addWidget(m_search);
    layout->addWidget(m_account);
    setFixedHeight(kToolbar + kGap);
    connect(m_search, &QPushButton::clicked, this, &HeaderBar::searchAsked);
    retranslate();
}

void HeaderBar::setSite(const QString& site, const QString& organisation) {
    m_site->setText(site);
    m_organisation->setText(organisation);
}

void HeaderBar::setUser(const QString& user) {
    m_account->setText(user);
}

void HeaderBar::setAccountMenu(QMenu* menu) {
    m_account->setMenu(menu);
}

void HeaderBar::setBackAction(QAction* action) {
    m_back->setDefaultAction(action);
    m_back->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void HeaderBar::retranslate() {
    m_search->setText(tr("Find or do… %1").arg(QKeySequence(Qt::CTRL | Qt::Key_K).toString(QKeySequence::NativeText)));
    m_account->setAccessibleName(tr("Account"));
}

void HeaderBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - kLine, width(), kLine), tokensOf(palette()).border);
}

void HeaderBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace ph::ui
