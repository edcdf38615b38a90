#include "api/version.h"
#include "cli/command.h"
#include "cli/context.h"

#include <ostream>

namespace ph::cli {

namespace {

class VersionCommand final : public Command {
public:
    std::string_view name() const override { return "version"; }
    std::string_view group() const override { return "group-other"; }
    std::string_view summary() const override { return "help-version"; }
    void describe(Options options) override { options.example("  phctl version"); }

    void start(Context& context) override {
        if (context.output().isTable() || context.output().format() == Format::Name)
            context.streams().out << "phctl " << api::kProgramVersion << '\n';
        else
            context.output().printData(boost::json::object{{"version", api::kProgramVersion}});
        context.finish();
    }
};

}  // namespace

std::unique_ptr<Command> makeVersionCommand() {
    return std::make_unique<VersionCommand>();
}

}  // namespace ph::cli
