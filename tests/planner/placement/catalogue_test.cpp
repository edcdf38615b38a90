#include "planner/placement/builders.h"

#include <gmock/gmock.h>

#include <functional>

namespace ph::placement::test {

TEST(PlacementCatalogue, GivesEqualShapesOneIdInTheOrderOfFirstUse) {
    Catalogue catalogue;
    EXPECT_EQ(catalogue.intern(hostTask(1, 1)), 0u);
    EXPECT_EQ(catalogue.intern(hostTask(2, 1)), 1u);
    EXPECT_EQ(catalogue.intern(hostTask(1, 1)), 0u);
    EXPECT_EQ(catalogue.shapes(), 2u);
    EXPECT_EQ(catalogue.shape(1), hostTask(2, 1));
}

TEST(PlacementCatalogue, TellsShapesApartByEverythingThatDecidesWhereTheyMayRun) {
    struct Row {
        std::string name;
        std::function<void(JobShape&)> change;
    };
    const std::vector<Row> rows{
        {"cpu", [](JobShape& s) { s.cpu += 1; }},
        {"memory", [](JobShape& s) { s.memory += 1; }},
        {"scratch", [](JobShape& s) { s.scratch += 1; }},
        {"card count", [](JobShape& s) { s.cards.count = 2; }},
        {"share", [](JobShape& s) { s.cards.shareMilli = 500; }},
        {"share memory", [](JobShape& s) { s.cards.shareMemory = 1; }},
        {"models", [](JobShape& s) { s.cards.models = {"T4"}; }},
        {"architecture", [](JobShape& s) { s.architecture = "arm64"; }},
        {"labels", [](JobShape& s) { s.labels["zone"] = "a"; }},
        {"tolerations", [](JobShape& s) { s.tolerations = {"maintenance"}; }},
    };
    for (const auto& row : rows) {
        Catalogue catalogue;
        JobShape changed = wholeTask(1, 1, 1);
        const ShapeId plain = catalogue.intern(changed);
        row.change(changed);
        EXPECT_NE(catalogue.intern(changed), plain) << row.name;
    }
}

TEST(PlacementCatalogue, TakesClassesWithTheirCardsInAnyOrderAsOne) {
    Catalogue catalogue;
    NodeClass kind = nodeOf(8, 8, 1, "T4");
    kind.cards.push_back({"A100", 40 * 1024});
    NodeClass turned = kind;
    std::swap(turned.cards[0], turned.cards[1]);
    EXPECT_EQ(catalogue.intern(kind), catalogue.intern(turned));
    EXPECT_EQ(catalogue.nodeClass(0).cards.front().model, "A100");
}

TEST(PlacementCatalogue, RefusesMoreCardsThanANodeMayHave) {
    Catalogue catalogue;
    EXPECT_NO_THROW(catalogue.intern(nodeOf(8, 8, kMaxCards)));
    EXPECT_THROW(catalogue.intern(nodeOf(8, 8, kMaxCards + 1)), std::length_error);
}

TEST(PlacementCatalogue, NamesTheFirstThingAgainstAClass) {
    NodeClass kind = nodeOf(8, 32, 2, "T4");
    kind.labels = {{"zone", "a"}, {"disk", "ssd"}};
    kind.taints = {"maintenance"};
    JobShape fits = wholeTask(4, 8, 1, {"T4", "A100"});
    fits.tolerations = {"maintenance", "other"};
    fits.labels = {{"zone", "a"}};
    fits.architecture = "x86-64";
    struct Row {
        std::string name;
        Misfit misfit;
        std::function<void(JobShape&)> change;
    };
    const std::vector<Row> rows{
        {"nothing", Misfit::None, [](JobShape&) {}},
        {"any architecture", Misfit::None, [](JobShape& s) { s.architecture.clear(); }},
        {"any model", Misfit::None, [](JobShape& s) { s.cards.models.clear(); }},
        {"exactly all", Misfit::None, [](JobShape& s) { s.cpu = 8000; }},
        {"another architecture", Misfit::Architecture, [](JobShape& s) { s.architecture = "arm64"; }},
        {"another zone", Misfit::Labels, [](JobShape& s) { s.labels["zone"] = "b"; }},
        {"a label that is not there", Misfit::Labels, [](JobShape& s) { s.labels["rack"] = "1"; }},
        {"a taint", Misfit::Taints, [](JobShape& s) { s.tolerations = {"other"}; }},
        {"no such model", Misfit::Model, [](JobShape& s) { s.cards.models = {"H100"}; }},
        {"too much CPU", Misfit::Cpu, [](JobShape& s) { s.cpu = 8001; }},
        {"too much memory", Misfit::Memory, [](JobShape& s) { s.memory = 32 * 1024 + 1; }},
        {"too much scratch", Misfit::Scratch, [](JobShape& s) { s.scratch = 100 * 1024 + 1; }},
        {"too many cards", Misfit::Cards, [](JobShape& s) { s.cards.count = 3; }},
        {"a share with more memory than a card has", Misfit::Cards,
         [](JobShape& s) {
             s.cards = {1, 500, 16 * 1024 + 1, {}};
         }},
        {"the model before the CPU", Misfit::Model,
         [](JobShape& s) {
             s.cards.models = {"H100"};
             s.cpu = 9000;
         }},
    };
    for (const auto& row : rows) {
        Catalogue catalogue;
        const ClassId id = catalogue.intern(kind);
        JobShape shape = fits;
        row.change(shape);
        EXPECT_EQ(catalogue.match(catalogue.intern(shape), id).misfit, row.misfit) << row.name;
    }
}

TEST(PlacementCatalogue, FindsTheCardsOfAnAllowedModelOnAMixedNode) {
    Catalogue catalogue;
    NodeClass kind = nodeOf(8, 8, 2, "T4");
    kind.cards.push_back({"A100", 40 * 1024});
    const ClassId id = catalogue.intern(kind);
    EXPECT_EQ(catalogue.match(catalogue.intern(wholeTask(1, 1, 1, {"A100"})), id).cards, 0b001u);
    EXPECT_EQ(catalogue.match(catalogue.intern(wholeTask(1, 1, 1, {"T4"})), id).cards, 0b110u);
    EXPECT_EQ(catalogue.match(catalogue.intern(wholeTask(1, 1, 3)), id).cards, 0b111u);
    EXPECT_EQ(catalogue.match(catalogue.intern(wholeTask(1, 1, 3, {"T4"})), id).misfit, Misfit::Cards);
    EXPECT_EQ(catalogue.match(catalogue.intern(shareTask(1, 1, 500, 20 * 1024)), id).cards, 0b001u)
        << "a share that only the larger card can hold";
}

TEST(PlacementCatalogue, MatchesWhatWasInternedBeforeWithWhatComesLater) {
    Catalogue catalogue;
    const ShapeId early = catalogue.intern(wholeTask(1, 1, 1));
    const ClassId without = catalogue.intern(nodeOf(8, 8));
    const ClassId with = catalogue.intern(nodeOf(8, 8, 1));
    const ShapeId late = catalogue.intern(hostTask(1, 1));
    EXPECT_EQ(catalogue.match(early, without).misfit, Misfit::Cards);
    EXPECT_TRUE(catalogue.match(early, with).eligible());
    EXPECT_TRUE(catalogue.match(late, without).eligible());
    EXPECT_EQ(catalogue.match(late, with).cards, 0u) << "a task without cards gets none";
}

TEST(PlacementCatalogue, GivesAShareItsPartOfTheMemoryUnlessItNamesOne) {
    const CardKind card{"T4", 16'000};
    EXPECT_EQ(Catalogue::shareMemory({1, 250, 0, {}}, card), 4'000);
    EXPECT_EQ(Catalogue::shareMemory({1, 250, 9'000, {}}, card), 9'000);
}

}  // namespace ph::placement::test
