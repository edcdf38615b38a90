#pragma once

#include <boost/system/result.hpp>

#include <cstdint>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ph {

/// What a caller can do about a failure; the HTTP status follows from it alone.
enum class ErrorKind {
    Invalid,          ///< the request is wrong; the faults say where
    Unauthenticated,  ///< no valid session or token
    NotAllowed,       ///< known caller, missing right
    NotFound,         ///< no such object, or none that the caller may see
    Conflict,         ///< the object's present state forbids it
    TooLarge,         ///< over a size limit
    TooMany,          ///< over a rate or count limit; retryable later
    Gone,             ///< an event position that is no longer kept
    Mismatch,         ///< the same idempotency key with another body
    Unavailable,      ///< a part is down or shutting down; retryable
    Deadline,         ///< no answer in time; retryable
    NoSpace,          ///< the disk is below its reserve; retryable
    Internal,         ///< a bug or lost infrastructure
};

/// A stable error name such as "job-not-found" with its kind. Declared as a constant by the feature that raises it.
struct ErrorId {
    std::string_view name;
    ErrorKind kind;
    friend constexpr bool operator==(const ErrorId& a, const ErrorId& b) { return a.name == b.name; }
};

/// One wrong field. `path` is like "resources.accelerators[0].count"; `code` is a stable word ("required", "range", ...);
/// `value` is what was given and `allowed` what may be given, both already as short text without markup.
struct Fault {
    std::string path;
    std::string code;
    std::string value;
    std::string allowed;
};

/// A failure as data: no sentence for people is built below `messages`.
struct Error {
    ErrorId id;
    std::string detail;  ///< for the log only, never sent to clients
    std::vector<std::pair<std::string, std::string>> arguments;  ///< named values for the sentence
    std::vector<Fault> faults;
    std::source_location where;

    /// What result::error() yields where there is no error.
    Error() : Error(ErrorId{"internal", ErrorKind::Internal}) {}
    Error(ErrorId errorId, std::string internalDetail = {}, std::source_location place = std::source_location::current())
        : id(errorId), detail(std::move(internalDetail)), where(place) {}

    Error&& with(std::string name, std::string value) && {
        arguments.emplace_back(std::move(name), std::move(value));
        return std::move(*this);
    }
    Error&& withFaults(std::vector<Fault> list) && {
        faults = std::move(list);
        return std::move(*this);
    }

    /// Whether the same call may succeed later without change.
    bool retryable() const;
};

template <class T = void>
using Result = boost::system::result<T, Error>;

/// Called by Result::value() on an error; that is a bug in the caller.
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& where);

inline constexpr ErrorId kInvalid{"invalid", ErrorKind::Invalid};
inline constexpr ErrorId kInternal{"internal", ErrorKind::Internal};
inline constexpr ErrorId kUnavailable{"unavailable", ErrorKind::Unavailable};
inline constexpr ErrorId kDeadline{"deadline", ErrorKind::Deadline};
inline constexpr ErrorId kNoSpace{"no-space", ErrorKind::NoSpace};

}  // namespace ph
