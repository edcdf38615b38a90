#pragma once

#include "api/routes.h"
#include "http/request.h"
#include "http/response.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ph::http {

/// Answers one request, on the connection's executor; calls into services hop to the logic thread (base/hop.h).
using Handler = std::function<Async<Response>(Request&)>;

/// Where a request goes, or why nowhere.
struct RouteMatch {
    enum class Outcome { Found, NoPath, NoMethod };
    Outcome outcome = Outcome::NoPath;
    const api::Route* route = nullptr;
    const Handler* handler = nullptr;
    bool headOnly = false;
    std::map<std::string, std::string> parameters;
    std::string allow;  ///< with NoMethod
};

/// Paths to handlers. The table of routes is the only place that names paths; handlers are added by route id. Filled
/// before the server starts, only read afterwards.
class Router {
public:
    /// `routes` below `prefix`; must outlive the router.
    explicit Router(std::span<const api::Route> routes = api::routes());
    ~Router();

    /// Throws std::logic_error on an unknown id and on a second handler: both are bugs of the wiring.
    void add(std::string_view id, Handler handler);
    /// A path outside of the interface, such as /healthz.
    void addPlain(const api::Route& route, Handler handler);
    /// Throws std::logic_error naming every route that has no handler.
    void requireComplete() const;

    RouteMatch match(std::string_view method, std::string_view path) const;

private:
    struct Entry;
    struct Node;
    void insert(Entry& entry, std::string_view prefix);
    std::vector<std::unique_ptr<Entry>> m_entries;
    std::unique_ptr<Node> m_root;
};

}  // namespace ph::http
