#pragma once

#include "ui/jobs/job_model.h"
#include "ui/widgets/filter_query.h"

#include <QSortFilterProxyModel>

namespace ph::ui {

/// What the filter line may say of jobs.
QStringList jobFilterWords();
QStringList jobFilterNumbers();

/// Sorts and filters jobs by their values, not by their texts.
class JobFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit JobFilter(JobModel& jobs, QObject* parent = nullptr);

    void setQuery(FilterQuery query);
    const JobSummary& job(const QModelIndex& index) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    JobModel& m_jobs;
    FilterQuery m_query;
};

}  // namespace ph::ui
