#include "http/router.h"

#include "api/version.h"
#include "http/text_codec.h"

#include <stdexcept>

namespace ph::http {

struct Router::Entry {
    api::Route route;
    std::vector<std::string> parameters;  ///< names by their order in the path
    Handler handler;
};

/// One path segment of the tree; a literal segment wins over a parameter.
struct Router::Node {
    std::map<std::string, std::unique_ptr<Node>, std::less<>> literals;
    std::unique_ptr<Node> parameter;
    std::map<std::string, Entry*, std::less<>> methods;
};

namespace {

std::vector<std::string_view> segments(std::string_view path) {
    std::vector<std::string_view> list;
    if (path.starts_with('/')) path.remove_prefix(1);
    while (true) {
        const auto slash = std::min(path.find('/'), path.size());
        list.push_back(path.substr(0, slash));
        if (slash == path.size()) return list;
        path.remove_prefix(slash + 1);
    }
}

}  // namespace

Router::Router(std::span<const api::Route> routes) : m_root(std::make_unique<Node>()) {
    for (const auto& route : routes) {
        m_entries.push_back(std::make_unique<Entry>(Entry{route, {}, {}}));
        insert(*m_entries.back(), api::kPrefix);
    }
}

Router::~Router() = default;

void Router::insert(Entry& entry, std::string_view prefix) {
    const std::string path = std::string(prefix) + std::string(entry.route.path);
    Node* node = m_root.get();
    for (const auto segment : segments(path)) {
        if (segment.starts_with('{')) {
            entry.parameters.emplace_back(segment.substr(1, segment.size() - 2));
            if (!node->parameter) node->parameter = std::make_unique<Node>();
            node = node->parameter.get();
        } else {
            auto& next = node->literals[std::string(segment)];
            if (!next) next = std::make_unique<Node>();
            node = next.get();
        }
    }
    if (!node->methods.emplace(api::methodName(entry.route.method), &entry).second)
        throw std::logic_error("two routes for " + path);
}

void Router::add(std::string_view id, Handler handler) {
    for (auto& entry : m_entries) {
        if (entry->route.id != id) continue;
        if (entry->handler) throw std::logic_error("two handlers for route " + std::string(id));
        entry->handler = std::move(handler);
        return;
    }
    throw std::logic_error("no route " + std::string(id));
}

void Router::addPlain(const api::Route& route, Handler handler) {
    m_entries.push_back(std::make_unique<Entry>(Entry{route, {}, std::move(handler)}));
    insert(*m_entries.back(), "");
}

void Router::requireComplete() const {
    std::string missing;
    for (const auto& entry : m_entries)
        if (!entry->handler) missing += " " + std::string(entry->route.id);
    if (!missing.empty()) throw std::logic_error("routes without a handler:" + missing);
}

RouteMatch Router::match(std::string_view method, std::string_view path) const {
    RouteMatch match;
    std::vector<std::string> values;
    const Node* node = m_root.get();
    for (const auto segment : segments(path)) {
        if (const auto literal = node->literals.find(segment); literal != node->literals.end()) {
            node = literal->second.get();
            continue;
        }
        auto value = percentDecoded(segment, false);
        if (!node->parameter || !value || value->empty()) return match;
        values.push_back(std::move(*value));
        node = node->parameter.get();
    }
    if (node->methods.empty()) return match;
    auto found = node->methods.find(method);
    if (found == node->methods.end() && method == "HEAD") {
        found = node->methods.find("GET");
        match.headOnly = true;
        if (found != node->methods.end() && found->second->route.response != api::Body::Json)
            found = node->methods.end();
    }
    if (found == node->methods.end()) {
        match.outcome = RouteMatch::Outcome::NoMethod;
        for (const auto& [name, entry] : node->methods) match.allow += (match.allow.empty() ? "" : ", ") + name;
        return match;
    }
    const Entry& entry = *found->second;
    match.outcome = RouteMatch::Outcome::Found;
    match.route = &entry.route;
    match.handler = &entry.handler;
    for (std::size_t i = 0; i < values.size(); ++i) match.parameters.emplace(entry.parameters[i], std::move(values[i]));
    return match;
}

}  // namespace ph::http
