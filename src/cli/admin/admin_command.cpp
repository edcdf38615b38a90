#include "cli/command.h"
#include "cli/context.h"
#include "cli/time_text.h"
#include "client/backup/backup_client.h"
#include "reflect/codec.h"

#include <optional>

namespace ph::cli {

namespace {

class AdminCommand final : public Command {
public:
    std::string_view name() const override { return "admin"; }
    std::string_view group() const override { return "group-administration"; }
    std::string_view summary() const override { return "help-admin"; }

    void describe(Options options) override {
        Options backup = options.subcommand("backup", "help-admin-backup");
        const std::string example =
            "  phctl admin backup\n"
            "  rsync -a \"$(phctl admin backup -o name)\" vault:/backups/\n"
            "  pilothoused admin restore --from /backups/1764547200 --data /srv/pilothouse";
        backup.example(example);
        options.example(example);
    }

    void start(Context& context) override {
        if (!context.connection()) return;
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
};

}  // namespace

std::unique_ptr<Command> makeAdminCommand() {
    return std::make_unique<AdminCommand>();
}

}  // namespace ph::cli
