#pragma once

#include "base/clock.h"
#include "base/units.h"
#include "ports/blob_store.h"

namespace ph {

/// Blobs as files FOLDER/ab/cdef..., named by their SHA-256. A blob appears whole or not at all: it is written beside,
/// synced and renamed. Writing the same content again renews its age, so that what was just uploaded is not deleted as
/// old.
class FolderBlobStore final : public BlobStore {
public:
    /// Writing stops with kNoSpace once less than `reserve` is free on the file system. Sweeps away what uploads of an
    /// earlier process left half written: a folder has one store at a time.
    FolderBlobStore(std::string folder, Bytes reserve);

    Result<std::unique_ptr<BlobWriter>> begin() override;
    Result<BlobInfo> info(const std::string& digest) const override;
    Result<> checkSpace() const override;
    std::string path(const std::string& digest) const override;
    Result<int> removeUnnamed(const std::vector<std::string>& digests, std::int64_t seconds) override;

private:
    std::string m_folder;
    Bytes m_reserve;
};

}  // namespace ph
