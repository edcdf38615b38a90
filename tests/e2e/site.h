#pragma once

#include "support/program.h"

#include <boost/json/value.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ph::test {

/// A whole site on this machine: a real controller with its process engine over a data directory of its own, and phctl
/// with a configuration of its own. Ends what it started.
class Site {
public:
    struct Options {
        std::vector<std::string> controllerArguments;
        std::string configuration;                       ///< text of pilothouse.yaml
        std::map<std::string, std::string> environment;  ///< of the controller
        std::string database;  ///< of the test's PostgreSQL server, for the first start; later ones find it themselves
    };
    Site();
    explicit Site(const Options& options);
    /// Over a data directory that is there already, with the same administrator.
    struct Restored {
        std::string data;
    };
    explicit Site(const Restored& restored);
    ~Site();

    /// Runs phctl as the administrator (or as who logged in last with `home`).
    ProgramResult phctl(const std::vector<std::string>& arguments, const std::string& input = {});
    ProgramResult phctlAs(const std::string& home, const std::vector<std::string>& arguments,
                          const std::string& input = {});
    /// phctl with -o json; fails the test if it does not exit with 0.
    boost::json::value json(std::vector<std::string> arguments);
    /// Submits `yaml` and returns the id of the (first) job; fails the test otherwise.
    std::string submit(const std::string& yaml);
    std::string state(const std::string& job);
    /// Waits for a final state and returns it.
    std::string waitFor(const std::string& job);
    /// Makes a user and logs them in; returns their `home` for phctlAs().
    std::string makeUser(const std::string& name);

    void logIn(const std::string& home, const std::string& user, const std::string& password);
    void start();
    /// Starts the controller again if something ended it, as often as it takes.
    void keepRunning();
    void stop();
    void kill();
    /// A new personal token of the administrator.
    std::string token();
    BackgroundProgram& controller() { return *m_controller; }
    const std::string& data() const { return m_data; }
    /// The database of the test's PostgreSQL server that holds the store; empty: a file does.
    const std::string& database() const { return m_options.database; }
    std::string file(const std::string& name, const std::string& text);
    std::string fingerprint() const;
    int port() const { return m_port; }

private:
    bool tryStart();
    void stopAllJobs();

    TemporaryFolder m_folder;
    std::string m_data;
    Options m_options;
    int m_port = 0;
    std::unique_ptr<BackgroundProgram> m_controller;
};

/// The programs of this build, from $PH_BIN.
std::string program(const std::string& name);

}  // namespace ph::test
