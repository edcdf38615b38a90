#include "http/response.h"

#include "api/problem.h"
#include "base/log.h"

#include <boost/json/serialize.hpp>

#include <ctime>

namespace ph::http {

namespace {

std::string_view reasonPhrase(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 201:
            return "Created";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 408:
            return "Request Timeout";
        case 409:
            return "Conflict";
        case 410:
            return "Gone";
        case 411:
            return "Length Required";
        case 413:
            return "Content Too Large";
        case 415:
            return "Unsupported Media Type";
        case 421:
            return "Misdirected Request";
        case 422:
            return "Unprocessable Content";
        case 426:
            return "Upgrade Required";
        case 429:
            return "Too Many Requests";
        case 431:
            return "Request Header Fields Too Large";
        case 503:
            return "Service Unavailable";
        case 504:
            return "Gateway Timeout";
        case 507:
            return "Insufficient Storage";
        default:
            return status < 400 ? "OK" : "Internal Server Error";
    }
}

std::string httpDate() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char text[40];
    const std::size_t size = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    return {text, size};
}

Response problem(const api::Problem& body) {
    Response response = jsonResponse(body.status, body);
    response.contentType = "application/problem+json";
    if (body.status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"pilothouse\"");
    if (const auto wait = body.arguments.find("seconds"); body.status == 429 && wait != body.arguments.end())
        response.headers.emplace_back("Retry-After", wait->second);
    return response;
}

}  // namespace

Response jsonResponse(int status, const boost::json::value& value) {
    Response response;
    response.status = status;
    response.body = boost::json::serialize(value);
    return response;
}

Response problemResponse(const Error& error, std::string_view where) {
    if (error.id.kind == ErrorKind::Internal)
        spdlog::error("{}: {}: {} ({}:{})", where, error.id.name, error.detail, error.where.file_name(),
                      error.where.line());
    else if (!error.detail.empty())
        spdlog::debug("{}: {}: {}", where, error.id.name, error.detail);
    return problem(api::problemOf(error));
}

Response problemResponse(const ProtocolError& error, std::vector<Fault> faults) {
    auto body = api::problemOf(Error(error.id).withFaults(std::move(faults)));
    body.status = error.status;
    return problem(body);
}

std::string responseHead(const Response& response, std::optional<std::int64_t> contentLength, bool keepAlive) {
    std::string head;
    head.reserve(320);
    auto out = std::back_inserter(head);
    fmt::format_to(out, "HTTP/1.1 {} {}\r\nDate: {}\r\n", response.status, reasonPhrase(response.status), httpDate());
    if (!response.contentType.empty()) fmt::format_to(out, "Content-Type: {}\r\n", response.contentType);
    if (contentLength)
        fmt::format_to(out, "Content-Length: {}\r\n", *contentLength);
    else
        head += "Transfer-Encoding: chunked\r\n";
    head += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n";
    for (const auto& [name, value] : response.headers) fmt::format_to(out, "{}: {}\r\n", name, value);
    head += keepAlive ? "\r\n" : "Connection: close\r\n\r\n";
    return head;
}

}  // namespace ph::http
