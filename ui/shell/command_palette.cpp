#include "ui/shell/command_palette.h"

#include "ui/theme/style_paint.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/cell_delegate.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ph::ui {

using namespace metrics;

namespace {

constexpr int kAsideRole = Qt::UserRole + 1;
constexpr std::size_t kMostItems = 50;

/// A row with the title on the left and the shortcut or kind on the right.
class PaletteDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const auto& tokens = tokensOf(option.palette);
        painter->setPen(tokens.muted);
        painter->drawText(option.rect.adjusted(0, 0, -kInner, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(kAsideRole).toString());
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), kRow};
    }
};

}  // namespace

int paletteScore(const QString& typed, const QString& text) {
    if (typed.isEmpty()) return 1;
    const auto at = text.indexOf(typed, 0, Qt::CaseInsensitive);
    if (at == 0) return 1000;
    if (at > 0) return text[at - 1].isSpace() || text[at - 1].isPunct() ? 800 : 500;
    // Letters in order, the closer together the better.
    qsizetype place = -1, gaps = 0;
    for (const QChar c : typed) {
        if (c.isSpace()) continue;
        const auto next = text.indexOf(c, place + 1, Qt::CaseInsensitive);
        if (next < 0) return 0;
        if (place >= 0) gaps += next - place - 1;
        place = next;
    }
    return std::max(1, 300 - static_cast<int>(gaps) * 10);
}

CommandPalette::CommandPalette(QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint), m_line(new QLineEdit(this)), m_list(new QListWidget(this)) {
    m_line->addAction(icon(Glyph::Search), QLineEdit::LeadingPosition);
    m_line->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setProperty("frameless", true);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFixedHeight(kListRows * kRow);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGap, kGap, kGap, kGap);
    layout->addWidget(m_line);
    layout->addWidget(m_list);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_line, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
}

void CommandPalette::addSource(Source source) {
    m_sources.push_back(std::move(source));
}

void CommandPalette::openAt(const QRect& area) {
    m_line->setPlaceholderText(tr("Find an action, a job, a node"));
    setAccessibleName(tr("Command palette"));
    m_line->clear();
    fill();
    const int width = std::min<int>(kPaletteWidth, area.width() - 2 * kOuter);
    setFixedWidth(width);
    move(area.left() + (area.width() - width) / 2, area.top() + kToolbar + kWide);
    show();
    m_line->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::fill() {
    const QString typed = m_line->text().trimmed();
    std::vector<std::pair<int, PaletteItem>> scored;
    for (const auto& source : m_sources)
        for (auto& item : source(typed))
            if (const int score = paletteScore(typed, item.title); score > 0)
                scored.emplace_back(score, std::move(item));
    std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    if (scored.size() > kMostItems) scored.resize(kMostItems);
    m_items.clear();
    m_list->clear();
    for (auto& [score, item] : scored) {
        auto* row = new QListWidgetItem(item.icon, item.title, m_list);
        row->setData(kAsideRole, item.aside);
        m_items.push_back(std::move(item));
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run() {
    const int row = m_list->currentRow();
    hide();
    if (row < 0 || row >= static_cast<int>(m_items.size())) return;
    const auto work = m_items[static_cast<std::size_t>(row)].run;
    work();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int rows = m_list->count();
            if (rows > 0) m_list->setCurrentRow((m_list->currentRow() + (key == Qt::Key_Down ? 1 : rows - 1)) % rows);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& tokens = tokensOf(palette());
    painter.fillRect(rect(), tokens.raised);
    painter.setPen(mixed(tokens.border, tokens.muted, 0.4));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace ph::ui
