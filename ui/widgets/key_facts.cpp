#include "ui/widgets/key_facts.h"

#include "ui/theme/fonts.h"
#include "ui/theme/tokens.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ph::ui {

KeyFacts::KeyFacts(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(metrics::kWide);
    m_grid->setVerticalSpacing(metrics::kGap);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setSizePolicy(policy);
}

void KeyFacts::setFacts(const std::vector<Fact>& facts) {
    while (m_cells.size() > facts.size()) {
        delete m_cells.back().box;
        m_cells.pop_back();
        m_columns = 0;
    }
    while (m_cells.size() < facts.size()) {
        auto* box = new QWidget(this);
        auto* layout = new QVBoxLayout(box);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        Cell cell{box, new QLabel(box), new QLabel(box)};
        cell.name->setFont(smallFont());
        cell.name->setForegroundRole(QPalette::PlaceholderText);
        cell.value->setFont(tabularFont());
        cell.value->setTextFormat(Qt::PlainText);
        cell.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(cell.name);
        layout->addWidget(cell.value);
        m_cells.push_back(cell);
        m_columns = 0;
    }
    for (std::size_t i = 0; i < facts.size(); ++i) {
        m_cells[i].name->setText(facts[i].name);
        m_cells[i].value->setText(facts[i].value);
        m_cells[i].value->setToolTip(facts[i].tip);
    }
    arrange();
}

void KeyFacts::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool KeyFacts::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) arrange();
    return QWidget::event(event);
}

void KeyFacts::arrange() {
    if (m_cells.empty()) return;
    int widest = 1;
    for (const auto& cell : m_cells) widest = std::max(widest, cell.box->sizeHint().width());
    const int fit = std::max(1, (width() + metrics::kWide) / (widest + metrics::kWide));
    const int columns = std::min(fit, static_cast<int>(m_cells.size()));
    if (columns == m_columns) return;
    m_columns = columns;
    for (int i = 0; i < static_cast<int>(m_cells.size()); ++i)
        m_grid->addWidget(m_cells[i].box, i / columns, i % columns);
    // Setting a stretch beyond the grid makes it larger.
    const int all = m_grid->columnCount();
    for (int i = 0; i <= all; ++i) m_grid->setColumnStretch(i, i == columns ? 1 : 0);
}

}  // namespace ph::ui
