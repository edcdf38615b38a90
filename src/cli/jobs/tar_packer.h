#pragma once

#include "base/error.h"
#include "client/jobs/file_digest.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace ph::cli {

/// A local file or folder as a tar stream, piece by piece, under `name`.
class TarPacker {
public:
    TarPacker(const QString& source, const std::string& name);

    /// The next piece; empty at the end. kLocalFile if a file cannot be read or shrank meanwhile.
    Result<QByteArray> next();

private:
    Result<QByteArray> begin();

    std::string m_folder;  ///< still to be announced
    std::vector<client::LocalFile> m_files;
    std::size_t m_index = 0;
    std::unique_ptr<QFile> m_file;
    qint64 m_size = 0;
    qint64 m_left = 0;
    bool m_ended = false;
};

}  // namespace ph::cli
