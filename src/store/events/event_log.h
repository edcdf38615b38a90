#pragma once

#include "ports/event_log.h"
#include "store/sql/sql_connection.h"
#include "store/writer_state.h"

namespace ph {

class SqlEventLog final : public EventLog {
public:
    SqlEventLog(SqlConnection& connection, WriterState* writer) : m_connection(connection), m_writer(writer) {}
    Result<std::int64_t> append(const Event& event) override;
    Result<std::vector<Event>> read(std::int64_t after, int most) override;
    Result<EventPosition> head() override;
    Result<> trim(Timestamp now) override;

    /// The seq that the next append() will give, for rows and payloads that carry it.
    std::int64_t nextSeq() const;

private:
    WriterState& writer() const;
    SqlConnection& m_connection;
    WriterState* m_writer;
};

}  // namespace ph
