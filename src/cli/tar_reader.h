#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ph::cli {

struct TarEntry {
    enum class Kind { File, Folder, Other };
    Kind kind = Kind::File;
    std::string path;  ///< relative, checked to stay inside
    std::int64_t size = 0;
    bool executable = false;
};

/// What TarReader finds. A false answer ends the reading.
class TarTarget {
public:
    virtual ~TarTarget() = default;
    virtual bool begin(const TarEntry& entry) = 0;
    virtual bool data(std::string_view bytes) = 0;
    virtual bool end() = 0;
};

/// Reads a tar stream (ustar, pax and GNU long names) that comes in pieces cut anywhere. It was made by a task, so
/// nothing in it is trusted: checksums, sizes and paths are checked.
class TarReader {
public:
    explicit TarReader(TarTarget& target) : m_target(target) {}

    /// False once the input is broken or the target has refused.
    bool feed(std::string_view bytes);
    bool complete() const { return m_step == Step::Complete; }
    bool broken() const { return m_step == Step::Broken; }

private:
    enum class Step { Header, Extension, Data, Padding, Complete, Broken };

    void step(std::string_view& bytes);
    void header();
    void begin(char type);
    void data(std::string_view piece);
    void dataDone();
    void readExtension();
    void readPax();

    TarTarget& m_target;
    Step m_step = Step::Header;
    std::string m_block;
    TarEntry m_entry;
    char m_extensionType = 0;
    std::string m_extension;
    std::string m_longPath;
    std::int64_t m_longSize = -1;
    std::int64_t m_left = 0;
    std::size_t m_padding = 0;
};

}  // namespace ph::cli
