#pragma once

#include "client/operation.h"

#include <QSslCertificate>
#include <QTimer>

#include <chrono>
#include <functional>
#include <optional>

class QIODevice;
class QNetworkReply;

namespace ph::client {

class Connection;

/// One exchange over QNetworkAccessManager. Refuses every certificate but the pinned one before anything is sent.
class HttpOperation final : public Operation {
    Q_OBJECT

public:
    /// With `target` the body goes there and the deadline counts from the last progress; it does so with `moving` too.
    HttpOperation(Connection& connection, QNetworkReply* reply, std::chrono::milliseconds deadline, bool moving,
                  QIODevice* target);
    /// Sends the same again, a few times and within the deadline, when the server asks to come back later (429).
    void allowAgain(std::function<QNetworkReply*()> again) { m_again = std::move(again); }
    ~HttpOperation() override;

private:
    void abort() override;
    void listen(QNetworkReply* reply);
    bool comeBackLater(int status);
    void check(const QSslCertificate& shown);
    void receive();
    void moved(qint64 done, qint64 total);
    void replied();
    Error networkError() const;
    void giveUp(Error error);

    Connection& m_connection;
    QNetworkReply* m_reply;
    QIODevice* m_target;
    QTimer m_deadline;
    QTimer m_pause;
    std::function<QNetworkReply*()> m_again;
    int m_tries = 0;
    bool m_moving;
    std::optional<Error> m_refused;
};

}  // namespace ph::client
