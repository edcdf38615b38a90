#include "cli/admin/support_archive.h"
#include "cli/command.h"
#include "cli/context.h"
#include "cli/display_width.h"
#include "cli/time_text.h"
#include "client/backup/backup_client.h"
#include "client/client_errors.h"
#include "client/support/support_client.h"
#include "reflect/codec.h"

#include <QDateTime>
#include <QSaveFile>

#include <optional>

namespace ph::cli {

namespace {

class AdminCommand final : public Command {
public:
    std::string_view name() const override { return "admin"; }
    std::string_view group() const override { return "group-administration"; }
    std::string_view summary() const override { return "help-admin"; }

    void describe(Options options) override {
        m_options.emplace(options);
        Options backup = options.subcommand("backup", "help-admin-backup");
        const std::string example =
            "  phctl admin backup\n"
            "  rsync -a \"$(phctl admin backup -o name)\" vault:/backups/\n"
            "  pilothoused admin restore --from /backups/1764547200 --data /srv/pilothouse";
        backup.example(example);
        Options support = options.subcommand("support-bundle", "help-admin-support");
        support.text("-o,--to", m_file, "FILE", "help-admin-support-file");
        support.example("  phctl admin support-bundle -o site.tar.gz");
        options.example(example + "\n  phctl admin support-bundle");
    }

    void start(Context& context) override {
        if (!context.connection()) return;
        if (m_options->chosen() == "support-bundle") return describeSite(context);
        client::BackupClient backups(*context.connection());
        context.then<Backup>(backups.make(), [&context](const Backup& made) {
            Listing listing;
            listing.columns = {
                {"FOLDER"}, {"TIME"}, {"JOBS", false, true}, {"FILES", false, true}, {"STORE", false, true}};
            listing.rows.push_back({made.folder, localText(made.at), std::to_string(made.jobs),
                                    std::to_string(made.files), bytesText(made.size)});
            listing.names = {made.folder};
            listing.data = reflect::encode(made);
            context.output().print(listing);
            context.finish();
        });
    }

private:
    void describeSite(Context& context) {
        client::SupportClient support(*context.connection());
        context.then<SupportBundle>(support.bundle(), [this, &context](const SupportBundle& bundle) {
            const auto at = QDateTime::fromSecsSinceEpoch(bundle.at.micros / 1'000'000, Qt::UTC);
            const auto name = "pilothouse-support-" + at.toString(QStringLiteral("yyyyMMdd-HHmmss")).toStdString();
            const auto path = m_file.empty() ? name + ".tar.gz" : m_file;
            const auto archive = supportArchive(bundle, name);
            QSaveFile file(QString::fromStdString(path));
            const auto size = static_cast<qint64>(archive.size());
            const bool written = file.open(QIODevice::WriteOnly) &&
                                 file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
                                 file.write(archive.data(), size) == size && file.commit();
            if (!written)
                return context.fail(
                    Error(client::kLocalFile).with("path", path).with("reason", file.errorString().toStdString()));
            context.note("support-written", {{"path", printable(path)}, {"size", std::to_string(size)}});
            context.finish();
        });
    }

    std::string m_file;
    std::optional<Options> m_options;
};

}  // namespace

std::unique_ptr<Command> makeAdminCommand() {
    return std::make_unique<AdminCommand>();
}

}  // namespace ph::cli
