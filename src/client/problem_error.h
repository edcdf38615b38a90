#pragma once

#include "base/error.h"

#include <QByteArray>

namespace ph::client {

/// The error that a failed answer speaks of. Names that this version does not know become "unknown-error" of the
/// status's kind, with the name as argument "error"; bodies that are no problem become kBadAnswer or the status's own.
Error errorOf(int status, const QByteArray& body);

}  // namespace ph::client
