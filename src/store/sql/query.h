#pragma once

#include "base/clock.h"
#include "base/id.h"
#include "store/sql/sql_connection.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ph {

class SqlBackend;

/// One run of a prepared statement: bind() its parameters in the order in which they stand, name the columns' targets
/// with into(), then run() or next(). Parameters are written ":name", each once. Throws what SOCI throws.
class Query {
public:
    Query(SqlConnection& connection, std::string_view sql);
    ~Query();
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    Query& bind(std::string_view text);
    Query& bind(const std::string& text) { return bind(std::string_view(text)); }
    Query& bind(const char* text) { return bind(std::string_view(text)); }
    Query& bind(std::int64_t number);
    Query& bind(int number) { return bind(static_cast<std::int64_t>(number)); }
    Query& bind(bool flag) { return bind(static_cast<std::int64_t>(flag)); }
    Query& bind(Timestamp time) { return bind(time.micros); }
    template <char Letter>
    Query& bind(const Id<Letter>& id) {
        return bind(id.view());
    }
    /// None is stored as empty text: no column is ever NULL.
    template <char Letter>
    Query& bind(const std::optional<Id<Letter>>& id) {
        return bind(id ? id->view() : std::string_view());
    }
    template <class First, class Second, class... More>
    Query& bind(const First& first, const Second& second, const More&... more) {
        bind(first);
        return bind(second, more...);
    }

    Query& into(std::string& target);
    Query& into(std::int64_t& target);
    template <class First, class Second, class... More>
    Query& into(First& first, Second& second, More&... more) {
        into(first);
        return into(second, more...);
    }

    /// Runs at the first call, then moves on; false after the last row.
    bool next();
    /// Runs a statement without rows; returns how many rows it changed.
    std::int64_t run();

private:
    bool fetch();

    const SqlBackend& m_backend;
    std::shared_ptr<SqlConnection::Statement> m_statement;
    std::deque<std::string> m_texts;
    std::deque<std::int64_t> m_numbers;
    std::vector<std::string*> m_targets;
    bool m_started = false;
};

}  // namespace ph
