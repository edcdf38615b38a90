#pragma once

#include <string>

namespace ph::cli {

/// One side of `phctl cp`: "142:out/model.bin" is inside of a job, everything else a local path.
struct CopyPlace {
    std::string job;  ///< empty: on this machine
    std::string path;

    bool isRemote() const { return !job.empty(); }
};

/// A path with a '/' before its first ':' is local.
CopyPlace parseCopyPlace(const std::string& text);

/// Where an upload unpacks, and under which name the copied thing stands there: "src/" keeps the local name, "src/x.py"
/// renames it, an empty path and "." are the working directory.
struct UploadTarget {
    std::string folder;
    std::string name;
};
UploadTarget uploadTarget(const std::string& remotePath, const std::string& localName);

}  // namespace ph::cli
