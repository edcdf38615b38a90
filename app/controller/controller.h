#pragma once

#include "app/controller/options.h"
#include "base/error.h"

#include <memory>

namespace ph {
class LogTail;
}

namespace ph::controller {

/// The whole controller, wired. Opening takes the data directory's lock, migrates the store and loads the site; serving
/// runs until SIGTERM or SIGINT. Tasks go on when it ends and are adopted by the next one.
class Controller {
public:
    static Result<std::unique_ptr<Controller>> open(const Options& options, std::shared_ptr<LogTail> log);
    ~Controller();

    /// Runs on the calling thread, which becomes the logic thread.
    Result<> serve();

private:
    struct Parts;
    explicit Controller(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

}  // namespace ph::controller
