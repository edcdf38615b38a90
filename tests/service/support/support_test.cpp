#include "service/site.h"
#include "service/support/support_service.h"

#include <algorithm>

namespace ph::test {
namespace {

class TwoParts final : public SupportSource {
public:
    std::vector<SupportPart> parts() const override { return {{"log.txt", "a line\n"}, {"health.json", "{}"}}; }
};

/// A store that cannot be read.
class BrokenCounts final : public StoreCounts {
public:
    Async<StoreFacts> facts() override { co_return Error(kUnavailable, "secret detail"); }
};

std::string textOf(const SupportBundle& bundle, const std::string& name) {
    const auto part =
        std::find_if(bundle.parts.begin(), bundle.parts.end(), [&](const auto& p) { return p.name == name; });
    return part == bundle.parts.end() ? "absent" : part->text;
}

TEST(Support, IsForSuperAdministratorsAlone) {
    Site site;
    const TwoParts source;
    SupportService support(*site.database, *site.database, site.nodeView, source, "1.2.3", site.clock);
    for (const auto& [name, who] : site.people()) {
        const auto made = site.run(support.make(who));
        if (who.role == Role::SuperAdmin)
            EXPECT_TRUE(made) << name;
        else
            EXPECT_EQ(made.error().id, kNotAllowed) << name;
    }
}

TEST(Support, TellsHowMuchThereIsAndWhatWasDoneButNotByWhomOrTo) {
    Site site;
    const auto job = site.submit(site["uma"], [] {
        JobSpec spec;
        spec.command = {"true"};
        spec.name = "telling-name";
        return spec;
    }());
    const TwoParts source;
    SupportService support(*site.database, *site.database, site.nodeView, source, "1.2.3", site.clock);
    const auto bundle = site.run(support.make(site["root"])).value();
    EXPECT_EQ(bundle.version, "1.2.3");
    EXPECT_EQ(textOf(bundle, "log.txt"), "a line\n");
    EXPECT_NE(textOf(bundle, "store.json").find("\"queued\": 1"), std::string::npos);
    EXPECT_NE(textOf(bundle, "audit.json").find("job.submit"), std::string::npos);
    for (const auto& part : bundle.parts)
        for (const std::string& told : {std::string("uma"), std::string("telling-name"), job.id.str()})
            EXPECT_EQ(part.text.find(told), std::string::npos) << part.name << " tells " << told;
}

TEST(Support, IsMadeOfASiteWhoseStoreFails) {
    Site site;
    const TwoParts source;
    BrokenCounts broken;
    SupportService support(*site.database, broken, site.nodeView, source, "1.2.3", site.clock);
    const auto bundle = site.run(support.make(site["root"])).value();
    EXPECT_EQ(textOf(bundle, "store.txt"), "unavailable");
    EXPECT_EQ(textOf(bundle, "log.txt"), "a line\n");
}

}  // namespace
}  // namespace ph::test
