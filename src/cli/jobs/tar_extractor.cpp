#include "cli/jobs/tar_extractor.h"

#include <QDir>
#include <QFileInfo>

namespace ph::cli {

TarExtractor::TarExtractor(const QString& destination)
    : m_destination(destination), m_intoFolder(QFileInfo(destination).isDir()) {}

bool TarExtractor::begin(const TarEntry& entry) {
    if (entry.kind == TarEntry::Kind::Other) {
        ++m_leftOut;
        return true;
    }
    // The first part of each path is the name of what was copied.
    const auto slash = entry.path.find('/');
    const QString below = slash == std::string::npos ? QString() : QString::fromStdString(entry.path.substr(slash));
    const QString path =
        m_intoFolder ? m_destination + QLatin1Char('/') + QString::fromStdString(entry.path) : m_destination + below;
    if (entry.kind == TarEntry::Kind::Folder)
        return QDir().mkpath(path) || fail(path, QStringLiteral("cannot make the folder"));
    QDir().mkpath(QFileInfo(path).path());
    m_file = std::make_unique<QFile>(path);
    m_executable = entry.executable;
    return m_file->open(QIODevice::WriteOnly) || fail(path, m_file->errorString());
}

bool TarExtractor::data(std::string_view bytes) {
    if (!m_file) return true;
    const auto size = static_cast<qint64>(bytes.size());
    return m_file->write(bytes.data(), size) == size || fail(m_file->fileName(), m_file->errorString());
}

bool TarExtractor::end() {
    if (!m_file) return true;
    const bool written = m_file->flush();
    if (!written) return fail(m_file->fileName(), m_file->errorString());
    if (m_executable) m_file->setPermissions(m_file->permissions() | QFile::ExeOwner | QFile::ExeUser);
    m_file.reset();
    return true;
}

bool TarExtractor::fail(const QString& path, const QString& reason) {
    m_failedPath = path;
    m_reason = reason;
    return false;
}

}  // namespace ph::cli
