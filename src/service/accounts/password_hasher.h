#pragma once

#include "base/async.h"

#include <boost/asio/thread_pool.hpp>

#include <string>

namespace ph {

/// Argon2id (libsodium, interactive limits: 64 MiB) on its own two threads, so that a hash never holds up the logic
/// thread. Both calls fail with kUnavailable while too many others wait. One calling thread.
class PasswordHasher {
public:
    PasswordHasher();
    ~PasswordHasher();
    Async<std::string> hash(std::string password);
    Async<bool> verify(std::string hash, std::string password);

    /// The hash of a password that nobody knows: verifying against it takes as long as against a real one.
    static const std::string& nobodysHash();

private:
    int m_waiting = 0;
    boost::asio::thread_pool m_pool{2};
};

/// SHA-256 in hexadecimal, for secrets of high entropy.
std::string secretHash(const std::string& secret);

}  // namespace ph
