#pragma once

#include "app/shim/channel.h"
#include "app/shim/execution.h"

#include <memory>

namespace ph::shim {

/// A channel that stands for an Execution. When the channel goes, a detached execution stays and any other is ended.
class ExecutionChannel final : public Channel {
public:
    ExecutionChannel(std::shared_ptr<Execution> execution, bool stays)
        : m_execution(std::move(execution)), m_stays(stays) {}
    ~ExecutionChannel() override {
        if (m_execution->over()) return;
        if (m_stays)
            m_execution->detach();
        else
            m_execution->hangUp();
    }
    void data(std::string_view bytes) override { m_execution->input(bytes); }
    void eof() override { m_execution->endInput(); }
    void pump() override { m_execution->pump(); }
    void resize(int rows, int columns) override { m_execution->resize(rows, columns); }
    void signal(int number) override { m_execution->signal(number); }

private:
    std::shared_ptr<Execution> m_execution;
    bool m_stays;
};

}  // namespace ph::shim
