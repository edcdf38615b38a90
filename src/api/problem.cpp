#include "api/problem.h"

#include "base/utf8.h"

#include <algorithm>

namespace ph::api {

namespace {

constexpr std::size_t kLongestArgument = 4096;
constexpr std::size_t kLongestPath = 500;
constexpr std::size_t kLongestValue = 200;

}  // namespace

int statusOf(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Invalid:
            return 400;
        case ErrorKind::Unauthenticated:
            return 401;
        case ErrorKind::NotAllowed:
            return 403;
        case ErrorKind::NotFound:
            return 404;
        case ErrorKind::Conflict:
            return 409;
        case ErrorKind::Gone:
            return 410;
        case ErrorKind::TooLarge:
            return 413;
        case ErrorKind::Mismatch:
            return 422;
        case ErrorKind::TooMany:
            return 429;
        case ErrorKind::Unavailable:
            return 503;
        case ErrorKind::Deadline:
            return 504;
        case ErrorKind::NoSpace:
            return 507;
        case ErrorKind::Internal:
            break;
    }
    return 500;
}

Problem problemOf(const Error& error) {
    Problem problem;
    problem.error = std::string(error.id.name);
    problem.type = "urn:pilothouse:error:" + problem.error;
    problem.title = problem.error;
    std::replace(problem.title.begin(), problem.title.end(), '-', ' ');
    problem.status = statusOf(error.id.kind);
    problem.retryable = error.retryable();
    // What is told back was given by the caller in whatever bytes, and an answer is JSON.
    for (const auto& [name, value] : error.arguments) problem.arguments.emplace(name, excerpt(value, kLongestArgument));
    for (const auto& fault : error.faults)
        problem.faults.push_back(
            {excerpt(fault.path, kLongestPath), fault.code, excerpt(fault.value, kLongestValue),
             excerpt(fault.allowed, kLongestArgument)});
    return problem;
}

}  // namespace ph::api
