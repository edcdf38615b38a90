#include "ui/widgets/copy_box.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace ph::ui {

/// Text beside which room is left for the button.
class CopyBox::Text : public QPlainTextEdit {
public:
    using QPlainTextEdit::QPlainTextEdit;
    void keepFree(int width) { setViewportMargins(0, 0, width, 0); }
};

CopyBox::CopyBox(int lines, QWidget* parent) : QWidget(parent), m_text(new Text(this)), m_copy(new QToolButton(this)) {
    m_text->setReadOnly(true);
    m_text->setFont(monoFont());
    if (lines == 1) m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    if (lines > 0) {
        const int frame = 2 * m_text->frameWidth() + qRound(2 * m_text->document()->documentMargin());
        setFixedHeight(std::max(QFontMetrics(m_text->font()).lineSpacing() * lines + frame + metrics::kSpace,
                                int(metrics::kControl)));
    } else {
        m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    }
    m_copy->setIcon(icon(Glyph::Copy));
    m_copy->setAutoRaise(true);
    m_text->keepFree(m_copy->sizeHint().width());
    retranslate();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
}

void CopyBox::setText(const QString& text) {
    if (text != m_text->toPlainText()) m_text->setPlainText(text);
}

QString CopyBox::text() const {
    return m_text->toPlainText();
}

void CopyBox::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void CopyBox::retranslate() {
    m_copy->setToolTip(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy the text"));
}

void CopyBox::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void CopyBox::place() {
    const QSize size = m_copy->sizeHint();
    const int bar = m_text->verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOff ? 0 : metrics::kScrollBar;
    m_copy->setGeometry(width() - size.width() - bar - metrics::kTiny, metrics::kTiny, size.width(),
                        std::min(size.height(), height() - 2 * metrics::kTiny));
    m_copy->raise();
}

}  // namespace ph::ui
