#include "ui/widgets/filter_query.h"

#include "base/units.h"

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

struct Piece {
    QString text;
    bool quoted = false;
    bool negated = false;
};

/// Parts the line at spaces outside quotes and outside /regex/.
std::vector<Piece> pieces(const QString& line) {
    std::vector<Piece> result;
    qsizetype i = 0;
    const auto until = [&](QChar end, qsizetype from) {
        const auto at = line.indexOf(end, from);
        return at < 0 ? line.size() : at;
    };
    while (i < line.size()) {
        if (line[i].isSpace()) {
            ++i;
            continue;
        }
        Piece piece;
        if (line[i] == u'!' && i + 1 < line.size()) {
            piece.negated = true;
            ++i;
        }
        if (line[i] == u'"') {
            const auto end = until(u'"', i + 1);
            piece.text = line.mid(i + 1, end - i - 1);
            piece.quoted = true;
            i = end + 1;
        } else if (line[i] == u'/') {
            auto end = line.indexOf(u'/', i + 1);
            end = end < 0 ? until(u' ', i) : end + 1;
            piece.text = line.mid(i, end - i);
            i = end;
        } else {
            auto end = i;
            while (end < line.size() && !line[end].isSpace()) ++end;
            piece.text = line.mid(i, end - i);
            i = end;
        }
        if (!piece.text.isEmpty()) result.push_back(piece);
    }
    return result;
}

std::optional<double> amount(const QString& text) {
    bool plain = false;
    const double value = text.toDouble(&plain);
    if (plain) return value;
    if (const auto bytes = parseBytes(text.toStdString())) return static_cast<double>(bytes->value);
    return std::nullopt;
}

}  // namespace

FilterQuery FilterQuery::parse(const QString& text, const QStringList& words, const QStringList& numbers,
                               const QString& me) {
    FilterQuery query;
    for (const auto& piece : pieces(text)) {
        auto term = parseTerm(piece.text, piece.quoted, words, numbers, me);
        if (!term) {
            if (query.m_wrong.isEmpty()) query.m_wrong = piece.text;
            continue;
        }
        term->negated = piece.negated;
        query.m_terms.push_back(std::move(*term));
    }
    return query;
}

std::optional<FilterQuery::Term> FilterQuery::parseTerm(QString piece, bool quoted, const QStringList& words,
                                                        const QStringList& numbers, const QString& me) {
    Term term;
    term.text = piece;
    if (quoted) return term;
    if (piece.size() > 1 && piece.startsWith(u'/') && piece.endsWith(u'/')) {
        term.kind = Kind::Regex;
        term.regex = QRegularExpression(piece.mid(1, piece.size() - 2), QRegularExpression::CaseInsensitiveOption);
        return term.regex.isValid() ? std::optional(term) : std::nullopt;
    }
    static const QRegularExpression shape(u"^([a-z_]+)(:|>=|<=|>|<|=)(.*)$"_s);
    const auto match = shape.match(piece);
    if (!match.hasMatch()) return term;
    term.field = match.captured(1);
    const QString op = match.captured(2), value = match.captured(3);
    if (op == u":"_s) {
        // A colon in an ordinary word (a time, an address) is no field.
        if (!words.contains(term.field)) return term;
        if (value.isEmpty()) return std::nullopt;
        term.kind = Kind::Word;
        term.text = term.field == u"owner"_s && value == u"me"_s ? me : value;
        return term;
    }
    if (!numbers.contains(term.field)) return term;
    const auto number = amount(value);
    if (!number) return std::nullopt;
    term.kind = Kind::Number;
    term.number = *number;
    term.compare = op == u">"_s    ? Compare::Greater
                   : op == u">="_s ? Compare::GreaterEqual
                   : op == u"<"_s  ? Compare::Less
                   : op == u"<="_s ? Compare::LessEqual
                                   : Compare::Equal;
    return term;
}

bool FilterQuery::matches(const FilterSubject& subject) const {
    for (const auto& term : m_terms)
        if (holds(term, subject) == term.negated) return false;
    return true;
}

bool FilterQuery::holds(const Term& term, const FilterSubject& subject) {
    switch (term.kind) {
        case Kind::Text:
            return subject.haystack().contains(term.text, Qt::CaseInsensitive);
        case Kind::Regex:
            return subject.haystack().contains(term.regex);
        case Kind::Word: {
            const auto word = subject.word(term.field);
            return word && word->startsWith(term.text, Qt::CaseInsensitive);
        }
        case Kind::Number:
            break;
    }
    const auto number = subject.number(term.field);
    if (!number) return false;
    switch (term.compare) {
        case Compare::Greater:
            return *number > term.number;
        case Compare::GreaterEqual:
            return *number >= term.number;
        case Compare::Less:
            return *number < term.number;
        case Compare::LessEqual:
            return *number <= term.number;
        case Compare::Equal:
            break;
    }
    return *number == term.number;
}

}  // namespace ph::ui
