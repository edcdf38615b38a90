#include "ui/jobs/job_fields.h"

#include "api/jobs.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

QPlainTextEdit* textField(QWidget* parent, int lines) {
    auto* edit = new QPlainTextEdit(parent);
    edit->setFont(monoFont());
    edit->setTabChangesFocus(true);
    const int frame = 2 * edit->frameWidth() + qRound(2 * edit->document()->documentMargin());
    edit->setFixedHeight(lines * QFontMetrics(edit->font()).lineSpacing() + frame + metrics::kSpace);
    return edit;
}

QSpinBox* number(QWidget* parent, int low, int high) {
    auto* spin = new QSpinBox(parent);
    spin->setRange(low, high);
    spin->setMaximumWidth(metrics::kFieldWidth);
    return spin;
}

QFormLayout* form(QWidget* parent) {
    auto* layout = new QFormLayout(parent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout->setLabelAlignment(Qt::AlignLeft);
    layout->setHorizontalSpacing(metrics::kOuter);
    layout->setVerticalSpacing(metrics::kGap);
    return layout;
}

QWidget* beside(QWidget* parent, std::initializer_list<QWidget*> widgets) {
    auto* box = new QWidget(parent);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    for (auto* widget : widgets) layout->addWidget(widget, widget == *widgets.begin() ? 1 : 0);
    return box;
}

/// What of an editor takes the keyboard: the first of widgets that stand beside each other. A focus proxy would do the
/// same, but Tab goes round in it.
QWidget* keyboardOf(QWidget* editor) {
    return editor->layout() ? editor->layout()->itemAt(0)->widget() : editor;
}

}  // namespace

JobFields::JobFields(QWidget* parent)
    : QWidget(parent),
      m_name(new QLineEdit(this)),
      m_runtime(new QComboBox(this)),
      m_command(textField(this, 3)),
      m_shell(new QCheckBox(this)),
      m_cpu(new QLineEdit(this)),
      m_memory(new QLineEdit(this)),
      m_cardModel(new QComboBox(this)),
      m_cardCount(number(this, 1, 1024)),
      m_timeLimit(new QLineEdit(this)),
      m_folder(new QLineEdit(this)),
      m_chooseFolder(new QToolButton(this)),
      m_dropFolder(new QToolButton(this)),
      m_more(new QToolButton(this)),
      m_moreBox(new QWidget(this)),
      m_scratch(new QLineEdit(this)),
      m_sharedMemory(new QLineEdit(this)),
      m_priority(number(this, -100, 100)),
      m_array(number(this, 0, 1000)),
      m_transient(number(this, 0, 100)),
      m_permanent(number(this, 0, 100)),
      m_network(new QCheckBox(this)),
      m_environment(textField(this, 3)),
      m_secrets(textField(this, 2)),
      m_mounts(textField(this, 2)),
      m_outputs(textField(this, 2)),
      m_after(new QLineEdit(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, metrics::kGap, 0);
    layout->setSpacing(metrics::kInner);
    makeShort();
    makeMore();
    layout->addStretch(1);
    m_runtime->addItem(QString(), QString());
    m_cardModel->addItem(QString(), QString());
    setDraft(JobDraft());
    orderTabs();
    watch();
    retranslate();
}

void JobFields::addRow(QFormLayout* form, const char* path, QWidget* editor) {
    auto* label = new QLabel(this);
    auto* fault = new QLabel(this);
    label->setBuddy(keyboardOf(editor));
    label->setMinimumHeight(metrics::kControl);
    fault->setWordWrap(true);
    fault->setTextFormat(Qt::PlainText);
    fault->setFont(smallFont());
    fault->hide();
    auto* column = new QVBoxLayout;
    column->setSpacing(metrics::kTiny);
    column->addWidget(editor);
    column->addWidget(fault);
    form->addRow(label, column);
    m_rows.push_back({path, label, editor, fault});
}

