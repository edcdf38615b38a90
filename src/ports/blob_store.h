#pragma once

#include "base/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ph {

/// A blob being written. Destroyed without commit() it leaves nothing.
class BlobWriter {
public:
    virtual ~BlobWriter() = default;
    /// kNoSpace below the disk's reserve.
    virtual Result<> write(std::span<const std::byte> bytes) = 0;
    /// Makes it durable and returns its digest; kDigestMismatch if `expected` is not empty and differs.
    virtual Result<std::string> commit(const std::string& expected) = 0;
    virtual std::int64_t size() const = 0;
};

struct BlobInfo {
    std::string digest;
    std::int64_t size = 0;
};

/// Immutable files addressed by "sha256:..." digest. Thread-safe; calls block on the disk, so not from the logic
/// thread.
class BlobStore {
public:
    virtual ~BlobStore() = default;
    virtual Result<std::unique_ptr<BlobWriter>> begin() = 0;
    /// kBlobNotFound if there is none. Counts as use: the age of removeUnnamed() begins anew.
    virtual Result<BlobInfo> info(const std::string& digest) const = 0;
    /// The file that holds it, to be opened read-only.
    virtual std::string path(const std::string& digest) const = 0;
    /// kNoSpace if the disk has less free than is kept back for what must go on: ending and deleting.
    virtual Result<> checkSpace() const { return {}; }
    /// Deletes blobs older than `seconds` that `digests` (sorted) does not name; returns how many.
    virtual Result<int> removeUnnamed(const std::vector<std::string>& digests, std::int64_t seconds) = 0;
};

}  // namespace ph
