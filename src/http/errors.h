#pragma once

#include "base/error.h"

namespace ph::http {

/// Failures of the protocol itself; their statuses have no ErrorKind and are given with them.
struct ProtocolError {
    ErrorId id;
    int status;
};

inline constexpr ProtocolError kBadRequest{{"bad-request", ErrorKind::Invalid}, 400};
inline constexpr ProtocolError kRouteNotFound{{"route-not-found", ErrorKind::NotFound}, 404};
inline constexpr ProtocolError kMethodNotAllowed{{"method-not-allowed", ErrorKind::Invalid}, 405};
inline constexpr ProtocolError kRequestTimeout{{"request-timeout", ErrorKind::Deadline}, 408};
inline constexpr ProtocolError kLengthRequired{{"length-required", ErrorKind::Invalid}, 411};
inline constexpr ProtocolError kBodyTooLarge{{"body-too-large", ErrorKind::TooLarge}, 413};
inline constexpr ProtocolError kUnsupportedMediaType{{"unsupported-media-type", ErrorKind::Invalid}, 415};
inline constexpr ProtocolError kMisdirectedRequest{{"misdirected-request", ErrorKind::Invalid}, 421};
inline constexpr ProtocolError kUpgradeRequired{{"upgrade-required", ErrorKind::Invalid}, 426};
inline constexpr ProtocolError kHeaderTooLarge{{"header-too-large", ErrorKind::TooLarge}, 431};
inline constexpr ProtocolError kForeignOrigin{{"foreign-origin", ErrorKind::NotAllowed}, 403};

/// start() could not listen: another program holds the port or the socket's path cannot be bound.
inline constexpr ErrorId kListenFailed{"listen-failed", ErrorKind::Unavailable};
/// The path of the Unix socket is longer than the system takes (path, length, limit).
inline constexpr ErrorId kSocketPathTooLong{"socket-path-too-long", ErrorKind::Invalid};

}  // namespace ph::http
