#include "ui/widgets/filter_line.h"

#include "ui/theme/icons.h"
#include "ui/widgets/words.h"

#include <QEvent>
#include <QStyle>

namespace ph::ui {

using namespace Qt::StringLiterals;

FilterLine::FilterLine(QStringList words, QStringList numbers, QWidget* parent)
    : QLineEdit(parent), m_words(std::move(words)), m_numbers(std::move(numbers)) {
    constexpr int kPauseMs = 120;
    addAction(icon(Glyph::Filter), QLineEdit::LeadingPosition);
    setClearButtonEnabled(true);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(this, &QLineEdit::textChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(this, &QLineEdit::returnPressed, this, &FilterLine::parse);
    connect(&m_pause, &QTimer::timeout, this, &FilterLine::parse);
    explain();
}

void FilterLine::setMe(const QString& loginName) {
    m_me = loginName;
    parse();
}

void FilterLine::parse() {
    m_pause.stop();
    m_query = FilterQuery::parse(text(), m_words, m_numbers, m_me);
    setProperty("tone", m_query.wrong().isEmpty() ? QString() : u"danger"_s);
    explain();
    update();
    Q_EMIT queryChanged();
}

void FilterLine::explain() {
    QStringList examples;
    for (const auto& word : m_words) examples << word + u":…"_s;
    for (const auto& number : m_numbers) examples << number + u">…"_s;
    setToolTip(m_query.wrong().isEmpty() ? tr("Words, \"quoted words\", /regex/, !not, %1").arg(examples.join(u", "_s))
                                         : tipText(tr("Not understood: %1").arg(m_query.wrong())));
}

void FilterLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) explain();
    QLineEdit::changeEvent(event);
}

}  // namespace ph::ui
