#pragma once

#include "engine/docker/docker_options.h"

#include <optional>
#include <string>
#include <vector>

namespace ph::controller {

enum class Command { Run, AdminInit, AdminRecover, AdminRestore, AdminDowngrade };

/// What the command line asks for.
struct Options {
    Command command = Command::Run;
    std::string data;      ///< the data directory
    std::string database;  ///< the store's address; empty: what the data directory says
    std::string listen = "127.0.0.1";
    int port = 7443;                 ///< 0: any free one
    std::vector<std::string> hosts;  ///< names by which clients may call this server besides its own
    int connections = 4096;          ///< over the network at once, as far as open files are allowed
    int connectionRate = 30;         ///< new ones a second of an address from which nobody has logged in
    int strangerRate = 50;           ///< requests a second without a valid token, of such an address
    int tokenRate = 20'000;          ///< requests a second of one token
    std::string logLevel = "info";
    std::vector<std::string> simulatedAccelerators;  ///< "MODELxN"
    bool controlGroups = true;                       ///< false: limits of tasks are watched, not the kernel's
    std::string dockerSocket;  ///< of a Docker host: tasks are containers there; empty: processes here
    std::string dockerImage;   ///< of tasks that name none
    PullPolicy dockerPull = PullPolicy::Missing;
    std::string administrator;  ///< of `admin init` and `admin recover`; the password comes on standard input
    std::string backup;         ///< of `admin restore`: its folder
    int schema = 0;             ///< of `admin downgrade`
    bool backedUp = false;      ///< of `admin downgrade`: the database's own backup is made
};

/// nullopt after it has printed help, the version or what is wrong; `exitCode` says which.
std::optional<Options> parseOptions(int argc, char** argv, int& exitCode);

/// $XDG_STATE_HOME/pilothouse, else ~/.local/state/pilothouse.
std::string defaultDataFolder();

}  // namespace ph::controller
