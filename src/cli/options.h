#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ph::cli {

/// What a command understands. A thin wall around CLI11, which only one file includes. Targets must outlive the parse.
class Options {
public:
    explicit Options(CLI::App& app) : m_app(app) {}

    /// `names` like "-f,--follow".
    void flag(const std::string& names, bool& target, const std::string& help);
    void text(const std::string& names, std::string& target, const std::string& valueName, const std::string& help);
    void text(const std::string& names, std::optional<std::string>& target, const std::string& valueName,
              const std::string& help);
    void number(const std::string& names, std::int64_t& target, const std::string& valueName, const std::string& help);
    void choice(const std::string& names, std::string& target, const std::vector<std::string>& words,
                const std::string& help);
    /// May be given several times.
    void list(const std::string& names, std::vector<std::string>& target, const std::string& valueName,
              const std::string& help);
    void argument(const std::string& name, std::string& target, const std::string& help, bool required = true);
    /// All that remains, at least one if `required`.
    void arguments(const std::string& name, std::vector<std::string>& target, const std::string& help,
                   bool required = true);

    Options subcommand(const std::string& name, const std::string& help);
    /// The subcommand that was given; one must be.
    std::string chosen() const;
    void example(const std::string& text);

private:
    CLI::App& m_app;
};

}  // namespace ph::cli
