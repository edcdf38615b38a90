#pragma once

#include "support/program.h"

#include <memory>
#include <string>

namespace ph::test {

/// A PostgreSQL server of the system's packages in a temporary folder, reachable by a Unix socket only, that never
/// waits for the disk. Runs as the user "postgres" where the test runs as root. Stopped when destroyed, or when the
/// test dies.
class PostgresServer {
public:
    /// Throws std::runtime_error that says what to install if the programs are missing.
    PostgresServer();
    ~PostgresServer();

    /// Of a database, as pilothoused takes it; with a schema its tables lie there.
    std::string address(const std::string& database = "postgres", const std::string& schema = {}) const;
    /// Runs SQL by psql and returns what it prints; throws if it fails.
    std::string run(const std::string& sql, const std::string& database = "postgres") const;
    void start();
    /// As a crash of the server's machine would, but for the disk.
    void kill();

private:
    void makeFolder();

    std::string m_programs;
    std::string m_user;
    TemporaryFolder m_folder;
    std::unique_ptr<BackgroundProgram> m_server;
};

/// One server for all tests of this program, started at the first call.
PostgresServer& postgresServer();

}  // namespace ph::test
