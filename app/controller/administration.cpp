#include "app/controller/administration.h"

#include "api/version.h"
#include "app/controller/wiring.h"
#include "base/log.h"
#include "store/migrations/migrations.h"
#include "store/sql/sql_connection.h"

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

Result<Backup> backUp(const std::string& root) {
    asio::io_context thread;
    const SystemClock clock;
    FolderBackup backups(root, std::string(api::kProgramVersion), clock);
    auto outcome = asio::co_spawn(thread, backups.make(), asio::use_future);
    thread.run();
    return outcome.get();
}

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

Result<> downgradeStore(const Options& options) {
    const auto folder = openDataFolder(options.data);
    if (!folder) return folder.error();
    const auto lock = DataLock::take(folder->root);
    if (!lock) return lock.error();
    const auto location = storeLocation(*folder, {});
    if (!location) return location.error();
    const bool ownFile = *location == folder->database();
    if (!ownFile && !options.backedUp) return Error(kNotBackedUp);
    SqlConnection::Options opening;
    opening.location = *location;
    opening.exclusive = true;
    auto store = SqlConnection::open(opening);
    if (!store) return store.error();
    // What cannot be done is said before a large store is copied for it.
    if (const auto may = mayDowngrade(**store, options.schema); !may) return may.error();
    if (ownFile) {
        const auto made = backUp(folder->root);
        if (!made) return made.error();
        spdlog::info("backed up to {}", made->folder);
    }
    if (const auto done = downgrade(**store, options.schema); !done) return done.error();
    spdlog::info("the store has schema {} now: start the version that knows it", options.schema);
    return {};
}

}  // namespace ph::controller
