#include "client/http_response_reader.h"

#include <algorithm>
#include <charconv>

namespace ph::client {

namespace {

constexpr std::size_t kMostHeader = 64 * 1024;
constexpr std::size_t kMostChunkLine = 1024;

template <class Number>
bool parse(std::string_view text, Number& out, int base = 10) {
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), out, base);
    return failed == std::errc() && end != text.data();
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

}  // namespace

void HttpResponseReader::feed(std::string_view input, QByteArray& body) {
    std::string line;
    while (!input.empty()) {
        if (m_state == State::Header) {
            if (!takeLine(input, line)) return;
            headerLine(line);
        } else if (m_state == State::Body) {
            const bool data =
                m_framing == Framing::Length || m_framing == Framing::ChunkData || m_framing == Framing::UntilClose;
            if (data)
                takeData(input, body);
            else
                bodyLine(input);
        } else {
            return;
        }
    }
}

void HttpResponseReader::close() {
    if (m_state == State::Complete) return;
    m_state = m_state == State::Body && m_framing == Framing::UntilClose ? State::Complete : State::Broken;
}

std::string HttpResponseReader::field(const std::string& name) const {
    const auto found = m_fields.find(name);
    return found == m_fields.end() ? std::string() : found->second;
}

bool HttpResponseReader::takeLine(std::string_view& input, std::string& line) {
    const std::size_t end = input.find('\n');
    m_line += input.substr(0, end);
    const std::size_t most = m_state == State::Header ? kMostHeader - m_headerBytes : kMostChunkLine;
    if (m_line.size() > most) {
        m_state = State::Broken;
        return false;
    }
    input.remove_prefix(end == std::string_view::npos ? input.size() : end + 1);
    if (end == std::string_view::npos) return false;
    if (!m_line.empty() && m_line.back() == '\r') m_line.pop_back();
    line.swap(m_line);
    m_line.clear();
    return true;
}

void HttpResponseReader::headerLine(const std::string& line) {
    m_headerBytes += line.size();
    if (m_status == 0) {
        const bool known =
            line.starts_with("HTTP/1.") && line.size() >= 12 && parse(std::string_view(line).substr(9, 3), m_status);
        if (!known || m_status < 100) m_state = State::Broken;
        return;
    }
    if (line.empty()) return headerDone();
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) {
        m_state = State::Broken;
        return;
    }
    std::string name = line.substr(0, colon);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    m_fields[name] = std::string(trimmed(std::string_view(line).substr(colon + 1)));
}

void HttpResponseReader::headerDone() {
    if (m_status < 200) {
        // An interim response; the real one follows.
        m_status = 0;
        m_fields.clear();
        return;
    }
    m_state = State::Body;
    if (m_status == 204 || m_status == 304) {
        m_state = State::Complete;
    } else if (field("transfer-encoding").ends_with("chunked")) {
        m_framing = Framing::ChunkSize;
    } else if (const std::string length = field("content-length"); !length.empty()) {
        m_framing = Framing::Length;
        if (!parse(std::string_view(length), m_left))
            m_state = State::Broken;
        else if (m_left == 0)
            m_state = State::Complete;
    }
}

void HttpResponseReader::takeData(std::string_view& input, QByteArray& body) {
    const std::size_t count = m_framing == Framing::UntilClose
                                  ? input.size()
                                  : static_cast<std::size_t>(std::min<std::uint64_t>(m_left, input.size()));
    body.append(input.data(), static_cast<qsizetype>(count));
    input.remove_prefix(count);
    if (m_framing == Framing::UntilClose) return;
    m_left -= count;
    if (m_left != 0) return;
    if (m_framing == Framing::Length)
        m_state = State::Complete;
    else
        m_framing = Framing::ChunkEnd;
}

void HttpResponseReader::bodyLine(std::string_view& input) {
    std::string line;
    if (!takeLine(input, line)) return;
    if (m_framing == Framing::ChunkSize) return chunkLine(line);
    if (m_framing == Framing::ChunkEnd) {
        m_framing = Framing::ChunkSize;
        if (!line.empty()) m_state = State::Broken;
    } else if (line.empty()) {
        m_state = State::Complete;  // the empty line after the trailer
    }
}

void HttpResponseReader::chunkLine(const std::string& line) {
    constexpr std::uint64_t kMostChunk = 1ULL << 40;
    if (!parse(std::string_view(line), m_left, 16) || m_left > kMostChunk) {
        m_state = State::Broken;
        return;
    }
    m_framing = m_left == 0 ? Framing::Trailer : Framing::ChunkData;
}

}  // namespace ph::client
