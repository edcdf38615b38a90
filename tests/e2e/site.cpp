#include "e2e/site.h"

#include "support/postgres_server.h"

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::test {

namespace {

constexpr const char* kPassword = "correct horse battery";

boost::json::value parse(const std::string& text) {
    boost::system::error_code failed;
    auto value = boost::json::parse(text, failed);
    EXPECT_FALSE(failed) << text;
    return value;
}

}  // namespace

std::string program(const std::string& name) {
    const char* folder = std::getenv("PH_BIN");
    return folder ? std::string(folder) + "/" + name : name;
}

Site::Site() : Site(Options{}) {}

Site::Site(const Options& options) : m_data(m_folder.path() + "/data"), m_options(options) {
    std::filesystem::create_directory(m_data);
    ::chmod(m_data.c_str(), 0700);
    if (!options.configuration.empty()) writeFile(m_data + "/pilothouse.yaml", options.configuration);
    std::vector<std::string> init{program("pilothoused"), "admin", "init", "--data", m_data, "--user", "admin",
                                  "--password-stdin"};
    if (!options.database.empty()) init.insert(init.end(), {"--database", postgresServer().address(options.database)});
    const auto made = runProgram(init, std::string(kPassword) + "\n");
    EXPECT_EQ(made.exitCode, 0) << made.err;
    start();
    logIn("admin", "admin", kPassword);
}

Site::Site(const Restored& restored) : m_data(restored.data) {
    start();
    logIn("admin", "admin", kPassword);
}

Site::~Site() {
    // Work outlives a controller by design, so what still runs is stopped by the controller before it goes.
    if (m_controller && m_controller->running()) stopAllJobs();
    stop();
    if (testing::Test::HasFailure()) std::fputs(readFile(m_folder.path() + "/controller.log").c_str(), stderr);
}

void Site::stopAllJobs() {
    std::istringstream ids(
        phctl({"jobs", "--state", "queued", "--state", "starting", "--state", "running", "-o", "name"}).out);
    for (std::string id; std::getline(ids, id);) phctl({"stop", id});
    const auto idle = [&] { return phctl({"nodes", "-o", "json"}).out.find("\"running\": 0") != std::string::npos; };
    EXPECT_TRUE(eventually(idle, std::chrono::seconds(20)));
}

void Site::start() {
    ASSERT_TRUE(tryStart()) << readFile(m_folder.path() + "/controller.log");
}

void Site::keepRunning() {
    const auto running = [&] { return (m_controller && m_controller->running()) || tryStart(); };
    EXPECT_TRUE(eventually(running));
}

std::string Site::token() {
    return std::string(json({"tokens", "add", "test"}).at("secret").as_string());
}

bool Site::tryStart() {
    std::error_code ignored;
    std::filesystem::remove(m_data + "/endpoint.json", ignored);
    std::vector<std::string> command{program("pilothoused"), "--data", m_data, "--port", std::to_string(m_port)};
    command.insert(command.end(), m_options.controllerArguments.begin(), m_options.controllerArguments.end());
    m_controller =
        std::make_unique<BackgroundProgram>(command, m_folder.path() + "/controller.log", m_options.environment);
    const auto listens = [&] { return std::filesystem::exists(m_data + "/endpoint.json") || !m_controller->running(); };
    EXPECT_TRUE(eventually(listens));
    if (!m_controller->running()) return false;
    m_port = static_cast<int>(parse(readFile(m_data + "/endpoint.json")).at("port").as_int64());
    return true;
}

void Site::stop() {
    if (!m_controller) return;
    m_controller->signal(SIGTERM);
    EXPECT_EQ(m_controller->wait(std::chrono::seconds(20)), 0);
    m_controller.reset();
}

void Site::kill() {
    m_controller->signal(SIGKILL);
    m_controller->wait(std::chrono::seconds(20));
    m_controller.reset();
}

std::string Site::fingerprint() const {
    return std::string(parse(readFile(m_data + "/endpoint.json")).at("fingerprint").as_string());
}

void Site::logIn(const std::string& home, const std::string& user, const std::string& password) {
    const auto done = phctlAs(home,
                              {"login", "https://127.0.0.1:" + std::to_string(m_port), "--user", user,
                               "--password-stdin", "--fingerprint", fingerprint()},
                              password + "\n");
    EXPECT_EQ(done.exitCode, 0) << done.err;
}

ProgramResult Site::phctl(const std::vector<std::string>& arguments, const std::string& input) {
    return phctlAs("admin", arguments, input);
}

ProgramResult Site::phctlAs(const std::string& home, const std::vector<std::string>& arguments,
                            const std::string& input) {
    std::vector<std::string> command{program("phctl")};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return runProgram(command, input, {{"XDG_CONFIG_HOME", m_folder.path() + "/" + home}, {"LC_ALL", "C.UTF-8"}});
}

boost::json::value Site::json(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-o", "json"});
    const auto done = phctl(arguments);
    EXPECT_EQ(done.exitCode, 0) << done.err;
    return parse(done.out);
}

std::string Site::submit(const std::string& yaml) {
    const auto done = phctl({"submit", file("job.yaml", yaml), "-o", "name"});
    EXPECT_EQ(done.exitCode, 0) << done.err;
    return done.out.substr(0, done.out.find('\n'));
}

std::string Site::state(const std::string& job) {
    const auto detail = json({"job", job});
    return std::string(detail.at("job").at("state").as_string());
}

std::string Site::waitFor(const std::string& job) {
    static const std::set<std::string> kFinal{"succeeded", "failed", "stopped"};
    std::string last;
    EXPECT_TRUE(eventually([&] { return kFinal.contains(last = state(job)); }, std::chrono::seconds(60)))
        << job << " is " << last;
    return last;
}

std::string Site::makeUser(const std::string& name) {
    const auto made = phctl({"users", "add", name, "--password-stdin"}, std::string(kPassword) + "\n");
    EXPECT_EQ(made.exitCode, 0) << made.err;
    logIn(name, name, kPassword);
    return name;
}

std::string Site::file(const std::string& name, const std::string& text) {
    const auto path = m_folder.path() + "/" + name;
    writeFile(path, text);
    return path;
}

}  // namespace ph::test
