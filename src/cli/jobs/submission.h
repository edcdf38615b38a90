#pragma once

#include "api/jobs.h"
#include "cli/context.h"
#include "cli/jobs/spec_file.h"
#include "client/jobs/file_uploader.h"

#include <functional>
#include <memory>

namespace ph::cli {

/// Why a job would not start at once, and what would help; empty if it would start.
std::vector<std::string> forecastLines(const Verdict& forecast, messages::Language language);

/// From a job and its local files to submitted jobs: checks by the server's own rules, uploads, submits. Ends the run
/// with every fault if something is wrong, before anything was kept anywhere: a dry run adds what only the server
/// knows.
class Submission {
public:
    Submission(Context& context, SpecFile file, bool dryRun);

    void start(std::function<void(const api::Submitted&)> next);
    bool waitsForOthers() const { return !m_file.spec.after.empty(); }

private:
    void resolveAfter();
    void check(const api::JobOptions& options);
    void upload();
    void submit();
    void failWithMore(std::vector<Fault> faults);

    Context& m_context;
    SpecFile m_file;
    bool m_dryRun;
    std::function<void(const api::Submitted&)> m_next;
    std::unique_ptr<client::FileUploader> m_uploader;
};

}  // namespace ph::cli
