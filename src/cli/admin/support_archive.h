#pragma once

#include "domain/support/support.h"

#include <string>

namespace ph::cli {

/// The bundle as a .tar.gz with one folder, `name`, and a file for each part. Names that would leave it are passed
/// over.
std::string supportArchive(const SupportBundle& bundle, const std::string& name);

}  // namespace ph::cli
