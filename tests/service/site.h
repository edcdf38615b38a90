#pragma once

#include "service/accounts/token_service.h"
#include "service/accounts/user_service.h"
#include "service/audit/audit_service.h"
#include "service/blobs/blob_service.h"
#include "service/events/event_service.h"
#include "service/jobs/job_service.h"
#include "service/nodes/node_service.h"
#include "service/queues/queue_service.h"
#include "store/blobs/folder_blob_store.h"
#include "store/sql_database.h"
#include "support/manual_clock.h"
#include "support/program.h"
#include "support/seeded_random.h"
#include "support/start_on.h"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace ph::test {

inline constexpr const char* kPassword = "correct horse battery";

/// A temporary folder with files in it.
class FileFolder {
public:
    std::string path(const std::string& inner = {}) const { return m_folder.path() + "/" + inner; }
    void write(const std::string& inner, const std::string& text) const;

private:
    TemporaryFolder m_folder;
};

/// Says what the test wants it to say.
class ScriptedExplainer final : public Explainer {
public:
    std::optional<Verdict> why(JobId job) const override {
        const auto found = waiting.find(job);
        return found == waiting.end() ? std::nullopt : std::optional(found->second);
    }
    Verdict couldEverFit(const Resources&) const override { return fit; }
    Async<std::optional<Verdict>> explain(JobId job) override { co_return why(job); }
    Async<Verdict> whatIf(ProposedJob job) override {
        proposed = job;
        co_return start;
    }
    std::map<JobId, Verdict> waiting;
    Verdict fit;
    Verdict start;
    ProposedJob proposed;
};

class CountingControl final : public JobControl {
public:
    void wake() override { ++wakes; }
    int wakes = 0;
};

class OneNode final : public NodeView {
public:
    std::vector<NodeSummary> nodes() const override { return {node}; }
    Async<std::vector<UsageSample>> samples(NodeId id, std::size_t count) override;
    NodeSummary node;
};

/// The services over a real store in a fresh folder, with two organisations and people of every role in them.
class Site {
public:
    Site();

    /// Runs a call on the logic thread, which is the test's.
    template <class T>
    Result<T> run(Async<T> call) {
        auto answer = startOn(m_io, std::move(call));
        m_io.restart();
        m_io.run();
        return answer.get();
    }
    /// Two calls side by side.
    template <class T>
    std::pair<Result<T>, Result<T>> runBoth(Async<T> first, Async<T> second) {
        auto one = startOn(m_io, std::move(first));
        auto other = startOn(m_io, std::move(second));
        m_io.restart();
        m_io.run();
        return {one.get(), other.get()};
    }
    /// A write or read of the test itself.
    template <class Work>
    auto write(Work work) {
        return run(writeFor(*database, std::move(work)));
    }
    template <class Work>
    auto read(Work work) {
        return run(readFor(*database, std::move(work)));
    }

    const Principal& operator[](const std::string& name) const { return m_people.at(name); }
    const std::map<std::string, Principal>& people() const { return m_people; }
    Principal add(const std::string& name, OrgId org, Role role);

    JobSummary submit(const Principal& who, JobSpec spec);
    /// Takes a job through its states as the scheduler loop does, with a TaskRun for every attempt that starts.
    void bring(JobId id, JobState state);
    /// Stores a file as sent by a person, and tells its digest.
    std::string upload(const std::string& content, const std::string& who = "uma");
    Job stored(JobId id);

    std::vector<AuditRecord> records();
    AuditRecord lastRecord();
    std::vector<Event> allEvents();

    FileFolder folder;
    ManualClock clock;
    SeededRandom random;
    std::unique_ptr<SqlDatabase> database;
    std::unique_ptr<FolderBlobStore> blobs;
    SiteCatalogue catalogue;
    ScriptedExplainer planner;
    CountingControl control;
    OneNode nodeView;
    PasswordHasher hasher;
    std::optional<AuthenticationService> authentication;
    std::optional<UserService> users;
    std::optional<TokenService> tokens;
    std::optional<SecretService> secrets;
    std::optional<JobService> jobs;
    std::optional<NodeService> nodes;
    std::optional<QueueService> queues;
    std::optional<EventService> events;
    std::optional<AuditService> audit;
    OrgId red;   ///< the organisation of root, ada, uma and ugo
    OrgId blue;  ///< the organisation of bea and bob

private:
    struct Person {
        const char* name;
        OrgId org;
        Role role;
    };
    void addAll(const std::vector<Person>& people);
    void insert(Transaction& tx, const Person& person);
    void step(JobId id, JobState state);

    boost::asio::io_context m_io;
    std::map<std::string, Principal> m_people;
};

/// The smallest job.
JobSpec trueJob();

/// The name of the error, or "ok".
template <class T>
std::string outcome(const Result<T>& result) {
    return result ? "ok" : std::string(result.error().id.name);
}

/// "path code" of every fault, in order.
std::vector<std::string> faultsOf(const Error& error);

}  // namespace ph::test
