#pragma once

#include "base/error.h"
#include "client/jobs/file_digest.h"
#include "domain/jobs/job_spec.h"

#include <QString>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace ph::cli {

/// A job file with the local files that it names. In `files`, an entry is a path ("train.py"), or has `source` (a file
/// or folder of this machine, relative to the job file) and optionally `path` (where the job finds it) and
/// `executable`; one with `digest` is on the server already and stays in the spec.
struct SpecFile {
    JobSpec spec;
    std::vector<client::LocalFile> local;
};

/// Reads YAML or JSON text. kInvalid with every fault at once, those of missing local files too (code "not-found").
Result<SpecFile> readSpec(std::string_view text, const QString& folder);

/// The same from a file of this machine, or from `in` for "-"; kNoLocalFile, kLocalFile.
Result<SpecFile> readSpecFile(const std::string& path, std::istream& in);

}  // namespace ph::cli
