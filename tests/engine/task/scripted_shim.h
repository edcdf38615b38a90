#pragma once

#include "engine/task/shim_link.h"
#include "shim/recorder.h"
#include "support/start_on.h"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <future>
#include <sys/socket.h>
#include <unistd.h>

namespace ph::test {

/// A ShimLink with the other end of its socket in the test's hands: a session that keeps to the protocol, or any bytes.
/// Nothing runs but in carry(), so every test sees the same order of things.
class ScriptedShim {
public:
    ScriptedShim() {
        int ends[2] = {-1, -1};
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
        m_peer.reset(ends[1]);
        link = std::make_shared<engine::ShimLink>(m_io.get_executor(), engine::FileDescriptor(ends[0]),
                                                  [this](const shim::StatusNotice& notice) { told.push_back(notice); });
        link->start();
    }
    ~ScriptedShim() {
        link->close();
        m_io.restart();
        m_io.poll();
    }

    /// Moves bytes both ways and runs what is ready until nothing moves any more.
    void carry() {
        while (runReady() + sendOwn() + receive() > 0) {
        }
    }
    /// The greeting: most scripts begin with it.
    void greet() { carry(); }
    /// Bytes as they are, in place of what the session would say.
    void say(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t n = ::send(m_peer.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
            if (n < 0 && errno != EAGAIN) return;
            runReady();
        }
    }
    void say(shim::FrameType type, std::uint32_t channel, std::string_view payload, std::uint8_t flags = 0) {
        std::string bytes;
        shim::appendFrame(bytes, type, flags, channel, payload);
        say(bytes);
    }
    void hangUp() { m_peer.reset(); }
    int peer() const { return m_peer.get(); }

    /// Runs handlers one by one, at most `most`; returns how many there were.
    std::size_t runSome(std::size_t most) {
        std::size_t count = 0;
        m_io.restart();
        while (count < most && m_io.poll_one() > 0) ++count;
        return count;
    }

    /// Begins something that waits; see ready().
    template <class T>
    std::future<T> begin(boost::asio::awaitable<T> work) {
        auto future = startOn(m_io, std::move(work));
        runReady();
        return future;
    }
    /// What an operation that has to be done by now came to.
    template <class T>
    T done(boost::asio::awaitable<T> work) {
        auto future = begin(std::move(work));
        carry();
        if (!ready(future)) throw std::runtime_error("it still waits");
        return future.get();
    }
    template <class T>
    static bool ready(const std::future<T>& future) {
        return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }

    std::unique_ptr<TaskChannel> open(shim::ChannelKind kind = shim::ChannelKind::Port) {
        shim::OpenRequest request;
        request.kind = kind;
        request.port = 80;
        if (kind == shim::ChannelKind::Exec) request.command = {"cat"};
        auto channel = link->open(request);
        EXPECT_TRUE(channel) << channel.error().detail;
        carry();
        return channel ? std::move(*channel) : nullptr;
    }

    Recorder says;  ///< what the link has told the shim
    shim::Session session{shim::Session::Side::Shim, shim::kAllFeatures, says};
    std::vector<shim::StatusNotice> told;
    std::shared_ptr<engine::ShimLink> link;

private:
    std::size_t runReady() {
        m_io.restart();
        return m_io.poll();
    }
    std::size_t sendOwn() {
        std::string& output = session.output();
        const ssize_t n = ::send(m_peer.get(), output.data(), output.size(), MSG_NOSIGNAL);
        if (n > 0) output.erase(0, static_cast<std::size_t>(n));
        return n > 0 ? 1 : 0;
    }
    std::size_t receive() {
        std::string part(65536, '\0');
        const ssize_t n = ::recv(m_peer.get(), part.data(), part.size(), 0);
        if (n <= 0) return 0;
        EXPECT_TRUE(session.receive(std::string_view(part).substr(0, static_cast<std::size_t>(n)))) << session.error();
        return 1;
    }

    boost::asio::io_context m_io;
    engine::FileDescriptor m_peer;
};

}  // namespace ph::test
