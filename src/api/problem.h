#pragma once

#include "base/error.h"

#include <boost/describe/class.hpp>

#include <map>
#include <string>
#include <vector>

namespace ph {
BOOST_DESCRIBE_STRUCT(Fault, (), (path, code, value, allowed))
}

namespace ph::api {

/// The body of every failed request (RFC 9457, application/problem+json). `type` is "urn:pilothouse:error:" + the error's
/// name; clients build the sentence from name and arguments.
struct Problem {
    std::string type;
    std::string title;
    int status = 500;
    std::string error;  ///< the error's name, e.g. "job-not-found"
    bool retryable = false;
    std::map<std::string, std::string> arguments;
    std::vector<Fault> faults;
};
BOOST_DESCRIBE_STRUCT(Problem, (), (type, title, status, error, retryable, arguments, faults))

/// The one place where kinds become HTTP statuses.
int statusOf(ErrorKind kind);
Problem problemOf(const Error& error);

}  // namespace ph::api
