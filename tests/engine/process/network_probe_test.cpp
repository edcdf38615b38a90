#include "engine/process/network_probe.h"

#include "engine/file_descriptor.h"
#include "support/lacks.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace fs = std::filesystem;

namespace {

/// Asks whether a network helper works, with helpers that do not.
class NetworkProbes : public ::testing::Test {
protected:
    NetworkProbes() {
        const char* folder = std::getenv("PH_BIN");
        options.shim = std::string(folder ? folder : "bin") + "/ph-shim";
        options.dataFolder = m_folder.path();
        sandbox.emplace(options.bwrap, options.shim, options.dataFolder + "/sandbox");
    }
    void SetUp() override {
        if (!sandbox->prepare()) return test::lacks("namespaces");
    }
    std::string script(const std::string& text) {
        const std::string path = m_folder.path() + "/helper";
        test::writeFile(path, "#!/bin/sh\n" + text);
        ::chmod(path.c_str(), 0755);
        return path;
    }
    bool works(const std::string& helper) {
        options.networkHelper = helper;
        const bool yes = networkHelperWorks(options, *sandbox);
        EXPECT_FALSE(fs::exists(options.dataFolder + "/sandbox/probe")) << "it leaves nothing behind";
        EXPECT_EQ(test::runProgram({"ps", "-eo", "args"}).out.find(m_folder.path() + "/sandbox/probe"),
                  std::string::npos);
        return yes;
    }

private:
    test::TemporaryFolder m_folder;

protected:
    ProcessEngineOptions options;
    std::optional<Sandbox> sandbox;
};

}  // namespace

TEST_F(NetworkProbes, FindNothingWhereThereIsNoHelper) {
    EXPECT_FALSE(works(""));
    EXPECT_FALSE(works("/no/such/helper"));
    test::writeFile(options.dataFolder + "/plain", "not executable");
    EXPECT_FALSE(works(options.dataFolder + "/plain"));
}

TEST_F(NetworkProbes, DoNotTrustAHelperThatGivesNoNetwork) {
    EXPECT_FALSE(works(script("exit 1")));
    EXPECT_FALSE(works(script("exit 0")));
}

TEST_F(NetworkProbes, DoNotWaitForeverForAHelperThatSaysNothing) {
    EXPECT_FALSE(works(script("exec sleep 20")));
}

TEST_F(NetworkProbes, BelieveAHelperOnceATaskHasRunWithIt) {
    const ProcessEngineOptions usual;
    if (::access(usual.networkHelper.c_str(), X_OK) != 0 || !openFile("/dev/net/tun", O_RDWR))
        return test::lacks("network-helper");
    EXPECT_TRUE(works(usual.networkHelper));
}

}  // namespace ph::engine
