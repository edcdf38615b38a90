#include "client/jobs/file_uploader.h"

#include "client/client_errors.h"
#include "client/connection.h"

#include <QThreadPool>

#include <atomic>

namespace ph::client {

/// What the hashing thread shares with the uploader; it may outlive it.
struct FileUploader::Hashing {
    std::atomic<bool> cancelled = false;
    std::vector<LocalFile> files;
    std::optional<Result<std::vector<FileInput>>> outcome;
};

FileUploader::FileUploader(Connection& connection, QObject* parent) : QObject(parent), m_jobs(connection) {}

FileUploader::~FileUploader() {
    if (m_hashing) m_hashing->cancelled = true;
}

void FileUploader::start(std::vector<LocalFile> files) {
    m_files = std::move(files);
    m_hashing = std::make_shared<Hashing>();
    m_hashing->files = m_files;
    // The worker reports to this object, which lives on the thread of the caller and outlives the report only if not
    // gone.
    auto* report = new QObject;
    connect(report, &QObject::destroyed, this, [this, hashing = m_hashing] {
        if (hashing->outcome) hashed(std::move(*hashing->outcome));
    });
    QThreadPool::globalInstance()->start([hashing = m_hashing, report] {
        std::vector<FileInput> inputs;
        std::optional<Error> failed;
        for (const LocalFile& file : hashing->files) {
            if (hashing->cancelled || failed) break;
            auto input = digestOf(file);
            if (input)
                inputs.push_back(std::move(*input));
            else
                failed = input.error();
        }
        if (failed)
            hashing->outcome.emplace(*failed);
        else
            hashing->outcome.emplace(std::move(inputs));
        report->deleteLater();
    });
}

void FileUploader::hashed(Result<std::vector<FileInput>> inputs) {
    if (inputs.has_error()) {
        Q_EMIT failed(inputs.error());
        return;
    }
    m_inputs = std::move(*inputs);
    for (const auto& input : m_inputs) m_total += input.size;
    next();
}

void FileUploader::next() {
    while (m_index < m_inputs.size() && m_present.contains(m_inputs[m_index].digest))
        m_done += m_inputs[m_index++].size;
    Q_EMIT progress(m_done, m_total);
    if (m_index == m_inputs.size()) {
        Q_EMIT finished(m_inputs);
        return;
    }
    // One round trip for small files, whether the server has them or not.
    constexpr std::int64_t kSmall = 64 * 1024;
    if (m_inputs[m_index].size <= kSmall) return upload();
    m_call = m_jobs.blobInfo(m_inputs[m_index].digest);
    m_call.onDone(this, [this](Result<api::BlobReceipt> receipt) {
        if (receipt.has_error() && receipt.error().id.kind == ErrorKind::NotFound) return upload();
        sent(std::move(receipt));
    });
}

void FileUploader::upload() {
    m_file = std::make_unique<QFile>(m_files[m_index].source);
    if (!m_file->open(QIODevice::ReadOnly)) {
        Q_EMIT failed(Error(kLocalFile)
                          .with("path", m_files[m_index].source.toStdString())
                          .with("reason", m_file->errorString().toStdString()));
        return;
    }
    m_call = m_jobs.uploadBlob(m_inputs[m_index].digest, m_file.get());
    m_call.onProgress(this, [this](qint64 done, qint64) { Q_EMIT progress(m_done + done, m_total); });
    m_call.onDone(this, [this](Result<api::BlobReceipt> receipt) { sent(std::move(receipt)); });
}

void FileUploader::sent(Result<api::BlobReceipt> receipt) {
    if (receipt.has_error()) {
        Q_EMIT failed(receipt.error());
        return;
    }
    m_present.insert(m_inputs[m_index].digest);
    next();
}

}  // namespace ph::client
