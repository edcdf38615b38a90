#include "api/parameters.h"

#include "domain/jobs/job_state.h"
#include "reflect/codec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <map>

namespace ph::api {

namespace {

using boost::json::object;
using Schemas = std::map<std::string_view, object>;

object text(std::string_view pattern) {
    return {{"type", "string"}, {"pattern", pattern}};
}

object idOf(char letter) {
    return text(fmt::format("^{}[a-z2-7]{{13}}$", letter));
}

object integer(std::int64_t low, std::int64_t high) {
    return {{"type", "integer"}, {"minimum", low}, {"maximum", high}};
}

/// Job states, separated by commas.
object stateList() {
    const auto word = fmt::format("({})", fmt::join(reflect::detail::words<JobState>(), "|"));
    return text(fmt::format("^({0}(,{0})*)?$", word));
}

constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

const Schemas& querySchemas() {
    static const Schemas schemas{
        {"dry_run", {{"type", "boolean"}}},
        {"follow", {{"type", "boolean"}}},
        {"state", stateList()},
        {"name", {{"type", "string"}}},
        {"owner", idOf('u')},
        {"array", idOf('j')},
        {"cursor", {{"type", "string"}, {"description", "The next of a page"}}},
        {"limit", integer(1, 1000)},
        {"count", integer(1, 1000)},
        {"attempt", integer(0, 1'000'000)},
        {"offset", integer(0, kMost)},
        {"length", integer(0, kMost)},
        {"path", {{"type", "string"}, {"minLength", 1}}},
        {"from", text("^([0-9]{1,18}\\.[0-9]{1,18})?$")},
        {"after", text("^([0-9]{1,18}\\.[0-9]{1,18})?$")},
        {"number", integer(0, kMost)},
        {"hash", {{"type", "string"}}},
    };
    return schemas;
}

object querySchema(const Route& route, std::string_view name) {
    if (route.id == "jobs.log" && name == "offset") return integer(-kMost, kMost);
    return querySchemas().at(name);
}

object pathSchema(const Route& route, std::string_view name) {
    if (name == "port") return integer(1, 65535);
    if (name == "digest") return text("^sha256:[0-9a-f]{64}$");
    if (name == "name") return text("^[A-Za-z_][A-Za-z0-9_]{0,63}$");
    // A queue is its organisation's and goes by that one's id.
    if (route.id == "queues.set") return idOf('o');
    return idOf(route.id.front());
}

object parameter(std::string_view name, std::string_view place, bool required, object schema) {
    return {{"name", name}, {"in", place}, {"required", required}, {"schema", std::move(schema)}};
}

}  // namespace

boost::json::array parametersOf(const Route& route) {
    boost::json::array list;
    const auto& path = route.path;
    for (auto open = path.find('{'); open != std::string_view::npos; open = path.find('{', open + 1)) {
        const auto name = path.substr(open + 1, path.find('}', open) - open - 1);
        list.push_back(parameter(name, "path", true, pathSchema(route, name)));
    }
    for (const auto name : route.query) {
        const bool required = name == "path";
        list.push_back(parameter(name, "query", required, querySchema(route, name)));
    }
    if (route.id == "jobs.submit")
        list.push_back(parameter("Idempotency-Key", "header", false, {{"type", "string"}, {"maxLength", 128}}));
    return list;
}

}  // namespace ph::api
