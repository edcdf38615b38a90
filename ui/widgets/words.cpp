#include "ui/widgets/words.h"

#include "messages/error_text.h"
#include "messages/foresight_text.h"
#include "messages/reason_text.h"
#include "messages/word_text.h"
#include "ui/widgets/time_text.h"

#include <QLocale>
#include <QTextDocument>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

messages::Language language() {
    return messages::languageOf(QLocale().name().toStdString());
}

}  // namespace

QString errorSentence(const Error& error) {
    return qt(messages::errorText(error, language()));
}

ErrorText errorText(const Error& error) {
    ErrorText text;
    text.what = errorSentence(error);
    for (const auto& fault : error.faults) text.details += faultSentence(fault) + u'\n';
    text.details += qt(std::string(error.id.name));
    for (const auto& [name, value] : error.arguments) text.details += u'\n' + qt(name) + u": "_s + qt(value);
    return text;
}

QString faultSentence(const Fault& fault) {
    return qt(messages::faultText(fault, language()));
}

QString faultBesideField(const Fault& fault) {
    QString sentence = faultSentence(fault);
    const QString path = qt(fault.path);
    if (!sentence.startsWith(path)) return sentence;
    sentence = sentence.mid(path.size());
    while (!sentence.isEmpty() && (sentence[0].isPunct() || sentence[0].isSpace()) && sentence[0] != u'"' &&
           sentence[0] != u'“')
        sentence.remove(0, 1);
    if (!sentence.isEmpty()) sentence[0] = sentence[0].toUpper();
    return sentence;
}

QString reasonSentence(const Reason& reason) {
    return qt(messages::reasonText(reason, language()));
}

QStringList verdictSentences(const Verdict& verdict) {
    QStringList lines;
    for (const auto& line : messages::verdictLines(verdict, language(), presentTime())) lines << qt(line);
    return lines;
}

QStringList foresightSentences(const Verdict& verdict, std::size_t relaxations) {
    QStringList lines;
    if (const auto estimate = messages::estimateText(verdict, language(), presentTime()); !estimate.empty())
        lines << qt(estimate);
    for (const auto& line : messages::relaxationLines(verdict, language(), relaxations)) lines << qt(line);
    return lines;
}

QString remarkSentence(const std::string& remark) {
    return qt(messages::remarkText(remark, language()));
}

QString strengthWord(LimitStrength strength) {
    return qt(messages::strengthText(strength, language()));
}

QString tipText(const QString& text) {
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text;
}

StateLook lookOf(JobState state) {
    const QString word = qt(messages::stateText(state, language()));
    switch (state) {
        case JobState::AwaitingApproval:
        case JobState::Queued:
            return {Glyph::Waiting, word, Tone::Waiting};
        case JobState::Starting:
            return {Glyph::Starting, word, Tone::Running};
        case JobState::Running:
            return {Glyph::Running, word, Tone::Running};
        case JobState::Stopping:
            return {Glyph::Stop, word, Tone::Off};
        case JobState::Succeeded:
            return {Glyph::Good, word, Tone::Good};
        case JobState::Failed:
            return {Glyph::Bad, word, Tone::Bad};
        case JobState::Stopped:
            break;
    }
    return {Glyph::Off, word, Tone::Off};
}

StateLook lookOf(NodeState state) {
    const QString word = qt(messages::stateText(state, language()));
    switch (state) {
        case NodeState::Ready:
            return {Glyph::Good, word, Tone::Good};
        case NodeState::Cordoned:
            return {Glyph::Cordon, word, Tone::Waiting};
        case NodeState::Down:
            break;
    }
    return {Glyph::Bad, word, Tone::Bad};
}

}  // namespace ph::ui
