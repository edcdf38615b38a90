#include "ui/shell/secret_store.h"

#include <QTimer>
#include <qt6keychain/keychain.h>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

const QString kService = u"pilothouse"_s;

}  // namespace

void SecretStore::keep(const QString& name, const QByteArray& secret, std::function<void(bool)> done) {
    m_thisRun.insert(name, secret);
    auto* job = new QKeychain::WritePasswordJob(kService, this);
    job->setKey(name);
    job->setBinaryData(secret);
    job->setInsecureFallback(false);
    connect(job, &QKeychain::Job::finished, this,
            [done = std::move(done)](QKeychain::Job* ended) { done(ended->error() == QKeychain::NoError); });
    job->start();
}

void SecretStore::find(const QString& name, std::function<void(const QByteArray&)> done) {
    if (const auto kept = m_thisRun.constFind(name); kept != m_thisRun.constEnd()) {
        QTimer::singleShot(0, this, [done = std::move(done), secret = *kept] { done(secret); });
        return;
    }
    auto* job = new QKeychain::ReadPasswordJob(kService, this);
    job->setKey(name);
    job->setInsecureFallback(false);
    connect(job, &QKeychain::Job::finished, this, [job, done = std::move(done)](QKeychain::Job* ended) {
        done(ended->error() == QKeychain::NoError ? job->binaryData() : QByteArray());
    });
    job->start();
}

void SecretStore::forget(const QString& name) {
    m_thisRun.remove(name);
    auto* job = new QKeychain::DeletePasswordJob(kService, this);
    job->setKey(name);
    job->start();
}

}  // namespace ph::ui
