#pragma once

#include "client/call.h"
#include "client/request.h"

#include <QByteArray>
#include <QDateTime>
#include <QObject>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QUrl>

#include <optional>

class QIODevice;
class QNetworkAccessManager;
class QNetworkRequest;

namespace ph::client {

/// Which server, the certificate it must show, and who we are there. The token is a secret: never logged or shown.
struct ServerProfile {
    QUrl url;                ///< "https://host:7443"
    QByteArray fingerprint;  ///< "sha256:" and 64 hexadecimal digits; empty: nothing is sent but a probe
    QByteArray token;        ///< empty before log-in
};

enum class Link { Unknown, Connected, Reconnecting, Unauthorised, Offline };

struct LinkState {
    Link link = Link::Unknown;
    QDateTime nextTry;           ///< with Reconnecting
    std::optional<Error> cause;  ///< why it is neither Unknown nor Connected
};

/// "sha256:" and the SHA-256 of the certificate's DER form in lower-case hexadecimal.
QByteArray fingerprintOf(const QSslCertificate& certificate);
/// TLS settings that trust nobody, so that the pinned certificate is compared on every handshake.
QSslConfiguration pinnedConfiguration();
/// The error for a server that shows another certificate than the pinned one.
Error certificateChanged(const QByteArray& pinned, const QSslCertificate& shown);

/// Access to one server over HTTPS with keep-alive. Accepts exactly the pinned certificate, whatever its name, dates or
/// issuer. Streams and typed clients hold a reference; it outlives them.
class Connection : public QObject {
    Q_OBJECT

public:
    explicit Connection(ServerProfile profile, QObject* parent = nullptr);

    const ServerProfile& profile() const { return m_profile; }
    void setToken(const QByteArray& token) { m_profile.token = token; }
    void setFingerprint(const QByteArray& fingerprint) { m_profile.fingerprint = fingerprint; }

    const LinkState& state() const { return m_state; }
    /// Told by every exchange and stream about what it saw.
    void report(LinkState state);

    OperationPtr start(const Request& request);
    /// Sends `source` (open, known size; stays the caller's and must outlive the call) as the body. The deadline counts
    /// from the last progress.
    OperationPtr startUpload(const Request& request, QIODevice* source);
    /// Writes the body to `target` (open; stays the caller's) as it comes; the outcome is empty.
    OperationPtr startDownload(const Request& request, QIODevice* target);

    /// The fingerprint that the server shows now, for a person to confirm. Sends nothing.
    Call<QByteArray> probe();

Q_SIGNALS:
    void stateChanged(const ph::client::LinkState& state);

private:
    QNetworkRequest prepared(const Request& request) const;

    ServerProfile m_profile;
    LinkState m_state;
    QNetworkAccessManager* m_network;
};

}  // namespace ph::client
