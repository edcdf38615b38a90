#pragma once

#include <cstdint>
#include <string>

namespace ph::cli {

/// The header of a file or folder in a tar stream (ustar, with a pax record where a path or size does not fit). After a
/// file's bytes come tarPadding() zero bytes, at the very end tarEnd().
std::string tarFileHeader(const std::string& path, std::int64_t size, bool executable);
std::string tarFolderHeader(const std::string& path);
std::string tarPadding(std::int64_t size);
std::string tarEnd();

}  // namespace ph::cli
