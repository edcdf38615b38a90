#include "app/controller/options.h"

#include "api/version.h"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <map>

namespace ph::controller {

namespace {

constexpr auto kDatabaseHelp =
    "Keep the store in PostgreSQL, as postgresql://USER@HOST/DATABASE; remembered in the data directory. The password "
    "comes from ~/.pgpass, $PGPASSFILE or $PGPASSWORD";

std::string fromEnvironment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

void addDoorOptions(CLI::App& app, Options& options) {
    app.add_option("--connections", options.connections, "Connections over the network at once")
        ->check(CLI::Range(64, 60'000))
        ->capture_default_str();
    app.add_option("--connection-rate", options.connectionRate,
                   "New connections a second of an address from which nobody has logged in")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    app.add_option("--stranger-rate", options.strangerRate,
                   "Requests a second without a valid token, of an address from which nobody has logged in")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    app.add_option("--token-rate", options.tokenRate, "Requests a second of one session or token")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
}

void addDockerOptions(CLI::App& app, Options& options) {
    auto* socket = app.add_option("--docker", options.dockerSocket,
                                  "Run tasks as containers of the Docker host behind this socket, instead of as "
                                  "processes, e.g. /var/run/docker.sock");
    auto* image = app.add_option("--docker-image", options.dockerImage, "The image that tasks run in")->needs(socket);
    socket->needs(image);
    // An unset variable of a service must not turn containers into processes.
    for (auto* option : {socket, image})
        option->check([](const std::string& text) { return text.empty() ? "must not be empty" : ""; });
    const std::map<std::string, PullPolicy> policies{
        {"missing", PullPolicy::Missing}, {"always", PullPolicy::Always}, {"never", PullPolicy::Never}};
    app.add_option("--docker-pull", options.dockerPull,
                   "When it is fetched from its registry: missing, always or never")
        ->transform(CLI::CheckedTransformer(policies))
        ->needs(socket);
}

}  // namespace

std::string defaultDataFolder() {
    const auto state = fromEnvironment("XDG_STATE_HOME");
    return (state.empty() ? fromEnvironment("HOME") + "/.local/state" : state) + "/pilothouse";
}

std::optional<Options> parseOptions(int argc, char** argv, int& exitCode) {
    Options options;
    options.data = defaultDataFolder();
    CLI::App app("The controller of Pilothouse: accounts, jobs, scheduler and engines behind one HTTPS port.",
                 "pilothoused");
    app.set_version_flag("--version", std::string(api::kProgramVersion));
    app.add_option("--data", options.data, "Data directory")->capture_default_str();
    app.add_option("--database", options.database, kDatabaseHelp);
    app.add_option("--listen", options.listen, "Address to listen on")->capture_default_str();
    app.add_option("--port", options.port, "Port; 0 takes a free one")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    app.add_option("--host", options.hosts, "A name by which clients may call this server, besides its own");
    addDoorOptions(app, options);
    app.add_option("--log-level", options.logLevel, "error, warn, info or debug")
        ->check(CLI::IsMember({"error", "warn", "info", "debug"}))
        ->capture_default_str();
    app.add_option("--simulate-accelerators", options.simulatedAccelerators,
                   "Declare cards that run nothing, as MODELxCOUNT");
    addDockerOptions(app, options);
    app.add_flag("!--no-control-groups", options.controlGroups,
                 "Limit tasks by watching them, and leave the groups of processes to who started this controller");

    auto* admin = app.add_subcommand("admin", "Work on the data directory while no controller runs on it");
    admin->require_subcommand(1);
    auto* init =
        admin->add_subcommand("init", "Make the first administrator; the password is read from standard input");
    init->add_option("--data", options.data, "Data directory");
    init->add_option("--database", options.database, kDatabaseHelp);
    init->add_option("--user", options.administrator, "Login name")->required();
    bool fromStandardInput = false;
    init->add_flag("--password-stdin", fromStandardInput, "Read the password from standard input (the only way)");
    auto* recover = admin->add_subcommand(
        "recover", "Give an administrator who lost it a new password, read from standard input; ends their sessions");
    recover->add_option("--data", options.data, "Data directory");
    recover->add_option("--user", options.administrator, "Login name")->required();
    recover->add_flag("--password-stdin", fromStandardInput, "Read the password from standard input (the only way)");
    auto* restore = admin->add_subcommand("restore", "Make a new data directory from a backup");
    restore->add_option("--data", options.data, "Data directory; empty or absent");
    restore->add_option("--from", options.backup, "The backup's folder")->required();
    auto* downgrade = admin->add_subcommand(
        "downgrade", "Take the store back to the schema of an older version, after a backup; then start that version");
    downgrade->add_option("--data", options.data, "Data directory");
    downgrade->add_option("--to", options.schema, "The schema, as the older version tells it when it refuses to start")
        ->required();
    downgrade->add_flag("--backed-up", options.backedUp,
                        "The PostgreSQL database has been backed up (pg_dump); a store in a file is backed up here");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        exitCode = app.exit(e) == 0 ? 0 : 2;
        return std::nullopt;
    }
    if (init->parsed()) options.command = Command::AdminInit;
    if (recover->parsed()) options.command = Command::AdminRecover;
    if (restore->parsed()) options.command = Command::AdminRestore;
    if (downgrade->parsed()) options.command = Command::AdminDowngrade;
    return options;
}

}  // namespace ph::controller
