#pragma once

#include "base/async.h"

#include <boost/asio/thread_pool.hpp>

#include <string>

namespace ph {

/// Argon2id (libsodium, interactive limits: 64 MiB) on its own two threads, so that a hash never holds up the logic thread.
class PasswordHasher {
public:
    PasswordHasher();
    ~PasswordHasher();
    Async<std::string> hash(std::string password);
    Async<bool> verify(std::string hash, std::string password);

private:
    boost::asio::thread_pool m_pool{2};
};

/// SHA-256 in hexadecimal, for secrets of high entropy.
std::string secretHash(const std::string& secret);

}  // namespace ph
