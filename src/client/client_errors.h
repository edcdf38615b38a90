#pragma once

#include "base/error.h"

namespace ph::client {

/// The server could not be reached, or the connection broke (host, reason).
inline constexpr ErrorId kNoConnection{"no-connection", ErrorKind::Unavailable};
/// The server showed another certificate than the pinned one (expected, shown): nothing was sent.
inline constexpr ErrorId kCertificateChanged{"certificate-changed", ErrorKind::NotAllowed};
/// No certificate is pinned yet, so nothing may be sent.
inline constexpr ErrorId kNotPinned{"not-pinned", ErrorKind::NotAllowed};
/// What came back was no answer of a Pilothouse server (reason).
inline constexpr ErrorId kBadAnswer{"bad-answer", ErrorKind::Internal};
/// The server named an error that this version does not know (error); its kind follows from the status.
inline constexpr ErrorId kUnknownError{"unknown-error", ErrorKind::Internal};
/// A local file could not be read or written (path, reason).
inline constexpr ErrorId kLocalFile{"local-file", ErrorKind::Invalid};
/// There is no such local file or folder (path).
inline constexpr ErrorId kNoLocalFile{"no-local-file", ErrorKind::NotFound};
/// A stream into a task failed at its other end (path, reason); its kind follows from the failure.
inline constexpr ErrorId kStreamFailed{"stream-failed", ErrorKind::Internal};

}  // namespace ph::client
