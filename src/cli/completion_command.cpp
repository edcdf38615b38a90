#include "cli/command.h"
#include "cli/completion.h"
#include "cli/context.h"

#include <ostream>

namespace ph::cli {

namespace {

class CompletionCommand final : public Command {
public:
    std::string_view name() const override { return "completion"; }
    std::string_view group() const override { return "group-other"; }
    std::string_view summary() const override { return "help-completion"; }

    void describe(Options options) override {
        m_options.emplace(options);
        options.subcommand("bash", "help-completion-bash").example("  source <(phctl completion bash)");
        options.subcommand("zsh", "help-completion-zsh").example("  phctl completion zsh > ~/.zfunc/_phctl");
        options.subcommand("fish", "help-completion-fish")
            .example("  phctl completion fish > ~/.config/fish/completions/phctl.fish");
        options.example(
            "  source <(phctl completion bash)\n  phctl completion fish > ~/.config/fish/completions/phctl.fish");
    }

    void start(Context& context) override {
        context.streams().out << completionScript(m_options->chosen(), *context.settings().description);
        context.finish();
    }

private:
    std::optional<Options> m_options;
};

}  // namespace

std::unique_ptr<Command> makeCompletionCommand() {
    return std::make_unique<CompletionCommand>();
}

}  // namespace ph::cli
