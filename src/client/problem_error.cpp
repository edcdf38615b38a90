#include "client/problem_error.h"

#include "api/error_names.h"
#include "client/decode.h"
#include "domain/accounts/account.h"

namespace ph::client {

namespace {

ErrorKind kindOf(int status) {
    switch (status) {
        case 400:
            return ErrorKind::Invalid;
        case 401:
            return ErrorKind::Unauthenticated;
        case 403:
            return ErrorKind::NotAllowed;
        case 404:
            return ErrorKind::NotFound;
        case 409:
            return ErrorKind::Conflict;
        case 410:
            return ErrorKind::Gone;
        case 413:
            return ErrorKind::TooLarge;
        case 422:
            return ErrorKind::Mismatch;
        case 429:
            return ErrorKind::TooMany;
        case 503:
            return ErrorKind::Unavailable;
        case 504:
            return ErrorKind::Deadline;
        case 507:
            return ErrorKind::NoSpace;
        default:
            return status >= 400 && status < 500 ? ErrorKind::Invalid : ErrorKind::Internal;
    }
}

}  // namespace

Error errorOf(int status, const QByteArray& body) {
    const auto problem =
        decodeAnswer<api::Problem>(std::string_view(body.constData(), static_cast<std::size_t>(body.size())));
    if (!problem || problem->error.empty()) {
        if (status == 401) return Error(kUnauthenticated);
        return Error(ErrorId{kBadAnswer.name, kindOf(status)}).with("reason", "HTTP " + std::to_string(status));
    }
    const ErrorId* known = api::findErrorId(problem->error);
    Error error(known ? *known : ErrorId{kUnknownError.name, kindOf(status)});
    for (const auto& [name, value] : problem->arguments) error.arguments.emplace_back(name, value);
    if (!known) error.arguments.emplace_back("error", problem->error);
    return std::move(error).withFaults(problem->faults);
}

}  // namespace ph::client
