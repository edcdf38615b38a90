#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ph::http {

/// One request's bytes to its parts: a state machine without sockets around Beast's parser. Headers are limited to 16
/// KiB; the body's size is the caller's to limit.
class RequestParser {
public:
    enum class State { Header, Body, Complete, Malformed, HeaderTooLarge };
    static constexpr std::size_t kHeaderLimit = 16 * 1024;

    RequestParser();
    ~RequestParser();

    /// Takes from the front of `bytes` and returns how many were used; the rest is given again with what follows. The
    /// header must lie in one piece, so nothing of it is used before its blank line is there.
    std::size_t feed(std::string_view bytes);
    State state() const { return m_state; }
    /// Body bytes parsed since the last call.
    std::string takeBody();

    // Valid once state() has left Header.
    std::string_view method() const;
    std::string_view target() const;
    /// Empty if absent.
    std::string_view header(std::string_view name) const;
    /// How often the header stands there.
    std::size_t headerCount(std::string_view name) const;
    std::optional<std::uint64_t> contentLength() const;
    bool keepAlive() const;
    bool webSocketUpgrade() const;
    bool http11() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
    State m_state = State::Header;
};

}  // namespace ph::http
