#pragma once

#include "base/hop.h"
#include "http/response.h"

namespace ph::http {

/// A file as a response body, read on the disk's threads.
class FileSource final : public BodySource {
public:
    /// `size` bytes are yielded; a file that turns out shorter cuts the connection.
    FileSource(Hop disk, std::string path, std::int64_t size);
    ~FileSource() override;
    /// Opens it now: may block. kUnavailable if it cannot be opened.
    Result<> open();
    Async<std::optional<std::string>> next() override;

private:
    Hop m_disk;
    std::string m_path;
    std::int64_t m_left;
    int m_file = -1;
};

}  // namespace ph::http
