#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ph::shim {

enum class TarKind { File, Folder, Link, Other };

struct TarEntry {
    TarKind kind = TarKind::File;
    std::string path;    ///< relative, no leading "/"
    std::string target;  ///< of a symbolic link
    std::uint32_t mode = 0644;
    std::int64_t size = 0;
    std::int64_t modified = 0;  ///< seconds since 1970
};

inline constexpr std::size_t kTarBlock = 512;

/// The header blocks of an entry: ustar, with pax records where a path, link or size does not fit. `size` bytes and
/// tarPadding() zero bytes follow, at the very end tarEnd().
std::string tarHeader(const TarEntry& entry);
std::size_t tarPadding(std::int64_t size);
std::string tarEnd();

/// What TarReader calls. A false answer ends the reading with "refused".
class TarSink {
public:
    virtual ~TarSink() = default;
    virtual bool begin(const TarEntry& entry) = 0;
    virtual bool data(std::string_view bytes) = 0;
    virtual bool end() = 0;
};

/// Reads ustar, pax and GNU long names from bytes split anywhere. The input is hostile: sums are checked, pax records
/// are bounded, paths with ".." or a leading "/" are errors.
class TarReader {
public:
    explicit TarReader(TarSink& sink) : m_sink(sink) {}
    /// False on broken input; error() has the word.
    bool feed(std::string_view bytes);
    const std::string& error() const { return m_error; }
    /// Whether the end marker was read: input that stops before it was cut off.
    bool ended() const { return m_state == State::Ended; }

private:
    enum class State { Header, Data, Padding, Meta, Ended };
    bool fail(const char* word);
    bool header();
    bool startEntry(char type);
    bool metaDone();
    void parsePax();

    TarSink& m_sink;
    State m_state = State::Header;
    std::string m_error;
    std::string m_block;
    TarEntry m_entry;
    std::int64_t m_left = 0;
    std::size_t m_padding = 0;
    bool m_wanted = false;
    char m_metaType = 0;
    std::string m_meta;
    std::string m_longPath;
    std::string m_longTarget;
    std::int64_t m_longSize = -1;
};

}  // namespace ph::shim
