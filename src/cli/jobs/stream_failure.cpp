#include "cli/jobs/stream_failure.h"

#include "api/error_names.h"
#include "client/client_errors.h"
#include "messages/word_text.h"

#include <string_view>

namespace ph::cli {

namespace {

/// Those of the shim's words that are more than work that failed.
ErrorKind kindOf(std::string_view failure) {
    if (failure == "path-not-found" || failure == "command-not-found") return ErrorKind::NotFound;
    if (failure == "path-not-allowed") return ErrorKind::NotAllowed;
    if (failure == "no-space") return ErrorKind::NoSpace;
    return ErrorKind::Internal;
}

}  // namespace

Error streamFailure(const api::StreamEnd& end, const std::string& path, messages::Language language) {
    if (const ErrorId* named = api::findErrorId(end.failure)) return Error(*named);
    return Error(ErrorId{client::kStreamFailed.name, kindOf(end.failure)})
        .with("path", path)
        .with("reason", messages::failureText(end.failure, language));
}

}  // namespace ph::cli
