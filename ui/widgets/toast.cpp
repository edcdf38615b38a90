#include "ui/widgets/toast.h"

#include "ui/theme/style_paint.h"
#include "ui/theme/tokens.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace ph::ui {

using namespace metrics;

Toast::Toast(QWidget* parent)
    : QFrame(parent), m_text(new QLabel(this)), m_now(new QPushButton(this)), m_undo(new QPushButton(this)) {
    m_text->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kOuter, kGap, kGap, kGap);
    layout->addWidget(m_text);
    layout->addWidget(m_now);
    layout->addWidget(m_undo);
    layout->setSpacing(kGap);
    connect(m_now, &QPushButton::clicked, this, &Toast::finish);
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &Toast::tick);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        m_work = {};
        finish();
    });
    parent->installEventFilter(this);
    hide();
}

Toast::~Toast() {
    if (m_work) m_work();
}

void Toast::say(const QString& text) {
    constexpr int kSeconds = 5;
    finish();
    m_left = kSeconds;
    m_undo->hide();
    m_now->hide();
    appear(text);
}

void Toast::sayWithUndo(const QString& text, const QString& now, int seconds, std::function<void()> work) {
    finish();
    m_work = std::move(work);
    m_left = seconds;
    m_undo->setText(tr("Undo (%1)").arg(m_left));
    m_undo->show();
    m_now->setText(now);
    m_now->setVisible(!now.isEmpty());
    appear(text);
}

void Toast::appear(const QString& text) {
    m_text->setText(text);
    m_timer.start();
    place();
    show();
    raise();
}

void Toast::place() {
    adjustSize();
    move((parentWidget()->width() - width()) / 2, parentWidget()->height() - height() - kHuge - kWide);
}

void Toast::tick() {
    if (--m_left <= 0) return finish();
    m_undo->setText(tr("Undo (%1)").arg(m_left));
}

void Toast::finish() {
    m_timer.stop();
    hide();
    if (auto work = std::exchange(m_work, {})) work();
}

bool Toast::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible()) place();
    if (event->type() == QEvent::Close) finish();
    return QFrame::eventFilter(watched, event);
}

void Toast::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& tokens = tokensOf(palette());
    paint::box(painter, rect(), tokens.raised, mixed(tokens.border, tokens.muted, 0.6));
}

}  // namespace ph::ui
