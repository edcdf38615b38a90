#pragma once

#include "base/error.h"

#include <memory>
#include <string>

namespace ph {

/// Another controller works on the data directory: "pid", "path".
inline constexpr ErrorId kDataInUse{"data-in-use", ErrorKind::Conflict};

/// The advisory lock of a data directory, held until destroyed or until the process ends, however it ends.
class DataLock {
public:
    /// Takes FOLDER/controller.lock at once or fails with kDataInUse.
    static Result<std::unique_ptr<DataLock>> take(const std::string& folder);
    ~DataLock();
    DataLock(const DataLock&) = delete;
    DataLock& operator=(const DataLock&) = delete;

private:
    explicit DataLock(int file) : m_file(file) {}
    int m_file;
};

}  // namespace ph
