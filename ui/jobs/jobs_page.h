#pragma once

#include "client/jobs/job_client.h"
#include "mirror/mirror.h"
#include "ui/jobs/job_filter.h"
#include "ui/widgets/page.h"
#include "ui/widgets/preferences.h"

#include <QTimer>

#include <list>

class QLabel;

namespace ph::ui {

class DataTable;
class EmptyState;
class ErrorBanner;
class FilterLine;

/// All jobs that the person may see, live.
class JobsPage : public Page {
    Q_OBJECT
public:
    JobsPage(client::Connection& connection, mirror::Mirror& mirror, Preferences& preferences, const QString& me,
             QWidget* parent = nullptr);

    QString title() const override { return tr("Jobs"); }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeActions();
    void layOut();
    void retranslate();
    void enableActions();
    void count();
    void open(const QModelIndex& index);
    void showMenu(const QPoint& position);
    void stopChosen();
    void removeChosen();
    void send(const std::vector<JobId>& jobs, bool remove);
    std::vector<JobSummary> chosen() const;

    client::JobClient m_client;
    mirror::Mirror& m_mirror;
    Preferences& m_preferences;
    JobModel m_model;
    JobFilter m_filter;
    QLabel* m_title;
    QLabel* m_count;
    FilterLine* m_filterLine;
    ErrorBanner* m_error;
    DataTable* m_table;
    EmptyState* m_empty;
    QAction* m_new;
    QAction* m_open;
    QAction* m_stop;
    QAction* m_again;
    QAction* m_remove;
    QAction* m_find;
    QTimer m_clock;
    std::list<client::Call<JobSummary>> m_stops;
    std::list<client::Call<api::Empty>> m_removals;
};

}  // namespace ph::ui
