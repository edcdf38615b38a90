// Every call on somebody's object, asked by every role from inside and outside their organisation.
#include "service/site.h"

#include <functional>

namespace ph::test {
namespace {

/// Who may see what is uma's: herself, her organisation's administrator and super administrators.
const std::map<std::string, bool> kSeesUmas{{"uma", true},  {"ugo", false}, {"ada", true},
                                            {"bea", false}, {"bob", false}, {"root", true}};

class AccessTest : public ::testing::Test {
protected:
    JobId umasJob(JobState state) {
        const auto id = site.submit(site["uma"], trueJob()).id;
        site.bring(id, state);
        return id;
    }

    /// Asks with each person on a fresh job of uma's.
    void expectForEach(JobState state, const std::function<std::string(const Principal&, JobId)>& ask) {
        for (const auto& [name, sees] : kSeesUmas) {
            const auto id = umasJob(state);
            const auto before = site.records().size();
            EXPECT_EQ(ask(site[name], id), sees ? "ok" : "job-not-found") << name;
            if (!sees) {
                EXPECT_EQ(site.records().size(), before) << name;
                EXPECT_EQ(site.stored(id).summary.state, state) << name;
            }
        }
    }
    Site site;
};

TEST_F(AccessTest, GettingAJob) {
    expectForEach(JobState::Running,
                  [&](const Principal& who, JobId id) { return outcome(site.run(site.jobs->get(who, id))); });
}

TEST_F(AccessTest, StoppingAJob) {
    expectForEach(JobState::Queued,
                  [&](const Principal& who, JobId id) { return outcome(site.run(site.jobs->stop(who, id))); });
    expectForEach(JobState::Running,
                  [&](const Principal& who, JobId id) { return outcome(site.run(site.jobs->stop(who, id))); });
}

TEST_F(AccessTest, RemovingAJob) {
    expectForEach(JobState::Succeeded,
                  [&](const Principal& who, JobId id) { return outcome(site.run(site.jobs->remove(who, id))); });
}

TEST_F(AccessTest, AskingWhy) {
    expectForEach(JobState::Queued,
                  [&](const Principal& who, JobId id) { return outcome(site.run(site.jobs->why(who, id))); });
}

TEST_F(AccessTest, ListingArtifacts) {
    expectForEach(JobState::Succeeded,
                  [&](const Principal& who, JobId id) { return outcome(site.run(site.jobs->artifacts(who, id))); });
}

TEST_F(AccessTest, GettingAnArtifact) {
    expectForEach(JobState::Succeeded, [&](const Principal& who, JobId id) {
        site.write([&](Transaction& tx) -> Result<int> {
                const auto done = tx.taskRuns().addArtifacts(
                    {{id, 1, "model.bin", "sha256:" + std::string(64, 'a'), 3, site.clock.now()}});
                if (!done) return done.error();
                return 0;
            })
            .value();
        return outcome(site.run(site.jobs->artifact(who, id, "model.bin", 0)));
    });
}

TEST_F(AccessTest, FindingTheTaskRunOfStreams) {
    expectForEach(JobState::Running,
                  [&](const Principal& who, JobId id) { return outcome(site.run(site.jobs->taskRun(who, id, 0))); });
}

TEST_F(AccessTest, NamingAJobToFollow) {
    expectForEach(JobState::Queued, [&](const Principal& who, JobId id) {
        JobSpec spec = trueJob();
        spec.after = {id.str()};
        const auto result = site.run(site.jobs->submit(who, spec, {}, {}, false));
        if (result) return std::string("ok");
        EXPECT_EQ(faultsOf(result.error()), (std::vector<std::string>{"after[0] not-found"}));
        return std::string("job-not-found");
    });
}

TEST_F(AccessTest, ListsShowWhatOnesRoleSees) {
    for (const auto* name : {"uma", "ugo", "ada", "bob"}) site.submit(site[name], trueJob());
    const std::map<std::string, std::vector<std::string>> expected{
        {"uma", {"uma"}}, {"ugo", {"ugo"}}, {"ada", {"ada", "ugo", "uma"}},
        {"bob", {"bob"}}, {"bea", {"bob"}}, {"root", {"bob", "ada", "ugo", "uma"}}};
    for (const auto& [name, owners] : expected) {
        std::vector<std::string> seen;
        const auto page = site.run(site.jobs->list(site[name], {}));
        for (const auto& job : page->items) seen.push_back(job.ownerName);
        EXPECT_EQ(seen, owners) << name;
    }
}

TEST_F(AccessTest, AFilterByOwnerOpensNothing) {
    site.submit(site["uma"], trueJob());
    JobQuery query;
    query.filter.owner = site["uma"].user;
    EXPECT_EQ(site.run(site.jobs->list(site["ada"], query))->items.size(), 1U);
    for (const auto* name : {"ugo", "bea", "bob"})
        EXPECT_TRUE(site.run(site.jobs->list(site[name], query))->items.empty()) << name;
}

TEST_F(AccessTest, UsersAreListedToThoseWhoAdministerThem) {
    const auto names = [&](const std::string& by) {
        std::string text;
        const auto users = site.run(site.users->list(site[by]));
        if (!users) return outcome(users);
        for (const auto& user : *users) text += user.name + ' ';
        return text;
    };
    EXPECT_EQ(names("root"), "ada bea bob root ugo uma ");
    EXPECT_EQ(names("ada"), "ada root ugo uma ");
    EXPECT_EQ(names("bea"), "bea bob ");
    EXPECT_EQ(names("uma"), "not-allowed");
    EXPECT_EQ(names("bob"), "not-allowed");
}

TEST_F(AccessTest, ATokenIsRevokedByItsOwnerOnly) {
    for (const auto& [name, who] : site.people()) {
        const auto token = site.run(site.tokens->create(site["uma"], "laptop", {})).value().token.id;
        EXPECT_EQ(outcome(site.run(site.tokens->remove(who, token))), name == "uma" ? "ok" : "token-not-found") << name;
    }
}

TEST_F(AccessTest, ASecretIsUsedByItsOwnerOnly) {
    site.run(site.secrets->put(site["uma"], "TOKEN", "value")).value();
    for (const auto& [name, who] : site.people()) {
        JobSpec spec = trueJob();
        spec.secrets["HF_TOKEN"] = "TOKEN";
        const auto result = site.run(site.jobs->submit(who, spec, {}, {}, false));
        EXPECT_EQ(outcome(result), name == "uma" ? "ok" : "invalid") << name;
        if (!result) {
            EXPECT_EQ(faultsOf(result.error()), (std::vector<std::string>{"secrets.HF_TOKEN not-found"})) << name;
        }
    }
}

TEST_F(AccessTest, TheAuditLogIsForSuperAdministrators) {
    for (const auto& [name, who] : site.people()) {
        const char* expected = name == "root" ? "ok" : "not-allowed";
        EXPECT_EQ(outcome(site.run(site.audit->list(who, 0, 10))), expected) << name;
        EXPECT_EQ(outcome(site.run(site.audit->verify(who, 0, {}))), expected) << name;
    }
}

TEST_F(AccessTest, EventsAreThoseOfWhatOneSees) {
    for (const auto* name : {"uma", "ugo", "bob"}) site.submit(site[name], trueJob());
    const std::map<std::string, std::size_t> expected{{"uma", 1}, {"ugo", 1}, {"bob", 1},
                                                      {"ada", 2}, {"bea", 1}, {"root", 3}};
    const auto head = site.run(site.events->head(site["root"])).value();
    for (const auto& [name, count] : expected) {
        const auto page = site.run(site.events->page(site[name], {head.epoch, 0}, 100)).value();
        EXPECT_EQ(page.items.size(), count) << name;
        EXPECT_EQ(page.next, head) << name;
    }
}

TEST_F(AccessTest, NodesAreEverybodys) {
    for (const auto& [name, who] : site.people()) {
        EXPECT_EQ(site.run(site.nodes->list(who))->items.size(), 1U) << name;
        EXPECT_EQ(outcome(site.run(site.nodes->samples(who, site.nodeView.node.id, 2))), "ok") << name;
    }
}

TEST_F(AccessTest, AnIdempotencyKeyBelongsToOnePerson) {
    const auto first = site.run(site.jobs->submit(site["uma"], trueJob(), "key", "hash", false)).value();
    const auto other = site.run(site.jobs->submit(site["ugo"], trueJob(), "key", "another hash", false)).value();
    EXPECT_NE(first.jobs[0].id, other.jobs[0].id);
}

}  // namespace
}  // namespace ph::test
