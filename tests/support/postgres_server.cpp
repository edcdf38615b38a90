#include "support/postgres_server.h"

#include <csignal>
#include <filesystem>
#include <pwd.h>
#include <stdexcept>
#include <unistd.h>

namespace ph::test {

namespace {

namespace fs = std::filesystem;

/// The programs of the newest release that is installed.
std::string programsFolder() {
    fs::path newest;
    std::error_code missing;
    for (const auto& release : fs::directory_iterator("/usr/lib/postgresql", missing)) {
        const auto number = [](const fs::path& path) { return std::atoi(path.filename().c_str()); };
        if (fs::exists(release.path() / "bin/initdb") && (newest.empty() || number(release) > number(newest)))
            newest = release.path();
    }
    if (newest.empty())
        throw std::runtime_error("PostgreSQL's server is not installed: run installer/packages.sh tests");
    return (newest / "bin").string();
}

/// PostgreSQL refuses to run as root.
std::string serverUser() {
    return ::geteuid() == 0 ? "postgres" : ::getpwuid(::geteuid())->pw_name;
}

/// As the server's user, and ended with this process however that ends.
std::vector<std::string> asUser(const std::string& user, std::vector<std::string> command) {
    std::vector<std::string> whole{"setpriv", "--pdeathsig", "QUIT"};
    if (::geteuid() == 0) whole.insert(whole.end(), {"--reuid", user, "--regid", user, "--clear-groups"});
    whole.insert(whole.end(), command.begin(), command.end());
    return whole;
}

}  // namespace

PostgresServer::PostgresServer() : m_programs(programsFolder()), m_user(serverUser()) {
    makeFolder();
    start();
}

void PostgresServer::makeFolder() {
    const auto* user = ::getpwnam(m_user.c_str());
    if (!user || ::chown(m_folder.path().c_str(), user->pw_uid, user->pw_gid) != 0)
        throw std::runtime_error("cannot give a folder to the user " + m_user);
    const auto made = runProgram(
        asUser(m_user, {m_programs + "/initdb", "--pgdata", m_folder.path() + "/data", "--auth", "trust", "--username",
                        "ada", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync", "--no-instructions"}));
    if (made.exitCode != 0) throw std::runtime_error("initdb failed: " + made.err);
}

PostgresServer::~PostgresServer() {
    if (!m_server || !m_server->running()) return;
    m_server->signal(SIGINT);
    m_server->wait(std::chrono::seconds(20));
}

void PostgresServer::start() {
    const auto& folder = m_folder.path();
    m_server = std::make_unique<BackgroundProgram>(
        asUser(m_user, {m_programs + "/postgres", "-D", folder + "/data", "-k", folder, "-h", "", "-c", "fsync=off",
                        "-c", "full_page_writes=off", "-c", "max_connections=40", "-c", "shared_buffers=32MB"}),
        folder + "/server.log");
    const auto answers = [&] {
        return !m_server->running() ||
               runProgram({m_programs + "/pg_isready", "--quiet", "--host", folder}).exitCode == 0;
    };
    if (!eventually(answers) || !m_server->running())
        throw std::runtime_error("PostgreSQL does not start: " + readFile(folder + "/server.log"));
}

void PostgresServer::kill() {
    m_server->signal(SIGQUIT);
    m_server->wait(std::chrono::seconds(20));
}

std::string PostgresServer::address(const std::string& database, const std::string& schema) const {
    auto address = "postgresql://ada@/" + database + "?host=" + m_folder.path();
    if (!schema.empty()) address += "&options=-csearch_path%3D" + schema;
    return address;
}

std::string PostgresServer::run(const std::string& sql, const std::string& database) const {
    const auto done = runProgram({m_programs + "/psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
                                  "--set", "ON_ERROR_STOP=1", "--command", sql, address(database)});
    if (done.exitCode != 0) throw std::runtime_error("psql: " + done.err);
    return done.out.substr(0, done.out.find_last_not_of('\n') + 1);
}

PostgresServer& postgresServer() {
    static PostgresServer server;
    return server;
}

}  // namespace ph::test
