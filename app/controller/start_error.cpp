#include "app/controller/start_error.h"

#include "app/controller/administration.h"
#include "app/controller/data_folder.h"
#include "http/errors.h"
#include "http/tls_identity.h"
#include "messages/error_text.h"
#include "store/data_lock.h"
#include "store/migrations/migrations.h"
#include "store/site_keys.h"
#include "store/sql/postgres_address.h"
#include "store/sql/sql_connection.h"

#include <algorithm>
#include <array>

namespace ph::controller {

namespace {

struct StartSentence {
    ErrorId id;
    std::string_view text;  ///< {name} stands for an argument, {detail} for the cause
};

constexpr std::array kSentences{
    StartSentence{kDataInUse,
                  "Another controller (process {pid}) already works on {path}. Stop it first, or give this one a data "
                  "directory of its "
                  "own with --data."},
    StartSentence{
        kDataFolderUnusable,
        "The data directory cannot be used: {path}: {detail}. Give a folder that you may write to with --data."},
    StartSentence{http::kListenFailed,
                  "Cannot listen on {address}: {reason}. Stop what uses it, or choose another port with --port (0 "
                  "takes a free one)."},
    StartSentence{http::kSocketPathTooLong,
                  "The path of the controller's socket is too long: {path} has {length} bytes, and the system takes "
                  "{limit}. Choose a folder with a shorter path with --data."},
    StartSentence{http::kTlsIdentityBroken,
                  "The server's certificate is broken: {detail}. Restore the folder tls of the data directory from a "
                  "backup, or move it "
                  "away to get a new certificate; every client then has to accept the new fingerprint."},
    StartSentence{kStoreNotOpened,
                  "The store cannot be opened: {path}: {detail}. Check the file's owner and the disk, or restore it "
                  "from a backup."},
    StartSentence{kStoreInUse,
                  "Another controller ({holder}) already works on this database. Stop it first, or give this one a "
                  "database of its own with --database."},
    StartSentence{
        kDatabaseNotOpened,
        "The database cannot be used: {address}: {detail}. Check that it runs, that 'psql {address}' enters it "
        "as this user, and that its encoding is UTF8; a password belongs in ~/.pgpass or $PGPASSFILE."},
    StartSentence{kDatabaseAddressWrong,
                  "What --database says is no address of a PostgreSQL database. Write it as "
                  "postgresql://USER@HOST/DATABASE."},
    StartSentence{
        kDatabaseAddressSecret,
        "What --database says has a password in it, which everybody on this machine can read. Take it out and "
        "put it into ~/.pgpass or a file named by $PGPASSFILE; then change it."},
    StartSentence{kStoreElsewhere,
                  "This data directory has its store in {path} already, and what it holds would be missing in the "
                  "database. Give a new one with --data, or leave --database out."},
    StartSentence{kSchemaNewer,
                  "The store was written by a newer version of Pilothouse (schema {found}, this version knows "
                  "{known}). Start that version "
                  "again; or take the store back with it (pilothoused admin downgrade --to {known} --data ...) and "
                  "then start this one."},
    StartSentence{
        kNoWayBack,
        "The store has schema {found} and can be taken back to {oldest} at the earliest, not to {to}. Restore a "
        "backup from that time instead, with the version that made it."},
    StartSentence{kCannotKeep,
                  "The older schema has no place for {rows} rows that came with '{step}', so the store stays as it is. "
                  "Remove them with this version first, or restore a backup from before the upgrade."},
    StartSentence{kNotBackedUp,
                  "The store is in PostgreSQL, which has its own backups. Make one (pg_dump), then repeat this with "
                  "--backed-up."},
    StartSentence{kMigrationFailed, "The store could not be brought to this version: {detail}. Nothing was changed."},
    StartSentence{kSiteKeyBroken,
                  "A key file is unreadable or has the wrong size: {path}. Restore it from a backup: stored secrets "
                  "cannot be read without "
                  "it."},
    StartSentence{kAdministratorExists,
                  "This data directory has people already; log in as an administrator to make more."},
};

std::string filled(std::string_view text, const Error& error) {
    std::string out;
    while (!text.empty()) {
        const auto open = text.find('{');
        out += text.substr(0, open);
        if (open == std::string_view::npos) break;
        const auto close = text.find('}', open);
        const auto name = text.substr(open + 1, close - open - 1);
        const auto argument = std::find_if(error.arguments.begin(), error.arguments.end(),
                                           [&](const auto& a) { return a.first == name; });
        if (argument != error.arguments.end())
            out += argument->second;
        else if (name == "detail")
            out += error.detail;
        text.remove_prefix(close + 1);
    }
    return out;
}

}  // namespace

std::string startErrorText(const Error& error) {
    const auto known =
        std::find_if(kSentences.begin(), kSentences.end(), [&](const auto& s) { return s.id == error.id; });
    std::string text = known == kSentences.end() ? messages::errorText(error, messages::Language::English)
                                                 : filled(known->text, error);
    for (const auto& fault : error.faults) text += "\n  " + messages::faultText(fault, messages::Language::English);
    return text;
}

}  // namespace ph::controller
