#include "planner/placement/builders.h"

#include <gmock/gmock.h>

namespace ph::placement::test {

namespace {

struct Queue {
    Catalogue catalogue;
    Demand demand;
    ShapeId small = catalogue.intern(shareTask(1, 1, 500));
    ShapeId large = catalogue.intern(wholeTask(1, 1, 8));
    ShapeId plain = catalogue.intern(hostTask(1, 1));

    /// How many of a thousand tasks are of that shape.
    std::int64_t part(ShapeId shape) {
        for (const auto& entry : demand.publish(catalogue).entries)
            if (entry.shape == shape) return (entry.parts * 1000 + kMixParts / 2) / kMixParts;
        return 0;
    }
    void arrive(ShapeId shape, int times) {
        for (int i = 0; i < times; ++i) demand.arrived(shape);
    }
};

}  // namespace

TEST(PlacementDemand, KnowsNothingBeforeAnythingArrives) {
    Queue queue;
    EXPECT_TRUE(queue.demand.publish(queue.catalogue).entries.empty());
    EXPECT_FALSE(queue.demand.outdated());
}

TEST(PlacementDemand, CountsWhatArrivesTheMostFrequentFirst) {
    Queue queue;
    queue.arrive(queue.plain, 20);
    queue.arrive(queue.small, 70);
    queue.arrive(queue.large, 10);
    const Mix& mix = queue.demand.publish(queue.catalogue);
    ASSERT_EQ(mix.entries.size(), 3u);
    EXPECT_EQ(mix.entries[0].shape, queue.small);
    EXPECT_EQ(mix.entries[2].shape, queue.large);
    EXPECT_NEAR(static_cast<double>(mix.milliPerTask) / kMixParts, 0.7 * 500 + 0.1 * 8000, 1);
    EXPECT_EQ(queue.part(queue.plain), 200);
}

TEST(PlacementDemand, BreaksTiesByTheOrderOfFirstUse) {
    Queue queue;
    queue.arrive(queue.plain, 5);
    queue.arrive(queue.large, 5);
    queue.arrive(queue.small, 5);
    const Mix& mix = queue.demand.publish(queue.catalogue);
    EXPECT_THAT(mix.entries, testing::ElementsAre(testing::Field(&MixEntry::shape, queue.small),
                                                  testing::Field(&MixEntry::shape, queue.large),
                                                  testing::Field(&MixEntry::shape, queue.plain)));
}

TEST(PlacementDemand, ForgetsWhatNoLongerComes) {
    Queue queue;
    queue.arrive(queue.small, 20'000);
    EXPECT_EQ(queue.part(queue.small), 1000);
    queue.arrive(queue.large, 5'300);
    EXPECT_NEAR(static_cast<double>(queue.part(queue.small)), 500, 40)
        << "half is forgotten after about 5,300 arrivals";
    queue.arrive(queue.large, 100'000);
    EXPECT_EQ(queue.part(queue.small), 0);
}

TEST(PlacementDemand, IsPublishedOftenAtFirst) {
    Queue queue;
    std::vector<int> published;
    for (int i = 1; i <= 5000; ++i) {
        queue.arrive(queue.small, 1);
        if (!queue.demand.outdated()) continue;
        queue.demand.publish(queue.catalogue);
        published.push_back(i);
    }
    EXPECT_THAT(published, testing::ElementsAre(16, 64, 256, 1024, 4096));
}

TEST(PlacementDemand, IsPublishedAgainOnlyWhenItHasDrifted) {
    Queue queue;
    const auto publications = [&](int arrivals, auto shapeOf) {
        int count = 0;
        for (int i = 0; i < arrivals; ++i) {
            queue.arrive(shapeOf(i), 1);
            if (!queue.demand.outdated()) continue;
            queue.demand.publish(queue.catalogue);
            ++count;
        }
        return count;
    };
    publications(40'000, [&](int i) { return i % 2 == 0 ? queue.small : queue.large; });
    EXPECT_EQ(publications(40'000, [&](int i) { return i % 2 == 0 ? queue.small : queue.large; }), 0)
        << "the same mix goes on";
    EXPECT_GT(publications(10'000, [&](int) { return queue.plain; }), 0) << "everything asks for something else";
    publications(100'000, [&](int) { return queue.plain; });
    EXPECT_EQ(publications(10'000, [&](int) { return queue.plain; }), 0);
}

}  // namespace ph::placement::test
