#include "http/request_checks.h"

#include "http/text_codec.h"

#include <algorithm>
#include <cctype>

namespace ph::http {

namespace {

constexpr std::size_t kLongestKey = 128;

bool sameWord(std::string_view a, std::string_view b) {
    const auto same = [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
}

std::string joinedNames(const std::vector<std::string_view>& names) {
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

bool isJson(std::string_view contentType) {
    const auto type = contentType.substr(0, contentType.find(';'));
    return sameWord(type.substr(0, type.find_last_not_of(' ') + 1), "application/json");
}

}  // namespace

std::optional<Response> checkHost(const RequestParser& parser, const HostCheck& hosts, bool localSocket) {
    if (parser.headerCount("Host") != 1)
        return problemResponse(kBadRequest, {{"header.host", "required", "", "one Host header"}});
    if (localSocket) return std::nullopt;
    const auto host = parser.header("Host");
    if (!hosts.accepts(host))
        return problemResponse(kMisdirectedRequest, {{"header.host", "unknown", std::string(host.substr(0, 80)), ""}});
    const auto origin = parser.header("Origin");
    if (!origin.empty() && !HostCheck::sameOrigin(origin, host)) return problemResponse(kForeignOrigin);
    return std::nullopt;
}

std::optional<Response> checkRequest(const RequestParser& parser, std::string_view query, Request& request) {
    const auto& route = *request.route;
    auto parsed = parseQuery(query);
    if (!parsed)
        return problemResponse(kBadRequest,
                               {{"query", "format", std::string(query.substr(0, 80)), "name=value, each name once"}});
    std::vector<Fault> faults;
    for (const auto& [name, value] : *parsed)
        if (std::find(route.query.begin(), route.query.end(), name) == route.query.end())
            faults.push_back({"query." + name.substr(0, 80), "unknown", value.substr(0, 80), joinedNames(route.query)});
    if (request.idempotencyKey.size() > kLongestKey)
        faults.push_back({"header.idempotency-key", "length", fmt::format("{} bytes", request.idempotencyKey.size()),
                          fmt::format("at most {} bytes", kLongestKey)});
    if (!faults.empty()) return problemResponse(Error(kInvalid).withFaults(std::move(faults)), route.id);
    request.query = std::move(*parsed);
    if (route.request == api::Body::Json && !isJson(parser.header("Content-Type")))
        return problemResponse(kUnsupportedMediaType);
    const bool sized = !parser.header("Content-Length").empty() || !parser.header("Transfer-Encoding").empty();
    if ((route.request == api::Body::Json || route.request == api::Body::Bytes) && !sized)
        return problemResponse(kLengthRequired);
    if (route.response == api::Body::WebSocket && !parser.webSocketUpgrade()) {
        Response refused = problemResponse(kUpgradeRequired);
        refused.headers.emplace_back("Upgrade", "websocket");
        return refused;
    }
    return std::nullopt;
}

std::string bearerSecret(const RequestParser& parser) {
    constexpr std::string_view kScheme = "bearer ";
    const auto value = parser.header("Authorization");
    if (!sameWord(value.substr(0, kScheme.size()), kScheme)) return {};
    return std::string(value.substr(kScheme.size()));
}

bool mayCall(Role role, api::Access access) {
    switch (access) {
        case api::Access::SuperAdmin:
            return role == Role::SuperAdmin;
        case api::Access::OrgAdmin:
            return role != Role::User;
        case api::Access::LoggedIn:
        case api::Access::Public:
            break;
    }
    return true;
}

bool wantsContinue(const RequestParser& parser) {
    return parser.http11() && sameWord(parser.header("Expect"), "100-continue");
}

}  // namespace ph::http
