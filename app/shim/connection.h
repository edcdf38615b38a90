#pragma once

#include "app/shim/channel.h"
#include "app/shim/line.h"
#include "app/shim/loop.h"
#include "shim/session.h"

#include <functional>
#include <map>
#include <memory>

namespace ph::shim {

class Task;

/// One connected controller.
class Connection final : public Watcher, private SessionHandler {
public:
    using Opener = std::function<std::unique_ptr<Channel>(const OpenRequest&, Line)>;

    Connection(Loop& loop, Fd socket, Task& task, Opener opener, std::function<void(Connection&)> gone);
    ~Connection() override;
    void ready(std::uint32_t events) override;
    /// Something may be sent that could not before.
    void pump();
    void tellStatus();

private:
    friend class Line;
    static constexpr std::size_t kMostPending = 1 << 20;

    void onHello(const Hello& agreed) override;
    void onOpen(std::uint32_t channel, const OpenRequest& request) override;
    void onData(std::uint32_t channel, std::uint8_t stream, std::string_view bytes) override;
    void onCredit(std::uint32_t channel) override;
    void onEof(std::uint32_t channel) override;
    void onClose(std::uint32_t channel, const CloseNotice& notice) override;
    void onResize(std::uint32_t channel, int rows, int columns) override;
    void onSignal(std::uint32_t channel, int number) override;
    void onStatus(const StatusNotice& notice) override;
    void onStop(std::uint32_t graceMillis) override;

    bool read();
    bool flush();
    void flushSoon();
    void update();
    void drop(std::uint32_t channel);

    Loop& m_loop;
    Fd m_socket;
    Task& m_task;
    Opener m_opener;
    std::function<void(Connection&)> m_gone;
    Session m_session;
    std::map<std::uint32_t, std::unique_ptr<Channel>> m_channels;
    Loop::Timer m_flushTimer = 0;
    int m_told = 0;  ///< phase last sent
    bool m_greeted = false;
    bool m_broken = false;
};

}  // namespace ph::shim
