#include "e2e/crash/promise.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

namespace ph::test::crash {

namespace {

namespace fs = std::filesystem;

/// Every fail point that the sources name, so that a new one cannot be forgotten.
std::vector<std::string> namedFailPoints() {
    std::set<std::string> names;
    const std::regex call("failPoint\\(\"([^\"]+)\"\\)");
    const std::string source = std::getenv("PH_SOURCE") ? std::getenv("PH_SOURCE") : ".";
    for (const char* folder : {"/src", "/app"})
        for (const auto& file : fs::recursive_directory_iterator(source + folder)) {
            if (file.path().extension() != ".cpp") continue;
            const auto text = readFile(file.path().string());
            for (std::sregex_iterator found(text.begin(), text.end(), call), end; found != end; ++found)
                names.insert((*found)[1]);
        }
    return {names.begin(), names.end()};
}

/// The folder in which programs count their passings, and in which a test says which is their last.
class FailPoints {
public:
    explicit FailPoints(std::string folder) : m_folder(std::move(folder)) {
        fs::create_directory(m_folder);
        fs::permissions(m_folder, fs::perms::all);
    }
    std::map<std::string, std::string> environment() const { return {{"PH_FAIL_POINTS", m_folder}}; }
    void arm(const std::string& point, long nth) {
        m_struck = m_folder + "/" + point + ".killed";
        fs::remove(m_struck);
        writeFile(m_folder + "/" + point + ".kill", std::to_string(passed(point) + nth));
    }
    bool struck() const { return fs::exists(m_struck); }

private:
    long passed(const std::string& point) const {
        std::error_code absent;
        const auto size = fs::file_size(m_folder + "/" + point, absent);
        return absent ? 0 : static_cast<long>(size);
    }

    std::string m_folder, m_struck;
};

enum class Which { First, Second, Last };

class FailPointTest : public testing::TestWithParam<std::string> {
protected:
    static void SetUpTestSuite() {
        s_folder = std::make_unique<TemporaryFolder>();
        s_points = std::make_unique<FailPoints>(s_folder->path() + "/points");
        auto options = withNotes(notes());
        options.environment = s_points->environment();
        s_site = std::make_unique<Site>(options);
        s_token = s_site->token();
    }
    static void TearDownTestSuite() {
        s_site.reset();
        s_points.reset();
        s_folder.reset();
    }
    static std::string notes() { return s_folder->path() + "/notes"; }

    static std::vector<Acknowledged> submit(const std::string& prefix, int jobs) {
        Submitters submitters(*s_site, s_token, {prefix, jobs, 1, {}}, checkedSpec);
        const auto told = [&] {
            s_site->keepRunning();
            return submitters.done();
        };
        EXPECT_TRUE(eventually(told));
        const auto acknowledged = submitters.finish();
        EXPECT_THAT(submitters.complaints(), testing::IsEmpty());
        return acknowledged;
    }

    /// Three jobs, during which the point's process ends at its first or second passing, or when only the last job is
    /// left.
    static void survives(const std::string& point, Which which) {
        SCOPED_TRACE(point);
        static int round = 0;
        const auto prefix = "r" + std::to_string(++round) + "-";
        fs::remove(notes() + "/starts");
        std::vector<Acknowledged> jobs;
        if (which == Which::Last) {
            jobs = submit(prefix + "early-", 2);
            EXPECT_THAT(checkEndings(*s_site, s_token, jobs).details, testing::IsEmpty());
        }
        s_points->arm(point, which == Which::Second ? 2 : 1);
        const auto rest = submit(prefix, which == Which::Last ? 1 : 3);
        jobs.insert(jobs.end(), rest.begin(), rest.end());
        EXPECT_THAT(checkPromise(*s_site, s_token, notes(), jobs, 0).details, testing::IsEmpty());
        EXPECT_TRUE(s_points->struck()) << "nothing came to " << point;
    }

    static inline std::unique_ptr<TemporaryFolder> s_folder;
    static inline std::unique_ptr<FailPoints> s_points;
    static inline std::unique_ptr<Site> s_site;
    static inline std::string s_token;
};

TEST_P(FailPointTest, KeepsThePromiseWhenKilledTheFirstTime) {
    survives(GetParam(), Which::First);
}

TEST_P(FailPointTest, KeepsThePromiseWhenKilledTheSecondTime) {
    survives(GetParam(), Which::Second);
}

TEST_P(FailPointTest, KeepsThePromiseWhenKilledAtTheLastJob) {
    survives(GetParam(), Which::Last);
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
    return std::regex_replace(info.param, std::regex("[^a-z]"), "_");
}

INSTANTIATE_TEST_SUITE_P(Each, FailPointTest, testing::ValuesIn(namedFailPoints()), testName);

}  // namespace

}  // namespace ph::test::crash
