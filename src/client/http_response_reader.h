#pragma once

#include <QByteArray>

#include <map>
#include <string>
#include <string_view>

namespace ph::client {

/// The reading half of HTTP/1.1 as a state machine without a socket: one response with Content-Length, chunks, or an
/// end by close (RFC 9112). Headers up to 64 KiB.
class HttpResponseReader {
public:
    enum class State { Header, Body, Complete, Broken };

    /// Takes what came from the socket, cut anywhere, and appends body bytes to `body`. Ignores bytes after the end.
    void feed(std::string_view input, QByteArray& body);
    /// The socket has closed: completes a body without length, breaks everything else that is unfinished.
    void close();

    State state() const { return m_state; }
    int status() const { return m_status; }
    /// A header field by its lower-case name; empty if absent.
    std::string field(const std::string& name) const;

private:
    enum class Framing { Length, ChunkSize, ChunkData, ChunkEnd, Trailer, UntilClose };

    bool takeLine(std::string_view& input, std::string& line);
    void headerLine(const std::string& line);
    void headerDone();
    void chunkLine(const std::string& line);
    void takeData(std::string_view& input, QByteArray& body);
    void bodyLine(std::string_view& input);

    State m_state = State::Header;
    Framing m_framing = Framing::UntilClose;
    int m_status = 0;
    std::map<std::string, std::string> m_fields;
    std::string m_line;
    std::size_t m_headerBytes = 0;
    std::uint64_t m_left = 0;
};

}  // namespace ph::client
