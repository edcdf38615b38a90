#include "cli/command.h"
#include "cli/display_width.h"
#include "cli/jobs/submission.h"
#include "reflect/codec.h"

#include <ostream>

namespace ph::cli {

namespace {

class WhatIfCommand final : public Command {
public:
    std::string_view name() const override { return "what-if"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-what-if"; }

    void describe(Options options) override {
        options.argument("FILE", m_path, "help-job-file");
        options.example("  phctl what-if train.yaml");
    }

    void start(Context& context) override {
        auto file = readSpecFile(m_path, context.streams().in);
        if (!file) return context.fail(file.error());
        m_submission.emplace(context, std::move(*file), true);
        m_submission->start([this, &context](const api::Submitted& checked) { tell(context, checked.forecast); });
    }

private:
    void tell(Context& context, const Verdict& forecast) {
        if (!context.output().isTable()) {
            context.output().printData(reflect::encode(forecast));
            return context.finish();
        }
        const auto lines = forecastLines(forecast, context.language());
        if (lines.empty())
            context.streams().out << context.text(m_submission->waitsForOthers() ? "dry-run-after" : "dry-run-good")
                                  << '\n';
        for (const auto& line : lines) context.streams().out << printable(line) << '\n';
        context.finish();
    }

    std::string m_path;
    std::optional<Submission> m_submission;
};

}  // namespace

std::unique_ptr<Command> makeWhatIfCommand() {
    return std::make_unique<WhatIfCommand>();
}

}  // namespace ph::cli
