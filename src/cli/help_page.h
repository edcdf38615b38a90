#pragma once

#include "messages/language.h"

#include <string>

namespace CLI {
class App;
}

namespace ph::cli {

/// The help of one command, with columns that hold for wide characters too; CLI11 counts bytes and speaks English.
std::string helpPage(const CLI::App& app, messages::Language language);

/// "phctl users add".
std::string commandPath(const CLI::App& app);

}  // namespace ph::cli
