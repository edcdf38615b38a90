#pragma once

#include "events/event_hub.h"
#include "scheduler/scheduler.h"

namespace ph::controller {

/// Tells of commits: the live streams, whose readers may have lost rights, and the scheduler, whose run folders may be
/// free.
class CommitFanOut final : public CommitListener {
public:
    CommitFanOut(EventHub& hub, Scheduler& scheduler) : m_hub(hub), m_scheduler(scheduler) {}

    void committed(const std::vector<Event>& events) override {
        m_hub.committed(events);
        for (const auto& event : events) {
            if (event.kind == EventKind::JobRemoved) m_scheduler.jobRemoved();
            if (event.kind != EventKind::UserChanged) continue;
            if (const auto user = UserId::parse(event.object)) m_hub.rightsChanged(*user);
        }
    }

private:
    EventHub& m_hub;
    Scheduler& m_scheduler;
};

}  // namespace ph::controller
