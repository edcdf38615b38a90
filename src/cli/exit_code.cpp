#include "cli/exit_code.h"

#include "client/client_errors.h"
#include "domain/jobs/job.h"

namespace ph::cli {

ExitCode exitCodeOf(const Error& error) {
    if (error.id == client::kCertificateChanged || error.id == client::kBadAnswer) return ExitCode::Unreachable;
    // The running task or the attempt that was asked for is not there, though its job is.
    if (error.id == kJobNotRunning || error.id == kJobNotStarted) return ExitCode::NotFound;
    switch (error.id.kind) {
        case ErrorKind::Invalid:
        case ErrorKind::TooLarge:
        case ErrorKind::Mismatch:
            return ExitCode::Usage;
        case ErrorKind::Unauthenticated:
        case ErrorKind::NotAllowed:
            return ExitCode::NotAllowed;
        case ErrorKind::NotFound:
        case ErrorKind::Gone:
            return ExitCode::NotFound;
        case ErrorKind::Unavailable:
        case ErrorKind::Deadline:
            return ExitCode::Unreachable;
        case ErrorKind::Conflict:
        case ErrorKind::TooMany:
        case ErrorKind::NoSpace:
        case ErrorKind::Internal:
            break;
    }
    return ExitCode::WorkFailed;
}

}  // namespace ph::cli
