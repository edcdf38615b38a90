#include "engine/docker/container_spec.h"

#include "engine/docker/docker_json.h"
#include "support/seeded_random.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace ph::engine {

namespace {

class ContainerSpecs : public ::testing::Test {
protected:
    ContainerSpecs() {
        test::SeededRandom random(3);
        request.id = TaskRunId::random(random);
        request.job = JobId::random(random);
        request.org = OrgId::random(random);
        request.command = {"python3", "train.py", "very-secret-argument"};
        request.environment = {{"GREETING", "hello"}};
        request.secrets = {{"KEY", "very-secret"}};
        request.cpu = MilliCpu{1500};
        request.memory = mebibytes(256);
        request.sharedMemory = mebibytes(64);
        places.site = "site";
        places.image = "image:1";
        places.runFolder = "/data/runs/t";
        places.shim = "/usr/bin/ph-shim";
        places.network = "none";
        places.processLimit = 100;
    }
    boost::json::value spec() const { return containerSpec(request, places); }
    std::string mounts() const {
        std::string text;
        const auto made = spec();
        for (const auto& mount : made.at("HostConfig").at("Mounts").as_array())
            text +=
                textAt(mount, "/Source") + ">" + textAt(mount, "/Target") + (flagAt(mount, "/ReadOnly") ? " " : "+ ");
        return text;
    }

    LaunchRequest request;
    ContainerPlaces places;
};

}  // namespace

TEST_F(ContainerSpecs, NothingOfTheCommandOrItsSecretsIsInIt) {
    const std::string text = boost::json::serialize(spec());
    for (const char* word : {"very-secret", "train.py", "hello", "KEY"})
        EXPECT_EQ(text.find(word), std::string::npos) << word;
}

TEST_F(ContainerSpecs, TheShimIsTheProgramAndHasOnlyTheCapabilitiesToBecomeAnother) {
    const auto made = spec();
    EXPECT_EQ(boost::json::serialize(made.at("Entrypoint")), R"(["/run/ph/shim"])");
    EXPECT_EQ(boost::json::serialize(made.at("Cmd")), R"(["enter"])");
    EXPECT_EQ(boost::json::serialize(made.at("HostConfig").at("CapDrop")), R"(["ALL"])");
    EXPECT_EQ(boost::json::serialize(made.at("HostConfig").at("CapAdd")), R"(["SETUID","SETGID","CHOWN"])");
    EXPECT_EQ(boost::json::serialize(made.at("HostConfig").at("SecurityOpt")), R"(["no-new-privileges"])");
    EXPECT_TRUE(flagAt(made, "/HostConfig/ReadonlyRootfs"));
    places.foreignFolder = true;
    EXPECT_EQ(boost::json::serialize(spec().at("HostConfig").at("CapAdd")),
              R"(["SETUID","SETGID","CHOWN","DAC_OVERRIDE"])");
}

TEST_F(ContainerSpecs, LimitsAreTheRequests) {
    const auto made = spec();
    EXPECT_EQ(numberAt(made, "/HostConfig/Memory"), 256 << 20);
    EXPECT_EQ(numberAt(made, "/HostConfig/MemorySwap"), 256 << 20) << "no swap beyond it";
    EXPECT_EQ(numberAt(made, "/HostConfig/NanoCpus"), 1'500'000'000);
    EXPECT_EQ(numberAt(made, "/HostConfig/PidsLimit"), 100);
    EXPECT_EQ(numberAt(made, "/HostConfig/ShmSize"), 64 << 20);
    request.sharedMemory = {0};
    EXPECT_EQ(numberAt(spec(), "/HostConfig/ShmSize"), 65536) << "0 would be the host's default";
}

TEST_F(ContainerSpecs, OpenFilesAndProcessesAreNotLeftToTheHostsDefaults) {
    places.limits = {{"nofile", 1024, 4096}, {"nproc", -1, -1}};
    EXPECT_EQ(
        boost::json::serialize(spec().at("HostConfig").at("Ulimits")),
        R"([{"Name":"core","Soft":1,"Hard":1},{"Name":"nofile","Soft":1024,"Hard":4096},{"Name":"nproc","Soft":-1,"Hard":-1}])");
}

TEST_F(ContainerSpecs, MountsComeInTheOrderOfTheirPlaces) {
    request.mounts = {{"/areas/b", "/data/b", true}, {"/areas", "/data", false}};
    EXPECT_EQ(mounts(),
              "/usr/bin/ph-shim>/run/ph/shim /data/runs/t>/run/ph/inner/run+ /data/runs/t/work>/work+ /areas>/data "
              "/areas/b>/data/b+ ");
}

TEST_F(ContainerSpecs, CardsAreDevicesAndNoOthersAreAskedFor) {
    places.devices = {"/dev/nvidia0", "/dev/nvidiactl"};
    const auto made = spec();
    EXPECT_EQ(textAt(made, "/HostConfig/Devices/1/PathOnHost"), "/dev/nvidiactl");
    EXPECT_EQ(textAt(made, "/HostConfig/Devices/0/CgroupPermissions"), "rwm");
    EXPECT_EQ(boost::json::serialize(made.at("Env")), R"(["NVIDIA_VISIBLE_DEVICES=void"])");
}

TEST_F(ContainerSpecs, LabelsSayWhoseItIs) {
    const auto made = spec();
    EXPECT_EQ(textAt(made, "/Labels/io.pilothouse.site"), "site");
    EXPECT_EQ(textAt(made, "/Labels/io.pilothouse.task-run"), request.id.str());
    EXPECT_EQ(containerName(request.id), "ph-" + request.id.str());
    OrgId other = *OrgId::parse("oaaaaaaaaaaaab");
    EXPECT_NE(networkName("site", request.org), networkName("site", other));
    EXPECT_NE(networkName("site", other), networkName("elsewhere", other));
}

TEST_F(ContainerSpecs, AnImagesVariablesYieldToTheTasksAndToWhereItLives) {
    const std::vector<std::string> image{"PATH=/opt/bin:/bin", "HOME=/root", "PH_METRICS=x", "GREETING=image",
                                         "KEY=image",          "CUDA=12",    "broken"};
    const std::map<std::string, std::string> task{{"PATH", "/bin"},
                                                  {"HOME", "/work"},
                                                  {"PH_METRICS", "/run/ph/metrics"},
                                                  {"GREETING", "hello"},
                                                  {"KEY", "secret"}};
    const std::map<std::string, std::string> expected{
        {"PATH", "/opt/bin:/bin"}, {"HOME", "/work"}, {"PH_METRICS", "/run/ph/metrics"},
        {"GREETING", "hello"},     {"KEY", "secret"}, {"CUDA", "12"}};
    EXPECT_EQ(overImage(image, task, request), expected);
    request.environment["PATH"] = "/bin";
    EXPECT_EQ(overImage(image, task, request).at("PATH"), "/bin");
}

}  // namespace ph::engine
