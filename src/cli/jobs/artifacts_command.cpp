#include "cli/command.h"
#include "cli/context.h"
#include "cli/display_width.h"
#include "cli/jobs/job_reference.h"
#include "cli/time_text.h"
#include "client/client_errors.h"
#include "client/jobs/job_client.h"
#include "domain/jobs/job_validation.h"
#include "reflect/codec.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#include <map>

namespace ph::cli {

namespace {

class ArtifactsCommand final : public Command {
public:
    std::string_view name() const override { return "artifacts"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-artifacts"; }

    void describe(Options options) override {
        m_options.emplace(options);
        Options list = options.subcommand("list", "help-artifacts-list");
        list.argument("JOB", m_reference, "help-one-job");
        list.example("  phctl artifacts list 142");
        Options get = options.subcommand("get", "help-artifacts-get");
        get.argument("JOB", m_reference, "help-one-job");
        get.argument("PATH", m_path, "help-artifact-path", false);
        get.text("-o,-d,--to", m_folder, "FOLDER", "help-artifact-folder");
        get.example("  phctl artifacts get 142 model.joblib -o results");
        options.example(
            "  phctl artifacts list 142\n  phctl artifacts get 142 model.joblib\n  phctl artifacts get 142 -o results");
    }

    void start(Context& context) override {
        m_context = &context;
        if (!context.connection()) return;
        resolveJob(context, m_reference, [this](JobId id) {
            m_job = id;
            client::JobClient jobs(*m_context->connection());
            m_context->then<api::ArtifactList>(jobs.artifacts(id), [this](const api::ArtifactList& list) {
                if (m_options->chosen() == "get") return choose(list);
                print(list);
                m_context->finish();
            });
        });
    }

private:
    void print(const api::ArtifactList& list) {
        Listing listing;
        listing.columns = {{"PATH"}, {"SIZE", false, true}, {"ATTEMPT", false, true}, {"KEPT"}, {"DIGEST", true}};
        for (const auto& artifact : list.items) {
            listing.rows.push_back({artifact.path, bytesForPeople({artifact.size}), std::to_string(artifact.attempt),
                                    localText(artifact.createdAt), artifact.digest});
            listing.names.push_back(artifact.path);
        }
        listing.data = reflect::encode(list.items);
        m_context->output().print(listing);
    }

    /// The newest attempt of each path that was asked for.
    void choose(const api::ArtifactList& list) {
        std::map<std::string, Artifact> newest;
        for (const auto& artifact : list.items) {
            const bool wanted = m_path.empty() || artifact.path == m_path || artifact.path.starts_with(m_path + "/");
            if (!wanted) continue;
            // Names come from a task: they must stay inside of the folder.
            if (!isInnerPath(artifact.path)) {
                ++m_leftOut;
                continue;
            }
            auto& known = newest[artifact.path];
            if (known.path.empty() || known.attempt < artifact.attempt) known = artifact;
        }
        if (newest.empty() && m_leftOut == 0) return m_context->fail(Error(kArtifactNotFound).with("path", m_path));
        for (auto& [path, artifact] : newest) m_wanted.push_back(std::move(artifact));
        next();
    }

    void next() {
        if (m_done == m_wanted.size()) {
            if (m_leftOut == 0) return m_context->finish();
            m_context->note("names-left-out", {{"count", std::to_string(m_leftOut)}});
            return m_context->finish(ExitCode::WorkFailed);
        }
        const auto& artifact = m_wanted[m_done];
        const QString target = QDir(QString::fromStdString(m_folder)).filePath(QString::fromStdString(artifact.path));
        QDir().mkpath(QFileInfo(target).path());
        m_file = std::make_unique<QSaveFile>(target);
        if (!m_file->open(QIODevice::WriteOnly)) return failLocal(target);
        client::JobClient jobs(*m_context->connection());
        m_context->then<api::Empty>(jobs.downloadArtifact(m_job, artifact.path, artifact.attempt, m_file.get()),
                                    [this, target](const api::Empty&) {
                                        if (m_file->size() != m_wanted[m_done].size)
                                            return m_context->fail(Error(client::kBadAnswer).with("reason", "size"));
                                        if (!m_file->commit()) return failLocal(target);
                                        m_context->note("fetched", {{"path", printable(target.toStdString())},
                                                                    {"size", std::to_string(m_wanted[m_done].size)}});
                                        ++m_done;
                                        next();
                                    });
    }

    void failLocal(const QString& path) {
        m_context->fail(Error(client::kLocalFile)
                            .with("path", path.toStdString())
                            .with("reason", m_file->errorString().toStdString()));
    }

    std::string m_reference;
    std::string m_path;
    std::string m_folder = ".";
    std::optional<Options> m_options;
    JobId m_job;
    std::vector<Artifact> m_wanted;
    std::size_t m_done = 0;
    int m_leftOut = 0;
    std::unique_ptr<QSaveFile> m_file;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeArtifactsCommand() {
    return std::make_unique<ArtifactsCommand>();
}

}  // namespace ph::cli
