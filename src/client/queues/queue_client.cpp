#include "client/queues/queue_client.h"

#include "client/decode.h"

namespace ph::client {

Call<api::QueueList> QueueClient::list() {
    return makeCall<api::QueueList>(m_connection, {.route = "queues.list"});
}

Call<Queue> QueueClient::set(OrgId org, const QueueSettings& settings) {
    return makeCall<Queue>(m_connection,
                           {.route = "queues.set", .path = {{"id", org.str()}}, .body = encodeBody(settings)});
}

}  // namespace ph::client
