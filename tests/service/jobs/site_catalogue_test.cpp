#include "service/jobs/site_loading.h"
#include "service/site.h"

#include <cstdlib>
#include <filesystem>

namespace ph::test {
namespace {

class SiteLoadingTest : public ::testing::Test {
protected:
    Result<SiteCatalogue> load() { return loadSiteCatalogue(folder.path("data"), folder.path("resources")); }
    void config(const std::string& text) { folder.write("data/pilothouse.yaml", text); }
    /// The paths of the faults without the folder they are in.
    std::vector<std::string> faults() {
        const auto result = load();
        if (result) return {"none"};
        std::vector<std::string> list;
        for (const auto& fault : result.error().faults) {
            EXPECT_TRUE(fault.path.starts_with(folder.path())) << fault.path;
            list.push_back(fault.path.substr(folder.path().size()) + ' ' + fault.code);
        }
        return list;
    }
    FileFolder folder;
};

TEST_F(SiteLoadingTest, NothingThereMeansDefaults) {
    const auto site = load();
    ASSERT_TRUE(site);
    EXPECT_EQ(site->siteName, "Pilothouse");
    EXPECT_EQ(site->limits.largestArray, JobLimits().largestArray);
    EXPECT_TRUE(site->templates.empty());
    EXPECT_EQ(site->runtimesFolder, folder.path("data/runtimes"));
    config("");
    EXPECT_TRUE(load());
}

TEST_F(SiteLoadingTest, TheSiteSaysItsNameLimitsAndAreas) {
    config(R"(
site: Lab 3
limits:
  default_time_limit: 2h
  longest_time_limit: 7d
  largest_file: 2GiB
  largest_files: 8GiB
  most_files: 500
  largest_array: 50
areas:
  - name: datasets
    path: /srv/datasets
  - name: scratch
    path: /srv/scratch
    writable: true
    organisations: [red]
)");
    const auto site = load().value();
    EXPECT_EQ(site.siteName, "Lab 3");
    EXPECT_EQ(site.limits.defaultTimeLimit, Seconds{7200});
    EXPECT_EQ(site.limits.longestTimeLimit, Seconds{7 * 86'400});
    EXPECT_EQ(site.limits.largestFile, gibibytes(2));
    EXPECT_EQ(site.limits.largestFiles, gibibytes(8));
    EXPECT_EQ(site.limits.mostFiles, 500);
    EXPECT_EQ(site.limits.largestArray, 50);
    EXPECT_EQ(site.limitsFor("red").areas, (std::vector<std::string>{"datasets", "scratch"}));
    EXPECT_EQ(site.limitsFor("red").writableAreas, (std::vector<std::string>{"scratch"}));
    EXPECT_EQ(site.limitsFor("blue").areas, (std::vector<std::string>{"datasets"}));
    EXPECT_TRUE(site.limitsFor("blue").writableAreas.empty());
    EXPECT_EQ(site.findArea("scratch")->path, "/srv/scratch");
    EXPECT_EQ(site.findArea("nothing"), nullptr);
}

TEST_F(SiteLoadingTest, AShorterLongestTimeShortensTheDefault) {
    config("limits: {longest_time_limit: 1h, largest_files: 1MiB}");
    const auto site = load().value();
    EXPECT_EQ(site.limits.defaultTimeLimit, Seconds{3600});
    EXPECT_EQ(site.limits.largestFile, mebibytes(1));
}

TEST_F(SiteLoadingTest, TemplatesAreReadByNameWithRuntimesPutIn) {
    folder.write("resources/templates/sklearn.yaml", R"(
name: python-sklearn
title: Python with scikit-learn
mounts:
  /opt/runtimes/python-sklearn: "{runtimes}/python-sklearn"
environment:
  PATH: /opt/runtimes/python-sklearn/bin:/usr/bin
  RUNTIMES: "{runtimes}:{runtimes}"
)");
    folder.write("resources/templates/notes.txt", "not a template");
    const auto site = load().value();
    ASSERT_EQ(site.templates.size(), 1U);
    const auto* runtime = site.findTemplate("python-sklearn");
    ASSERT_TRUE(runtime);
    const auto runtimes = folder.path("data/runtimes");
    EXPECT_EQ(runtime->mounts.at("/opt/runtimes/python-sklearn"), runtimes + "/python-sklearn");
    EXPECT_EQ(runtime->environment.at("RUNTIMES"), runtimes + ":" + runtimes);
    EXPECT_FALSE(isInstalled(*runtime));
    std::filesystem::create_directories(runtimes + "/python-sklearn");
    EXPECT_TRUE(isInstalled(*runtime));
    EXPECT_EQ(site.limitsFor("red").templates, (std::vector<std::string>{"python-sklearn"}));
    EXPECT_EQ(site.findTemplate("cuda"), nullptr);
}

TEST_F(SiteLoadingTest, TheSitesOwnTemplatesWinOverTheShippedOnes) {
    config("templates: my-templates");
    folder.write("data/my-templates/a.yaml", "{name: python, title: Ours}");
    folder.write("resources/templates/python.yaml", "{name: python, title: Shipped}");
    folder.write("resources/templates/shell.yaml", "{name: shell, title: Shell}");
    const auto site = load().value();
    EXPECT_EQ(site.templates.size(), 2U);
    EXPECT_EQ(site.findTemplate("python")->title, "Ours");
}

TEST_F(SiteLoadingTest, EveryFaultOfEveryFileIsToldWithFileAndPath) {
    config("{site: '', limit: {}, limits: {largest_array: many}}");
    folder.write("resources/templates/broken.yaml", "name: [");
    folder.write("resources/templates/odd.yaml", "{title: No name, mounts: {relative: /x}, colour: red}");
    EXPECT_EQ(faults(), (std::vector<std::string>{
                            "data/pilothouse.yaml: limit unknown-field",
                            "data/pilothouse.yaml: limits.largest_array type",
                            "resources/templates/broken.yaml yaml",
                            "resources/templates/odd.yaml: colour unknown-field",
                            "resources/templates/odd.yaml: name required",
                        }));
}

TEST_F(SiteLoadingTest, ValuesAreCheckedToo) {
    config(R"(
site: ''
limits: {default_time_limit: 9d, longest_time_limit: 7d, largest_file: 8GiB, largest_files: 4GiB, most_files: 1000000, largest_array: 100000}
areas:
  - {name: a/b, path: /x}
  - {name: data, path: relative}
  - {name: data, path: /y}
templates: missing
)");
    folder.write("resources/templates/odd.yaml", "{name: odd, mounts: {relative: /x, /ok: '{runtimes}/x', /bad: y}}");
    folder.write("resources/templates/odd2.yaml", "name: odd");
    EXPECT_EQ(faults(), (std::vector<std::string>{
                            "data/pilothouse.yaml: site format",
                            "data/pilothouse.yaml: limits.default_time_limit range",
                            "data/pilothouse.yaml: limits.largest_file range",
                            "data/pilothouse.yaml: limits.most_files range",
                            "data/pilothouse.yaml: limits.largest_array range",
                            "data/pilothouse.yaml: areas[0].name format",
                            "data/pilothouse.yaml: areas[1].path format",
                            "data/pilothouse.yaml: areas[2].name twice",
                            "data/pilothouse.yaml: templates folder",
                            "resources/templates/odd.yaml: mounts./bad format",
                            "resources/templates/odd.yaml: mounts.relative format",
                            "resources/templates/odd2.yaml: name twice",
                        }));
}

TEST_F(SiteLoadingTest, AConfigurationThatIsAFolderIsUnreadable) {
    std::filesystem::create_directories(folder.path("data/pilothouse.yaml"));
    EXPECT_EQ(faults(), (std::vector<std::string>{"data/pilothouse.yaml unreadable"}));
}

TEST_F(SiteLoadingTest, WhatWeShipLoads) {
    const char* source = std::getenv("PH_SOURCE");
    ASSERT_TRUE(source) << "run by ctest, which says where the sources are";
    const auto site = loadSiteCatalogue(folder.path("data"), std::string(source) + "/resources");
    ASSERT_TRUE(site) << site.error().faults.front().path;
    EXPECT_TRUE(site->findTemplate("python-sklearn"));
}

}  // namespace
}  // namespace ph::test
