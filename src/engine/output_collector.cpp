#include "engine/output_collector.h"

#include "base/utf8.h"
#include "engine/file_descriptor.h"
#include "engine/path_pattern.h"
#include "engine/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <limits>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr std::size_t kPart = 1 << 20;
constexpr std::size_t kMostFailures = 100;
constexpr int kDeepest = 100;

/// Only what is really below `root`: neither "..", links, nor other mounts lead out.
FileDescriptor openBeneath(int root, const std::string& path, std::uint64_t flags) {
    open_how how{};
    how.flags = flags | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV;
    return FileDescriptor(static_cast<int>(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
}

class Collector {
public:
    Collector(const std::string& folder, const std::vector<std::string>& patterns, BlobStore& blobs, Bytes most,
              std::size_t mostFiles)
        : m_root(openFile(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)),
          m_blobs(blobs),
          m_mostFiles(mostFiles),
          m_left(most.value > 0 ? most.value : std::numeric_limits<std::int64_t>::max()) {
        for (const auto& text : patterns) m_patterns.push_back({text, PathPattern(text), false});
    }

    Collected run() {
        if (m_root) search("", 0);
        for (const auto& pattern : m_patterns)
            if (!pattern.met && !m_full && pattern.pattern.plain()) fail(pattern.text, "not-found");
        return std::move(m_result);
    }

private:
    struct Wanted {
        std::string text;
        PathPattern pattern;
        bool met;
    };

    void fail(const std::string& path, const std::string& detail) {
        if (m_result.failures.size() < kMostFailures)
            m_result.failures.push_back({ReasonCode::OutputFailed, {{"path", asText(path)}, {"detail", detail}}});
    }

    void search(const std::string& folder, int depth) {
        FileDescriptor fd = folder.empty() ? FileDescriptor(::fcntl(m_root.get(), F_DUPFD_CLOEXEC, 0))
                                           : openBeneath(m_root.get(), folder, O_RDONLY | O_DIRECTORY);
        DIR* list = fd ? ::fdopendir(fd.get()) : nullptr;
        if (!list) return;
        fd.release();
        std::vector<std::string> names;
        while (const dirent* entry = ::readdir(list)) {
            const std::string name(entry->d_name);
            if (name != "." && name != "..") names.push_back(name);
        }
        ::closedir(list);
        std::sort(names.begin(), names.end());
        for (const auto& name : names) look(folder.empty() ? name : folder + "/" + name, depth);
    }

    void look(const std::string& path, int depth) {
        if (m_full) return;
        struct stat about {};
        const FileDescriptor place = openBeneath(m_root.get(), path, O_PATH | O_NOFOLLOW);
        if (!place && errno == ENOENT) return;
        if (!place) return refuseIfNamed(path);
        if (::fstat(place.get(), &about) != 0) return;
        if (S_ISDIR(about.st_mode)) {
            const bool may = std::any_of(m_patterns.begin(), m_patterns.end(),
                                         [&](const Wanted& w) { return w.pattern.mayMatchBelow(path); });
            if (depth < kDeepest && may) search(path, depth + 1);
            for (auto& wanted : m_patterns) wanted.met = wanted.met || wanted.pattern.matches(path);
            return;
        }
        if (!S_ISREG(about.st_mode)) return refuseIfNamed(path);
        bool wanted = false;
        for (auto& pattern : m_patterns) {
            if (!pattern.pattern.matches(path)) continue;
            pattern.met = wanted = true;
        }
        if (!wanted) return;
        if (!isUtf8(path)) return fail(path, "not-text");
        if (m_result.outputs.size() == m_mostFiles) {
            m_full = true;
            return fail(path, "too-many");
        }
        store(path);
    }

    void refuseIfNamed(const std::string& path) {
        for (auto& wanted : m_patterns) {
            if (!wanted.pattern.plain() || !wanted.pattern.matches(path)) continue;
            wanted.met = true;
            fail(path, "not-a-file");
        }
    }

    void store(const std::string& path) {
        const FileDescriptor file = openBeneath(m_root.get(), path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
        struct stat about {};
        if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode)) return fail(path, "not-readable");
        if (about.st_size > m_left) return fail(path, "too-large");
        auto writer = m_blobs.begin();
        if (!writer) return fail(path, std::string(writer.error().id.name));
        m_buffer.resize(kPart);
        for (;;) {
            const ssize_t n = ::read(file.get(), m_buffer.data(), m_buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return fail(path, std::strerror(errno));
            if (n == 0) break;
            if (n > m_left) return fail(path, "too-large");
            m_left -= n;
            const auto written =
                (*writer)->write(std::as_bytes(std::span(m_buffer.data(), static_cast<std::size_t>(n))));
            if (!written) return fail(path, std::string(written.error().id.name));
        }
        const std::int64_t size = (*writer)->size();
        const auto digest = (*writer)->commit({});
        if (!digest) return fail(path, std::string(digest.error().id.name));
        m_result.outputs.push_back({path, *digest, size});
    }

    FileDescriptor m_root;
    BlobStore& m_blobs;
    std::vector<Wanted> m_patterns;
    std::size_t m_mostFiles;
    std::int64_t m_left;  ///< bytes that may still be kept
    bool m_full = false;
    std::string m_buffer;
    Collected m_result;
};

}  // namespace

Collected collectOutputs(const std::string& folder, const std::vector<std::string>& patterns, BlobStore& blobs,
                         Bytes most, std::size_t mostFiles) {
    Collector collector(folder, patterns, blobs, most, mostFiles);
    return collector.run();
}

}  // namespace ph::engine
