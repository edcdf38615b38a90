#include "ui/shell/connection_status.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/widgets/words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ph::ui {

using namespace Qt::StringLiterals;

ConnectionStatus::ConnectionStatus(client::Connection& connection, mirror::Mirror& mirror, QWidget* parent)
    : QWidget(parent),
      m_connection(connection),
      m_mirror(mirror),
      m_picture(new QLabel(this)),
      m_text(new QLabel(this)),
      m_act(new QPushButton(this)) {
    m_act->setFlat(true);
    m_text->setFont(smallFont());
    m_text->setTextFormat(Qt::PlainText);
    m_act->setFont(smallFont());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metrics::kInner, 0, metrics::kInner, 0);
    layout->addWidget(m_picture);
    layout->addWidget(m_text);
    layout->addWidget(m_act);
    layout->addStretch();
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &ConnectionStatus::refresh);
    connect(&connection, &client::Connection::stateChanged, this, &ConnectionStatus::refresh);
    connect(&mirror, &mirror::Mirror::freshnessChanged, this, &ConnectionStatus::refresh);
    connect(m_act, &QPushButton::clicked, this, [this] {
        if (m_connection.state().link == client::Link::Unauthorised)
            Q_EMIT loginAsked();
        else
            m_mirror.retryNow();
    });
    refresh();
}

void ConnectionStatus::refresh() {
    const auto& state = m_connection.state();
    const auto& tokens = tokensOf(palette());
    const QString stale = m_mirror.freshness() == mirror::Freshness::Stale && m_mirror.staleSince().isValid()
                              ? tr(" What is shown is of %1.").arg(m_mirror.staleSince().toString(u"HH:mm:ss"_s))
                              : QString();
    QString text, act;
    Glyph glyph = Glyph::Disconnected;
    QColor colour = tokens.waiting;
    switch (state.link) {
        case client::Link::Unknown:
            text = tr("Connecting");
            break;
        case client::Link::Connected:
            glyph = Glyph::Connected;
            colour = tokens.good;
            text = m_mirror.freshness() == mirror::Freshness::Loading ? tr("Connected, fetching") : tr("Connected");
            break;
        case client::Link::Reconnecting: {
            const auto seconds = std::max<qint64>(0, QDateTime::currentDateTime().secsTo(state.nextTry) + 1);
            text = seconds > 1 ? tr("Connection lost. Next try in %n s.", nullptr, static_cast<int>(seconds))
                               : tr("Connection lost. Trying again.");
            text += stale;
            act = tr("Try now");
            break;
        }
        case client::Link::Unauthorised:
            colour = tokens.bad;
            text = tr("The log-in has ended.") + stale;
            act = tr("Log in");
            break;
        case client::Link::Offline:
            colour = tokens.bad;
            text = (state.cause ? errorSentence(*state.cause) : tr("Not connected.")) + stale;
            act = tr("Try now");
            break;
    }
    m_picture->setPixmap(glyphPixmap(glyph, colour, metrics::kIcon, devicePixelRatioF()));
    m_text->setText(text);
    m_text->setToolTip(tipText(state.cause ? errorSentence(*state.cause) : m_connection.profile().url.toString()));
    m_act->setText(act);
    m_act->setVisible(!act.isEmpty());
    if (state.link == client::Link::Reconnecting)
        m_second.start();
    else
        m_second.stop();
}

void ConnectionStatus::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) refresh();
    QWidget::changeEvent(event);
}

}  // namespace ph::ui
