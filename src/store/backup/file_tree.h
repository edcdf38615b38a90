#pragma once

#include "base/error.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ph {

/// Whether a file or folder, named relative to the root, is left out.
using LeftOut = std::function<bool(const std::string& relative)>;

/// Brings the files of `from` into `to`, modes and all, and returns how many are new there; symbolic links, sockets and
/// what vanishes on the way are passed over. Blocking. kNoSpace or kUnavailable.
Result<std::int64_t> copyTree(const std::string& from, const std::string& to, const LeftOut& leftOut);
/// The same for files that are never written in place, or only at their end: they are linked where the file system can.
Result<std::int64_t> linkTree(const std::string& from, const std::string& to, const LeftOut& leftOut);

/// Makes a file's or folder's content durable.
Result<> syncPath(const std::string& path);

}  // namespace ph
