#pragma once

#include <string>

namespace ph::shim {

/// `path` as the task means it: absolute, or below its working directory.
std::string innerPath(const std::string& folder, const std::string& path);

/// Writes the file, or the folder with all below it, as a tar stream; entry names begin with the path's last part.
/// Symbolic links are stored as links. Runs in a child of the shim with the task's own rights. Returns an exit code.
int packFiles(const std::string& path, int out);
/// Unpacks a tar stream below `path`, which is made if there is none.
int unpackFiles(const std::string& path, int in);

/// The word of PROTOCOL.md for such an exit code, empty for 0.
std::string filesFailure(int code);

}  // namespace ph::shim
