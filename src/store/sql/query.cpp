#include "store/sql/query.h"

#include "store/sql/statement.h"

#include <spdlog/spdlog.h>

namespace ph {

Query::Query(SqlConnection& connection, std::string_view sql)
    : m_backend(*connection.m_state->backend), m_statement(connection.statement(sql)) {
    m_statement->busy = true;
}

Query::~Query() {
    try {
        m_statement->handle.bind_clean_up();
        m_backend.release(m_statement->handle);
    } catch (const std::exception& e) {
        spdlog::error("a statement could not be reset: {}", e.what());
    }
    m_statement->busy = false;
}

Query& Query::bind(std::string_view text) {
    m_statement->handle.exchange(soci::use(m_texts.emplace_back(m_backend.storable(text))));
    return *this;
}

Query& Query::bind(std::int64_t number) {
    m_statement->handle.exchange(soci::use(m_numbers.emplace_back(number)));
    return *this;
}

Query& Query::into(std::string& target) {
    m_targets.push_back(&target);
    m_statement->handle.exchange(soci::into(target));
    return *this;
}

Query& Query::into(std::int64_t& target) {
    m_statement->handle.exchange(soci::into(target));
    return *this;
}

bool Query::next() {
    if (!fetch()) return false;
    for (auto* text : m_targets) m_backend.restore(*text);
    return true;
}

bool Query::fetch() {
    if (m_started) return m_statement->handle.fetch();
    m_started = true;
    m_statement->handle.define_and_bind();
    return m_statement->handle.execute(true);
}

std::int64_t Query::run() {
    m_started = true;
    m_statement->handle.define_and_bind();
    m_statement->handle.execute(true);
    return m_statement->handle.get_affected_rows();
}

}  // namespace ph
