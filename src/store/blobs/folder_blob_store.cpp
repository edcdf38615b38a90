#include "store/blobs/folder_blob_store.h"

#include "domain/jobs/job.h"
#include "domain/jobs/job_validation.h"
#include "store/blobs/blob_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace ph {

namespace fs = std::filesystem;

namespace {

std::string uploads(const std::string& folder) {
    return folder + "/uploads";
}

bool olderThan(const std::string& path, std::int64_t seconds) {
    struct stat file {};
    if (::stat(path.c_str(), &file) != 0) return false;
    return std::time(nullptr) - file.st_mtime >= seconds;
}

}  // namespace

FolderBlobStore::FolderBlobStore(std::string folder, Bytes reserve) : m_folder(std::move(folder)), m_reserve(reserve) {
    std::error_code failed;
    fs::remove_all(uploads(m_folder), failed);
    fs::create_directories(uploads(m_folder), failed);
    fs::permissions(m_folder, fs::perms::owner_all, failed);
}

Result<std::unique_ptr<BlobWriter>> FolderBlobStore::begin() {
    if (auto enough = checkReserve(m_folder, m_reserve); !enough) return enough.error();
    auto name = uploads(m_folder) + "/XXXXXX";
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file < 0) {
        const auto detail = fmt::format("{}: {}", name, std::strerror(errno));
        return errno == ENOSPC || errno == EDQUOT ? Error(kNoSpace, detail) : Error(kUnavailable, detail);
    }
    return std::unique_ptr<BlobWriter>(std::make_unique<BlobFile>(m_folder, std::move(name), file, m_reserve));
}

Result<BlobInfo> FolderBlobStore::info(const std::string& digest) const {
    struct stat file {};
    if (!isDigest(digest) || ::stat(path(digest).c_str(), &file) != 0)
        return Error(kBlobNotFound).with("digest", digest.substr(0, 80));
    // Who asks is about to name it: its day without a name begins again, or it could go before the job is written.
    ::utimensat(AT_FDCWD, path(digest).c_str(), nullptr, 0);
    return BlobInfo{digest, file.st_size};
}

Result<> FolderBlobStore::checkSpace() const {
    return checkReserve(m_folder, m_reserve);
}

std::string FolderBlobStore::path(const std::string& digest) const {
    return isDigest(digest) ? blobPath(m_folder, digest) : std::string();
}

Result<int> FolderBlobStore::removeUnnamed(const std::vector<std::string>& digests, std::int64_t seconds) {
    int removed = 0;
    std::error_code failed;
    for (const auto& entry : fs::recursive_directory_iterator(m_folder, failed)) {
        if (!entry.is_regular_file(failed)) continue;
        const auto parent = entry.path().parent_path().filename().string();
        const auto digest = "sha256:" + parent + entry.path().filename().string();
        if (!isDigest(digest)) continue;
        if (std::binary_search(digests.begin(), digests.end(), digest) || !olderThan(entry.path().string(), seconds))
            continue;
        if (::unlink(entry.path().c_str()) == 0) ++removed;
    }
    if (failed) return Error(kUnavailable, fmt::format("{}: {}", m_folder, failed.message()));
    return removed;
}

}  // namespace ph
