#pragma once

#include "cli/program.h"
#include "client/test_server.h"

#include <QFile>
#include <QTemporaryDir>

#include <sstream>
#include <string>
#include <vector>

namespace ph::test {

struct CliResult {
    int code = -1;
    std::string out;
    std::string err;
};

/// `phctl` in this process with its own streams, variables and folders, beside a server to talk to.
class CliRun {
public:
    CliRun() { environment = {{"HOME", folder.path().toStdString()}, {"LC_ALL", "C.UTF-8"}}; }

    CliResult operator()(const std::vector<std::string>& arguments, const std::string& input = {}) {
        std::ostringstream out, err;
        std::istringstream in(input);
        cli::Streams streams{out, err, in};
        streams.outIsTerminal = terminal;
        streams.columns = columns;
        const int code = cli::runProgram(arguments, streams, environment);
        return {code, out.str(), err.str()};
    }

    /// As if somebody had logged in before.
    void useToken() {
        environment["PH_SERVER"] = server.url().toString().toStdString();
        environment["PH_TOKEN"] = "secret-token";
        environment["PH_FINGERPRINT"] = server.fingerprint().toStdString();
    }

    std::string write(const std::string& name, const std::string& text) {
        QFile file(folder.filePath(QString::fromStdString(name)));
        if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(text));
        return file.fileName().toStdString();
    }
    QByteArray read(const std::string& name) const {
        QFile file(folder.filePath(QString::fromStdString(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    TestServer server;
    QTemporaryDir folder;
    cli::Environment environment;
    bool terminal = false;
    int columns = 80;
};

}  // namespace ph::test
