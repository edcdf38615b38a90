#include "client/support/support_client.h"

#include "client/decode.h"

namespace ph::client {

Call<SupportBundle> SupportClient::bundle() {
    // A large store is counted.
    return makeCall<SupportBundle>(m_connection, {.route = "support.bundle", .deadline = std::chrono::minutes(2)});
}

}  // namespace ph::client
