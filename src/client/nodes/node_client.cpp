#include "client/nodes/node_client.h"

#include "client/decode.h"

namespace ph::client {

Call<api::NodeList> NodeClient::list() {
    return makeCall<api::NodeList>(m_connection, {.route = "nodes.list"});
}

Call<api::SampleList> NodeClient::samples(NodeId id, int count) {
    return makeCall<api::SampleList>(
        m_connection,
        {.route = "nodes.samples", .path = {{"id", id.str()}}, .query = {{"count", std::to_string(count)}}});
}

}  // namespace ph::client
