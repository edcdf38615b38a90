#include "engine/contract_fixture.h"
#include "engine/docker/docker_errors.h"

#include <csignal>
#include <filesystem>

namespace ph::test {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// What only containers promise.
class DockerContract : public EngineContract {
protected:
    std::string site() const { return readFile(dataFolder() + "/site"); }
    /// A container that somebody made, with a label or none.
    std::string foreign(const std::string& label, const std::string& value) const {
        const std::string made = host().ask(
            "/containers/create", "POST",
            R"({"Image":"tools","Cmd":["/bin/busybox","sleep","100"],"Labels":{")" + label + "\":\"" + value + "\"}}");
        const std::size_t at = made.find("\"Id\":\"") + 6;
        const std::string id = made.substr(at, 64);
        host().ask("/containers/" + id + "/start", "POST");
        return id;
    }
    bool exists(const std::string& id) const {
        return host().ask("/containers/" + id + "/json").find("\"State\"") != std::string::npos;
    }
    LaunchRequest tools(std::vector<std::string> command) {
        auto wish = request(std::move(command));
        wish.image = "tools";
        return wish;
    }
};

}  // namespace

TEST_P(DockerContract, AnImageWithOneProgramAndNothingElseWorks) {
    auto wish = tools({"/bin/busybox", "sh", "-c",
                       "echo up; busybox id -u; busybox touch a /tmp/b && echo written; busybox sleep 60"});
    const auto id = launch(std::move(wish));
    waitForLog(id, "written\n");
    EXPECT_NE(log(id, 0).substr(3, 2), "0\n") << "nobody is root";
    ExecRequest exec;
    exec.command = {"/bin/busybox", "echo", "beside"};
    auto channel = on(streams().exec(id, exec));
    ASSERT_TRUE(channel);
    EXPECT_EQ(listen(**channel).out, "beside\n");
    on(close(std::move(*channel)));
    EXPECT_TRUE(on(engine().stop(id, 2000ms)));
}

TEST_P(DockerContract, AnImageThatIsNotThereIsNamed) {
    auto wish = shell("true");
    wish.image = "nowhere:9";
    EXPECT_EQ(text(run(std::move(wish)).reason), "image_missing detail=not on the node image=nowhere:9");
    restartDocker([](DockerEngineOptions& options) { options.image.clear(); });
    EXPECT_EQ(text(run(shell("true")).reason), "image_missing detail=no image is named image=");
}

TEST_P(DockerContract, AnImageThatNoRegistryGivesIsMissingInTheHostsWords) {
    restartDocker([](DockerEngineOptions& options) { options.pull = PullPolicy::Missing; });
    auto wish = shell("true");
    wish.image = "localhost:1/nowhere:9";
    const auto end = run(std::move(wish));
    EXPECT_EQ(end.reason.code, ReasonCode::ImageMissing);
    EXPECT_NE(end.reason.arguments.at("detail").find("localhost:1"), std::string::npos) << text(end.reason);
}

TEST_P(DockerContract, SecretsAreNotInTheHostsKeeping) {
    auto wish = shell("echo up; sleep 60");
    wish.secrets = {{"KEY", "very-hidden-value"}};
    const auto id = launch(std::move(wish));
    waitForLog(id, "up\n");
    EXPECT_EQ(host().ask("/containers/ph-" + id.str() + "/json").find("very-hidden-value"), std::string::npos);
    EXPECT_NE(
        runProgram({"grep", "-rq", "very-hidden-value", host().dataFolder() + "/containers", dataFolder()}).exitCode,
        0);
}

TEST_P(DockerContract, TheContainerGoesWithItsTaskAndTheLogStays) {
    const auto id = launch(shell("echo said"));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    EXPECT_TRUE(eventually([&] { return !exists("ph-" + id.str()); }));
    EXPECT_EQ(log(id), "said\n");
}

TEST_P(DockerContract, ContainersOfOthersAreLeftAloneAndForgottenOnesOfOursGo) {
    const std::string stranger = foreign("some.label", "x"), neighbour = foreign("io.pilothouse.site", "elsewhere"),
                      orphan = foreign("io.pilothouse.site", site());
    restart();
    EXPECT_TRUE(eventually([&] { return !exists(orphan); }));
    EXPECT_TRUE(exists(stranger));
    EXPECT_TRUE(exists(neighbour));
    for (const auto& id : {stranger, neighbour}) host().ask("/containers/" + id + "?force=1", "DELETE");
}

