#include "fuzz/fuzz.h"
#include "shim/recorder.h"
#include "shim/session.h"

namespace ph::fuzz {

namespace {

/// An owner that answers everything it is told, as a shim or controller would, and writes it down.
class Owner final : public shim::SessionHandler {
public:
    explicit Owner(shim::Session::Side side) : m_session(side, shim::kAllFeatures, *this) {
        if (side == shim::Session::Side::Shim) return;
        for (std::uint32_t channel = 1; channel <= 4; ++channel) {
            shim::OpenRequest request;
            request.kind = static_cast<shim::ChannelKind>(channel);
            m_session.open(channel, request);
            m_session.grant(channel, 1000);
        }
    }

    void give(std::string_view piece) {
        const bool good = m_session.receive(piece);
        require(good == m_session.error().empty(), "a broken session says why");
    }
    std::string said() { return m_recorder.said + m_session.error() + m_session.output(); }

    void onHello(const shim::Hello& agreed) override {
        require(!m_greeted && agreed.version <= shim::kVersion, "there is one hello, of a known version");
        m_greeted = true;
        m_recorder.onHello(agreed);
    }
    void onOpen(std::uint32_t channel, const shim::OpenRequest& request) override {
        require(m_greeted, "nothing comes before hello");
        m_recorder.onOpen(channel, request);
        m_session.grant(channel, 4096);
        if (request.offset % 3 == 2) m_session.close(channel, {1, "refused"});
    }
    void onData(std::uint32_t channel, std::uint8_t stream, std::string_view bytes) override {
        require(m_session.has(channel), "data comes on open channels only");
        m_recorder.onData(channel, stream, bytes);
        m_session.send(channel, shim::kOutput, bytes);
        m_session.grant(channel, static_cast<std::uint32_t>(bytes.size() / 2));
    }
    void onCredit(std::uint32_t channel) override {
        m_recorder.onCredit(channel);
        m_session.send(channel, shim::kOutput, "hello");
    }
    void onEof(std::uint32_t channel) override {
        m_recorder.onEof(channel);
        m_session.finish(channel);
    }
    void onClose(std::uint32_t channel, const shim::CloseNotice& notice) override {
        require(!m_session.has(channel), "a closed channel is gone");
        m_recorder.onClose(channel, notice);
    }
    void onResize(std::uint32_t channel, int rows, int columns) override {
        m_recorder.onResize(channel, rows, columns);
    }
    void onSignal(std::uint32_t channel, int number) override {
        m_recorder.onSignal(channel, number);
        m_session.close(channel, {128 + number, {}});
    }
    void onStatus(const shim::StatusNotice& notice) override { m_recorder.onStatus(notice); }
    void onStop(std::uint32_t graceMillis) override { m_recorder.onStop(graceMillis); }

private:
    test::Recorder m_recorder;
    shim::Session m_session;
    bool m_greeted = false;
};

std::string told(shim::Session::Side side, const std::vector<std::string_view>& parts) {
    Owner owner(side);
    for (const auto part : parts) owner.give(part);
    return owner.said();
}

}  // namespace

void one(std::string_view input) {
    if (input.empty()) return;
    const auto side = input[0] & 1 ? shim::Session::Side::Shim : shim::Session::Side::Controller;
    input.remove_prefix(1);
    require(told(side, {input}) == told(side, pieces(input, 50)),
            "a session goes the same way however its bytes are split");
}

}  // namespace ph::fuzz
