#include "bench/strangers.h"

#include <openssl/ssl.h>

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <stdexcept>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ph::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::milliseconds(300);
constexpr auto kSlowPause = std::chrono::seconds(1);
/// Of a hundred connections so many log in with a wrong password and so many send what is no TLS; the rest begins a
/// handshake and leaves.
constexpr int kLogins = 2, kGarbage = 28;

/// The first flight of a handshake, as a client sends it.
std::string clientHello(SSL_CTX* context) {
    SSL* ssl = SSL_new(context);
    BIO* out = BIO_new(BIO_s_mem());
    SSL_set_bio(ssl, BIO_new(BIO_s_mem()), out);
    SSL_set_connect_state(ssl);
    SSL_do_handshake(ssl);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(out, &bytes);
    std::string hello(bytes, static_cast<std::size_t>(size));
    SSL_free(ssl);
    return hello;
}

std::string wrongLogin(std::uint16_t port, long number) {
    const std::string body = R"({"user":"name)" + std::to_string(number) + R"(","password":"not the right password"})";
    return "POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace

struct Strangers::State {
    enum class Kind { Hello, Garbage, Login, Slow, SlowHeader };

    struct Guest {
        Kind kind = Kind::Hello;
        SSL* ssl = nullptr;
        Clock::time_point leaves;  ///< the slow: when they send their next byte
        bool connected = false;
        bool heard = false;
        bool asked = false;
        std::size_t sent = 0;  ///< of what the slow send byte by byte
    };

    explicit State(const Crowd& given) : crowd(given), context(SSL_CTX_new(TLS_client_method())) {
        hello = clientHello(context);
        events = ::epoll_create1(EPOLL_CLOEXEC);
    }
    ~State() {
        while (!guests.empty()) leave(guests.begin()->first);
        ::close(events);
        SSL_CTX_free(context);
    }

    void come(Kind kind) {
        const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (file < 0) throw std::runtime_error("no more sockets: raise ulimit -n");
        sockaddr_in address{};
        address.sin_family = AF_INET;
        ::inet_pton(AF_INET, crowd.addresses[turn++ % crowd.addresses.size()].c_str(), &address.sin_addr);
        // A reset at the end: no port waits for packets that nobody sends.
        const linger none{1, 0};
        ::setsockopt(file, SOL_SOCKET, SO_LINGER, &none, sizeof none);
        ::bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        address.sin_port = htons(crowd.port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        Guest guest{.kind = kind, .leaves = Clock::now() + kPatience};
        if (kind == Kind::Login || kind == Kind::SlowHeader) {
            guest.ssl = SSL_new(context);
            SSL_set_fd(guest.ssl, file);
            SSL_set_connect_state(guest.ssl);
        }
        const bool stays = isSlow(kind);
        guests.emplace(file, guest);
        if (!stays) leaving.push_back({guest.leaves, file, ++lastVisit});
        visits[file] = lastVisit;
        slow += stays ? 1 : 0;
        epoll_event wanted{.events = EPOLLIN | EPOLLOUT | EPOLLET, .data = {.fd = file}};
        ::epoll_ctl(events, EPOLL_CTL_ADD, file, &wanted);
    }

    static bool isSlow(Kind kind) { return kind == Kind::Slow || kind == Kind::SlowHeader; }

    void leave(int file) {
        const auto found = guests.find(file);
        if (found == guests.end()) return;
        if (isSlow(found->second.kind)) --slow;
        tally.greeted += !isSlow(found->second.kind) && found->second.heard ? 1 : 0;
        SSL_free(found->second.ssl);
        guests.erase(found);
        visits.erase(file);
        ::close(file);
    }

    /// False once the server has cut it off.
    bool goOn(int file, Guest& guest) {
        if (!guest.connected) {
            guest.connected = true;
            if (guest.kind == Kind::Hello) ::send(file, hello.data(), hello.size(), MSG_NOSIGNAL);
            if (guest.kind == Kind::Garbage) ::send(file, "GET / HTTP/1.1\r\n\r\n", 18, MSG_NOSIGNAL);
        }
        std::array<char, 8192> bytes;
        if (!guest.ssl) {
            const ssize_t got = ::recv(file, bytes.data(), bytes.size(), 0);
            guest.heard = guest.heard || got > 0;
            return got > 0 || (got < 0 && errno == EAGAIN);
        }
        if (!SSL_is_init_finished(guest.ssl)) {
            const int done = SSL_do_handshake(guest.ssl);
            if (done != 1) return SSL_get_error(guest.ssl, done) == SSL_ERROR_WANT_READ;
            guest.heard = true;
        }
        if (guest.kind == Kind::Login && !guest.asked) {
            guest.asked = true;
            const auto request = wrongLogin(crowd.port, tally.tried);
            SSL_write(guest.ssl, request.data(), static_cast<int>(request.size()));
        }
        const int got = SSL_read(guest.ssl, bytes.data(), bytes.size());
        return got > 0 || SSL_get_error(guest.ssl, got) == SSL_ERROR_WANT_READ;
    }

    /// A byte of a handshake or of a header; both never end.
    void dribble(int file, Guest& guest) {
        static constexpr std::string_view kHeader = "GET /api/v1/server HTTP/1.1\r\nX-Slow: ";
        if (!guest.connected) return;
        if (guest.kind == Kind::Slow) {
            if (guest.sent + 1 < hello.size()) ::send(file, &hello[guest.sent++], 1, MSG_NOSIGNAL);
        } else if (SSL_is_init_finished(guest.ssl)) {
            const char* byte = guest.sent < kHeader.size() ? &kHeader[guest.sent] : "x";
            ++guest.sent;
            SSL_write(guest.ssl, byte, 1);
        }
    }

    void wait() {
        std::array<epoll_event, 256> happened;
        const int count = ::epoll_wait(events, happened.data(), happened.size(), 2);
        for (int i = 0; i < count; ++i) {
            const int file = happened[static_cast<std::size_t>(i)].data.fd;
            const auto found = guests.find(file);
            if (found == guests.end()) continue;
            const bool over = (happened[static_cast<std::size_t>(i)].events & (EPOLLERR | EPOLLHUP)) != 0;
            if (over || !goOn(file, found->second)) leave(file);
        }
    }

    void eachSecond() {
        tally.slowSeconds += slow;
        ++tally.seconds;
        for (auto& [file, guest] : guests)
            if (isSlow(guest.kind)) dribble(file, guest);
    }

    void step(Clock::time_point begin) {
        const auto now = Clock::now();
        const auto due =
            std::chrono::duration_cast<std::chrono::milliseconds>(now - begin).count() * crowd.perSecond / 1000;
        for (int i = 0; tally.tried < due && i < 64; ++i) {
            const int lot = static_cast<int>(tally.tried++ % 100);
            come(lot < kLogins ? Kind::Login : lot < kLogins + kGarbage ? Kind::Garbage : Kind::Hello);
        }
        for (int i = 0; slow < crowd.slow && i < 1; ++i) come(slow % 2 == 0 ? Kind::Slow : Kind::SlowHeader);
        while (!leaving.empty() && leaving.front().at <= now) {
            const auto next = leaving.front();
            leaving.pop_front();
            const auto visit = visits.find(next.file);
            if (visit != visits.end() && visit->second == next.visit) leave(next.file);
        }
        if (now - second >= kSlowPause) {
            second = now;
            eachSecond();
        }
        wait();
    }

    struct Leaving {
        Clock::time_point at;
        int file = -1;
        long visit = 0;  ///< tells a guest from a later one with the same descriptor
    };

    Crowd crowd;
    SSL_CTX* context;
    std::string hello;
    int events = -1;
    std::map<int, Guest> guests;
    std::map<int, long> visits;
    std::deque<Leaving> leaving;
    std::size_t turn = 0;
    long lastVisit = 0;
    int slow = 0;
    Clock::time_point second = Clock::now();
    Tally tally;
    std::atomic<bool> stopped = false;
};

Strangers::Strangers(const Crowd& crowd) : m_state(std::make_unique<State>(crowd)) {}

Strangers::~Strangers() = default;

void Strangers::run() {
    const auto begin = Clock::now();
    while (!m_state->stopped) m_state->step(begin);
}

void Strangers::stop() {
    m_state->stopped = true;
}

const Strangers::Tally& Strangers::tally() const {
    return m_state->tally;
}

}  // namespace ph::bench
