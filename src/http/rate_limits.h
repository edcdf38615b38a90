#pragma once

#include "base/clock.h"
#include "base/recent_table.h"
#include "base/token_bucket.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <string>

namespace ph::http {

/// How often who may connect and ask. A network is an address as base/network_address.h counts them; it is known once a
/// valid token came from it, and then has `kKnownRoom` times the room of one that is not.
struct Rates {
    static constexpr double kKnownRoom = 20;
    Rate connections{30, 120};            ///< new ones of each network
    Rate strangersConnections{180, 360};  ///< new ones of all networks together that are not known
    Rate strangersRequests{50, 200};      ///< without a valid token, of each network
    Rate requests{20'000, 20'000};        ///< with a valid token, of each token
};

/// Counts connections and requests against the rates. Bounded: of very many networks and tokens the longest silent are
/// forgotten, those that are not known without any loss to those that are. Tokens are named by a digest. Thread-safe.
class RateLimits {
public:
    static constexpr std::size_t kMostNetworks = 8192, kMostKnown = 8192, kMostTokens = 8192;

    RateLimits(const Rates& rates, const Clock& clock) : m_rates(rates), m_clock(clock) {}

    bool mayConnect(const std::string& network);
    /// Whether the token was valid when it was last seen.
    bool knowsToken(const std::string& digest);
    /// The wait left before one more request without a known token; nothing if it may be made now.
    std::optional<std::chrono::seconds> strangerAsks(const std::string& network);
    /// The same of a known token.
    std::optional<std::chrono::seconds> tokenAsks(const std::string& digest);
    /// A valid token came from a network. One that was not known when it came counts against itself from then on, not
    /// against its network.
    void proved(const std::string& network, const std::string& digest, bool wasKnown);
    void forgetToken(const std::string& digest);

    std::size_t networks() const;
    std::size_t tokens() const;

private:
    struct Network {
        TokenBucket connections;
        TokenBucket requests;
    };
    struct Place {
        Network& network;
        double room;
        bool known;
    };
    Place placeOf(const std::string& network);

    const Rates m_rates;
    const Clock& m_clock;
    mutable std::mutex m_mutex;
    RecentTable<Network> m_strangers{kMostNetworks};
    RecentTable<Network> m_known{kMostKnown};
    RecentTable<TokenBucket> m_tokens{kMostTokens};
    TokenBucket m_strangersConnections;
};

}  // namespace ph::http
