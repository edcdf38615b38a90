#pragma once

#include "base/hop.h"

#include <boost/asio/thread_pool.hpp>

#include <map>
#include <string>

namespace ph {

/// Argon2id (libsodium, interactive limits: 64 MiB) on its own two threads, so that a hash never holds up the logic
/// thread. Both calls fail with kUnavailable while 32 others wait; verify() while 8 of the same network
/// (base/network_address.h) do, so that one network leaves room for the others. One calling thread.
class PasswordHasher {
public:
    PasswordHasher();
    ~PasswordHasher();
    Async<std::string> hash(std::string password);
    Async<bool> verify(std::string hash, std::string password, std::string from);

    /// The hash of a password that nobody knows: verifying against it takes as long as against a real one.
    static const std::string& nobodysHash();

private:
    int m_waiting = 0;
    std::map<std::string, int> m_waitingOf;  ///< by network
    boost::asio::thread_pool m_pool{2};
    const Hop m_threads{m_pool.get_executor()};
};

/// SHA-256 in hexadecimal, for secrets of high entropy.
std::string secretHash(const std::string& secret);

}  // namespace ph
