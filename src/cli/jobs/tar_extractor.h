#pragma once

#include "cli/tar_reader.h"

#include <QFile>
#include <QString>

#include <memory>
#include <string>

namespace ph::cli {

/// Puts what a task sent where the person asked: into `destination` if that is a folder, else under its name. Links are
/// left out, because what follows could be written through them.
class TarExtractor final : public TarTarget {
public:
    explicit TarExtractor(const QString& destination);

    bool begin(const TarEntry& entry) override;
    bool data(std::string_view bytes) override;
    bool end() override;

    /// Why the last call answered false: the path, and the reason as the system put it.
    const QString& failedPath() const { return m_failedPath; }
    const QString& reason() const { return m_reason; }
    int leftOut() const { return m_leftOut; }

private:
    bool fail(const QString& path, const QString& reason);

    QString m_destination;
    bool m_intoFolder;
    std::unique_ptr<QFile> m_file;
    QString m_failedPath;
    QString m_reason;
    int m_leftOut = 0;
    bool m_executable = false;
};

}  // namespace ph::cli
