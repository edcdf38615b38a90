#pragma once

#include "api/jobs.h"
#include "base/error.h"
#include "client/operation.h"
#include "client/request.h"

#include <QByteArray>
#include <QObject>
#include <QWebSocket>

#include <optional>
#include <string>

namespace ph::client {

class Connection;

/// A two-way stream into a running task: a command or terminal, a port, or files as tar. Open it once; destroying it
/// closes it. Ends with `ended` or `failed`, once.
class TaskStreamSocket : public QObject {
    Q_OBJECT

public:
    explicit TaskStreamSocket(Connection& connection, QObject* parent = nullptr);

    void openExec(JobId job, const api::ExecStart& start);
    void openPort(JobId job, int port);
    /// A tar stream of `path` inside the task comes as output.
    void openFiles(JobId job, const std::string& path);
    /// The tar stream that is written is unpacked below `path`.
    void openUpload(JobId job, const std::string& path);

    void write(const QByteArray& input);
    /// End of input.
    void finishInput();
    void resize(int rows, int columns);
    void signal(int number);
    /// Bytes not yet sent; writers wait for bytesWritten while it is over a few MiB.
    qint64 bytesToWrite() const;

Q_SIGNALS:
    void opened();
    void output(const QByteArray& bytes);
    void errorOutput(const QByteArray& bytes);
    void bytesWritten(qint64 count);
    void ended(const ph::api::StreamEnd& end);
    void failed(const ph::Error& error);

private:
    void open(const Request& request);
    void control(const api::StreamControl& message);
    void receivedText(const QString& text);
    void receivedBinary(const QByteArray& message);
    void disconnected();
    void diagnosed(const Result<QByteArray>& answer, const Error& broken);
    void fail(const Error& error);

    Connection& m_connection;
    QWebSocket m_socket;
    std::optional<api::ExecStart> m_start;
    std::optional<Error> m_refused;
    std::string m_job;
    OperationPtr m_diagnosis;
    bool m_ended = false;
};

}  // namespace ph::client
