#pragma once

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace ph::ui {

/// A command as one would type it in a shell: words with anything special are quoted.
QString commandLine(const std::vector<std::string>& command);
/// The words of a line with '…', "…" and \ as in a shell, but no variables or patterns; nullopt if a quote is left
/// open.
std::optional<std::vector<std::string>> commandWords(const QString& line);

}  // namespace ph::ui
