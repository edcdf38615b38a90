#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ph::http {

/// Which connections over the network there are, and whom a new one pushes out when there are too many: the oldest of
/// those that have not shown a valid token, of the network that has the most of them. Those that have are never pushed
/// out. No sockets, not thread-safe.
class ConnectionTable {
public:
    using Id = std::uint64_t;
    /// A connection begins with its TLS handshake, is then a stranger's, and known once a valid token came over it.
    enum class Stage { Greeting, Stranger, Known };

    struct Bounds {
        std::size_t all = 4096;
        std::size_t strangers = 3072;  ///< with those that greet; the rest is kept for the known
        std::size_t greeting = 512;
        std::size_t ofNetwork = 1024;
        std::size_t strangersOfNetwork = 256;
        std::size_t greetingOfNetwork = 64;

        /// The shares that the defaults are of 4096.
        static Bounds sharesOf(std::size_t all);
    };

    struct Admission {
        Id id = 0;                  ///< 0: refused
        std::vector<Id> pushedOut;  ///< are no longer counted; the caller closes them
    };

    explicit ConnectionTable(const Bounds& bounds) : m_bounds(bounds) {}

    Admission admit(const std::string& network);
    void advance(Id id, Stage stage);
    /// Also of one that was pushed out already.
    void remove(Id id);
    std::size_t size() const { return m_entries.size(); }

private:
    struct Entry {
        std::string network;
        Stage stage = Stage::Greeting;
    };
    /// The ids of a network that may be pushed out; the smallest is the oldest.
    struct Network {
        std::size_t all = 0;
        std::set<Id> greeting;
        std::set<Id> strangers;
        std::size_t unproved() const { return greeting.size() + strangers.size(); }
    };
    Network* heaviest(std::size_t (*weight)(const Network&));
    void pushOut(Id id, Admission& admission);
    static Id oldestOf(const Network& network);

    Bounds m_bounds;
    Id m_last = 0;
    std::map<Id, Entry> m_entries;
    std::map<std::string, Network> m_networks;
    std::size_t m_greeting = 0;
    std::size_t m_strangers = 0;
};

}  // namespace ph::http
