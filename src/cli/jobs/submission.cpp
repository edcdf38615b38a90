#include "cli/jobs/submission.h"

#include "cli/jobs/job_reference.h"
#include "cli/time_text.h"
#include "domain/jobs/job_validation.h"
#include "messages/reason_text.h"

#include <QFileInfo>

#include <algorithm>
#include <ostream>

namespace ph::cli {

std::vector<std::string> forecastLines(const Verdict& forecast, messages::Language language) {
    if (forecast.reason.code == ReasonCode::None) return {};
    return messages::verdictLines(forecast, language, currentTime());
}

Submission::Submission(Context& context, SpecFile file, bool dryRun)
    : m_context(context), m_file(std::move(file)), m_dryRun(dryRun) {}

void Submission::start(std::function<void(const api::Submitted&)> next) {
    m_next = std::move(next);
    auto* connection = m_context.connection();
    if (!connection) return;
    m_context.then<api::JobOptions>(client::JobClient(*connection).options(),
                                    [this](const api::JobOptions& options) { check(options); });
}

void Submission::check(const api::JobOptions& options) {
    // The digests of local files come with the upload; their sizes and paths are known now.
    JobSpec whole = m_file.spec;
    const std::string anyDigest = "sha256:" + std::string(64, '0');
    for (const auto& file : m_file.local)
        whole.files.push_back({file.target, anyDigest, QFileInfo(file.source).size(), false});
    auto faults = validateJob(completedJob(std::move(whole), options.limits), options.limits);
    if (faults.empty()) return resolveAfter();
    if (m_dryRun) return failWithMore(std::move(faults));
    m_context.fail(Error(kInvalid).withFaults(std::move(faults)));
}

void Submission::resolveAfter() {
    if (m_file.spec.after.empty()) return upload();
    resolveJobs(m_context, m_file.spec.after, [this](const std::vector<JobId>& ids) {
        for (std::size_t i = 0; i < ids.size(); ++i) m_file.spec.after[i] = ids[i].str();
        upload();
    });
}

void Submission::failWithMore(std::vector<Fault> faults) {
    // Other jobs and local files are not looked for: that the spec is wrong is known already.
    JobSpec spec = m_file.spec;
    spec.after.clear();
    m_context.whenDone<api::Submitted>(
        client::JobClient(*m_context.connection()).submit(spec, QByteArray(), true),
        [this, faults = std::move(faults)](const Result<api::Submitted>& answer) mutable {
            if (answer.has_error())
                for (const auto& fault : answer.error().faults)
                    if (std::none_of(faults.begin(), faults.end(),
                                     [&](const Fault& f) { return f.path == fault.path; }))
                        faults.push_back(fault);
            m_context.fail(Error(kInvalid).withFaults(std::move(faults)));
        });
}

void Submission::upload() {
    if (m_dryRun || m_file.local.empty()) return submit();
    m_uploader = std::make_unique<client::FileUploader>(*m_context.connection());
    QObject::connect(m_uploader.get(), &client::FileUploader::failed, &m_context,
                     [this](const Error& e) { m_context.fail(e); });
    QObject::connect(m_uploader.get(), &client::FileUploader::progress, &m_context, [this](qint64 done, qint64 total) {
        constexpr qint64 kWorthShowing = 8 << 20;
        if (!m_context.streams().errIsTerminal || total < kWorthShowing) return;
        m_context.streams().err << '\r'
                                << m_context.text("uploading",
                                                  {{"done", std::to_string(done)}, {"total", std::to_string(total)}})
                                << "\033[K" << (done == total ? "\n" : "") << std::flush;
    });
    QObject::connect(m_uploader.get(), &client::FileUploader::finished, &m_context,
                     [this](const std::vector<FileInput>& inputs) {
                         m_file.spec.files.insert(m_file.spec.files.end(), inputs.begin(), inputs.end());
                         submit();
                     });
    m_uploader->start(m_file.local);
}

void Submission::submit() {
    client::JobClient jobs(*m_context.connection());
    m_context.then<api::Submitted>(
        jobs.submit(m_file.spec, m_dryRun ? QByteArray() : client::JobClient::newKey(), m_dryRun),
        [this](const api::Submitted& submitted) { m_next(submitted); });
}

}  // namespace ph::cli
