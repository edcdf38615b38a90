#include "cli/command.h"
#include "cli/context.h"
#include "cli/display_width.h"
#include "cli/jobs/job_listing.h"
#include "cli/time_text.h"
#include "client/events/event_client.h"
#include "client/events/event_stream.h"
#include "client/jobs/job_client.h"
#include "messages/reason_text.h"
#include "messages/word_text.h"
#include "reflect/codec.h"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <ostream>

namespace ph::cli {

namespace {

class EventsCommand final : public Command {
public:
    std::string_view name() const override { return "events"; }
    std::string_view group() const override { return "group-site"; }
    std::string_view summary() const override { return "help-events"; }

    void describe(Options options) override {
        options.flag("-f,--follow", m_follow, "help-events-follow");
        options.text("--from", m_from, "POSITION", "help-events-from");
        options.number("-n,--limit", m_limit, {1, 1000}, "N", "help-events-limit");
        options.example(
            "  phctl events -f\n  phctl events --from 1.1042 -o json | jq -c 'select(.kind == \"job_changed\")'");
    }

    void start(Context& context) override {
        m_context = &context;
        auto* connection = context.connection();
        if (!connection) return;
        if (m_follow) return follow(*connection);
        if (!m_from.empty()) return page(m_from);
        // Without a position the newest ones: so many before where the events stand now.
        client::JobListQuery query;
        query.limit = 1;
        context.then<api::JobList>(client::JobClient(*connection).list(query), [this](const api::JobList& list) {
            auto head = parsePosition(list.position).value_or(EventPosition{});
            head.seq = std::max<std::int64_t>(0, head.seq - m_limit);
            page(positionText(head));
        });
    }

private:
    void page(const std::string& after) {
        client::EventClient events(*m_context->connection());
        m_context->then<api::EventPage>(events.page(after, static_cast<int>(m_limit)),
                                        [this](const api::EventPage& page) {
                                            for (const auto& event : page.items) print(event);
                                            if (m_context->output().isTable())
                                                m_context->note("position", {{"position", page.next}});
                                            m_context->finish();
                                        });
    }

    void follow(client::Connection& connection) {
        m_stream = std::make_unique<client::EventStream>(connection);
        QObject::connect(m_stream.get(), &client::EventStream::frame, m_context, [this](const api::EventFrame& frame) {
            if (frame.resync) m_context->note("resync");
            for (const auto& event : frame.events) print(event);
            m_context->streams().out.flush();
        });
        QObject::connect(&connection, &client::Connection::stateChanged, m_context,
                         [this](const client::LinkState& state) {
                             if (state.link == client::Link::Unauthorised && state.cause) m_context->fail(*state.cause);
                             if (state.link == client::Link::Reconnecting && state.cause)
                                 m_context->complain(*state.cause);
                         });
        m_stream->start(m_from);
    }

    void print(const api::EventRow& event) {
        auto& out = m_context->streams().out;
        const auto format = m_context->output().format();
        if (format == Format::Name) {
            out << event.object << '\n';
        } else if (!m_context->output().isTable()) {
            // One object a line, also as YAML: a stream has no end to close a list at.
            out << boost::json::serialize(reflect::encode(event)) << '\n';
        } else {
            out << localText(event.at) << "  " << messages::eventText(event.kind, m_context->language()) << "  "
                << printable(subject(event)) << '\n';
        }
    }

    std::string subject(const api::EventRow& event) const {
        if (event.kind == EventKind::JobChanged)
            if (const auto job = reflect::decode<JobSummary>(event.row))
                return jobTitle(*job) + "  " + messages::stateText(job->state, m_context->language()) + "  " +
                       messages::reasonText(job->reason, m_context->language());
        const auto* row = event.row.if_object();
        const auto* name = row ? row->if_contains("name") : nullptr;
        return name && name->is_string() ? std::string(name->get_string()) + "  " + event.object : event.object;
    }

    bool m_follow = false;
    std::string m_from;
    std::int64_t m_limit = 100;
    Context* m_context = nullptr;
    std::unique_ptr<client::EventStream> m_stream;
};

}  // namespace

std::unique_ptr<Command> makeEventsCommand() {
    return std::make_unique<EventsCommand>();
}

}  // namespace ph::cli
