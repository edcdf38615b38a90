#pragma once

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QString>

#include <functional>

namespace ph::ui {

/// Keeps tokens in the desktop's keychain. Where there is none they live for this run only, and `keptSafely` says so;
/// never in a file.
class SecretStore : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// `done(keptSafely)` comes later, on the event loop.
    void keep(const QString& name, const QByteArray& secret, std::function<void(bool keptSafely)> done);
    /// `done` gets an empty one if none is kept.
    void find(const QString& name, std::function<void(const QByteArray& secret)> done);
    void forget(const QString& name);

private:
    QHash<QString, QByteArray> m_thisRun;
};

}  // namespace ph::ui
