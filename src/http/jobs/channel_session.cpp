#include "http/jobs/channel_session.h"

#include "api/jobs.h"
#include "base/task_scope.h"
#include "reflect/json_text.h"

#include <boost/json/serialize.hpp>

namespace ph::http {

namespace asio = boost::asio;

namespace {

constexpr char kOutputMark = 1;
constexpr char kErrorOutputMark = 2;

std::string endText(int exitCode, const std::string& failure) {
    return boost::json::serialize(reflect::encode(api::StreamEnd{exitCode, failure}));
}

}  // namespace

asio::awaitable<void> ChannelSession::run(WebSocket& socket) {
    std::string first;
    if (m_firstText) {
        auto reading = socket.read();
        auto message = co_await std::move(reading);
        if (!message) co_return;
        first = std::move(message->bytes);
    }
    auto opening = m_open(std::move(first));
    Result<std::unique_ptr<TaskChannel>> channel = co_await std::move(opening);
    if (!channel) {
        auto sending = socket.sendText(endText(-1, std::string(channel.error().id.name)));
        co_await std::move(sending);
        co_return;
    }
    m_channel = std::move(*channel);
    auto bridging = bridge(socket);
    const auto code = co_await std::move(bridging);
    // The task's side is let go before the goodbye: a client that never answers it must hold nothing.
    m_logic.destroy(std::move(m_channel));
    auto closing = socket.close(code);
    co_await std::move(closing);
}

asio::awaitable<WebSocket::CloseCode> ChannelSession::bridge(WebSocket& socket) {
    TaskScope scope(socket.executor());
    scope.start("task output", [this, &socket] { return output(socket); });
    auto taking = input(socket);
    const auto code = co_await std::move(taking);
    auto stopping = scope.stop();
    co_await std::move(stopping);
    co_return code;
}

asio::awaitable<void> ChannelSession::output(WebSocket& socket) {
    while (true) {
        auto reading = m_logic.run(*m_channel, &TaskChannel::read);
        Result<ChannelChunk> chunk = co_await std::move(reading);
        const bool ended = !chunk || chunk->kind == ChannelChunk::Kind::Ended;
        if (ended) {
            auto text =
                chunk ? endText(chunk->exitCode, chunk->failure) : endText(-1, std::string(chunk.error().id.name));
            auto sending = socket.sendText(std::move(text));
            co_await std::move(sending);
            break;
        }
        std::string bytes;
        bytes.reserve(chunk->bytes.size() + 1);
        bytes += chunk->kind == ChannelChunk::Kind::ErrorOutput ? kErrorOutputMark : kOutputMark;
        bytes += chunk->bytes;
        auto sending = socket.sendBinary(std::move(bytes));
        const bool sent = co_await std::move(sending);
        if (!sent) co_return;
    }
    // The client answers the goodbye, which ends input().
    auto closing = socket.close();
    co_await std::move(closing);
}

asio::awaitable<WebSocket::CloseCode> ChannelSession::input(WebSocket& socket) {
    while (true) {
        auto reading = socket.read();
        auto message = co_await std::move(reading);
        if (!message) co_return WebSocket::CloseCode::Normal;
        if (message->text) {
            auto controlling = control(message->bytes);
            const bool understood = co_await std::move(controlling);
            if (understood) continue;
            co_return WebSocket::CloseCode::Unacceptable;
        }
        // Input that comes after the end has nobody to read it; the end itself is told by output().
        auto writing = m_logic.run(*m_channel, &TaskChannel::write, std::move(message->bytes));
        co_await std::move(writing);
    }
}

asio::awaitable<bool> ChannelSession::control(const std::string& text) {
    const auto json = reflect::parseJson(text, 64 * 1024);
    if (!json) co_return false;
    const auto wanted = reflect::decode<api::StreamControl>(*json);
    if (!wanted || (wanted->resize && wanted->resize->size() != 2)) co_return false;
    if (wanted->resize) {
        auto resizing = m_logic.run(*m_channel, &TaskChannel::resize, wanted->resize->at(0), wanted->resize->at(1));
        co_await std::move(resizing);
    }
    if (wanted->signal) {
        auto signalling = m_logic.run(*m_channel, &TaskChannel::signal, *wanted->signal);
        co_await std::move(signalling);
    }
    if (wanted->end) {
        auto finishing = m_logic.run(*m_channel, &TaskChannel::finishWriting);
        co_await std::move(finishing);
    }
    co_return true;
}

}  // namespace ph::http
