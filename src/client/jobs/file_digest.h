#pragma once

#include "base/error.h"
#include "domain/jobs/job_spec.h"

#include <QString>

#include <string>
#include <vector>

namespace ph::client {

/// A file of this machine and where a job shall find it.
struct LocalFile {
    QString source;
    std::string target;  ///< relative, inside the working directory
};

/// Reads the whole file: digest, size and executable bit. kLocalFile if it cannot be read or is no regular file.
/// Blocks.
Result<FileInput> digestOf(const LocalFile& file);

/// Every file below `folder` by relative path, sorted. Skips .git, symbolic links, special files and what the patterns
/// of `folder`/.phignore name (one a line: `*` and `?` inside a name, a final `/` for folders, a leading `/` for the
/// top).
std::vector<LocalFile> filesBelow(const QString& folder);

}  // namespace ph::client
