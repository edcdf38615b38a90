#include "service/accounts/password_hasher.h"

#include "base/network_address.h"

#include <sodium.h>

#include <array>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>

namespace ph {

namespace {

/// Beyond this many the last would wait for seconds: the caller is told to come back.
constexpr int kMostWaiting = 32;
constexpr int kMostOfNetwork = 8;

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

/// A place among those of one network, which is forgotten with its last.
class NetworkPlace {
public:
    NetworkPlace(std::map<std::string, int>& counts, const std::string& network)
        : m_counts(counts), m_place(counts.try_emplace(network, 0).first) {
        ++m_place->second;
    }
    ~NetworkPlace() {
        if (--m_place->second == 0) m_counts.erase(m_place);
    }
    NetworkPlace(const NetworkPlace&) = delete;
    NetworkPlace& operator=(const NetworkPlace&) = delete;

    bool tooMany() const { return m_place->second > kMostOfNetwork; }

private:
    std::map<std::string, int>& m_counts;
    std::map<std::string, int>::iterator m_place;
};

Result<std::string> hashHere(const std::string& password) {
    stepBack();
    std::array<char, crypto_pwhash_STRBYTES> text{};
    if (crypto_pwhash_str(text.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        return Error(kUnavailable, "no memory for a password hash");
    return std::string(text.data());
}

Result<bool> verifyHere(const std::string& hash, const std::string& password) {
    stepBack();
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
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
    auto pending = m_threads.block([password = std::move(password)] { return hashHere(password); });
    co_return co_await std::move(pending);
}

Async<bool> PasswordHasher::verify(std::string hash, std::string password, std::string from) {
    if (m_waiting >= kMostWaiting) co_return Error(kUnavailable, "too many password hashes wait");
    const NetworkPlace ofNetwork(m_waitingOf, networkOf(from));
    if (ofNetwork.tooMany()) co_return Error(kUnavailable, "too many password hashes of that network wait");
    const Place place(m_waiting);
    auto pending = m_threads.block(
        [hash = std::move(hash), password = std::move(password)] { return verifyHere(hash, password); });
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
