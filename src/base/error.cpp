#include "base/error.h"

#include <fmt/format.h>

#include <stdexcept>

namespace ph {

bool Error::retryable() const {
    switch (id.kind) {
        case ErrorKind::TooMany:
        case ErrorKind::Unavailable:
        case ErrorKind::Deadline:
        case ErrorKind::NoSpace:
            return true;
        default:
            return false;
    }
}

void throw_exception_from_error(const Error& error, const boost::source_location&) {
    throw std::logic_error(fmt::format("unchecked error {}: {} ({}:{})", error.id.name, error.detail,
                                       error.where.file_name(), error.where.line()));
}

}  // namespace ph
