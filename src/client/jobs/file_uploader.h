#pragma once

#include "client/jobs/file_digest.h"
#include "client/jobs/job_client.h"

#include <QFile>
#include <QObject>

#include <memory>
#include <set>
#include <vector>

namespace ph::client {

/// Brings files to the server by digest: hashes them beside the event loop, asks which are missing and sends those, one
/// after the other. Ends with `finished` or `failed`; destroying it stops the work.
class FileUploader : public QObject {
    Q_OBJECT

public:
    explicit FileUploader(Connection& connection, QObject* parent = nullptr);
    ~FileUploader() override;

    void start(std::vector<LocalFile> files);

Q_SIGNALS:
    /// Bytes of all files together; what the server has already counts as sent.
    void progress(qint64 done, qint64 total);
    void finished(const std::vector<ph::FileInput>& files);
    void failed(const ph::Error& error);

private:
    struct Hashing;

    void hashed(Result<std::vector<FileInput>> inputs);
    void next();
    void upload();
    void sent(Result<api::BlobReceipt> receipt);

    JobClient m_jobs;
    std::vector<LocalFile> m_files;
    std::vector<FileInput> m_inputs;
    std::set<std::string> m_present;
    std::size_t m_index = 0;
    qint64 m_done = 0;
    qint64 m_total = 0;
    std::unique_ptr<QFile> m_file;
    Call<api::BlobReceipt> m_call;
    std::shared_ptr<Hashing> m_hashing;
};

}  // namespace ph::client
