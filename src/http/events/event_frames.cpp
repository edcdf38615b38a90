#include "http/events/event_frames.h"

#include "reflect/codec.h"

#include <boost/json/serialize.hpp>

namespace ph::http {

namespace {

constexpr std::size_t kLargestFrame = 512 * 1024;

std::string frame(EventPosition from, EventPosition to, bool resync, const std::string& rows) {
    return fmt::format(R"({{"from":"{}","to":"{}","resync":{},"events":[{}]}})", positionText(from), positionText(to),
                       resync, rows);
}

}  // namespace

std::string eventRowText(const Event& event) {
    return fmt::format(R"({{"seq":{},"at":"{}","kind":"{}","object":{},"row":{}}})", event.seq, timestampText(event.at),
                       reflect::word(event.kind), boost::json::serialize(boost::json::string_view(event.object)),
                       event.payload.empty() ? std::string_view("null") : std::string_view(event.payload));
}

std::vector<std::string> eventFrames(EventPosition from, EventPosition to, bool resync,
                                     const std::vector<std::shared_ptr<const Event>>& events) {
    std::vector<std::string> frames;
    std::string rows;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (!rows.empty()) rows += ',';
        rows += eventRowText(*events[i]);
        if (rows.size() < kLargestFrame || i + 1 == events.size()) continue;
        const EventPosition until{to.epoch, events[i]->seq};
        frames.push_back(frame(from, until, resync, rows));
        from = until;
        resync = false;
        rows.clear();
    }
    frames.push_back(frame(from, to, resync, rows));
    return frames;
}

}  // namespace ph::http