TEST_P(DockerContract, ATaskOutlivesACrashOfTheHostsDaemonAndIsFollowedOn) {
    const auto id = launch(shell("echo up; while [ ! -e go ]; do sleep 0.05; done; echo after; exit 6"));
    waitForLog(id, "up\n");
    host().crash();
    writeFile(workFolder(id) + "/go", "");
    EXPECT_EQ(text(waitForEnd(id).reason), "exit_code code=6");
    EXPECT_EQ(log(id), "up\nafter\n");
    EXPECT_TRUE(eventually([&] { return !exists("ph-" + id.str()); }));
}

TEST_P(DockerContract, ATaskThatIsKilledWhileTheDaemonIsAwayIsLostOnceItIsBack) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    host().freeze();
    ASSERT_GT(shimOf(id), 0);
    ::kill(shimOf(id), SIGKILL);
    host().resume();
    EXPECT_EQ(waitFor(id, TaskRunState::Lost).reason.code, ReasonCode::NodeLost);
}

TEST_P(DockerContract, AHostThatIsNotThereIsDownUntilItComes) {
    TemporaryFolder place;
    const std::string socket = place.path() + "/docker.sock";
    restartDocker([&](DockerEngineOptions& options) { options.socket = socket; });
    EXPECT_EQ(on(engine().inventory()).error().id, engine::kEngineUnreachable);
    const auto wish = shell("true");
    const auto refused = on(engine().launch(wish));
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().retryable());
    EXPECT_FALSE(fs::exists(dataFolder() + "/runs/" + wish.id.str())) << "nothing is claimed";
    fs::create_symlink(host().socket(), socket);
    EXPECT_TRUE(eventually([&] { return on(engine().inventory()).has_value(); }));
    launch(wish);
    EXPECT_EQ(text(waitForEnd(wish.id).reason), "completed");
}

TEST_P(DockerContract, AStopWhileItIsBroughtUpEndsIt) {
    for (int i = 0; i < 5; ++i) {
        const auto id = launch(shell("sleep 60"));
        EXPECT_TRUE(on(engine().stop(id, 0ms)));
        EXPECT_EQ(waitForEnd(id).reason.code, ReasonCode::Signal);
        EXPECT_TRUE(eventually([&] { return !exists("ph-" + id.str()); }));
    }
}

TEST_P(DockerContract, ALaunchThatARestartCutsIsNeverStartedTwice) {
    for (int i = 0; i < 5; ++i) {
        const auto id = launch(shell("echo once; sleep 60"));
        restart();
        const auto end = on(engine().stop(id, 0ms));
        EXPECT_TRUE(end) << end.error().detail;
        EXPECT_LE(log(id).size(), 5u) << log(id);
        EXPECT_TRUE(eventually([&] { return !exists("ph-" + id.str()); }));
    }
}

TEST_P(DockerContract, EachOrganisationHasItsOwnNetwork) {
    auto other = shell("cat /sys/class/net/eth0/address; sleep 60");
    other.org = organisation(2);
    const auto first = launch(shell("cat /sys/class/net/eth0/address; sleep 60")), second = launch(std::move(other));
    waitForLog(first, "\n");
    waitForLog(second, "\n");
    const std::string networks = host().ask("/networks");
    EXPECT_NE(networks.find("ph-" + site() + "-" + organisation(1).str()), std::string::npos);
    EXPECT_NE(networks.find("ph-" + site() + "-" + organisation(2).str()), std::string::npos);
}

TEST_P(DockerContract, MoreOrganisationsThanTheHostHasRoomForNetworksRunOneAfterTheOther) {
    for (int number = 0; number < 6; ++number) {
        auto wish = shell("true");
        wish.org = *OrgId::parse(std::string("oaaaaaaaaaaa") + static_cast<char>('a' + number / 16) +
                                 static_cast<char>('a' + number % 16));
        EXPECT_EQ(text(run(std::move(wish)).reason), "completed") << number;
    }
}

TEST_P(DockerContract, TheInventoryIsTheHosts) {
    restartDocker([](DockerEngineOptions& options) { options.nodeName = "cargo"; });
    const auto found = on(engine().inventory());
    ASSERT_TRUE(found) << found.error().detail;
    EXPECT_EQ(found->name, "cargo");
    EXPECT_EQ(found->capabilities.memoryLimit, LimitStrength::Kernel);
    EXPECT_TRUE(found->capabilities.networkIsolated);
    EXPECT_FALSE(found->labels.at("kernel").empty());
}

INSTANTIATE_TEST_SUITE_P(Docker, EngineContract, ::testing::Values("docker"));
INSTANTIATE_TEST_SUITE_P(Docker, DockerContract, ::testing::Values("docker"));

}  // namespace ph::test
