#pragma once

#include "mirror/jobs/job_table.h"

#include <QAbstractTableModel>

namespace ph::ui {

/// The mirror's jobs as a table. Times are relative to the moment of painting; the view repaints, the model tells only
/// real changes.
class JobModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Name, State, Why, Owner, Cpu, Memory, Cards, Queued, Duration, Node, Priority, Columns };

    explicit JobModel(mirror::JobTable& jobs, QObject* parent = nullptr);

    const JobSummary& job(int row) const { return m_jobs.at(row); }
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// After a change of language.
    void retranslate();

private:
    QVariant text(const JobSummary& job, int column) const;
    QVariant tip(const JobSummary& job, int column) const;

    mirror::JobTable& m_jobs;
};

/// All cards asked for.
int cardsOf(const Resources& resources);
/// "2 x H200" for each model, "–" for none.
QString cardsText(const Resources& resources);
/// How long the last attempt has run or ran; zero before it started.
Seconds durationOf(const JobSummary& job, Timestamp now);

}  // namespace ph::ui
