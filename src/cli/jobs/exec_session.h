#pragma once

#include "cli/context.h"
#include "cli/terminal.h"
#include "client/jobs/task_stream_socket.h"

#include <QSocketNotifier>
#include <QTimer>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ph::cli {

/// A command beside a task with this program's input and output, in a terminal if asked. One use.
class ExecSession : public QObject {
    Q_OBJECT

public:
    struct Plan {
        std::vector<std::string> command;
        bool input = false;
        bool terminal = false;
    };

    ExecSession(Context& context, JobId job, Plan plan);
    void start();

Q_SIGNALS:
    void ended(int exitCode);
    void failed(const ph::Error& error);

private:
    void opened();
    void readInput();
    void checkSize();

    Context& m_context;
    JobId m_job;
    Plan m_plan;
    client::TaskStreamSocket m_socket;
    std::unique_ptr<QSocketNotifier> m_input;
    std::unique_ptr<RawTerminal> m_raw;
    QTimer m_sizeTimer;
    std::pair<int, int> m_size;
};

}  // namespace ph::cli
