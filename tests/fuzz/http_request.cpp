#include "domain/jobs/job_state.h"
#include "fuzz/fuzz.h"
#include "http/query.h"
#include "http/request_checks.h"
#include "http/request_parser.h"
#include "http/router.h"
#include "reflect/json_text.h"

#include <spdlog/spdlog.h>

namespace ph::fuzz {

namespace {

using State = http::RequestParser::State;

/// A request as a connection reads it: what is not used comes again with what follows.
struct Reading {
    http::RequestParser parser;
    std::string waiting;
    std::string body;
    std::size_t used = 0;

    void give(std::string_view piece) {
        waiting += piece;
        while (parser.state() == State::Header || parser.state() == State::Body) {
            const std::size_t taken = parser.feed(waiting);
            require(taken <= waiting.size(), "no more is used than was given");
            waiting.erase(0, taken);
            used += taken;
            if (parser.state() != State::Malformed) body += parser.takeBody();
            if (taken == 0) return;
        }
    }
    bool refused() const { return parser.state() == State::Malformed || parser.state() == State::HeaderTooLarge; }
};

void requireSendable(const http::Response& refusal) {
    require(bool(reflect::parseJson(refusal.body)), "a refusal is well-formed JSON");
    const auto head = http::responseHead(refusal, static_cast<std::int64_t>(refusal.body.size()), true);
    require(head.find("\r\n\r\n") == head.size() - 4, "a refusal's head ends where it should");
}

void readQuery(http::Request& request) {
    http::Query query(request);
    for (const auto& [name, value] : request.query) {
        query.integer(name, 1, 0, 500);
        query.flag(name);
        query.cursor(name);
        query.words<JobState>(name);
        query.id<JobId>(name);
    }
    if (const auto done = query.done(); !done) requireSendable(http::problemResponse(done.error(), "fuzz"));
}

void examine(const http::RequestParser& parser) {
    static const http::HostCheck hosts({});
    static const http::Router router;
    if (const auto refusal = http::checkHost(parser, hosts, false)) requireSendable(*refusal);
    const auto target = parser.target();
    const auto question = std::min(target.find('?'), target.size());
    const auto match = router.match(parser.method(), target.substr(0, question));
    http::bearerSecret(parser);
    http::wantsContinue(parser);
    if (match.route == nullptr) return;
    http::Request request;
    request.route = match.route;
    request.parameters = match.parameters;
    request.idempotencyKey = std::string(parser.header("Idempotency-Key"));
    const auto query = question < target.size() ? target.substr(question + 1) : std::string_view();
    if (const auto refusal = http::checkRequest(parser, query, request)) return requireSendable(*refusal);
    readQuery(request);
}

}  // namespace

void one(std::string_view input) {
    static const bool quiet = (spdlog::set_level(spdlog::level::off), true);
    require(quiet, "nothing is logged");
    Reading whole, split;
    whole.give(input);
    for (const auto piece : pieces(input, 40)) split.give(piece);
    // Broken bytes are refused at once or with the blank line that they should have ended with, but never taken.
    for (const auto* refusing : {&whole, &split}) {
        const auto& other = refusing == &whole ? split : whole;
        if (!refusing->refused()) continue;
        require(other.refused() || other.parser.state() == State::Header || other.parser.state() == State::Body,
                "what is refused is refused however it is split");
        return;
    }
    require(whole.parser.state() == split.parser.state(), "a request gets as far however it is split");
    if (whole.parser.state() == State::Header) return;
    require(whole.used <= input.size() && whole.body.size() <= input.size(), "nothing is made up");
    require(whole.body == split.body || whole.parser.state() == State::Body, "the body is the same");
    require(whole.parser.method() == split.parser.method() && whole.parser.target() == split.parser.target(),
            "the first line is the same");
    examine(whole.parser);
}

}  // namespace ph::fuzz
