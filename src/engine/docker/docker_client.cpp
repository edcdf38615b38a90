#include "engine/docker/docker_client.h"

#include "engine/docker/docker_json.h"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>

namespace ph::engine {

namespace json = boost::json;

namespace {

constexpr std::chrono::milliseconds kGreetingDeadline{5'000};
constexpr std::chrono::milliseconds kPullSilence{60'000};  ///< between two words of a pull

/// "1.41" -> 41; 0 if it is none.
int minorOf(const std::string& version) {
    int major = 0, minor = 0;
    const char* const end = version.data() + version.size();
    const auto first = std::from_chars(version.data(), end, major);
    if (first.ec != std::errc() || major != 1 || first.ptr == end || *first.ptr != '.') return 0;
    const auto second = std::from_chars(first.ptr + 1, end, minor);
    return second.ec == std::errc() ? minor : 0;
}

std::string versionOf(int minor) {
    return "1." + std::to_string(minor);
}

std::map<std::string, std::string> labelsOf(const json::value& value, std::string_view pointer) {
    std::map<std::string, std::string> labels;
    boost::system::error_code error;
    const auto* found = value.find_pointer(pointer, error);
    if (!found || !found->is_object()) return labels;
    for (const auto& [name, text] : found->get_object())
        if (text.is_string()) labels[std::string(name)] = std::string(text.get_string());
    return labels;
}

std::string filter(const std::string& label, bool endsOnly) {
    json::object filters{{"label", json::array{label}}};
    if (endsOnly) {
        filters["type"] = json::array{"container"};
        filters["event"] = json::array{"die"};
    }
    return urlEncoded(json::serialize(filters));
}

bool hasUserMapping(const json::value& info) {
    boost::system::error_code error;
    const auto* options = info.find_pointer("/SecurityOptions", error);
    if (!options || !options->is_array()) return false;
    return std::any_of(options->get_array().begin(), options->get_array().end(), [](const json::value& option) {
        return option.is_string() && (option.get_string() == "name=userns" || option.get_string() == "name=rootless" ||
                                      option.get_string() == "name=userns,rootless");
    });
}

}  // namespace

Async<std::optional<json::value>> DockerEvents::next() {
    while (m_ready.empty()) {
        auto reading = m_body->read(std::chrono::milliseconds(0));
        const Result<std::string> bytes = co_await std::move(reading);
        if (!bytes) co_return bytes.error();
        if (bytes->empty()) co_return std::nullopt;
        for (auto& value : m_lines.feed(*bytes)) m_ready.push_back(std::move(value));
        if (m_lines.broken()) co_return Error(kEngineGarbled, "events");
    }
    json::value first = std::move(m_ready.front());
    m_ready.pop_front();
    co_return first;
}

Async<std::string> DockerClient::agree() {
    HttpCall call;
    call.target = "/version";
    auto asking = m_transport.exchange(std::move(call), kGreetingDeadline);
    const Result<HttpAnswer> answer = co_await std::move(asking);
    if (!answer) co_return answer.error();
    if (answer->status != 200) co_return engineRefusal(answer->status, answer->body);
    const auto version = parseAnswer(answer->body);
    const int newest = version ? minorOf(textAt(*version, "/ApiVersion")) : 0;
    const int oldest = version ? minorOf(textAt(*version, "/MinAPIVersion")) : 0;
    if (newest == 0) co_return Error(kEngineGarbled, "version");
    if (newest < kOldest)
        co_return Error(kEngineTooOld, "speaks " + versionOf(newest) + ", needed is " + versionOf(kOldest))
            .with("found", versionOf(newest))
            .with("needed", versionOf(kOldest));
    if (oldest > kNewest)
        co_return Error(kEngineTooNew, "speaks " + versionOf(oldest) + " and later, known is " + versionOf(kNewest))
            .with("found", versionOf(oldest))
            .with("needed", versionOf(kNewest));
    m_version = textAt(*version, "/Version");
    m_prefix = "/v" + versionOf(std::min(newest, kNewest));
    co_return m_prefix;
}

Async<HttpAnswer> DockerClient::ask(Query query) {
    std::string prefix = m_prefix;
    if (prefix.empty()) {
        auto agreeing = agree();
        Result<std::string> agreed = co_await std::move(agreeing);
        if (!agreed) co_return agreed.error();
        prefix = std::move(*agreed);
    }
    HttpCall call{query.verb, prefix + query.path, std::move(query.body)};
    auto asking = m_transport.exchange(std::move(call), query.deadline);
    Result<HttpAnswer> answer = co_await std::move(asking);
    co_return answer;
}

Async<json::value> DockerClient::call(Query query) {
    auto asking = ask(std::move(query));
    const Result<HttpAnswer> answer = co_await std::move(asking);
    if (!answer) co_return answer.error();
    if (answer->status / 100 != 2 && answer->status != 304) co_return engineRefusal(answer->status, answer->body);
    if (answer->body.empty()) co_return json::value();
    auto value = parseAnswer(answer->body);
    if (!value) co_return Error(kEngineGarbled, "no JSON");
    co_return std::move(*value);
}

Async<DockerHost> DockerClient::greet() {
    auto agreeing = agree();
    const Result<std::string> agreed = co_await std::move(agreeing);
    if (!agreed) co_return agreed.error();
    Query query;
    query.path = "/info";
    query.deadline = kGreetingDeadline;
    auto asking = call(std::move(query));
    const Result<json::value> info = co_await std::move(asking);
    if (!info) co_return info.error();
    DockerHost host;
    host.version = m_version;
    host.api = m_prefix.substr(2);
    host.cpus = numberAt(*info, "/NCPU");
    host.memory = numberAt(*info, "/MemTotal");
    host.limitsMemory = flagAt(*info, "/MemoryLimit");
    host.limitsCpu = flagAt(*info, "/CpuCfsQuota");
    host.mapsUsers = hasUserMapping(*info);
    host.labels["os"] = textAt(*info, "/OperatingSystem");
    host.labels["kernel"] = textAt(*info, "/KernelVersion");
    host.labels["architecture"] = textAt(*info, "/Architecture");
    co_return host;
}

Async<std::optional<std::vector<std::string>>> DockerClient::imageEnvironment(std::string image) {
    Query query;
    query.path = "/images/" + urlEncoded(image) + "/json";
    auto asking = call(std::move(query));
    const Result<json::value> found = co_await std::move(asking);
    if (!found && found.error().id == kEngineMissing) co_return std::nullopt;
    if (!found) co_return found.error();
    std::vector<std::string> variables;
    boost::system::error_code error;
    const auto* list = found->find_pointer("/Config/Env", error);
    if (list && list->is_array())
        for (const auto& item : list->get_array())
            if (item.is_string()) variables.emplace_back(item.get_string());
    co_return variables;
}

Async<> DockerClient::pull(std::string image, std::function<bool(const std::string&)> goOn) {
    std::string prefix = m_prefix;
    if (prefix.empty()) {
        auto agreeing = agree();
        Result<std::string> agreed = co_await std::move(agreeing);
        if (!agreed) co_return agreed.error();
        prefix = std::move(*agreed);
    }
    // Without a tag the engine would fetch all of them.
    const std::size_t name = image.rfind('/') == std::string::npos ? 0 : image.rfind('/');
    if (image.find(':', name) == std::string::npos && image.find('@') == std::string::npos) image += ":latest";
    HttpCall call{"POST", prefix + "/images/create?fromImage=" + urlEncoded(image), {}};
    auto opening = m_transport.open(std::move(call), kDeadline);
    const Result<HttpOpened> opened = co_await std::move(opening);
    if (!opened) co_return opened.error();
    JsonLines lines;
    std::string refusal;
    for (;;) {
        auto reading = opened->body->read(kPullSilence);
        const Result<std::string> bytes = co_await std::move(reading);
        if (!bytes) co_return bytes.error();
        if (bytes->empty()) break;
        if (opened->status != 200) {
            if (refusal.size() < JsonLines::kLongest) refusal += *bytes;
            continue;
        }
        for (const auto& line : lines.feed(*bytes)) {
            const std::string failure = textAt(line, "/error");
            if (!failure.empty()) co_return Error(kEngineFailed, shortText(failure));
            if (!goOn(textAt(line, "/status") + " " + textAt(line, "/id"))) co_return Error(kUnavailable, "pull ended");
        }
        if (lines.broken()) co_return Error(kEngineGarbled, "pull");
    }
    if (opened->status != 200) co_return engineRefusal(opened->status, refusal);
    co_return Result<>();
}

Async<std::string> DockerClient::create(std::string name, json::value spec) {
    Query query{"/containers/create?name=" + urlEncoded(name), json::serialize(spec), "POST"};
    auto asking = call(std::move(query));
    const Result<json::value> made = co_await std::move(asking);
    if (!made) co_return made.error();
    const std::string id = textAt(*made, "/Id");
    if (id.empty()) co_return Error(kEngineGarbled, "no container id");
    co_return id;
}

Async<> DockerClient::start(std::string container) {
    Query query{"/containers/" + urlEncoded(container) + "/start", {}, "POST"};
    auto asking = call(std::move(query));
    const Result<json::value> done = co_await std::move(asking);
    if (!done) co_return done.error();
    co_return Result<>();
}

Async<> DockerClient::kill(std::string container) {
    Query query{"/containers/" + urlEncoded(container) + "/kill", {}, "POST"};
    auto asking = call(std::move(query));
    const Result<json::value> done = co_await std::move(asking);
    // Not there and not running is what was wanted.
    if (!done && done.error().id != kEngineMissing && done.error().id != kEngineConflict) co_return done.error();
    co_return Result<>();
}

Async<> DockerClient::remove(std::string container) {
    Query query{"/containers/" + urlEncoded(container) + "?force=1&v=1", {}, "DELETE"};
    auto asking = call(std::move(query));
    const Result<json::value> done = co_await std::move(asking);
    // 409 says that somebody removes it at this moment.
    if (!done && done.error().id != kEngineMissing && done.error().id != kEngineConflict) co_return done.error();
    co_return Result<>();
}

Async<std::optional<ContainerState>> DockerClient::inspect(std::string container) {
    Query query;
    query.path = "/containers/" + urlEncoded(container) + "/json";
    auto asking = call(std::move(query));
    const Result<json::value> found = co_await std::move(asking);
    if (!found && found.error().id == kEngineMissing) co_return std::nullopt;
    if (!found) co_return found.error();
    ContainerState state;
    state.id = textAt(*found, "/Id");
    state.status = textAt(*found, "/State/Status");
    if (state.id.empty() || state.status.empty()) co_return Error(kEngineGarbled, "container without a state");
    state.running = flagAt(*found, "/State/Running");
    state.outOfMemory = flagAt(*found, "/State/OOMKilled");
    state.error = shortText(textAt(*found, "/State/Error"));
    state.labels = labelsOf(*found, "/Config/Labels");
    co_return state;
}

Async<std::vector<ContainerState>> DockerClient::list(std::string label) {
    Query query;
    query.path = "/containers/json?all=1&filters=" + filter(label, false);
    auto asking = call(std::move(query));
    const Result<json::value> found = co_await std::move(asking);
    if (!found) co_return found.error();
    if (!found->is_array()) co_return Error(kEngineGarbled, "no list of containers");
    std::vector<ContainerState> rows;
    for (const auto& item : found->get_array()) {
        ContainerState row;
        row.id = textAt(item, "/Id");
        row.status = textAt(item, "/State");
        row.running = row.status == "running";
        row.labels = labelsOf(item, "/Labels");
        if (!row.id.empty()) rows.push_back(std::move(row));
    }
    co_return rows;
}

Async<> DockerClient::ensureNetwork(std::string name, std::map<std::string, std::string> labels) {
    Query query;
    query.path = "/networks/" + urlEncoded(name);
    auto asking = call(std::move(query));
    const Result<json::value> found = co_await std::move(asking);
    if (found) co_return Result<>();
    if (found.error().id != kEngineMissing) co_return found.error();
    json::object own;
    for (const auto& [key, value] : labels) own[key] = value;
    const json::object spec{{"Name", name}, {"CheckDuplicate", true}, {"Driver", "bridge"}, {"Labels", std::move(own)}};
    Query making{"/networks/create", json::serialize(spec), "POST"};
    auto creating = call(std::move(making));
    const Result<json::value> made = co_await std::move(creating);
    // Another launch may have made it meanwhile.
    if (!made && made.error().id != kEngineConflict) co_return made.error();
    co_return Result<>();
}

Async<> DockerClient::pruneNetworks(std::string label) {
    Query query{"/networks/prune?filters=" + filter(label, false), {}, "POST"};
    auto asking = call(std::move(query));
    const Result<json::value> done = co_await std::move(asking);
    if (!done) co_return done.error();
    co_return Result<>();
}

Async<std::shared_ptr<DockerEvents>> DockerClient::ends(std::string label) {
    std::string prefix = m_prefix;
    if (prefix.empty()) co_return Error(kEngineUnreachable, "not greeted");
    HttpCall call;
    call.target = prefix + "/events?filters=" + filter(label, true);
    auto opening = m_transport.open(std::move(call), kDeadline);
    const Result<HttpOpened> opened = co_await std::move(opening);
    if (!opened) co_return opened.error();
    if (opened->status != 200) co_return engineRefusal(opened->status, {});
    co_return std::make_shared<DockerEvents>(opened->body);
}

}  // namespace ph::engine
