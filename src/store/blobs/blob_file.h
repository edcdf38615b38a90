#pragma once

#include "base/units.h"
#include "ports/blob_store.h"

#include <openssl/evp.h>

#include <memory>
#include <string>

namespace ph {

/// A blob on its way into a FolderBlobStore: a temporary file and a running digest.
class BlobFile final : public BlobWriter {
public:
    BlobFile(std::string folder, std::string temporary, int file, Bytes reserve);
    ~BlobFile() override;
    BlobFile(const BlobFile&) = delete;
    BlobFile& operator=(const BlobFile&) = delete;

    Result<> write(std::span<const std::byte> bytes) override;
    Result<std::string> commit(const std::string& expected) override;
    std::int64_t size() const override { return m_size; }

private:
    struct FreeDigest {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };

    Result<> place(const std::string& digest);
    void discard();

    const std::string m_folder;
    std::string m_temporary;  ///< empty once it is gone
    int m_file;
    const Bytes m_reserve;
    std::unique_ptr<EVP_MD_CTX, FreeDigest> m_digest;
    std::int64_t m_size = 0;
    std::int64_t m_unchecked = 0;  ///< written since the free space was last looked at
};

/// Where the blob of a well-formed digest lies below `folder`.
std::string blobPath(const std::string& folder, const std::string& digest);
/// kNoSpace if less than `reserve` is free.
Result<> checkReserve(const std::string& folder, Bytes reserve);

}  // namespace ph
