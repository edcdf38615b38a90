#include "service/site.h"

namespace ph::test {
namespace {

TEST(Audit, PagesGoFromTheNewestToTheFirst) {
    Site site;
    for (int i = 0; i < 5; ++i) site.submit(site["uma"], trueJob());
    std::vector<std::int64_t> numbers;
    std::int64_t before = 0;
    do {
        const auto page = site.run(site.audit->list(site["root"], before, 2)).value();
        for (const auto& record : page.items) numbers.push_back(record.number);
        before = page.next;
    } while (before != 0);
    EXPECT_EQ(numbers, (std::vector<std::int64_t>{5, 4, 3, 2, 1}));
}

TEST(Audit, TheChainVerifiesAndAnAnchorIsCompared) {
    Site site;
    for (int i = 0; i < 3; ++i) site.submit(site["uma"], trueJob());
    const auto anchor = site.records()[1];
    const auto whole = site.run(site.audit->verify(site["root"], 0, {})).value();
    EXPECT_EQ(whole.records, 3);
    EXPECT_FALSE(whole.brokenAt);
    EXPECT_EQ(whole.head, site.lastRecord().hash);
    EXPECT_FALSE(site.run(site.audit->verify(site["root"], anchor.number, anchor.hash))->brokenAt);
    EXPECT_TRUE(site.run(site.audit->verify(site["root"], anchor.number, std::string(64, '0')))->brokenAt);
}

TEST(Audit, EveryKindOfChangeHasItsWord) {
    Site site;
    const auto uma = site["uma"];
    const auto login = site.run(site.authentication->login("uma", kPassword, "192.0.2.7")).value();
    site.run(site.authentication->logout(uma, login.token)).value();
    const auto token = site.run(site.tokens->create(uma, "laptop", {})).value();
    site.run(site.tokens->remove(uma, token.token.id)).value();
    site.run(site.secrets->put(uma, "A", "b")).value();
    site.run(site.secrets->remove(uma, "A")).value();
    const auto job = site.submit(uma, trueJob());
    site.run(site.jobs->stop(uma, job.id)).value();
    site.run(site.jobs->remove(uma, job.id)).value();
    site.run(site.users->change(uma, uma.user, {"Uma U.", {}, {}, {}})).value();
    std::vector<std::string> actions;
    for (const auto& record : site.records()) {
        actions.insert(actions.begin(), record.action);
        EXPECT_EQ(record.actor, "uma");
        EXPECT_EQ(record.org, site.red);
        EXPECT_FALSE(record.object.empty());
        EXPECT_FALSE(record.from.empty());
    }
    EXPECT_EQ(actions,
              (std::vector<std::string>{"session.open", "session.close", "token.create", "token.revoke", "secret.put",
                                        "secret.remove", "job.submit", "job.stop", "job.remove", "user.change"}));
}

}  // namespace
}  // namespace ph::test
