#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace ph::ui {

/// What a filter can ask of a row.
class FilterSubject {
public:
    virtual ~FilterSubject() = default;
    /// Everything that plain words look in.
    virtual QString haystack() const = 0;
    /// The value of `state:`, `owner:`; nullopt: no such field.
    virtual std::optional<QString> word(const QString& field) const = 0;
    /// The value of `gpu>0`; nullopt: no such field.
    virtual std::optional<double> number(const QString& field) const = 0;
};

/// The filter line's language: terms parted by spaces must all hold. `text` (any case), "quoted text", `/regex/`,
/// `!not`, `state:running` (the beginning of the word is enough), `owner:me`, `gpu>0` with > >= < <= =, sizes as
/// `memory>=2GiB`.
class FilterQuery {
public:
    /// `me` replaces the value "me" of `owner:`.
    static FilterQuery parse(const QString& text, const QStringList& words, const QStringList& numbers,
                             const QString& me);

    bool matches(const FilterSubject& subject) const;
    bool isEmpty() const { return m_terms.empty(); }
    /// The first thing that could not be understood, as written; empty if all was. Such terms are left out.
    const QString& wrong() const { return m_wrong; }

private:
    enum class Kind { Text, Regex, Word, Number };
    enum class Compare { Equal, Less, LessEqual, Greater, GreaterEqual };
    struct Term {
        Kind kind = Kind::Text;
        bool negated = false;
        QString field;
        QString text;
        QRegularExpression regex;
        Compare compare = Compare::Equal;
        double number = 0;
    };

    static bool holds(const Term& term, const FilterSubject& subject);
    static std::optional<Term> parseTerm(QString piece, bool quoted, const QStringList& words,
                                         const QStringList& numbers, const QString& me);

    std::vector<Term> m_terms;
    QString m_wrong;
};

}  // namespace ph::ui
