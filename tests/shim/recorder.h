#pragma once

#include "shim/session.h"

#include <string>

namespace ph::test {

/// Writes down what a session tells, one word and its values a line.
class Recorder final : public shim::SessionHandler {
public:
    std::string said;

    void onHello(const shim::Hello& agreed) override {
        line("hello " + std::to_string(agreed.version) + " " + std::to_string(agreed.features));
    }
    void onOpen(std::uint32_t channel, const shim::OpenRequest& request) override {
        std::string text =
            "open " + std::to_string(channel) + " kind " + std::to_string(static_cast<int>(request.kind));
        for (const auto& word : request.command) text += " " + word;
        if (!request.path.empty()) text += " " + request.path;
        if (request.port) text += " " + std::to_string(request.port);
        if (request.offset) text += " from " + std::to_string(request.offset);
        line(text);
    }
    void onData(std::uint32_t channel, std::uint8_t stream, std::string_view bytes) override {
        line("data " + std::to_string(channel) + " " + std::to_string(stream) + " " + std::string(bytes));
    }
    void onCredit(std::uint32_t channel) override { line("credit " + std::to_string(channel)); }
    void onEof(std::uint32_t channel) override { line("eof " + std::to_string(channel)); }
    void onClose(std::uint32_t channel, const shim::CloseNotice& notice) override {
        line("close " + std::to_string(channel) + " " + std::to_string(notice.status) + " " + notice.failure);
    }
    void onResize(std::uint32_t channel, int rows, int columns) override {
        line("resize " + std::to_string(channel) + " " + std::to_string(rows) + "x" + std::to_string(columns));
    }
    void onSignal(std::uint32_t channel, int number) override {
        line("signal " + std::to_string(channel) + " " + std::to_string(number));
    }
    void onStatus(const shim::StatusNotice& notice) override {
        line("status " + std::to_string(static_cast<int>(notice.phase)) + " " + std::to_string(notice.atMicros) + " " +
             std::to_string(notice.code) + " " + std::to_string(notice.signal));
    }
    void onStop(std::uint32_t graceMillis) override { line("stop " + std::to_string(graceMillis)); }

private:
    void line(const std::string& text) { said += text + "\n"; }
};

}  // namespace ph::test
