#include "ui/shell/fingerprint_dialog.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

QLabel* words(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* fingerprint(const QByteArray& value, QWidget* parent) {
    auto* label = words(groupedFingerprint(value), parent);
    label->setFont(monoFont());
    return label;
}

}  // namespace

FingerprintDialog::FingerprintDialog(const QString& server, const QByteArray& known, const QByteArray& shown,
                                     QWidget* parent)
    : QDialog(parent) {
    const bool changed = !known.isEmpty();
    setWindowTitle(changed ? tr("The server's certificate has changed") : tr("A new server"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kWide, metrics::kWide, metrics::kWide, metrics::kOuter);
    layout->setSpacing(metrics::kInner);
    auto* title = words(windowTitle(), this);
    title->setFont(titleFont());
    auto* picture = new QLabel(this);
    const auto& tokens = tokensOf(palette());
    picture->setPixmap(glyphPixmap(changed ? Glyph::Warning : Glyph::Shield, changed ? tokens.bad : tokens.accent,
                                   metrics::kHuge, devicePixelRatioF()));
    auto* head = new QHBoxLayout;
    head->addWidget(picture);
    head->addWidget(title, 1);
    layout->addLayout(head);
    if (changed) {
        layout->addWidget(words(tr("%1 shows another certificate than before. It may have been set up anew, or "
                                   "somebody stands between you and it. "
                                   "Nothing has been sent. Ask the administrator before you go on.")
                                    .arg(server),
                                this));
        layout->addWidget(words(tr("Known until now"), this));
        layout->addWidget(fingerprint(known, this));
        layout->addWidget(words(tr("Shown now"), this));
    } else {
        layout->addWidget(words(tr("You connect to %1 for the first time from here. Compare this fingerprint with the "
                                   "one that the server printed "
                                   "when it started, or that its administrator gave you.")
                                    .arg(server),
                                this));
    }
    layout->addWidget(fingerprint(shown, this));
    auto* trust = new QPushButton(changed ? tr("Trust the new certificate") : tr("It is the same, connect"), this);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    trust->setProperty("tone", changed ? u"danger"_s : u"primary"_s);
    (changed ? cancel : trust)->setDefault(true);
    (changed ? trust : cancel)->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(trust);
    layout->addLayout(buttons);
    connect(trust, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    setFixedWidth(metrics::kPaletteWidth);
    setFixedHeight(layout->totalHeightForWidth(metrics::kPaletteWidth));
}

QString groupedFingerprint(const QByteArray& value) {
    const auto colon = value.indexOf(':');
    const QString digits = QString::fromLatin1(value.mid(colon + 1));
    QStringList groups;
    for (qsizetype i = 0; i < digits.size(); i += 4) groups << digits.mid(i, 4);
    return groups.join(u' ');
}

}  // namespace ph::ui
