#pragma once

#include "base/error.h"

#include <boost/system/error_code.hpp>

#include <string>
#include <string_view>

namespace ph::engine {

/// Nobody answers at the engine's socket; retryable.
inline constexpr ErrorId kEngineUnreachable{"engine-unreachable", ErrorKind::Unavailable};
/// This user may not use the engine's socket.
inline constexpr ErrorId kEngineForbidden{"engine-forbidden", ErrorKind::NotAllowed};
/// The engine speaks no version of the API that we speak too: ("found", "needed").
inline constexpr ErrorId kEngineTooOld{"engine-too-old", ErrorKind::Conflict};
inline constexpr ErrorId kEngineTooNew{"engine-too-new", ErrorKind::Conflict};
/// An answer that is no HTTP, no JSON, or too large; retryable, the next one may be whole.
inline constexpr ErrorId kEngineGarbled{"engine-garbled", ErrorKind::Unavailable};
/// Its root is another user outside: files of tasks would belong to nobody that we know.
inline constexpr ErrorId kEngineMapsUsers{"engine-maps-users", ErrorKind::Conflict};
/// The engine's own refusals, with its words as detail.
inline constexpr ErrorId kEngineInvalid{"engine-invalid", ErrorKind::Invalid};     ///< 4xx; final
inline constexpr ErrorId kEngineMissing{"engine-missing", ErrorKind::NotFound};    ///< 404; final
inline constexpr ErrorId kEngineConflict{"engine-conflict", ErrorKind::Conflict};  ///< 409; final
inline constexpr ErrorId kEngineFailed{"engine-failed", ErrorKind::Unavailable};   ///< 5xx, 429; retryable

/// Of a status that is no success. `body` is {"message": "..."} or anything else.
Error engineRefusal(unsigned status, std::string_view body);
/// Of a connection that did not come about or broke.
Error engineBroken(const boost::system::error_code& error, const std::string& socket);

}  // namespace ph::engine
