#pragma once

#include "app/controller/options.h"
#include "base/async.h"
#include "ports/engine.h"
#include "ports/task_stream.h"

#include <boost/asio/any_io_executor.hpp>

#include <functional>
#include <memory>
#include <string>

namespace ph::controller {

/// The engine that the options ask for: processes of this machine, or containers of a Docker host on it. Logic thread.
class SiteEngine {
public:
    /// Where the file with a digest lies. Thread-safe.
    using BlobPath = std::function<std::string(const std::string& digest)>;
    SiteEngine(boost::asio::any_io_executor logic, const Options& options, const std::string& dataFolder,
               BlobPath blobPath);
    ~SiteEngine();

    /// Adopts what an earlier controller left running. Once, before any call of the engine.
    Async<> start();
    Engine& engine() { return *m_engine; }
    TaskStream& streams() { return *m_streams; }

private:
    template <class E>
    void use(std::unique_ptr<E> engine);

    std::unique_ptr<Engine> m_engine;
    TaskStream* m_streams = nullptr;  ///< the same object
    std::function<Async<>()> m_start;
};

}  // namespace ph::controller
