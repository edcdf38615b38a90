#include "client/events/event_client.h"

#include "client/decode.h"

namespace ph::client {

Call<api::EventPage> EventClient::page(const std::string& after, int limit) {
    return makeCall<api::EventPage>(
        m_connection, {.route = "events.page", .query = {{"after", after}, {"limit", std::to_string(limit)}}});
}

}  // namespace ph::client
