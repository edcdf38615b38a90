#include "http/blobs/file_source.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace ph::http {

namespace {

constexpr std::size_t kPiece = 512 * 1024;

Result<std::string> readPiece(int file, std::size_t most) {
    std::string bytes(most, '\0');
    while (true) {
        const ssize_t got = ::read(file, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return Error(kUnavailable, got == 0 ? "the file is shorter than it was" : std::strerror(errno));
        bytes.resize(static_cast<std::size_t>(got));
        return bytes;
    }
}

}  // namespace

FileSource::FileSource(Hop disk, std::string path, std::int64_t size)
    : m_disk(std::move(disk)), m_path(std::move(path)), m_left(size) {}

FileSource::~FileSource() {
    if (m_file >= 0) ::close(m_file);
}

Result<> FileSource::open() {
    m_file = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (m_file < 0) return Error(kUnavailable, m_path + ": " + std::strerror(errno));
    return {};
}

Async<std::optional<std::string>> FileSource::next() {
    if (m_left == 0) co_return std::optional<std::string>();
    const auto most = static_cast<std::size_t>(std::min<std::int64_t>(m_left, kPiece));
    auto read = [file = m_file, most] { return readPiece(file, most); };
    auto reading = m_disk.block(read);
    Result<std::string> bytes = co_await std::move(reading);
    if (!bytes) co_return bytes.error();
    m_left -= static_cast<std::int64_t>(bytes->size());
    co_return std::optional<std::string>(std::move(*bytes));
}

}  // namespace ph::http
