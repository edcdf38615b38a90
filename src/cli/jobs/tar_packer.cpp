#include "cli/jobs/tar_packer.h"

#include "cli/tar_writer.h"
#include "client/client_errors.h"

#include <QFileInfo>

#include <algorithm>

namespace ph::cli {

namespace {

Error unreadable(const QFile& file, const QString& reason) {
    return Error(client::kLocalFile).with("path", file.fileName().toStdString()).with("reason", reason.toStdString());
}

}  // namespace

TarPacker::TarPacker(const QString& source, const std::string& name) {
    if (!QFileInfo(source).isDir()) {
        m_files.push_back({source, name});
        return;
    }
    m_folder = name;
    for (auto& file : client::filesBelow(source)) m_files.push_back({file.source, name + "/" + file.target});
}

Result<QByteArray> TarPacker::next() {
    if (!m_folder.empty()) return QByteArray::fromStdString(tarFolderHeader(std::exchange(m_folder, {})));
    if (m_index == m_files.size())
        return std::exchange(m_ended, true) ? QByteArray() : QByteArray::fromStdString(tarEnd());
    if (!m_file) return begin();
    constexpr qint64 kPiece = 256 * 1024;
    QByteArray piece = m_file->read(std::min(kPiece, m_left));
    if (piece.isEmpty() && m_left > 0) return unreadable(*m_file, QStringLiteral("it changed while it was read"));
    m_left -= piece.size();
    if (m_left == 0) {
        piece += QByteArray::fromStdString(tarPadding(m_size));
        m_file.reset();
        ++m_index;
    }
    return piece;
}

Result<QByteArray> TarPacker::begin() {
    m_file = std::make_unique<QFile>(m_files[m_index].source);
    if (!m_file->open(QIODevice::ReadOnly)) return unreadable(*m_file, m_file->errorString());
    m_left = m_size = m_file->size();
    const bool executable = QFileInfo(*m_file).isExecutable();
    auto header = QByteArray::fromStdString(tarFileHeader(m_files[m_index].target, m_size, executable));
    if (m_size == 0) {
        m_file.reset();
        ++m_index;
    }
    return header;
}

}  // namespace ph::cli
