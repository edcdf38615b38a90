#pragma once

#include "ui/jobs/job_model.h"
#include "ui/widgets/filter_query.h"
#include "ui/widgets/sorted_rows.h"

namespace ph::ui {

/// What the filter line may say of jobs.
QStringList jobFilterWords();
QStringList jobFilterNumbers();

/// Sorts and filters jobs by their values, not by their texts.
class JobFilter : public SortedRows {
    Q_OBJECT
public:
    explicit JobFilter(JobModel& jobs, QObject* parent = nullptr);

    void setQuery(FilterQuery query);
    const JobSummary& job(const QModelIndex& index) const;

protected:
    bool accepts(int row) const override;
    bool lessThan(int left, int right, int column) const override;
    void beginComparing() override;

private:
    JobModel& m_jobs;
    FilterQuery m_query;
    Timestamp m_now;
};

}  // namespace ph::ui