void JobFields::makeShort() {
    auto* box = new QWidget(this);
    auto* rows = form(box);
    m_folder->setReadOnly(true);
    m_chooseFolder->setIcon(icon(Glyph::File));
    m_dropFolder->setIcon(icon(Glyph::Close));
    addRow(rows, "command", m_command);
    addRow(rows, "", m_shell);
    addRow(rows, "name", m_name);
    addRow(rows, "template", m_runtime);
    addRow(rows, "files", beside(this, {m_folder, m_chooseFolder, m_dropFolder}));
    addRow(rows, "resources.cpu", m_cpu);
    addRow(rows, "resources.memory", m_memory);
    addRow(rows, "resources.accelerators", beside(this, {m_cardModel, m_cardCount}));
    addRow(rows, "time_limit", m_timeLimit);
    layout()->addWidget(box);
    connect(m_chooseFolder, &QToolButton::clicked, this, &JobFields::folderAsked);
    connect(m_dropFolder, &QToolButton::clicked, this, [this] {
        setFolder({}, {});
        Q_EMIT folderDropped();
    });
}

void JobFields::makeMore() {
    m_more->setCheckable(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto* rows = form(m_moreBox);
    addRow(rows, "outputs", m_outputs);
    addRow(rows, "environment", m_environment);
    addRow(rows, "secrets", m_secrets);
    addRow(rows, "mounts", m_mounts);
    addRow(rows, "resources.scratch", m_scratch);
    addRow(rows, "resources.shared_memory", m_sharedMemory);
    addRow(rows, "priority", m_priority);
    addRow(rows, "array", m_array);
    addRow(rows, "after", m_after);
    addRow(rows, "retries.transient", m_transient);
    addRow(rows, "retries.permanent", m_permanent);
    addRow(rows, "network", m_network);
    m_moreBox->hide();
    layout()->addWidget(m_more);
    layout()->addWidget(m_moreBox);
    connect(m_more, &QToolButton::toggled, this, [this](bool open) {
        m_moreBox->setVisible(open);
        retranslate();
    });
}

QWidget* JobFields::firstField() const {
    return m_command;
}

void JobFields::orderTabs() {
    QWidget* before = m_command;
    for (auto* next : std::initializer_list<QWidget*>{
             m_shell,    m_name,        m_runtime,   m_folder,    m_chooseFolder, m_dropFolder,
             m_cpu,      m_memory,      m_cardModel, m_cardCount, m_timeLimit,    m_more,
             m_outputs,  m_environment, m_secrets,   m_mounts,    m_scratch,      m_sharedMemory,
             m_priority, m_array,       m_after,     m_transient, m_permanent,    m_network}) {
        setTabOrder(before, next);
        before = next;
    }
}

void JobFields::watch() {
    for (auto* edit : {m_name, m_cpu, m_memory, m_timeLimit, m_scratch, m_sharedMemory, m_after})
        connect(edit, &QLineEdit::textEdited, this, [this, edit] { touch(edit); });
    for (auto* edit : {m_command, m_environment, m_secrets, m_mounts, m_outputs})
        connect(edit, &QPlainTextEdit::textChanged, this, [this, edit] { touch(edit); });
    for (auto* box : {m_runtime, m_cardModel}) connect(box, &QComboBox::activated, this, [this, box] { touch(box); });
    for (auto* spin : {m_cardCount, m_priority, m_array, m_transient, m_permanent})
        connect(spin, &QSpinBox::valueChanged, this, [this, spin] { touch(spin); });
    for (auto* box : {m_shell, m_network}) connect(box, &QCheckBox::toggled, this, [this, box] { touch(box); });
}

void JobFields::touch(QWidget* editor) {
    for (auto& row : m_rows)
        if (row.editor == editor || row.editor->isAncestorOf(editor)) row.touched = true;
    m_cardCount->setEnabled(m_cardModel->currentIndex() > 0);
    Q_EMIT changed();
}

void JobFields::setOptions(const api::JobOptions& options) {
    const JobDraft kept = draft();
    const QSignalBlocker first(m_runtime), second(m_cardModel);
    while (m_runtime->count() > 1) m_runtime->removeItem(1);
    while (m_cardModel->count() > 1) m_cardModel->removeItem(1);
    for (const auto& info : options.templates) {
        const QString title = info.title.empty() ? qt(info.name) : qt(info.title);
        m_runtime->addItem(info.installed ? title : tr("%1 (not installed)").arg(title), qt(info.name));
        m_runtime->setItemData(m_runtime->count() - 1, tipText(qt(info.description)), Qt::ToolTipRole);
    }
    if (!options.acceleratorModels.empty()) m_cardModel->addItem(tr("Any model"), u"any"_s);
    for (const auto& model : options.acceleratorModels) m_cardModel->addItem(qt(model), qt(model));
    m_array->setMaximum(options.limits.largestArray);
    m_timeLimit->setPlaceholderText(qt(durationText(options.limits.defaultTimeLimit)));
    setDraft(kept);
}

JobDraft JobFields::draft() const {
    JobDraft d = m_base;
    d.name = m_name->text();
    d.runtime = m_runtime->currentData().toString();
    d.command = m_command->toPlainText();
    d.shell = m_shell->isChecked();
    d.cpu = m_cpu->text();
    d.memory = m_memory->text();
    d.cardModel = m_cardModel->currentData().toString();
    d.cardCount = m_cardCount->value();
    d.timeLimit = m_timeLimit->text();
    d.scratch = m_scratch->text();
    d.sharedMemory = m_sharedMemory->text();
    d.priority = m_priority->value();
    d.array = m_array->value();
    d.transientRetries = m_transient->value();
    d.permanentRetries = m_permanent->value();
    d.network = m_network->isChecked();
    d.environment = m_environment->toPlainText();
    d.secrets = m_secrets->toPlainText();
    d.mounts = m_mounts->toPlainText();
    d.outputs = m_outputs->toPlainText();
    d.after = m_after->text();
    return d;
}

void JobFields::setDraft(const JobDraft& d) {
    m_base = d;
    // A name that the site does not offer (any more) is kept and told as a fault, not silently changed.
    const auto choose = [](QComboBox* box, const QString& value) {
        if (box->findData(value) < 0) box->addItem(value, value);
        box->setCurrentIndex(box->findData(value));
    };
    m_name->setText(d.name);
    choose(m_runtime, d.runtime);
    m_command->setPlainText(d.command);
    m_shell->setChecked(d.shell);
    m_cpu->setText(d.cpu);
    m_memory->setText(d.memory);
    choose(m_cardModel, d.cardModel);
    m_cardCount->setValue(d.cardCount);
    m_cardCount->setEnabled(!d.cardModel.isEmpty());
    m_timeLimit->setText(d.timeLimit);
    m_scratch->setText(d.scratch);
    m_sharedMemory->setText(d.sharedMemory);
    m_priority->setValue(d.priority);
    m_array->setValue(d.array);
    m_transient->setValue(d.transientRetries);
    m_permanent->setValue(d.permanentRetries);
    m_network->setChecked(d.network);
    m_environment->setPlainText(d.environment);
    m_secrets->setPlainText(d.secrets);
    m_mounts->setPlainText(d.mounts);
    m_outputs->setPlainText(d.outputs);
    m_after->setText(d.after);
    if (!d.files.empty()) setFolder({}, tr("%n file(s) of the earlier job", nullptr, static_cast<int>(d.files.size())));
    for (auto& row : m_rows) row.touched = false;
    Q_EMIT changed();
}

void JobFields::setFolder(const QString& folder, const QString& summary) {
    m_folder->setText(folder.isEmpty() ? summary : u"%1 (%2)"_s.arg(folder, summary));
    m_folder->setToolTip(tipText(folder));
    m_dropFolder->setVisible(!summary.isEmpty());
    if (summary.isEmpty()) m_base.files.clear();
}

std::vector<Fault> JobFields::showFaults(const std::vector<Fault>& faults, bool all) {
    std::vector<Fault> homeless = faults;
    const auto& tokens = tokensOf(palette());
    for (auto& row : m_rows) {
        QStringList sentences;
        if (!row.path.empty())
            std::erase_if(homeless, [&](const Fault& fault) {
                if (fault.path.compare(0, row.path.size(), row.path) != 0) return false;
                if (row.touched || all) sentences << faultBesideField(fault);
                return true;
            });
        QPalette ink = row.fault->palette();
        ink.setColor(QPalette::WindowText, readable(tokens, tokens.bad, tokens.window));
        row.fault->setPalette(ink);
        row.fault->setText(sentences.join(u'\n'));
        row.fault->setVisible(!sentences.isEmpty());
        row.editor->setProperty("tone", sentences.isEmpty() ? QString() : u"danger"_s);
        row.editor->update();
        if (!sentences.isEmpty() && m_moreBox->isAncestorOf(row.editor)) m_more->setChecked(true);
    }
    return homeless;
}

void JobFields::focusFirstFault() {
    for (const auto& row : m_rows)
        if (!row.fault->text().isEmpty()) return keyboardOf(row.editor)->setFocus(Qt::OtherFocusReason);
}

void JobFields::retranslate() {
    m_shell->setText(tr("Run in a shell (pipes, variables, several lines)"));
    m_network->setText(tr("May reach the network"));
    m_more->setText(m_more->isChecked() ? tr("Less") : tr("More"));
    m_more->setIcon(icon(m_more->isChecked() ? Glyph::Down : Glyph::Right));
    m_chooseFolder->setToolTip(tr("Choose a folder to send along"));
    m_chooseFolder->setAccessibleName(tr("Choose a folder to send along"));
    m_dropFolder->setToolTip(tr("Send no folder"));
    m_dropFolder->setAccessibleName(tr("Send no folder"));
    m_dropFolder->setVisible(!m_folder->text().isEmpty());
    m_runtime->setItemText(0, tr("Plain system"));
    m_cardModel->setItemText(0, tr("None"));
    const std::map<std::string, QString> labels{{"command", tr("Command")},
                                                {"", QString()},
                                                {"name", tr("Name")},
                                                {"template", tr("Runtime")},
                                                {"files", tr("Folder")},
                                                {"resources.cpu", tr("CPU cores")},
                                                {"resources.memory", tr("Memory")},
                                                {"resources.accelerators", tr("Accelerators")},
                                                {"time_limit", tr("Time limit")},
                                                {"outputs", tr("Outputs to keep")},
                                                {"environment", tr("Environment")},
                                                {"secrets", tr("Secrets")},
                                                {"mounts", tr("Mounts")},
                                                {"resources.scratch", tr("Scratch space")},
                                                {"resources.shared_memory", tr("Shared memory")},
                                                {"priority", tr("Priority")},
                                                {"array", tr("Array of jobs")},
                                                {"after", tr("After jobs")},
                                                {"retries.transient", tr("Retries, passing faults")},
                                                {"retries.permanent", tr("Retries, other faults")},
                                                {"network", tr("Network")}};
    for (const auto& row : m_rows) row.label->setText(labels.at(row.path));
    setPlaceholders();
}

void JobFields::setPlaceholders() {
    m_name->setPlaceholderText(tr("The program's name"));
    m_command->setPlaceholderText(u"python3 train.py --epochs 10"_s);
    m_folder->setPlaceholderText(tr("None"));
    m_outputs->setPlaceholderText(u"model.bin\nplots/*.png"_s);
    m_environment->setPlaceholderText(tr("NAME=value, one a line"));
    m_secrets->setPlaceholderText(tr("NAME=name of a secret"));
    m_mounts->setPlaceholderText(tr("area:/target, or area:/target:rw"));
    m_after->setPlaceholderText(tr("Ids of jobs that must succeed first"));
    m_array->setSpecialValueText(tr("One job"));
}

void JobFields::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace ph::ui
