#pragma once

#include "http/request.h"
#include "reflect/codec.h"

#include <limits>
#include <vector>

namespace ph::http {

/// Reads a request's query parameters by type and keeps every fault.
class Query {
public:
    explicit Query(const Request& request) : m_query(request.query) {}

    std::string text(const std::string& name) const;
    bool has(const std::string& name) const { return m_query.contains(name); }
    std::int64_t integer(const std::string& name, std::int64_t otherwise, std::int64_t low = 0,
                         std::int64_t high = std::numeric_limits<std::int64_t>::max());
    bool flag(const std::string& name);
    std::int64_t cursor(const std::string& name);
    /// A comma-separated list of an enumeration's words.
    template <class E>
    std::vector<E> words(const std::string& name) {
        std::vector<E> list;
        for (const auto& part : parts(name)) {
            if (const auto value = reflect::parseWord<E>(part))
                list.push_back(*value);
            else
                fault(name, "word", part, reflect::joined(reflect::detail::words<E>()));
        }
        return list;
    }
    template <class Id>
    std::optional<Id> id(const std::string& name) {
        if (!has(name)) return std::nullopt;
        const auto parsed = Id::parse(text(name));
        if (!parsed) fault(name, "id", text(name), std::string("an id beginning with ") + Id::kLetter);
        return parsed;
    }
    /// kInvalid with all faults, if there were any.
    Result<> done();

private:
    std::vector<std::string> parts(const std::string& name) const;
    void fault(const std::string& name, std::string code, std::string value, std::string allowed);

    const std::map<std::string, std::string>& m_query;
    std::vector<Fault> m_faults;
};

}  // namespace ph::http
