#include "app/controller/controller.h"

#include "app/controller/service_manager.h"
#include "app/controller/wiring.h"
#include "base/log.h"
#include "store/audit/audit_exporter.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <thread>
#include <unistd.h>

namespace ph::controller {

namespace asio = boost::asio;

namespace {

constexpr auto kShutDownGrace = std::chrono::seconds(5);
constexpr auto kUpkeepPause = std::chrono::hours(1);

/// Once an hour: what has had its time goes, and the audit chain's head is exported.
asio::awaitable<void> keepUp(Wiring& parts) {
    asio::steady_timer pause(parts.logic);
    for (;;) {
        auto clearing = parts.upkeep.run();
        const auto cleared = co_await std::move(clearing);
        if (!cleared) spdlog::warn("upkeep failed: {} {}", cleared.error().id.name, cleared.error().detail);
        auto exporting =
            exportAuditHead(*parts.base.database, parts.base.folder.audit(), parts.base.keys.auditSigning, parts.clock);
        const auto exported = co_await std::move(exporting);
        if (!exported)
            spdlog::warn("audit head not exported: {} {}", exported.error().id.name, exported.error().detail);
        pause.expires_after(kUpkeepPause);
        co_await pause.async_wait(asio::use_awaitable);
    }
}

/// Proves to the service manager that the logic thread gets through its work.
asio::awaitable<void> showLife(Wiring& parts, const ServiceManager& manager) {
    asio::steady_timer pause(parts.logic);
    for (;;) {
        manager.alive();
        pause.expires_after(manager.alivePause());
        co_await pause.async_wait(asio::use_awaitable);
    }
}

Async<> begin(Wiring& parts, const ServiceManager& manager) {
    auto adopting = parts.engine.start();
    const auto adopted = co_await std::move(adopting);
    if (!adopted) co_return adopted.error();
    auto starting = parts.scheduler.start();
    const auto started = co_await std::move(starting);
    if (!started) co_return started.error();
    const auto port = parts.server.start();
    if (!port) co_return port.error();
    const Endpoint endpoint{*port, parts.identity.fingerprint(), static_cast<int>(::getpid()),
                            parts.base.folder.socket()};
    if (const auto written = writeEndpoint(parts.base.folder, endpoint); !written) co_return written.error();
    spdlog::info("listening on port {}, certificate {}", *port, parts.identity.fingerprint());
    parts.background.start("upkeep", [&parts] { return keepUp(parts); });
    if (manager.alivePause().count() > 0)
        parts.background.start("service manager", [&] { return showLife(parts, manager); });
    manager.ready(fmt::format("listening on port {}", *port));
    co_return Result<>();
}

asio::awaitable<void> finish(Wiring& parts) {
    removeEndpoint(parts.base.folder);
    auto server = parts.server.stop(kShutDownGrace);
    co_await std::move(server);
    auto scheduler = parts.scheduler.stop();
    co_await std::move(scheduler);
    auto background = parts.background.stop();
    co_await std::move(background);
}

/// From start to the signal that ends it, on the logic thread.
Async<> live(Wiring& parts, const ServiceManager& manager) {
    asio::signal_set signals(parts.logic, SIGTERM, SIGINT);
    auto beginning = begin(parts, manager);
    const auto begun = co_await std::move(beginning);
    if (begun) {
        const int number = co_await signals.async_wait(asio::use_awaitable);
        spdlog::info("ending on signal {}; tasks go on", number);
    }
    manager.stopping();
    auto ending = finish(parts);
    co_await std::move(ending);
    co_return begun;
}

}  // namespace

struct Controller::Parts {
    ServiceManager manager;
    Wiring wiring;
};

Controller::Controller(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}

Controller::~Controller() = default;

Result<std::unique_ptr<Controller>> Controller::open(const Options& options, std::shared_ptr<LogTail> log) {
    ServiceManager manager;
    auto base = openFoundation(options);
    if (!base) return base.error();
    auto identity = http::TlsIdentity::open(base->folder.tls(), *base->clock);
    if (!identity) return identity.error();
    warnOfOpenKeys(base->folder);
    auto parts = std::unique_ptr<Parts>(
        new Parts{std::move(manager), Wiring(options, std::move(*base), std::move(*identity), std::move(log))});
    return std::unique_ptr<Controller>(new Controller(std::move(parts)));
}

Result<> Controller::serve() {
    Wiring& parts = m_parts->wiring;
    auto keepDataPlane = asio::make_work_guard(parts.dataPlane);
    std::thread dataPlane([&parts] { parts.dataPlane.run(); });
    // Engines watch what they run for as long as they live, so the logic thread is told when to end.
    std::exception_ptr failure;
    Result<> outcome;
    auto ended = [&](std::exception_ptr thrown, Result<> result) {
        failure = thrown;
        outcome = std::move(result);
        parts.logic.stop();
    };
    asio::co_spawn(parts.logic, live(parts, m_parts->manager), ended);
    parts.logic.run();
    keepDataPlane.reset();
    parts.dataPlane.stop();
    dataPlane.join();
    if (failure) std::rethrow_exception(failure);
    return outcome;
}

}  // namespace ph::controller
