#include "app/shim/task.h"

#include "app/shim/command.h"
#include "app/shim/holdings.h"
#include "base/fail_point.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::shim {

namespace {

constexpr std::int64_t kScratchGraceMillis = 2000;
constexpr std::int64_t kKillAgainMillis = 20;

std::string limitNote(std::int64_t limit) {
    return "\n[ph-shim: the log reached its limit of " + std::to_string(limit) + " bytes; what follows is not kept]\n";
}

}  // namespace

Task::Task(Loop& loop, Processes& processes, const Plan& plan)
    : m_loop(loop),
      m_processes(processes),
      m_plan(plan),
      m_log(loop, kLogFd, plan.logLimit, limitNote(plan.logLimit)),
      m_metrics(loop, kMetricsFd, plan.metricsLimit, {}),
      m_watch(loop, plan.memoryLimit, plan.scratchLimit, plan.workingDirectory) {
    m_log.onGrowth([this] {
        if (m_changed) m_changed();
    });
    m_log.onEnd([this] { settle(); });
    m_metrics.onGrowth([this] {
        if (m_changed) m_changed();
    });
    m_metrics.changeBy([this](std::string_view bytes) { return m_stamper.take(bytes, utcMicros()); });
    m_processes.onReaped([this](bool left) { reaped(left); });
    m_watch.onBreach([this](EndCause cause, std::int64_t used, std::int64_t limit) {
        m_record.used = used;
        m_record.limit = limit;
        stop(cause == EndCause::Memory ? 0 : kScratchGraceMillis, cause);
    });
}

bool Task::start(const char* metricsFifo) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    ::fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);
    const Fd writing(ends[1]);
    m_log.follow(Fd(ends[0]));
    // Held open for reading and writing, so that writers come and go without an end of file.
    m_metrics.follow(Fd(::open(metricsFifo, O_RDWR | O_CLOEXEC | O_NONBLOCK)));
    const Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Start start = startCommand(m_plan.command, m_plan.environment, m_plan.workingDirectory, null.get(),
                                     writing.get(), writing.get(), false);
    if (start.failure != EndKind::None) {
        m_record.kind = start.failure;
        m_record.detail = start.detail;
        m_record.code = start.failure == EndKind::NotFound ? 127 : 126;
        writeRecord();
        return false;
    }
    m_processes.expect(start.pid, [this](int status) { commandEnded(status); });
    m_record.startedMicros = utcMicros();
    failPoint("shim.started");
    writeAll(kRecordFd, startedLine(m_record.startedMicros));
    failPoint("shim.started-recorded");
    if (m_plan.timeLimitMillis > 0)
        m_loop.after(m_plan.timeLimitMillis, [this] { stop(m_plan.graceMillis, EndCause::TimeLimit); });
    m_watch.start();
    if (m_changed) m_changed();
    return true;
}

void Task::stop(std::int64_t graceMillis, EndCause cause) {
    if (m_commandEnded) return;
    if (!m_stopping) m_record.cause = cause;
    m_stopping = true;
    if (graceMillis <= 0) return killAll(SIGKILL);
    killAll(SIGTERM);
    m_loop.after(graceMillis, [this] {
        if (!m_commandEnded) killAll(SIGKILL);
    });
}

void Task::killAll(int signal) {
    // As the first process of the namespace we are not hit ourselves.
    ::kill(-1, signal);
    if (signal == SIGTERM) ::kill(-1, SIGCONT);
}

void Task::commandEnded(int status) {
    failPoint("shim.command-ended");
    m_commandEnded = true;
    if (WIFSIGNALED(status)) {
        m_record.kind = EndKind::Signalled;
        m_record.signal = WTERMSIG(status);
        m_record.code = 128 + m_record.signal;
    } else {
        m_record.kind = EndKind::Exited;
        m_record.code = WEXITSTATUS(status);
    }
    killAll(SIGKILL);
}

void Task::reaped(bool left) {
    if (!m_commandEnded || m_childless) return;
    if (left) {
        // SIGCHLD of the rest is on its way; ask again in case a new one slipped in between.
        m_loop.after(kKillAgainMillis, [this] {
            if (m_childless) return;
            killAll(SIGKILL);
            m_processes.reap();
        });
        return;
    }
    m_childless = true;
    settle();
}

void Task::settle() {
    if (!m_childless || !m_log.atEnd()) return;
    m_metrics.drain();
    writeRecord();
    if (m_changed) m_changed();
    m_loop.leave();
}

void Task::blameMemory() {
    const bool well = m_record.kind == EndKind::Exited && m_record.code == 0;
    if (m_plan.groupMemory == 0 || well || m_record.startedMicros == 0 || m_record.cause != EndCause::Itself) return;
    if (outOfMemoryKills() == 0) return;
    m_record.cause = EndCause::Memory;
    m_record.used = m_record.limit = m_plan.groupMemory;
}

void Task::writeRecord() {
    blameMemory();
    m_record.endedMicros = utcMicros();
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    m_record.cpuMicros =
        (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000 + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
    m_record.peakBytes = usage.ru_maxrss * 1024;
    failPoint("shim.ended");
    writeAll(kRecordFd, endedLine(m_record));
    failPoint("shim.ended-recorded");
}

std::optional<StatusNotice> Task::status() const {
    if (m_record.startedMicros == 0) return std::nullopt;
    StatusNotice notice;
    notice.phase = TaskPhase::Started;
    notice.atMicros = m_record.startedMicros;
    if (m_record.endedMicros != 0) {
        notice.phase = TaskPhase::Exited;
        notice.atMicros = m_record.endedMicros;
        notice.code = m_record.code;
        notice.signal = m_record.signal;
    }
    return notice;
}

}  // namespace ph::shim
