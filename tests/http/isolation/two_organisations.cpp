#include "http/isolation/two_organisations.h"

#include "http/text_codec.h"

namespace ph::test {

namespace {

constexpr const char* kArtifact = "the model of one";

bool isJob(Thing thing) {
    return thing == Thing::QueuedJob || thing == Thing::RunningJob || thing == Thing::EndedJob || thing == Thing::Array;
}

std::string digestOf(const std::string& content) {
    return "sha256:" + http::sha256Hex(content);
}

void store(BlobStore& blobs, const std::string& content) {
    auto writer = blobs.begin().value();
    writer->write(std::as_bytes(std::span(content))).value();
    writer->commit(digestOf(content)).value();
}

}  // namespace

TwoOrganisations::TwoOrganisations() {
    const auto root = site.run(site.authentication.authenticate(site.root, "test")).value();
    m_red = root.org;
    m_blue = OrgId::random(site.random);
    auto found = [this](Transaction& tx) -> Result<> {
        return tx.accounts().insertOrganisation({m_blue, "blue", site.clock.now()});
    };
    site.run(site.database->write(found)).value();
    m_people["root"] = {root, site.run(site.tokens.create(root, "kept", {})).value().secret};
    for (const auto* name : {"uma", "ugo", "eve", "ray", "dan"}) add(name, m_red, Role::User);
    for (const auto* name : {"bob", "ben"}) add(name, m_blue, Role::User);
    add("ada", m_red, Role::OrgAdmin);
    add("bea", m_blue, Role::OrgAdmin);

    store(site.blobs, kArtifact);
    site.streams.appendLog("a line\n");
    site.streams.endLog();
    auto& eve = m_people.at("eve");
    eve.token = site.run(site.tokens.create(eve.who, "short", Seconds{60})).value().secret;
    site.clock.advance(std::chrono::minutes(2));
    const auto& ray = m_people.at("ray");
    const auto tokens = site.run(site.tokens.list(ray.who)).value();
    site.run(site.tokens.remove(ray.who, tokens.front().id)).value();
    UserChange disabled;
    disabled.disabled = true;
    site.run(site.users.change(root, m_people.at("dan").who.user, disabled)).value();
}

void TwoOrganisations::add(const std::string& name, OrgId org, Role role) {
    UserDraft draft{name, {}, kRootPassword, role, org};
    const auto user = site.run(site.users.create(m_people.at("root").who, draft)).value();
    const Principal who{user.id, user.org, user.name, user.role, "test", {}};
    m_people[name] = {who, site.run(site.tokens.create(who, "kept", {})).value().secret};
}

std::vector<Caller> TwoOrganisations::callers() const {
    std::vector<Caller> list;
    for (const auto* name : {"uma", "ugo", "ada", "bob", "ben", "bea", "root"}) {
        const auto& [who, token] = person(name);
        list.push_back({name, token, who.role, who});
    }
    const auto& uma = person("uma").who;
    list.push_back({"nobody", {}, std::nullopt, uma});
    list.push_back({"who invents a token", "pht_" + std::string(64, 'a'), std::nullopt, uma});
    list.push_back({"eve, whose token has expired", person("eve").token, std::nullopt, person("eve").who});
    list.push_back({"ray, whose token was revoked", person("ray").token, std::nullopt, person("ray").who});
    list.push_back({"dan, who is disabled", person("dan").token, std::nullopt, person("dan").who});
    return list;
}

const Principal& TwoOrganisations::owner(Whose whose, const Caller& caller) const {
    if (whose == Whose::Own) return caller.who;
    const bool ofRed = (caller.who.org == m_red) == (whose == Whose::Colleagues);
    const auto first = ofRed ? "uma" : "bob", second = ofRed ? "ugo" : "ben";
    return person(caller.who.name == first ? second : first).who;
}

std::string TwoOrganisations::absent(Thing thing) {
    switch (thing) {
        case Thing::User:
        case Thing::Person:
            return UserId::random(site.random).str();
        case Thing::Organisation:
            return OrgId::random(site.random).str();
        case Thing::Token:
            return TokenId::random(site.random).str();
        case Thing::Secret:
            return "KEY_" + fresh();
        case Thing::Login:
            return fresh();
        case Thing::Blob:
            return makeBlob(nullptr);
        default:
            return JobId::random(site.random).str();
    }
}

std::string TwoOrganisations::makeJob(Thing thing, const Principal& owner) {
    JobSpec spec;
    spec.command = {"true"};
    if (thing == Thing::Array) spec.array = 2;
    const auto id = site.run(site.jobs.submit(owner, spec, {}, {}, false)).value().jobs.front().id;
    if (thing == Thing::RunningJob) site.bring(id, JobState::Running);
    if (thing != Thing::EndedJob) return id.str();
    site.bring(id, JobState::Succeeded);
    auto keep = [this, id](Transaction& tx) -> Result<> {
        return tx.taskRuns().addArtifacts({{id, 1, "out/model.bin", digestOf(kArtifact), 16, site.clock.now()}});
    };
    site.run(site.database->write(keep)).value();
    return id.str();
}

User TwoOrganisations::makeUser(OrgId org) {
    // Nobody logs in as them, so they need no real hash, which costs much.
    const User user{UserId::random(site.random), org, fresh(), {}, Role::User, false, site.clock.now()};
    auto insert = [user](Transaction& tx) -> Result<> { return tx.accounts().insertUser({user, "no hash"}); };
    site.run(site.database->write(insert)).value();
    return user;
}

std::string TwoOrganisations::makeBlob(const Principal* uploader) {
    const auto content = fmt::format("{:16}", fresh());
    const auto digest = digestOf(content);
    m_contents[digest] = content;
    if (!uploader) return digest;
    store(site.blobs, content);
    site.run(site.blobOwners.uploaded(*uploader, digest, Bytes{16})).value();
    return digest;
}

std::string TwoOrganisations::make(Thing thing, Whose whose, const Caller& caller) {
    if (thing == Thing::Nothing) return {};
    if (whose == Whose::Malformed) {
        const auto digest = makeBlob(nullptr);
        m_contents["9-no_such"] = m_contents.at(digest);
        return "9-no_such";
    }
    if (whose == Whose::Absent) return absent(thing);
    const auto& of = owner(whose, caller);
    if (isJob(thing)) return makeJob(thing, of);
    switch (thing) {
        case Thing::User:
            return whose == Whose::Own ? of.user.str() : makeUser(of.org).id.str();
        case Thing::Login:
            return of.name;
        case Thing::Person:
            makeJob(Thing::QueuedJob, of);
            return of.user.str();
        case Thing::Organisation:
            return of.org.str();
        case Thing::Token:
            return site.run(site.tokens.create(of, "made", {})).value().token.id.str();
        case Thing::Secret: {
            const auto name = "KEY_" + fresh();
            site.run(site.secrets.put(of, name, "theirs")).value();
            return name;
        }
        default:
            return makeBlob(&of);
    }
}

std::string TwoOrganisations::spareToken(const Caller& caller) {
    return site.run(site.tokens.create(caller.who, "made", {})).value().secret;
}

void TwoOrganisations::dropTokens(const Caller& caller) {
    for (const auto whose : {Whose::Own, Whose::Colleagues, Whose::Foreign}) {
        const auto& of = owner(whose, caller);
        for (const auto& token : site.run(site.tokens.list(of)).value())
            if (token.name == "made") site.run(site.tokens.remove(of, token.id)).value();
    }
}

TwoOrganisations::Positions TwoOrganisations::positions() {
    auto look = [](Transaction& tx) -> Result<Positions> {
        const auto records = tx.audit().read(OrgScope::everything(), 0, 1).value();
        return Positions{tx.events().head().value(), records.empty() ? 0 : records.front().number};
    };
    return site.run(readFor(*site.database, look)).value();
}

AuditRecord TwoOrganisations::lastRecord() {
    auto look = [](Transaction& tx) { return tx.audit().read(OrgScope::everything(), 0, 1); };
    return site.run(readFor(*site.database, look)).value().at(0);
}

}  // namespace ph::test
