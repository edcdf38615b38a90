#include "http/isolation/expectations.h"

namespace ph::test {

namespace {

using Rows = std::vector<Expectation>;

constexpr std::string_view kPassword = R"("password":"a long enough one")";

/// A job for its owner, the organisation's administrators and the site's.
Expectation ofJob(std::string_view route, std::string_view what, Thing thing, std::string_view query = {}) {
    return {.route = route,
            .what = what,
            .thing = thing,
            .query = query,
            .user = "y----",
            .admin = "yy---",
            .root = "yyy--",
            .hidden = "job-not-found"};
}

/// A call on a job in the wrong state: who may see it is told so, for the others it does not exist either.
Expectation inTheWrongState(std::string_view route, std::string_view what, Thing thing, std::string_view conflict) {
    return {.route = route,
            .what = what,
            .thing = thing,
            .user = "c----",
            .admin = "cc---",
            .root = "ccc--",
            .hidden = "job-not-found",
            .conflict = conflict};
}

Expectation forEverybody(std::string_view route) {
    return {.route = route, .what = "", .user = "y....", .admin = "y....", .root = "y...."};
}

void addAccounts(Rows& rows) {
    rows.push_back({.route = "sessions.create",
                    .what = "WithAWrongPassword",
                    .thing = Thing::Login,
                    .body = R"({"user":"{}","password":"not the right one"})",
                    .user = "-----",
                    .admin = "-----",
                    .root = "-----",
                    .hidden = "bad-credentials"});
    rows.push_back({.route = "sessions.delete",
                    .what = "",
                    .user = "y....",
                    .admin = "y....",
                    .root = "y....",
                    .spendsToken = true,
                    .audit = 1});
    rows.push_back({.route = "me.get",
                    .what = "",
                    .thing = Thing::User,
                    .user = "ynnnn",
                    .admin = "ynnnn",
                    .root = "ynnnn",
                    .lists = true});
    rows.push_back({.route = "users.list",
                    .what = "",
                    .thing = Thing::User,
                    .user = "xxxxx",
                    .admin = "yynnn",
                    .root = "yyynn",
                    .lists = true});
}

void addUsers(Rows& rows) {
    static const std::string inOrganisation =
        std::string(R"({"name":"{fresh}","org":"{}",)") + std::string(kPassword) + "}";
    static const std::string superAdministrator =
        std::string(R"({"name":"{fresh}","role":"super_admin",)") + std::string(kPassword) + "}";
    rows.push_back({.route = "users.create",
                    .what = "In",
                    .thing = Thing::Organisation,
                    .body = inOrganisation,
                    .user = "x.xxx",
                    .admin = "y.--i",
                    .root = "y.y-i",
                    .hidden = "invalid",
                    .audit = 1});
    rows.push_back({.route = "users.create",
                    .what = "AsSuperAdministrator",
                    .body = superAdministrator,
                    .user = "x....",
                    .admin = "x....",
                    .root = "y....",
                    .audit = 1});
    const Expectation change{.route = "users.change", .what = "", .thing = Thing::User, .hidden = "user-not-found"};
    Expectation row = change;
    row.what = "Name", row.body = R"({"display_name":"Somebody"})", row.audit = 1;
    row.user = "y----", row.admin = "yy---", row.root = "yyy--";
    rows.push_back(row);
    row.what = "Disabled", row.body = R"({"disabled":false})", row.user = "x----";
    rows.push_back(row);
    row.what = "Role", row.body = R"({"role":"super_admin"})", row.admin = "xx---", row.root = "y..--";
    rows.push_back(row);
    // A password costs a hash and ends sessions; who may give one to themselves is not what is asked here.
    row.what = "Password", row.body = R"({"password":"a long enough one"})";
    row.user = ".----", row.admin = "..---", row.root = "...--";
    rows.push_back(row);
}

void addQueues(Rows& rows) {
    rows.push_back({.route = "queues.list",
                    .what = "",
                    .thing = Thing::Organisation,
                    .user = "y.nnn",
                    .admin = "y.nnn",
                    .root = "y.ynn",
                    .lists = true});
    rows.push_back({.route = "queues.set",
                    .what = "",
                    .thing = Thing::Organisation,
                    .body = R"({"weight":2})",
                    .user = "x.xxx",
                    .admin = "x.xxx",
                    .root = "y.y--",
                    .hidden = "queue-not-found",
                    .audit = 1});
}

void addTokensAndSecrets(Rows& rows) {
    rows.push_back({.route = "tokens.list",
                    .what = "",
                    .thing = Thing::Token,
                    .user = "ynnnn",
                    .admin = "ynnnn",
                    .root = "ynnnn",
                    .lists = true});
    rows.push_back({.route = "tokens.create",
                    .what = "",
                    .body = R"({"name":"made"})",
                    .user = "y....",
                    .admin = "y....",
                    .root = "y....",
                    .audit = 1});
    rows.push_back({.route = "tokens.delete",
                    .what = "",
                    .thing = Thing::Token,
                    .user = "y----",
                    .admin = "y----",
                    .root = "y----",
                    .hidden = "token-not-found",
                    .audit = 1});
    rows.push_back({.route = "secrets.list",
                    .what = "",
                    .thing = Thing::Secret,
                    .user = "ynnnn",
                    .admin = "ynnnn",
                    .root = "ynnnn",
                    .lists = true});
    // Everybody's names are their own: what is put under a colleague's name is another secret.
    rows.push_back({.route = "secrets.put",
                    .what = "",
                    .thing = Thing::Secret,
                    .body = R"({"value":"mine"})",
                    .user = "yyyyi",
                    .admin = "yyyyi",
                    .root = "yyyyi",
                    .audit = 1});
    rows.push_back({.route = "secrets.delete",
                    .what = "",
                    .thing = Thing::Secret,
                    .user = "y----",
                    .admin = "y----",
                    .root = "y----",
                    .hidden = "secret-not-found",
                    .audit = 1});
}

void addBlobs(Rows& rows) {
    rows.push_back({.route = "blobs.info",
                    .what = "",
                    .thing = Thing::Blob,
                    .user = "yy--i",
                    .admin = "yy--i",
                    .root = "yy--i",
                    .hidden = "blob-not-found"});
    rows.push_back({.route = "blobs.put",
                    .what = "",
                    .thing = Thing::Blob,
                    .body = "{content}",
                    .user = "yyyyi",
                    .admin = "yyyyi",
                    .root = "yyyyi",
                    .audit = 1});
}

void addSubmissions(Rows& rows) {
    rows.push_back({.route = "jobs.submit",
                    .what = "",
                    .body = R"({"command":["true"]})",
                    .user = "y....",
                    .admin = "y....",
                    .root = "y....",
                    .audit = 1});
    rows.push_back({.route = "jobs.submit",
                    .what = "After",
                    .thing = Thing::QueuedJob,
                    .body = R"({"command":["true"],"after":["{}"]})",
                    .user = "y---i",
                    .admin = "yy--i",
                    .root = "yyy-i",
                    .hidden = "invalid",
                    .audit = 1});
    rows.push_back({.route = "jobs.submit",
                    .what = "CheckedOnlyAfter",
                    .thing = Thing::QueuedJob,
                    .query = "?dry_run=true",
                    .body = R"({"command":["true"],"after":["{}"]})",
                    .user = "y---i",
                    .admin = "yy--i",
                    .root = "yyy-i",
                    .hidden = "invalid",
                    .status = 200});
    rows.push_back({.route = "jobs.submit",
                    .what = "WithSecret",
                    .thing = Thing::Secret,
                    .body = R"({"command":["true"],"secrets":{"KEY":"{}"}})",
                    .user = "y---i",
                    .admin = "y---i",
                    .root = "y---i",
                    .hidden = "invalid",
                    .audit = 1});
    rows.push_back({.route = "jobs.submit",
                    .what = "WithFile",
                    .thing = Thing::Blob,
                    .body = R"({"command":["true"],"files":[{"path":"f","digest":"{}","size":16}]})",
                    .user = "yy--i",
                    .admin = "yy--i",
                    .root = "yy--i",
                    .hidden = "invalid",
                    .audit = 1});
}

void addLists(Rows& rows) {
    const Expectation seen{.route = "jobs.list",
                           .what = "",
                           .thing = Thing::QueuedJob,
                           .user = "ynnnn",
                           .admin = "yynnn",
                           .root = "yyynn",
                           .lists = true};
    Expectation row = seen;
    rows.push_back(row);
    row.what = "OfArray", row.query = "?array={}", row.thing = Thing::Array;
    row.user = "ynnni", row.admin = "yynni", row.root = "yyyni";
    rows.push_back(row);
    row.what = "OfOwner", row.query = "?owner={}", row.thing = Thing::Person;
    rows.push_back(row);
    row = seen;
    row.route = "events.page", row.query = "?after={from}";
    rows.push_back(row);
    row.what = "OfOwners", row.thing = Thing::Person;
    rows.push_back(row);
    row = seen;
    row.route = "events.stream", row.query = "?from={from}";
    rows.push_back(row);
    row = seen;
    row.route = "audit.list", row.user = "xxxxx", row.admin = "xxxxx";
    rows.push_back(row);
    rows.push_back({.route = "audit.verify", .what = "", .user = "x....", .admin = "x....", .root = "y...."});
    rows.push_back(
        {.route = "backups.create", .what = "", .user = "x....", .admin = "x....", .root = "y....", .audit = 1});
    rows.push_back({.route = "support.bundle", .what = "", .user = "x....", .admin = "x....", .root = "y...."});
}

void addJobs(Rows& rows) {
    rows.push_back(ofJob("jobs.get", "Queued", Thing::QueuedJob));
    rows.push_back(ofJob("jobs.get", "Ended", Thing::EndedJob));
    rows.push_back(ofJob("jobs.why", "", Thing::QueuedJob));
    rows.push_back(ofJob("jobs.log", "", Thing::RunningJob));
    rows.push_back(ofJob("jobs.log", "Following", Thing::RunningJob, "?follow=true&offset=-1"));
    rows.push_back(inTheWrongState("jobs.log", "OfAnAttemptThatIsNot", Thing::QueuedJob, "job-not-started"));
    rows.push_back(ofJob("jobs.metrics", "", Thing::RunningJob));
    rows.push_back(ofJob("jobs.samples", "", Thing::RunningJob));
    rows.push_back(ofJob("jobs.artifacts", "", Thing::EndedJob));
    rows.push_back(ofJob("jobs.artifact", "", Thing::EndedJob, "?path=out/model.bin"));
    auto row = inTheWrongState("jobs.artifact", "ThatIsNot", Thing::EndedJob, "artifact-not-found");
    row.query = "?path=other";
    rows.push_back(row);
    row = ofJob("jobs.stop", "Queued", Thing::QueuedJob);
    row.audit = 1;
    rows.push_back(row);
    row.what = "Running", row.thing = Thing::RunningJob;
    rows.push_back(row);
    rows.push_back(inTheWrongState("jobs.stop", "Ended", Thing::EndedJob, "job-ended"));
    row = ofJob("jobs.remove", "", Thing::EndedJob);
    row.audit = 1;
    rows.push_back(row);
    rows.push_back(inTheWrongState("jobs.remove", "Running", Thing::RunningJob, "job-not-ended"));
}

void addStreams(Rows& rows) {
    auto entering = ofJob("jobs.exec", "", Thing::RunningJob);
    entering.audit = 1;
    rows.push_back(entering);
    rows.push_back(ofJob("jobs.port", "", Thing::RunningJob));
    rows.push_back(ofJob("jobs.files.get", "", Thing::RunningJob, "?path=/work"));
    entering.route = "jobs.files.put", entering.query = "?path=/work";
    rows.push_back(entering);
    rows.push_back(inTheWrongState("jobs.exec", "Queued", Thing::QueuedJob, "job-not-started"));
    rows.push_back(inTheWrongState("jobs.port", "Queued", Thing::QueuedJob, "job-not-started"));
    for (const std::string_view route : {"jobs.files.get", "jobs.files.put"}) {
        auto row = inTheWrongState(route, "Queued", Thing::QueuedJob, "job-not-started");
        row.query = "?path=/work";
        rows.push_back(row);
    }
}

}  // namespace

std::string nameOf(Whose whose) {
    switch (whose) {
        case Whose::Own:
            return "own";
        case Whose::Colleagues:
            return "a colleague's";
        case Whose::Foreign:
            return "a foreign organisation's";
        case Whose::Absent:
            return "absent";
        case Whose::Malformed:
            break;
    }
    return "malformed";
}

const std::vector<Expectation>& expectations() {
    static const Rows table = [] {
        Rows rows;
        for (const std::string_view route :
             {"server.info", "server.openapi", "jobs.options", "nodes.list", "nodes.samples"})
            rows.push_back(forEverybody(route));
        addAccounts(rows);
        addUsers(rows);
        addQueues(rows);
        addTokensAndSecrets(rows);
        addBlobs(rows);
        addSubmissions(rows);
        addLists(rows);
        addJobs(rows);
        addStreams(rows);
        return rows;
    }();
    return table;
}

}  // namespace ph::test
