#pragma once

#include "api/events.h"
#include "client/events/back_off.h"
#include "client/operation.h"

#include <QObject>
#include <QTimer>
#include <QWebSocket>

#include <memory>
#include <optional>
#include <string>

namespace ph::client {

class Connection;

/// Live events from a position on. A lost or silent (40 s) connection is made again from where it was, with back-off;
/// the connection's state tells how it stands. A refused token ends it: start() again after log-in.
class EventStream : public QObject {
    Q_OBJECT

public:
    explicit EventStream(Connection& connection, QObject* parent = nullptr);
    ~EventStream() override;

    /// `position` empty: from now on. Pass the position of the lists that were fetched.
    void start(const std::string& position = {});
    void stop();
    /// Up to where events have been told.
    const std::string& position() const { return m_position; }
    /// Tries at once instead of waiting for the next try.
    void retryNow();

Q_SIGNALS:
    /// With `resync`: fetch the lists again and go on with the frames that follow.
    void frame(const ph::api::EventFrame& frame);

private:
    void open();
    void drop();
    void received(const QString& text);
    void lost(Error cause);
    void diagnosed(const Result<QByteArray>& answer, const Error& cause);

    Connection& m_connection;
    std::unique_ptr<QWebSocket> m_socket;
    std::string m_position;
    BackOff m_backOff;
    QTimer m_retry;
    QTimer m_silence;
    OperationPtr m_diagnosis;
    std::optional<Error> m_refused;
    bool m_running = false;
};

}  // namespace ph::client
