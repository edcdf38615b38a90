#include "http/events/event_routes.h"

#include "http/events/event_frames.h"
#include "http/events/event_session.h"
#include "http/query.h"

namespace ph::http {

namespace {

Result<std::optional<EventPosition>> positionIn(const Request& request, const std::string& name) {
    const auto text = Query(request).text(name);
    if (text.empty()) return std::optional<EventPosition>();
    const auto position = parsePosition(text);
    if (position) return position;
    return Error(kInvalid).withFaults({{"query." + name, "format", text.substr(0, 80), "a position such as 1.42"}});
}

}  // namespace

void registerEventRoutes(Router& router, Hop logic, EventService& events, EventHub& hub) {
    router.add("events.stream", [logic, &events, &hub](Request& request) -> Async<Response> {
        const auto from = positionIn(request, "from");
        if (!from) co_return from.error();
        Response response;
        response.webSocket = std::make_unique<EventSession>(logic, events, hub, request.who, *from);
        co_return response;
    });
    router.add("events.page", [logic, &events](Request& request) -> Async<Response> {
        const auto after = positionIn(request, "after");
        if (!after) co_return after.error();
        Query query(request);
        const int limit = static_cast<int>(query.integer("limit", 100, 1, 1000));
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        // Without a position there is nothing after it yet, but the page tells where the head is.
        auto asking = logic.run(events, &EventService::head, request.who);
        const Result<EventPosition> head = co_await std::move(asking);
        if (!head) co_return head.error();
        auto paging = logic.run(events, &EventService::page, request.who, after->value_or(*head), limit);
        const Result<VisibleEvents> page = co_await std::move(paging);
        if (!page) co_return page.error();
        Response response;
        response.body = "{\"items\":[";
        for (const auto& event : page->items) {
            if (&event != &page->items.front()) response.body += ',';
            response.body += eventRowText(event);
        }
        response.body += fmt::format("],\"next\":\"{}\"}}", positionText(page->next));
        co_return response;
    });
}

}  // namespace ph::http
