#include "api/jobs.h"
#include "http/jobs/channel_session.h"
#include "http/jobs/job_routes.h"
#include "http/query.h"
#include "reflect/json_text.h"

#include <charconv>

namespace ph::http {

namespace {

using Channel = std::unique_ptr<TaskChannel>;
using OpenPath = Async<Channel> (TaskStream::*)(TaskRunId, std::string);

/// The current TaskRun of the job in the path, if it runs: an upgrade for anything else would only be closed again.
Async<TaskRunId> runningTask(Hop logic, JobService& jobs, const Request& request) {
    const auto id = request.id<JobId>(kJobNotFound);
    if (!id) co_return id.error();
    auto calling = logic.run(jobs, &JobService::taskRun, request.who, *id, 0);
    const Result<TaskRun> run = co_await std::move(calling);
    if (!run) co_return run.error();
    if (run->state != TaskRunState::Running) co_return Error(kJobNotRunning);
    co_return run->id;
}

/// The same for what changes the task, which is recorded.
Async<TaskRunId> enteredTask(Hop logic, JobService& jobs, const Request& request, std::string action) {
    const auto id = request.id<JobId>(kJobNotFound);
    if (!id) co_return id.error();
    auto calling = logic.run(jobs, &JobService::enter, request.who, *id, std::move(action));
    const Result<TaskRun> run = co_await std::move(calling);
    if (!run) co_return run.error();
    co_return run->id;
}

Response streamResponse(Hop logic, bool firstText, ChannelSession::Opener open) {
    Response response;
    response.webSocket = std::make_unique<ChannelSession>(std::move(logic), firstText, std::move(open));
    return response;
}

Async<Channel> openExec(Hop logic, TaskStream& streams, TaskRunId run, std::string first) {
    const auto json = reflect::parseJson(first, 256 * 1024);
    if (!json) co_return json.error();
    auto start = reflect::decode<api::ExecStart>(*json);
    if (!start) co_return start.error();
    ExecRequest request{std::move(start->command), start->terminal, start->rows, start->columns,
                        std::move(start->environment)};
    auto opening = logic.run(streams, &TaskStream::exec, run, std::move(request));
    co_return co_await std::move(opening);
}

Result<int> portOf(const Request& request) {
    const auto& text = request.parameter("port");
    int port = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool good = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && port > 0 && port < 65536;
    if (good) return port;
    return Error(kInvalid).withFaults({{"path.port", "range", text.substr(0, 80), "1 to 65535"}});
}

/// `action` empty: only looked at.
void registerFiles(Router& router, std::string_view route, OpenPath method, std::string action, Hop logic,
                   JobService& jobs, TaskStream& streams) {
    router.add(route, [logic, &jobs, &streams, method, action](Request& request) -> Async<Response> {
        const auto path = Query(request).text("path");
        if (path.empty())
            co_return Error(kInvalid).withFaults({{"query.path", "required", "", "a path inside the task"}});
        auto finding = action.empty() ? runningTask(logic, jobs, request) : enteredTask(logic, jobs, request, action);
        const Result<TaskRunId> run = co_await std::move(finding);
        if (!run) co_return run.error();
        auto open = [logic, &streams, method, path, id = *run](std::string) {
            return logic.run(streams, method, id, path);
        };
        co_return streamResponse(logic, false, std::move(open));
    });
}

}  // namespace

void registerStreamRoutes(Router& router, Hop logic, JobService& jobs, TaskStream& streams) {
    router.add("jobs.exec", [logic, &jobs, &streams](Request& request) -> Async<Response> {
        auto finding = enteredTask(logic, jobs, request, "job.exec");
        const Result<TaskRunId> run = co_await std::move(finding);
        if (!run) co_return run.error();
        auto open = [logic, &streams, id = *run](std::string first) {
            return openExec(logic, streams, id, std::move(first));
        };
        co_return streamResponse(logic, true, std::move(open));
    });
    router.add("jobs.port", [logic, &jobs, &streams](Request& request) -> Async<Response> {
        const auto port = portOf(request);
        if (!port) co_return port.error();
        auto finding = runningTask(logic, jobs, request);
        const Result<TaskRunId> run = co_await std::move(finding);
        if (!run) co_return run.error();
        auto open = [logic, &streams, id = *run, port = *port](std::string) {
            return logic.run(streams, &TaskStream::connect, id, port);
        };
        co_return streamResponse(logic, false, std::move(open));
    });
    registerFiles(router, "jobs.files.get", &TaskStream::readFiles, {}, logic, jobs, streams);
    registerFiles(router, "jobs.files.put", &TaskStream::writeFiles, "job.files.put", logic, jobs, streams);
}

}  // namespace ph::http
