#include "app/controller/administration.h"

#include "app/controller/wiring.h"
#include "base/log.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include <iostream>

namespace ph::controller {

namespace asio = boost::asio;

namespace {

std::string passwordFromInput() {
    std::string password;
    std::getline(std::cin, password);
    return password;
}

/// The services that know people, over a data directory of its own.
struct People {
    explicit People(Foundation opened) : base(std::move(opened)) {}

    asio::io_context logic;  // outlives the store, whose threads answer it
    Foundation base;
    SystemRandom random;
    PasswordHasher hasher;
    AuthenticationService authentication{*base.database, hasher, *base.clock, random};
    UserService users{*base.database, hasher, authentication, *base.clock, random};

    template <class T>
    Result<T> run(Async<T> work) {
        auto outcome = asio::co_spawn(logic, std::move(work), asio::use_future);
        logic.run();
        return outcome.get();
    }
};

}  // namespace

Result<> makeFirstAdministrator(const Options& options) {
    auto base = openFoundation(options);
    if (!base) return base.error();
    People people(std::move(*base));
    const auto made = people.run(people.users.bootstrap(options.administrator, passwordFromInput()));
    if (!made) return made.error();
    if (!*made) return Error(kAdministratorExists);
    return {};
}

Result<> recoverAdministrator(const Options& options) {
    auto base = openFoundation(options);
    if (!base) return base.error();
    People people(std::move(*base));
    return people.run(people.users.recover(options.administrator, passwordFromInput()));
}

Result<> restore(const Options& options) {
    const auto beginEpoch = [&options](const std::string& place) -> Result<> {
        Options there = options;
        there.data = place;
        const auto opened = openFoundation(there, true);
        return opened ? Result<>() : opened.error();
    };
    const auto restored = restoreBackup(options.backup, options.data, beginEpoch);
    if (!restored) return restored.error();
    spdlog::info("restored {} jobs as they were at {}", restored->jobs, timestampText(restored->at));
    return {};
}

}  // namespace ph::controller
