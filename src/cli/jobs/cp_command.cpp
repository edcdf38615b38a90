#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/copy_place.h"
#include "cli/jobs/job_reference.h"
#include "cli/jobs/stream_failure.h"
#include "cli/jobs/tar_extractor.h"
#include "cli/jobs/tar_packer.h"
#include "client/client_errors.h"
#include "client/jobs/task_stream_socket.h"

#include <QFileInfo>

namespace ph::cli {

namespace {

class CpCommand final : public Command {
public:
    std::string_view name() const override { return "cp"; }
    std::string_view group() const override { return "group-running-jobs"; }
    std::string_view summary() const override { return "help-cp"; }

    void describe(Options options) override {
        options.argument("FROM", m_from, "help-copy-place");
        options.argument("TO", m_to, "help-copy-place");
        options.example("  phctl cp 142:checkpoints .\n  phctl cp settings.yaml 142:");
    }

    void start(Context& context) override {
        m_context = &context;
        m_source = parseCopyPlace(m_from);
        m_target = parseCopyPlace(m_to);
        if (m_source.isRemote() == m_target.isRemote()) return context.fail(ExitCode::Usage, "copy-sides");
        if (m_target.isRemote() && !QFileInfo::exists(local(m_source)))
            return context.fail(Error(client::kNoLocalFile).with("path", m_source.path));
        if (!context.connection()) return;
        resolveJob(context, m_source.isRemote() ? m_source.job : m_target.job, [this](JobId id) {
            using client::TaskStreamSocket;
            m_socket = std::make_unique<TaskStreamSocket>(*m_context->connection());
            QObject::connect(m_socket.get(), &TaskStreamSocket::failed, m_context,
                             [this](const Error& e) { m_context->fail(e); });
            QObject::connect(m_socket.get(), &TaskStreamSocket::ended, m_context,
                             [this](const api::StreamEnd& end) { ended(end); });
            m_source.isRemote() ? download(id) : upload(id);
        });
    }

private:
    static QString local(const CopyPlace& place) { return QString::fromStdString(place.path); }

    void download(JobId id) {
        m_extractor = std::make_unique<TarExtractor>(local(m_target));
        m_reader = std::make_unique<TarReader>(*m_extractor);
        QObject::connect(m_socket.get(), &client::TaskStreamSocket::output, m_context, [this](const QByteArray& bytes) {
            if (m_reader->feed(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())))) return;
            if (m_extractor->reason().isEmpty())
                return m_context->fail(Error(client::kBadAnswer).with("reason", "tar"));
            m_context->fail(Error(client::kLocalFile)
                                .with("path", m_extractor->failedPath().toStdString())
                                .with("reason", m_extractor->reason().toStdString()));
        });
        m_socket->openFiles(id, m_source.path.empty() ? "." : m_source.path);
    }

    void upload(JobId id) {
        const auto target = uploadTarget(
            m_target.path, QFileInfo(QFileInfo(local(m_source)).absoluteFilePath()).fileName().toStdString());
        m_packer = std::make_unique<TarPacker>(local(m_source), target.name);
        QObject::connect(m_socket.get(), &client::TaskStreamSocket::opened, m_context, [this] { push(); });
        QObject::connect(m_socket.get(), &client::TaskStreamSocket::bytesWritten, m_context,
                         [this](qint64) { push(); });
        m_socket->openUpload(id, target.folder);
    }

    /// Keeps a few pieces on their way and no more.
    void push() {
        constexpr qint64 kMostPending = 2 << 20;
        while (m_packer && m_socket->bytesToWrite() < kMostPending) {
            const auto piece = m_packer->next();
            if (piece.has_error()) return m_context->fail(piece.error());
            if (piece->isEmpty()) {
                m_packer.reset();
                return m_socket->finishInput();
            }
            m_socket->write(*piece);
        }
    }

    void ended(const api::StreamEnd& end) {
        if (!end.failure.empty())
            return m_context->fail(streamFailure(end, m_source.isRemote() ? m_from : m_to, m_context->language()));
        if (m_reader && !m_reader->complete()) return m_context->fail(Error(client::kBadAnswer).with("reason", "tar"));
        if (m_extractor && m_extractor->leftOut() > 0)
            m_context->note("links-left-out", {{"count", std::to_string(m_extractor->leftOut())}});
        m_context->finish();
    }

    std::string m_from;
    std::string m_to;
    CopyPlace m_source;
    CopyPlace m_target;
    Context* m_context = nullptr;
    std::unique_ptr<client::TaskStreamSocket> m_socket;
    std::unique_ptr<TarExtractor> m_extractor;
    std::unique_ptr<TarReader> m_reader;
    std::unique_ptr<TarPacker> m_packer;
};

}  // namespace

std::unique_ptr<Command> makeCpCommand() {
    return std::make_unique<CpCommand>();
}

}  // namespace ph::cli
