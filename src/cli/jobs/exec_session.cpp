#include "cli/jobs/exec_session.h"

#include "cli/jobs/stream_failure.h"

#include <cerrno>
#include <ostream>
#include <unistd.h>

namespace ph::cli {

namespace {

constexpr qint64 kMostPending = 4 << 20;

}  // namespace

ExecSession::ExecSession(Context& context, JobId job, Plan plan)
    : m_context(context), m_job(job), m_plan(std::move(plan)), m_socket(*context.connection()) {
    using client::TaskStreamSocket;
    auto& streams = context.streams();
    connect(&m_socket, &TaskStreamSocket::opened, this, &ExecSession::opened);
    connect(&m_socket, &TaskStreamSocket::output, this, [this](const QByteArray& bytes) { m_context.pass(bytes); });
    connect(&m_socket, &TaskStreamSocket::errorOutput, this,
            [&streams](const QByteArray& bytes) { streams.err.write(bytes.constData(), bytes.size()).flush(); });
    connect(&m_socket, &TaskStreamSocket::bytesWritten, this, [this](qint64) {
        if (m_input && m_socket.bytesToWrite() < kMostPending) m_input->setEnabled(true);
    });
    connect(&m_socket, &TaskStreamSocket::failed, this, [this](const Error& error) {
        m_raw.reset();
        Q_EMIT failed(error);
    });
    connect(&m_socket, &TaskStreamSocket::ended, this, [this](const api::StreamEnd& end) {
        m_input.reset();
        m_raw.reset();
        if (end.failure.empty())
            Q_EMIT ended(end.exitCode);
        else
            Q_EMIT failed(streamFailure(end, m_plan.command.front(), m_context.language()));
    });
}

void ExecSession::start() {
    api::ExecStart start;
    start.command = m_plan.command;
    start.terminal = m_plan.terminal;
    m_size = terminalSize(m_context.streams().inDescriptor);
    start.rows = m_size.first;
    start.columns = m_size.second;
    if (m_plan.terminal) start.environment["TERM"] = variable(m_context.environment(), "TERM");
    if (start.environment["TERM"].empty()) start.environment.erase("TERM");
    m_socket.openExec(m_job, start);
}

void ExecSession::opened() {
    const int descriptor = m_context.streams().inDescriptor;
    if (!m_plan.input || descriptor < 0) return m_socket.finishInput();
    if (m_plan.terminal) {
        m_raw = std::make_unique<RawTerminal>(descriptor);
        constexpr std::chrono::milliseconds kLook(250);
        connect(&m_sizeTimer, &QTimer::timeout, this, &ExecSession::checkSize);
        m_sizeTimer.start(kLook);
    }
    m_input = std::make_unique<QSocketNotifier>(descriptor, QSocketNotifier::Read);
    connect(m_input.get(), &QSocketNotifier::activated, this, &ExecSession::readInput);
}

void ExecSession::readInput() {
    QByteArray buffer(64 * 1024, Qt::Uninitialized);
    const ssize_t count =
        ::read(m_context.streams().inDescriptor, buffer.data(), static_cast<std::size_t>(buffer.size()));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count <= 0) {
        m_input->setEnabled(false);
        m_input.release()->deleteLater();
        return m_socket.finishInput();
    }
    buffer.truncate(count);
    m_socket.write(buffer);
    if (m_socket.bytesToWrite() >= kMostPending) m_input->setEnabled(false);
}

void ExecSession::checkSize() {
    const auto size = terminalSize(m_context.streams().inDescriptor);
    if (size == m_size) return;
    m_size = size;
    m_socket.resize(size.first, size.second);
}

}  // namespace ph::cli
