#pragma once

#include "ui/jobs/job_draft.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QToolButton;

namespace ph::api {
struct JobOptions;
}

namespace ph::ui {

/// The fields of the new-job form: the usual ones first, the rest behind "More". Says beside each field what is wrong
/// with it.
class JobFields : public QWidget {
    Q_OBJECT
public:
    explicit JobFields(QWidget* parent = nullptr);

    void setOptions(const api::JobOptions& options);
    JobDraft draft() const;
    void setDraft(const JobDraft& draft);
    /// Faults show at fields that were touched, or at all of them if `all`. Returns those that belong to no field.
    std::vector<Fault> showFaults(const std::vector<Fault>& faults, bool all);
    QWidget* firstField() const;
    void focusFirstFault();
    void setFolder(const QString& folder, const QString& summary);

Q_SIGNALS:
    void changed();
    void folderAsked();
    void folderDropped();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        std::string path;  ///< the beginning of the paths of its faults
        QLabel* label;
        QWidget* editor;
        QLabel* fault;
        bool touched = false;
    };

    void addRow(QFormLayout* form, const char* path, QWidget* editor);
    void makeShort();
    void makeMore();
    void orderTabs();
    void watch();
    void touch(QWidget* editor);
    void retranslate();
    void setPlaceholders();

    std::vector<Row> m_rows;
    JobDraft m_base;  ///< what no field shows
    QLineEdit* m_name;
    QComboBox* m_runtime;
    QPlainTextEdit* m_command;
    QCheckBox* m_shell;
    QLineEdit* m_cpu;
    QLineEdit* m_memory;
    QComboBox* m_cardModel;
    QSpinBox* m_cardCount;
    QLineEdit* m_timeLimit;
    QLineEdit* m_folder;
    QToolButton* m_chooseFolder;
    QToolButton* m_dropFolder;
    QToolButton* m_more;
    QWidget* m_moreBox;
    QLineEdit* m_scratch;
    QLineEdit* m_sharedMemory;
    QSpinBox* m_priority;
    QSpinBox* m_array;
    QSpinBox* m_transient;
    QSpinBox* m_permanent;
    QCheckBox* m_network;
    QPlainTextEdit* m_environment;
    QPlainTextEdit* m_secrets;
    QPlainTextEdit* m_mounts;
    QPlainTextEdit* m_outputs;
    QLineEdit* m_after;
};

}  // namespace ph::ui
