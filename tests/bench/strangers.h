#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ph::bench {

/// A crowd that has no business with a controller on the loopback: connections that come at a steady rate (TLS
/// handshakes that are begun and left, garbage, log-ins with wrong passwords) and slow ones that stay and send a byte
/// now and then, come again when they are cut off. One thread, lean enough to leave the cores to what is measured.
class Strangers {
public:
    struct Crowd {
        std::uint16_t port = 0;
        int perSecond = 0;
        int slow = 0;
        std::vector<std::string> addresses;  ///< loopback addresses that they come from, in turn
    };
    struct Tally {
        long tried = 0;        ///< connections of the steady rate
        long greeted = 0;      ///< of these, to which the server said anything
        long slowSeconds = 0;  ///< the sum over all seconds of the slow ones that stood
        long seconds = 0;
    };

    explicit Strangers(const Crowd& crowd);
    ~Strangers();
    /// Until another thread says stop().
    void run();
    void stop();
    /// After run().
    const Tally& tally() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace ph::bench
