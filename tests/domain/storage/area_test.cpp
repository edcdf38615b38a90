#include "domain/storage/area.h"

#include "domain/wire.h"
#include "reflect/yaml.h"

namespace ph::test {

namespace {

TEST(Area, NeedsANameAndAPath) {
    EXPECT_THAT(wireFaults<Area>("{}"), testing::ElementsAre("name required", "path required"));
    EXPECT_THAT(wireFaults<Area>(R"({"name": "data", "path": "/srv/data"})"), testing::IsEmpty());
    EXPECT_THAT(wireFaults<Area>(R"({"name": "data", "path": "/srv", "organisations": "all"})"),
                testing::ElementsAre("organisations type"));
}

TEST(Area, IsReadOnlyUnlessSaidOtherwise) {
    const auto area = reflect::decode<Area>(*reflect::parseJson(R"({"name": "data", "path": "/srv/data"})"));
    ASSERT_TRUE(area);
    EXPECT_FALSE(area->writable);
    EXPECT_TRUE(area->organisations.empty());
}

TEST(RuntimeTemplate, IsReadFromYamlAsAdministratorsWriteIt) {
    const auto yaml = reflect::parseYaml(R"(
name: python-sklearn
title: Python with scikit-learn
mounts:
  /opt/runtimes/python-sklearn: "{runtimes}/python-sklearn"
environment:
  PATH: /opt/runtimes/python-sklearn/bin:/usr/bin:/bin
  OMP_NUM_THREADS: 1
)");
    ASSERT_TRUE(yaml);
    const auto runtime = reflect::decode<RuntimeTemplate>(*yaml, reflect::Scalars::Lenient);
    ASSERT_TRUE(runtime);
    EXPECT_EQ(runtime->mounts.at("/opt/runtimes/python-sklearn"), "{runtimes}/python-sklearn");
    EXPECT_EQ(runtime->environment.at("OMP_NUM_THREADS"), "1");
    expectReadsBack(*runtime);
}

}  // namespace

}  // namespace ph::test
