#include "client/jobs/file_digest.h"

#include "client/client_errors.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace ph::client {

namespace {

/// One line of .phignore.
struct Pattern {
    QRegularExpression expression;
    bool foldersOnly = false;
    bool wholePath = false;
};

std::vector<Pattern> patternsOf(const QString& folder) {
    std::vector<Pattern> patterns;
    QFile file(folder + QStringLiteral("/.phignore"));
    if (!file.open(QIODevice::ReadOnly)) return patterns;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    for (QString line : lines) {
        line = line.trimmed();
        if (line.isEmpty() || line.startsWith(QLatin1Char('#'))) continue;
        Pattern pattern;
        pattern.foldersOnly = line.endsWith(QLatin1Char('/'));
        if (pattern.foldersOnly) line.chop(1);
        pattern.wholePath = line.contains(QLatin1Char('/'));
        if (line.startsWith(QLatin1Char('/'))) line.remove(0, 1);
        QString text = QRegularExpression::escape(line);
        text.replace(QStringLiteral("\\*"), QStringLiteral("[^/]*"))
            .replace(QStringLiteral("\\?"), QStringLiteral("[^/]"));
        pattern.expression.setPattern(QRegularExpression::anchoredPattern(text));
        patterns.push_back(std::move(pattern));
    }
    return patterns;
}

class Walk {
public:
    explicit Walk(const QString& folder) : m_patterns(patternsOf(folder)) { visit(QDir(folder), QString()); }
    std::vector<LocalFile> files;

private:
    bool ignored(const QString& relative, const QFileInfo& entry) const {
        if (entry.fileName() == QStringLiteral(".git")) return true;
        return std::any_of(m_patterns.begin(), m_patterns.end(), [&](const Pattern& pattern) {
            if (pattern.foldersOnly && !entry.isDir()) return false;
            return pattern.expression.match(pattern.wholePath ? relative : entry.fileName()).hasMatch();
        });
    }

    void visit(const QDir& folder, const QString& prefix) {
        const auto entries = folder.entryInfoList(
            QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name);
        for (const QFileInfo& entry : entries) {
            const QString relative = prefix + entry.fileName();
            if (ignored(relative, entry)) continue;
            if (entry.isDir())
                visit(QDir(entry.filePath()), relative + QLatin1Char('/'));
            else
                files.push_back({entry.filePath(), relative.toStdString()});
        }
    }

    std::vector<Pattern> m_patterns;
};

Error unreadable(const QString& path, const QString& reason) {
    return Error(kLocalFile).with("path", path.toStdString()).with("reason", reason.toStdString());
}

}  // namespace

Result<FileInput> digestOf(const LocalFile& file) {
    QFile source(file.source);
    const QFileInfo info(source);
    // Opening a named pipe would wait for somebody who writes into it.
    if (info.exists() && !info.isFile()) return unreadable(file.source, QStringLiteral("not a regular file"));
    if (!source.open(QIODevice::ReadOnly)) return unreadable(file.source, source.errorString());
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!hash.addData(&source)) return unreadable(file.source, source.errorString());
    return FileInput{file.target, "sha256:" + hash.result().toHex().toStdString(), source.size(), info.isExecutable()};
}

std::vector<LocalFile> filesBelow(const QString& folder) {
    Walk walk(folder);
    std::sort(walk.files.begin(), walk.files.end(),
              [](const LocalFile& a, const LocalFile& b) { return a.target < b.target; });
    return std::move(walk.files);
}

}  // namespace ph::client
