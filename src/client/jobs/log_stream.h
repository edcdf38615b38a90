#pragma once

#include "base/error.h"
#include "base/id.h"

#include <QByteArray>
#include <QObject>

#include <memory>

namespace ph::client {

class Connection;

struct LogRequest {
    JobId job;
    int attempt = 0;  ///< give the number when following: 0 is whatever attempt is the latest at each connection
    std::int64_t offset = 0;  ///< negative: that many bytes before the end
    std::int64_t length = 0;  ///< 0: to the end
    bool follow = false;      ///< go on until the task has ended
};

/// A job's log as it was written. After a lost connection it goes on at its offset, with back-off; `finished` comes
/// when all asked for has been told, `failed` only for what trying again cannot mend (or, without follow, after 5
/// tries).
class LogStream : public QObject {
    Q_OBJECT

public:
    LogStream(Connection& connection, LogRequest request, QObject* parent = nullptr);
    ~LogStream() override;

    void start();
    /// A paused stream reads nothing; the server waits and memory stays bounded.
    void setPaused(bool paused);

Q_SIGNALS:
    /// `offset` is that of the first byte in the log; pieces come in order without gaps.
    void bytes(const QByteArray& piece, qint64 offset);
    /// The log's whole size as the server knew it when the stream (re)connected.
    void sizeKnown(qint64 size);
    void finished();
    void failed(const ph::Error& error);

private:
    class Implementation;
    std::unique_ptr<Implementation> m_implementation;
};

}  // namespace ph::client
