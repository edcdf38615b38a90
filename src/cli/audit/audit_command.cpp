#include "cli/command.h"
#include "cli/context.h"
#include "cli/time_text.h"
#include "client/audit/audit_client.h"
#include "reflect/codec.h"

#include <charconv>
#include <ostream>

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
        verify.text("--anchor", m_anchor, "NUMBER:HASH", "help-anchor");
        options.example("  phctl audit list -n 20\n  phctl audit verify --anchor 1042:9f86d0...");
    }

    void start(Context& context) override {
        m_context = &context;
        if (!m_anchor.empty() && !readAnchor())
            return context.fail(ExitCode::Usage, "bad-anchor", {{"value", m_anchor}});
        if (!context.connection()) return;
        m_options->chosen() == "verify" ? verify() : page();
    }

private:
    bool readAnchor() {
        const auto colon = m_anchor.find(':');
        if (colon == std::string::npos) return false;
        const auto [end, failed] = std::from_chars(m_anchor.data(), m_anchor.data() + colon, m_number);
        m_hash = m_anchor.substr(colon + 1);
        return failed == std::errc() && end == m_anchor.data() + colon && m_number > 0 && !m_hash.empty();
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
        listing.columns = {{"NUMBER", false, true}, {"TIME"},        {"ACTOR"},     {"FROM"}, {"ACTION"}, {"OBJECT"},
                           {"BEFORE", true},        {"AFTER", true}, {"HASH", true}};
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
    std::string m_anchor;
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
