#include "cli/options.h"

#include <CLI/CLI.hpp>

namespace ph::cli {

void Options::flag(const std::string& names, bool& target, const std::string& help) {
    m_app.add_flag(names, target, help);
}

void Options::text(const std::string& names, std::string& target, const std::string& valueName,
                   const std::string& help) {
    m_app.add_option(names, target, help)->type_name(valueName);
}

void Options::text(const std::string& names, std::optional<std::string>& target, const std::string& valueName,
                   const std::string& help) {
    m_app.add_option(names, target, help)->type_name(valueName);
}

void Options::number(const std::string& names, std::int64_t& target, const std::string& valueName,
                     const std::string& help) {
    m_app.add_option(names, target, help)->type_name(valueName);
}

void Options::choice(const std::string& names, std::string& target, const std::vector<std::string>& words,
                     const std::string& help) {
    m_app.add_option(names, target, help)->check(CLI::IsMember(words))->type_name("");
}

void Options::list(const std::string& names, std::vector<std::string>& target, const std::string& valueName,
                   const std::string& help) {
    // One value each time, or what follows would be swallowed.
    m_app.add_option(names, target, help)->expected(1)->take_all()->type_name(valueName);
}

void Options::argument(const std::string& name, std::string& target, const std::string& help, bool required) {
    m_app.add_option(name, target, help)->required(required)->type_name("");
}

void Options::arguments(const std::string& name, std::vector<std::string>& target, const std::string& help,
                        bool required) {
    m_app.add_option(name, target, help)->required(required)->type_name("");
}

Options Options::subcommand(const std::string& name, const std::string& help) {
    m_app.require_subcommand(1);
    auto* sub = m_app.add_subcommand(name, help);
    sub->fallthrough();
    return Options(*sub);
}

std::string Options::chosen() const {
    const auto parsed = m_app.get_subcommands();
    return parsed.empty() ? std::string() : parsed.front()->get_name();
}

void Options::example(const std::string& text) {
    m_app.footer("Examples:\n" + text);
}

}  // namespace ph::cli
