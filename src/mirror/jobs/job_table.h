#pragma once

#include "domain/jobs/job.h"
#include "mirror/row_set.h"
#include "mirror/table.h"

namespace ph::mirror {

/// Jobs that the person may see. Only Mirror writes; GUI thread.
class JobTable : public Table {
    Q_OBJECT
public:
    using Table::Table;

    int count() const { return m_rows.size(); }
    const JobSummary& at(int index) const { return m_rows.at(index); }
    int indexOf(JobId id) const { return m_rows.indexOf(id); }
    /// Null if there is none; valid until the next change.
    const JobSummary* find(JobId id) const;

    /// An object that is gone as of an event.
    using Removal = std::pair<JobId, std::int64_t>;

    void put(std::vector<JobSummary> rows);
    void put(JobSummary row) { put(std::vector{std::move(row)}); }
    void remove(const std::vector<Removal>& removals);
    void remove(JobId id, std::int64_t seq) { remove({{id, seq}}); }
    void beginList() { m_rows.beginList(); }
    void putListed(const std::vector<JobSummary>& rows);
    /// Drops rows that the list lacks and no event later than `seq` brought.
    void endList(std::int64_t seq);
    void clear();

private:
    RowSet<JobSummary> m_rows;
};

}  // namespace ph::mirror
