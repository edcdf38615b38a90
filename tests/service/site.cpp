#include "service/site.h"

#include <sodium.h>

#include <fstream>
#include <unistd.h>

namespace ph::test {

namespace fs = std::filesystem;

namespace {

/// A hash of kPassword that is cheap to verify: what one costs is the hasher's own test.
const std::string& passwordHash() {
    static const std::string hash = [] {
        std::array<char, crypto_pwhash_STRBYTES> text{};
        const std::string password = kPassword;
        if (crypto_pwhash_str(text.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_MIN,
                              crypto_pwhash_MEMLIMIT_MIN) != 0)
            throw std::runtime_error("no password hash");
        return std::string(text.data());
    }();
    return hash;
}

}  // namespace

void FileFolder::write(const std::string& inner, const std::string& text) const {
    fs::create_directories(fs::path(path(inner)).parent_path());
    writeFile(path(inner), text);
}

Async<std::vector<UsageSample>> OneNode::samples(NodeId id, std::size_t count) {
    if (id != node.id) co_return Error(kNodeNotFound);
    co_return std::vector<UsageSample>(std::min<std::size_t>(count, 3));
}

Site::Site() {
    SqlDatabase::Options options;
    options.location = folder.path("pilothouse.db");
    database = SqlDatabase::open(options, clock).value();
    blobs = std::make_unique<FolderBlobStore>(folder.path("blobs"), Bytes{});
    authentication.emplace(*database, hasher, clock, random);
    users.emplace(*database, hasher, *authentication, clock, random);
    tokens.emplace(*database, *authentication, clock, random);
    secrets.emplace(*database, clock);
    jobs.emplace(*database, *blobs, catalogue, planner, control, clock, random);
    nodes.emplace(*database, nodeView);
    queues.emplace(*database, nodeView, control, clock);
    events.emplace(*database);
    audit.emplace(*database);
    nodeView.node.id = NodeId::random(random);
    nodeView.node.name = "here";
    red = OrgId::random(random);
    blue = OrgId::random(random);
    addAll({{"root", red, Role::SuperAdmin},
            {"ada", red, Role::OrgAdmin},
            {"uma", red, Role::User},
            {"ugo", red, Role::User},
            {"bea", blue, Role::OrgAdmin},
            {"bob", blue, Role::User}});
}

void Site::addAll(const std::vector<Person>& people) {
    write([&](Transaction& tx) -> Result<int> {
        tx.accounts().insertOrganisation({red, "red", clock.now()}).value();
        tx.accounts().insertOrganisation({blue, "blue", clock.now()}).value();
        for (const auto& person : people) insert(tx, person);
        return 0;
    }).value();
}

void Site::insert(Transaction& tx, const Person& person) {
    const User user{UserId::random(random), person.org, person.name, {}, person.role, false, clock.now()};
    tx.accounts().insertUser({user, passwordHash()}).value();
    m_people[person.name] = {user.id, user.org, user.name, user.role, "192.0.2.1", {}};
    clock.advance(std::chrono::seconds(1));
}

Principal Site::add(const std::string& name, OrgId org, Role role) {
    write([&](Transaction& tx) -> Result<int> {
        insert(tx, {name.c_str(), org, role});
        return 0;
    }).value();
    return m_people.at(name);
}

JobSummary Site::submit(const Principal& who, JobSpec spec) {
    return run(jobs->submit(who, std::move(spec), {}, {}, false)).value().jobs.front();
}

void Site::step(JobId id, JobState state) {
    write([&](Transaction& tx) -> Result<int> {
        auto job = tx.jobs().find(OrgScope::everything(), id).value().value();
        auto& summary = job.summary;
        if (state == JobState::Starting) {
            TaskRun run;
            run.id = TaskRunId::random(random);
            run.job = id;
            run.org = summary.org;
            run.attempt = ++summary.attempt;
            run.createdAt = clock.now();
            job.taskRun = run.id;
            if (const auto done = tx.taskRuns().insert(run); !done) return done.error();
        }
        summary.state = state;
        summary.reason = isFinal(state) ? Reason{ReasonCode::Completed, {}} : Reason{};
        if (isFinal(state)) summary.endedAt = clock.now();
        if (const auto done = tx.jobs().update(job); !done) return done.error();
        return 0;
    }).value();
}

void Site::bring(JobId id, JobState state) {
    using enum JobState;
    if (state == Queued) return;
    step(id, Starting);
    if (state == Starting) return;
    step(id, Running);
    if (state == Running) return;
    if (state == Stopped) step(id, Stopping);
    step(id, state);
}

std::string Site::upload(const std::string& content, const std::string& who) {
    auto writer = blobs->begin().value();
    writer->write(std::as_bytes(std::span(content))).value();
    const auto digest = writer->commit({}).value();
    run(BlobService(*database, clock).uploaded((*this)[who], digest, Bytes{writer->size()})).value();
    return digest;
}

Job Site::stored(JobId id) {
    return read([&](Transaction& tx) -> Result<Job> {
               return tx.jobs().find(OrgScope::everything(), id).value().value();
           })
        .value();
}

std::vector<AuditRecord> Site::records() {
    return read([](Transaction& tx) { return tx.audit().read(OrgScope::everything(), 0, 1000); }).value();
}

AuditRecord Site::lastRecord() {
    const auto all = records();
    return all.empty() ? AuditRecord() : all.front();
}

std::vector<Event> Site::allEvents() {
    return read([](Transaction& tx) { return tx.events().read(0, 10'000); }).value();
}

JobSpec trueJob() {
    JobSpec spec;
    spec.command = {"true"};
    return spec;
}

std::vector<std::string> faultsOf(const Error& error) {
    std::vector<std::string> list;
    for (const auto& fault : error.faults) list.push_back(fault.path + ' ' + fault.code);
    return list;
}

}  // namespace ph::test
