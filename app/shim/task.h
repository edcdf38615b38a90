#pragma once

#include "app/shim/appender.h"
#include "app/shim/line_stamper.h"
#include "app/shim/loop.h"
#include "app/shim/processes.h"
#include "app/shim/watch.h"
#include "shim/messages.h"
#include "shim/plan.h"
#include "shim/record.h"

#include <functional>
#include <optional>

namespace ph::shim {

/// The command of the task, from its start to the end of everything it left behind: log, metrics, time limit, stop,
/// watched limits and the record.
class Task {
public:
    Task(Loop& loop, Processes& processes, const Plan& plan);

    /// Starts the command. False if it could not be; the record says why.
    bool start(const char* metricsFifo);
    /// SIGTERM to every process, SIGKILL to what is left after `graceMillis`.
    void stop(std::int64_t graceMillis, EndCause cause);

    const Plan& plan() const { return m_plan; }
    /// Called whenever the log or the metrics have grown, and when the phase changed.
    void onChange(std::function<void()> changed) { m_changed = std::move(changed); }
    std::optional<StatusNotice> status() const;
    bool ended() const { return m_record.ended(); }

private:
    void commandEnded(int status);
    void killAll(int signal);
    void reaped(bool left);
    void settle();
    /// A command that the kernel killed a part of for want of memory ended of that, whatever it says itself.
    void blameMemory();
    void writeRecord();

    Loop& m_loop;
    Processes& m_processes;
    const Plan& m_plan;
    Appender m_log;
    Appender m_metrics;
    LineStamper m_stamper;
    Watch m_watch;
    std::function<void()> m_changed;
    ExitRecord m_record;
    bool m_commandEnded = false;
    bool m_stopping = false;
    bool m_childless = false;
};

}  // namespace ph::shim
