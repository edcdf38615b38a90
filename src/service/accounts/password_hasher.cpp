#include "service/accounts/password_hasher.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <sodium.h>

#include <array>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>

namespace ph {

namespace asio = boost::asio;

namespace {

/// Beyond this many the last would wait for seconds: the caller is told to come back.
constexpr int kMostWaiting = 32;

/// A flood of log-ins must not take the cores from those who are in: this thread, one of the pool's, comes last.
void stepBack() {
    constexpr int kNice = 10;
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);
}

class Place {
public:
    explicit Place(int& count) : m_count(count) { ++m_count; }
    ~Place() { --m_count; }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

private:
    int& m_count;
};

Async<std::string> hashHere(std::string password) {
    stepBack();
    std::array<char, crypto_pwhash_STRBYTES> text{};
    if (crypto_pwhash_str(text.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        co_return Error(kUnavailable, "no memory for a password hash");
    co_return std::string(text.data());
}

Async<bool> verifyHere(std::string hash, std::string password) {
    stepBack();
    co_return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

}  // namespace

PasswordHasher::PasswordHasher() {
    if (sodium_init() < 0) throw std::runtime_error("libsodium cannot start");
}

PasswordHasher::~PasswordHasher() {
    m_pool.join();
}

Async<std::string> PasswordHasher::hash(std::string password) {
    if (m_waiting >= kMostWaiting) co_return Error(kUnavailable, "too many password hashes wait");
    const Place place(m_waiting);
    auto work = hashHere(std::move(password));
    auto pending = asio::co_spawn(m_pool, std::move(work), asio::use_awaitable);
    co_return co_await std::move(pending);
}

Async<bool> PasswordHasher::verify(std::string hash, std::string password) {
    if (m_waiting >= kMostWaiting) co_return Error(kUnavailable, "too many password hashes wait");
    const Place place(m_waiting);
    auto work = verifyHere(std::move(hash), std::move(password));
    auto pending = asio::co_spawn(m_pool, std::move(work), asio::use_awaitable);
    co_return co_await std::move(pending);
}

const std::string& PasswordHasher::nobodysHash() {
    static const std::string hash =
        "$argon2id$v=19$m=65536,t=2,p=1$Ne54iJtpuiBBc9s26npaMA$+GiVLBf1ZsfHgs5auR+N8V3ObV7yM3z8YA2++J9qwMc";
    return hash;
}

std::string secretHash(const std::string& secret) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(secret.data()), secret.size());
    std::array<char, 2 * digest.size() + 1> text{};
    sodium_bin2hex(text.data(), text.size(), digest.data(), digest.size());
    return text.data();
}

}  // namespace ph
