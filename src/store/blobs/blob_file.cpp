#include "store/blobs/blob_file.h"

#include "base/fail_point.h"
#include "domain/jobs/job.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace ph {

namespace {

constexpr std::size_t kPrefix = std::string_view("sha256:").size();
/// The free space is looked at once in so many bytes.
constexpr std::int64_t kCheckEvery = 16 << 20;

Error ioError(const std::string& path) {
    const int code = errno;
    const auto detail = fmt::format("{}: {}", path, std::strerror(code));
    return code == ENOSPC || code == EDQUOT ? Error(kNoSpace, detail) : Error(kUnavailable, detail);
}

Result<> syncFolder(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return ioError(path);
    const bool synced = ::fsync(folder) == 0;
    ::close(folder);
    if (!synced) return ioError(path);
    return {};
}

}  // namespace

std::string blobPath(const std::string& folder, const std::string& digest) {
    return fmt::format("{}/{}/{}", folder, digest.substr(kPrefix, 2), digest.substr(kPrefix + 2));
}

Result<> checkReserve(const std::string& folder, Bytes reserve) {
    struct statvfs disk {};
    if (::statvfs(folder.c_str(), &disk) != 0) return ioError(folder);
    const auto free = static_cast<std::int64_t>(disk.f_bavail) * static_cast<std::int64_t>(disk.f_frsize);
    if (free < reserve.value) return Error(kNoSpace, fmt::format("{} has {} bytes free", folder, free));
    return {};
}

BlobFile::BlobFile(std::string folder, std::string temporary, int file, Bytes reserve)
    : m_folder(std::move(folder)),
      m_temporary(std::move(temporary)),
      m_file(file),
      m_reserve(reserve),
      m_digest(EVP_MD_CTX_new()) {
    EVP_DigestInit_ex(m_digest.get(), EVP_sha256(), nullptr);
}

BlobFile::~BlobFile() {
    ::close(m_file);
    discard();
}

void BlobFile::discard() {
    if (!m_temporary.empty()) ::unlink(m_temporary.c_str());
    m_temporary.clear();
}

Result<> BlobFile::write(std::span<const std::byte> bytes) {
    m_unchecked += static_cast<std::int64_t>(bytes.size());
    if (m_unchecked >= kCheckEvery) {
        if (auto enough = checkReserve(m_folder, m_reserve); !enough) return enough;
        m_unchecked = 0;
    }
    EVP_DigestUpdate(m_digest.get(), bytes.data(), bytes.size());
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return ioError(m_temporary);
        m_size += written;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<std::string> BlobFile::commit(const std::string& expected) {
    std::array<unsigned char, 32> raw{};
    EVP_DigestFinal_ex(m_digest.get(), raw.data(), nullptr);
    auto digest = fmt::format("sha256:{:02x}", fmt::join(raw, ""));
    if (!expected.empty() && expected != digest)
        return Error(kDigestMismatch).with("expected", expected).with("found", digest);
    if (auto placed = place(digest); !placed) {
        discard();
        return placed.error();
    }
    m_temporary.clear();
    return digest;
}

Result<> BlobFile::place(const std::string& digest) {
    const auto path = blobPath(m_folder, digest);
    if (::access(path.c_str(), F_OK) == 0) {
        // The content is there already; only its age begins anew.
        ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
        discard();
        return {};
    }
    // 1. The content, 2. its name, 3. the folders that hold the name.
    if (::fchmod(m_file, 0444) != 0 || ::fsync(m_file) != 0) return ioError(m_temporary);
    const auto parent = path.substr(0, path.rfind('/'));
    const bool made = ::mkdir(parent.c_str(), 0700) == 0;
    if (!made && errno != EEXIST) return ioError(parent);
    failPoint("blob.rename");
    if (::rename(m_temporary.c_str(), path.c_str()) != 0) return ioError(path);
    failPoint("blob.renamed");
    if (auto synced = syncFolder(parent); !synced) return synced;
    return made ? syncFolder(m_folder) : Result<>();
}

}  // namespace ph
