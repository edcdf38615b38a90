#include "cli/command.h"
#include "cli/context.h"
#include "cli/time_text.h"
#include "client/audit/audit_client.h"
#include "client/client_errors.h"
#include "reflect/codec.h"

#include <QFile>

#include <algorithm>
#include <charconv>
#include <optional>

namespace ph::cli {

namespace {

class AuditCommand final : public Command {
public:
    std::string_view name() const override { return "audit"; }
    std::string_view group() const override { return "group-administration"; }
    std::string_view summary() const override { return "help-audit"; }

    void describe(Options options) override {
        m_options.emplace(options);
        Options list = options.subcommand("list", "help-audit-list");
        list.number("-n,--limit", m_limit, {1, {}}, "N", "help-limit");
        Options verify = options.subcommand("verify", "help-audit-verify");
        list.example("  phctl audit list -n 20\n  phctl audit list -n 1 -o name > anchor.txt");
        verify.text("--anchor", m_anchor, "NUMBER:HASH|FILE", "help-anchor");
        verify.example("  phctl audit verify\n  phctl audit verify --anchor anchor.txt");
        options.example("  phctl audit list -n 1 -o name > anchor.txt\n  phctl audit verify --anchor anchor.txt");
    }

    void start(Context& context) override {
        m_context = &context;
        if (m_anchor)
            if (const auto read = readAnchor(); read.has_error()) return context.fail(read.error());
        if (!context.connection()) return;
        m_options->chosen() == "verify" ? verify() : page();
    }

private:
    /// The anchor itself or a file that begins with it, as `audit list -o name` prints it. One that is damaged must be
    /// told apart from a chain that is.
    Result<> readAnchor() {
        std::string text = *m_anchor;
        if (!isNumbered(text)) {
            QFile file(QString::fromStdString(text));
            if (!file.exists() && !text.empty()) return Error(client::kNoLocalFile).with("path", text);
            constexpr qint64 kMost = 1024;
            if (!text.empty() && !file.open(QIODevice::ReadOnly))
                return Error(client::kLocalFile).with("path", text).with("reason", file.errorString().toStdString());
            text = text.empty() ? text : file.readLine(kMost).trimmed().toStdString();
        }
        constexpr std::string_view kHexadecimal = "0123456789abcdef";
        constexpr std::size_t kHashLength = 64;
        const auto colon = std::min(text.find(':'), text.size());
        const auto [end, failed] = std::from_chars(text.data(), text.data() + colon, m_number);
        m_hash = text.substr(std::min(colon + 1, text.size()));
        const bool whole = failed == std::errc() && end == text.data() + colon && m_number > 0 &&
                           m_hash.size() == kHashLength && m_hash.find_first_not_of(kHexadecimal) == std::string::npos;
        if (whole) return {};
        return Error(kInvalid).withFaults(
            {{"--anchor", text.empty() ? "required" : "format", text, "NUMBER:HASH, the hash with all its 64 digits"}});
    }

    static bool isNumbered(const std::string& text) {
        const auto digits = text.find_first_not_of("0123456789");
        return digits != 0 && digits != std::string::npos && text[digits] == ':';
    }

    void verify() {
        client::AuditClient audit(*m_context->connection());
        m_context->then<AuditVerification>(audit.verify(m_number, m_hash), [this](const AuditVerification& result) {
            Listing listing;
            listing.columns = {{"RECORDS", false, true}, {"CHAIN"}, {"HEAD"}};
            listing.rows.push_back(
                {std::to_string(result.records),
                 result.brokenAt
                     ? Cell(m_context->text("broken-at", {{"number", std::to_string(*result.brokenAt)}}), Colour::Red)
                     : Cell(m_context->text("chain-whole"), Colour::Green),
                 result.head});
            listing.names = {result.head};
            listing.data = reflect::encode(result);
            m_context->output().print(listing);
            m_context->finish(result.brokenAt ? ExitCode::WorkFailed : ExitCode::Ok);
        });
    }

    void page() {
        const auto left = m_limit - static_cast<std::int64_t>(m_records.size());
        client::AuditClient audit(*m_context->connection());
        constexpr std::int64_t kMost = 1000;
        m_context->then<api::AuditPage>(
            audit.list(m_cursor, static_cast<int>(std::min(left, kMost))), [this](const api::AuditPage& page) {
                m_records.insert(m_records.end(), page.items.begin(), page.items.end());
                m_cursor = page.next;
                if (!m_cursor.empty() && static_cast<std::int64_t>(m_records.size()) < m_limit) return this->page();
                print();
                m_context->finish();
            });
    }

    void print() {
        Listing listing;
        listing.columns = {{"NUMBER", false, true},
                           {"TIME"},
                           {"ACTOR"},
                           {"FROM", false, false, Fit::Yields},
                           {"ACTION"},
                           {"OBJECT", false, false, Fit::Shrinks},
                           {"BEFORE", true},
                           {"AFTER", true},
                           {"HASH", true}};
        for (const auto& record : m_records) {
            const auto number = std::to_string(record.number);
            listing.rows.push_back({number, localText(record.at), record.actor, record.from, record.action,
                                    record.object, record.before, record.after, record.hash});
            listing.names.push_back(number + ":" + record.hash);
        }
        listing.data = reflect::encode(m_records);
        m_context->output().print(listing);
    }

    std::int64_t m_limit = 50;
    std::optional<std::string> m_anchor;
    std::int64_t m_number = 0;
    std::string m_hash;
    std::string m_cursor;
    std::vector<AuditRecord> m_records;
    std::optional<Options> m_options;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeAuditCommand() {
    return std::make_unique<AuditCommand>();
}

}  // namespace ph::cli
