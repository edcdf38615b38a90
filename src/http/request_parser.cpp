#include "http/request_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

namespace ph::http {

namespace beast = boost::beast;

namespace {

/// A body that only collects: the size is limited outside, and nothing is reserved by what the client claims.
struct CollectedBody {
    using value_type = std::string;

    class reader {
    public:
        template <bool isRequest, class Fields>
        reader(beast::http::header<isRequest, Fields>&, value_type& body) : m_body(body) {}
        void init(const boost::optional<std::uint64_t>&, boost::system::error_code& failed) { failed = {}; }
        template <class Buffers>
        std::size_t put(const Buffers& buffers, boost::system::error_code& failed) {
            failed = {};
            std::size_t total = 0;
            for (const boost::asio::const_buffer buffer : beast::buffers_range_ref(buffers)) {
                m_body.append(static_cast<const char*>(buffer.data()), buffer.size());
                total += buffer.size();
            }
            return total;
        }
        void finish(boost::system::error_code& failed) { failed = {}; }

    private:
        value_type& m_body;
    };
};

beast::string_view beastView(std::string_view text) {
    return {text.data(), text.size()};
}
std::string_view stdView(beast::string_view text) {
    return {text.data(), text.size()};
}

}  // namespace

struct RequestParser::Impl {
    beast::http::request_parser<CollectedBody> parser;
};

RequestParser::RequestParser() : m_impl(std::make_unique<Impl>()) {
    m_impl->parser.header_limit(kHeaderLimit);
    m_impl->parser.body_limit(boost::none);
}

RequestParser::~RequestParser() = default;

std::size_t RequestParser::feed(std::string_view bytes) {
    auto& parser = m_impl->parser;
    std::size_t used = 0;
    while (used < bytes.size() && (m_state == State::Header || m_state == State::Body)) {
        boost::system::error_code failed;
        used += parser.put(boost::asio::buffer(bytes.data() + used, bytes.size() - used), failed);
        if (failed == beast::http::error::need_more) break;
        if (failed == beast::http::error::header_limit)
            m_state = State::HeaderTooLarge;
        else if (failed)
            m_state = State::Malformed;
        else if (parser.is_done())
            m_state = State::Complete;
        else if (parser.is_header_done() && m_state == State::Header) {
            m_state = State::Body;
            break;
        }
    }
    return used;
}

std::string RequestParser::takeBody() {
    return std::exchange(m_impl->parser.get().body(), {});
}

std::string_view RequestParser::method() const {
    return stdView(m_impl->parser.get().method_string());
}

std::string_view RequestParser::target() const {
    return stdView(m_impl->parser.get().target());
}

std::string_view RequestParser::header(std::string_view name) const {
    return stdView(m_impl->parser.get()[beastView(name)]);
}

std::size_t RequestParser::headerCount(std::string_view name) const {
    return m_impl->parser.get().count(beastView(name));
}

std::optional<std::uint64_t> RequestParser::contentLength() const {
    const auto length = m_impl->parser.content_length();
    if (!length) return std::nullopt;
    return *length;
}

bool RequestParser::keepAlive() const {
    return m_impl->parser.keep_alive();
}

bool RequestParser::webSocketUpgrade() const {
    return beast::websocket::is_upgrade(m_impl->parser.get());
}

bool RequestParser::http11() const {
    return m_impl->parser.get().version() == 11;
}

}  // namespace ph::http
