#include "ui/jobs/command_text.h"

#include <QRegularExpression>
#include <QStringList>

namespace ph::ui {

using namespace Qt::StringLiterals;

QString commandLine(const std::vector<std::string>& command) {
    static const QRegularExpression plain(u"^[A-Za-z0-9_@%+=:,./\\-]+$"_s);
    QStringList words;
    for (const auto& word : command) {
        QString text = QString::fromStdString(word);
        if (!plain.match(text).hasMatch()) text = u'\'' + text.replace(u'\'', u"'\\''"_s) + u'\'';
        words << text;
    }
    return words.join(u' ');
}

std::optional<std::vector<std::string>> commandWords(const QString& line) {
    std::vector<std::string> words;
    QString word;
    bool inWord = false;
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (!quote.isNull()) {
            if (c == quote)
                quote = QChar();
            else if (c == u'\\' && quote == u'"' && i + 1 < line.size() &&
                     (line[i + 1] == u'"' || line[i + 1] == u'\\'))
                word += line[++i];
            else
                word += c;
        } else if (c == u'\'' || c == u'"') {
            quote = c;
            inWord = true;
        } else if (c == u'\\' && i + 1 < line.size()) {
            if (line[++i] != u'\n') word += line[i], inWord = true;
        } else if (c.isSpace()) {
            if (inWord) words.push_back(word.toStdString());
            word.clear();
            inWord = false;
        } else {
            word += c;
            inWord = true;
        }
    }
    if (!quote.isNull()) return std::nullopt;
    if (inWord) words.push_back(word.toStdString());
    return words;
}

}  // namespace ph::ui
