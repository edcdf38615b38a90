#include "ui/widgets/error_banner.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_paint.h"
#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QToolButton>

namespace ph::ui {

using namespace metrics;

ErrorBanner::ErrorBanner(QWidget* parent)
    : QFrame(parent),
      m_picture(new QLabel(this)),
      m_what(new QLabel(this)),
      m_todo(new QLabel(this)),
      m_more(new QToolButton(this)),
      m_copy(new QToolButton(this)),
      m_close(new QToolButton(this)),
      m_details(new QPlainTextEdit(this)) {
    for (auto* label : {m_what, m_todo}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_what->setFont(strongFont());
    m_details->setReadOnly(true);
    m_details->setFont(monoFont());
    constexpr int kDetailLines = 6;
    m_details->setMaximumHeight(kDetailLines * fontMetrics().height());
    m_more->setCheckable(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setIcon(icon(Glyph::Copy));
    m_close->setIcon(icon(Glyph::Close));

    auto* words = new QVBoxLayout;
    words->setSpacing(kSpace);
    words->addWidget(m_what);
    words->addWidget(m_todo);
    auto* row = new QHBoxLayout;
    row->addWidget(m_picture, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    for (auto* button : {m_more, m_copy, m_close}) {
        button->setAutoRaise(true);
        row->addWidget(button, 0, Qt::AlignTop);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kInner, kGap, kGap, kGap);
    layout->addLayout(row);
    layout->addWidget(m_details);

    connect(m_more, &QToolButton::toggled, this, &ErrorBanner::fold);
    connect(m_close, &QToolButton::clicked, this, &ErrorBanner::clear);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_what->text() + u'\n' + m_todo->text() + u'\n' +
                                              m_details->toPlainText());
    });
    tint();
    hide();
}

void ErrorBanner::tell(const ErrorText& text) {
    m_what->setText(text.what);
    m_todo->setText(text.todo);
    m_todo->setVisible(!text.todo.isEmpty());
    m_details->setPlainText(text.details);
    m_more->setVisible(!text.details.isEmpty());
    m_more->setChecked(false);
    m_copy->setToolTip(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy the error"));
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss the error"));
    fold(false);
    show();
}

void ErrorBanner::clear() {
    hide();
}

void ErrorBanner::fold(bool open) {
    m_details->setVisible(open);
    m_more->setText(open ? tr("Hide details") : tr("Details"));
    m_more->setIcon(icon(open ? Glyph::Down : Glyph::Right));
}

void ErrorBanner::tint() {
    m_picture->setPixmap(glyphPixmap(Glyph::Warning, tokensOf(palette()).bad, kIcon + kSpace, devicePixelRatioF()));
}

void ErrorBanner::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QFrame::changeEvent(event);
}

void ErrorBanner::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& tokens = tokensOf(palette());
    paint::box(painter, rect(), toneGround(tokens, Tone::Bad, tokens.surface), mixed(tokens.border, tokens.bad, 0.5));
}

}  // namespace ph::ui
