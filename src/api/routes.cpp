#include "api/routes.h"

#include "api/accounts.h"
#include "api/audit.h"
#include "domain/backup/backup.h"
#include "domain/support/support.h"
#include "api/events.h"
#include "api/jobs.h"
#include "api/nodes.h"
#include "api/queues.h"
#include "api/problem.h"
#include "api/version.h"
#include "reflect/codec.h"

#include <stdexcept>

namespace ph::api {

namespace {

template <class T>
constexpr SchemaFunction of = &reflect::schemaOf<T>;

using enum Method;

const std::vector<Route>& table() {
    static const std::vector<Route> list{
        {"server.info", Get, "/server", "Version and certificate of this server", Access::Public, Body::None, nullptr, Body::Json, of<ServerInfo>, {}},
        {"server.openapi", Get, "/openapi.json", "This description", Access::Public, Body::None, nullptr, Body::Json, of<boost::json::value>, {}},

        {"sessions.create", Post, "/sessions", "Log in", Access::Public, Body::Json, of<LoginRequest>, Body::Json, of<LoginAnswer>, {}, 201, {401}},
        {"sessions.delete", Delete, "/sessions/current", "Log out", Access::LoggedIn, Body::None, nullptr, Body::Json, of<Empty>, {}},
        {"me.get", Get, "/me", "Who am I", Access::LoggedIn, Body::None, nullptr, Body::Json, of<Me>, {}},
        {"users.list", Get, "/users", "Users that the caller administers", Access::OrgAdmin, Body::None, nullptr, Body::Json, of<UserList>, {}},
        {"users.create", Post, "/users", "Make a user", Access::OrgAdmin, Body::Json, of<NewUser>, Body::Json, of<User>, {}, 201, {409}},
        {"users.change", Patch, "/users/{id}", "Change a user, or one's own name and password", Access::LoggedIn, Body::Json, of<UserPatch>, Body::Json, of<User>, {}, 200, {409}},
        {"tokens.list", Get, "/tokens", "The caller's personal tokens", Access::LoggedIn, Body::None, nullptr, Body::Json, of<TokenList>, {}},
        {"tokens.create", Post, "/tokens", "Make a personal token", Access::LoggedIn, Body::Json, of<NewToken>, Body::Json, of<TokenSecret>, {}, 201, {409}},
        {"tokens.delete", Delete, "/tokens/{id}", "Revoke a personal token", Access::LoggedIn, Body::None, nullptr, Body::Json, of<Empty>, {}},
        {"secrets.list", Get, "/secrets", "Names of the caller's secrets", Access::LoggedIn, Body::None, nullptr, Body::Json, of<SecretList>, {}},
        {"secrets.put", Put, "/secrets/{name}", "Store a secret", Access::LoggedIn, Body::Json, of<SecretValue>, Body::Json, of<Empty>, {}},
        {"secrets.delete", Delete, "/secrets/{name}", "Delete a secret", Access::LoggedIn, Body::None, nullptr, Body::Json, of<Empty>, {}},

        {"blobs.info", Get, "/blobs/{digest}/info", "Whether an uploaded file is there", Access::LoggedIn, Body::None, nullptr, Body::Json, of<BlobReceipt>, {}},
        {"blobs.put", Put, "/blobs/{digest}", "Upload a file", Access::LoggedIn, Body::Bytes, nullptr, Body::Json, of<BlobReceipt>, {}, 201},

        {"jobs.options", Get, "/job-options", "Limits, templates and areas for a new job", Access::LoggedIn, Body::None, nullptr, Body::Json, of<JobOptions>, {}},
        {"jobs.submit", Post, "/jobs", "Submit a job; with dry_run only check it", Access::LoggedIn, Body::Json, of<JobSpec>, Body::Json, of<Submitted>, {"dry_run"}, 201, {404, 422}},
        {"jobs.list", Get, "/jobs", "Jobs that the caller may see, newest first", Access::LoggedIn, Body::None, nullptr, Body::Json, of<JobList>, {"state", "name", "owner", "array", "cursor", "limit"}},
        {"jobs.get", Get, "/jobs/{id}", "One job with its attempts and history", Access::LoggedIn, Body::None, nullptr, Body::Json, of<JobDetail>, {}},
        {"jobs.stop", Post, "/jobs/{id}/stop", "Stop a job", Access::LoggedIn, Body::None, nullptr, Body::Json, of<JobSummary>, {}, 200, {409}},
        {"jobs.remove", Delete, "/jobs/{id}", "Delete an ended job with its log and artifacts", Access::LoggedIn, Body::None, nullptr, Body::Json, of<Empty>, {}, 200, {409}},
        {"jobs.why", Get, "/jobs/{id}/why", "Why a job waits, or why it ended", Access::LoggedIn, Body::None, nullptr, Body::Json, of<Verdict>, {}},
        {"jobs.log", Get, "/jobs/{id}/log", "The log's bytes from an offset (negative: from the end); with follow until the job ends", Access::LoggedIn, Body::None, nullptr, Body::Bytes, nullptr, {"attempt", "offset", "length", "follow"}, 200, {409}},
        {"jobs.metrics", Get, "/jobs/{id}/metrics", "Training metrics", Access::LoggedIn, Body::None, nullptr, Body::Json, of<MetricList>, {"attempt", "offset"}, 200, {409}},
        {"jobs.samples", Get, "/jobs/{id}/samples", "Recent use of the running task", Access::LoggedIn, Body::None, nullptr, Body::Json, of<SampleList>, {"count"}, 200, {409}},
        {"jobs.artifacts", Get, "/jobs/{id}/artifacts", "Kept output files", Access::LoggedIn, Body::None, nullptr, Body::Json, of<ArtifactList>, {}},
        {"jobs.artifact", Get, "/jobs/{id}/artifact", "One kept file's bytes", Access::LoggedIn, Body::None, nullptr, Body::Bytes, nullptr, {"path", "attempt"}},
        {"jobs.exec", Get, "/jobs/{id}/exec", "Run a command beside the task", Access::LoggedIn, Body::WebSocket, nullptr, Body::WebSocket, nullptr, {}, 200, {409}},
        {"jobs.port", Get, "/jobs/{id}/ports/{port}", "Connect to a port of the task", Access::LoggedIn, Body::WebSocket, nullptr, Body::WebSocket, nullptr, {}, 200, {409}},
        {"jobs.files.get", Get, "/jobs/{id}/files", "Files of the running task as a tar stream", Access::LoggedIn, Body::WebSocket, nullptr, Body::WebSocket, nullptr, {"path"}, 200, {409}},
        {"jobs.files.put", Get, "/jobs/{id}/files/upload", "Unpack a tar stream inside the running task", Access::LoggedIn, Body::WebSocket, nullptr, Body::WebSocket, nullptr, {"path"}, 200, {409}},

        {"nodes.list", Get, "/nodes", "Nodes with what they have and hold", Access::LoggedIn, Body::None, nullptr, Body::Json, of<NodeList>, {}},
        {"nodes.samples", Get, "/nodes/{id}/samples", "Recent readings of a node", Access::LoggedIn, Body::None, nullptr, Body::Json, of<SampleList>, {"count"}},

        {"queues.list", Get, "/queues", "Queues of the organisations that the caller may see", Access::LoggedIn, Body::None, nullptr, Body::Json, of<QueueList>, {}},
        {"queues.set", Put, "/queues/{id}", "Weigh, guarantee and limit an organisation's queue", Access::SuperAdmin, Body::Json, of<QueueSettings>, Body::Json, of<Queue>, {}},

        {"events.stream", Get, "/events", "Live events from a position", Access::LoggedIn, Body::WebSocket, nullptr, Body::WebSocket, nullptr, {"from"}},
        {"events.page", Get, "/event-log", "Kept events after a position", Access::LoggedIn, Body::None, nullptr, Body::Json, of<EventPage>, {"after", "limit"}, 200, {410}},
        {"audit.list", Get, "/audit", "Audit records, newest first", Access::SuperAdmin, Body::None, nullptr, Body::Json, of<AuditPage>, {"cursor", "limit"}},
        {"audit.verify", Get, "/audit/verify", "Walk the audit chain", Access::SuperAdmin, Body::None, nullptr, Body::Json, of<AuditVerification>, {"number", "hash"}},

        {"backups.create", Post, "/backups", "Copy the whole site as it is now into a folder of the server", Access::SuperAdmin, Body::None, nullptr, Body::Json, of<Backup>, {}, 201},
        {"support.bundle", Get, "/support-bundle", "What helps to understand a site that misbehaves, without secrets", Access::SuperAdmin, Body::None, nullptr, Body::Json, of<SupportBundle>, {}},
    };
    return list;
}

}  // namespace

std::span<const Route> routes() { return table(); }

const Route& route(std::string_view id) {
    for (const auto& route : table())
        if (route.id == id) return route;
    throw std::logic_error("no route " + std::string(id));
}

std::string_view methodName(Method method) {
    switch (method) {
        case Get: return "GET";
        case Post: return "POST";
        case Put: return "PUT";
        case Patch: return "PATCH";
        case Delete: break;
    }
    return "DELETE";
}

}  // namespace ph::api
