#pragma once

#include "base/error.h"
#include "domain/jobs/verdict.h"
#include "domain/nodes/node.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/state_chip.h"

#include <QString>
#include <QStringList>

namespace ph::ui {

/// `messages` in the interface's language (QLocale()), as Qt text.
QString errorSentence(const Error& error);
ErrorText errorText(const Error& error);
QString faultSentence(const Fault& fault);
/// The same without the path, for beside the field itself.
QString faultBesideField(const Fault& fault);
QString reasonSentence(const Reason& reason);
QStringList verdictSentences(const Verdict& verdict);
/// When it starts, and what would start at once instead.
QStringList foresightSentences(const Verdict& verdict, std::size_t relaxations);
QString remarkSentence(const std::string& remark);
QString strengthWord(LimitStrength strength);

StateLook lookOf(JobState state);
StateLook lookOf(NodeState state);

/// For tooltips, which take for markup whatever looks like it: shows `text` as it is written.
QString tipText(const QString& text);

inline QString qt(const std::string& text) {
    return QString::fromStdString(text);
}

}  // namespace ph::ui
