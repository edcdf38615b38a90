#pragma once

#include "cli/config_store.h"
#include "cli/environment.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/streams.h"
#include "client/call.h"
#include "client/connection.h"
#include "messages/sentence.h"

#include <QObject>

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace ph::cli {

struct CommandDescription;

/// What a command works with for one run: streams, output, language, the server. It also keeps the calls in progress.
class Context : public QObject {
    Q_OBJECT

public:
    struct Settings {
        std::string server;  ///< as given on the command line
        Format format = Format::Table;
        bool colour = false;
        messages::Language language = messages::Language::English;
        const CommandDescription* description = nullptr;
    };

    Context(Streams& streams, const Environment& environment, Settings settings);

    Streams& streams() { return m_streams; }
    Output& output() { return m_output; }
    const Environment& environment() const { return m_environment; }
    messages::Language language() const { return m_settings.language; }
    const Settings& settings() const { return m_settings; }
    const ConfigStore& config() const { return m_config; }

    std::string text(std::string_view key, const messages::Arguments& arguments = {}) const;
    /// One line for people on the error stream.
    void note(std::string_view key, const messages::Arguments& arguments = {});

    /// The server that this run talks to, as somebody logged in. Null after it has failed the run for want of one.
    client::Connection* connection();

    void finish(ExitCode code = ExitCode::Ok);
    /// Says what went wrong, with every fault, and ends the run.
    void fail(const Error& error);
    void fail(ExitCode code, std::string_view key, const messages::Arguments& arguments = {});
    /// Says it without ending.
    void complain(const Error& error);

    /// Bytes as they are to standard output, `now` without waiting for more. If nobody takes them, the run ends.
    void pass(const QByteArray& bytes, bool now = true);
    /// Keeps `call` until it is done.
    template <class T>
    void whenDone(client::Call<T> call, std::function<void(Result<T>)> next) {
        auto kept = std::make_shared<client::Call<T>>(std::move(call));
        const auto place = m_calls.insert(m_calls.end(), kept);
        kept->onDone(this, [this, place, next = std::move(next)](Result<T> result) {
            const std::shared_ptr<void> ending = *place;
            m_calls.erase(place);
            next(std::move(result));
        });
    }
    /// As whenDone; an error ends the run.
    template <class T>
    void then(client::Call<T> call, std::function<void(T)> next) {
        whenDone<T>(std::move(call), [this, next = std::move(next)](Result<T> result) {
            if (result.has_error()) return fail(result.error());
            next(std::move(*result));
        });
    }

Q_SIGNALS:
    void finished(int exitCode);

private:
    Result<client::ServerProfile> profile() const;
    bool outputFailed();

    Streams& m_streams;
    const Environment& m_environment;
    Settings m_settings;
    Output m_output;
    ConfigStore m_config;
    std::unique_ptr<client::Connection> m_connection;
    std::list<std::shared_ptr<void>> m_calls;
    bool m_finished = false;
    bool m_outputFailed = false;
};

}  // namespace ph::cli
