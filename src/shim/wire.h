#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ph::shim {

/// Appends little-endian integers and length-prefixed strings to a buffer.
class WireWriter {
public:
    explicit WireWriter(std::string& out) : m_out(out) {}
    void u8(std::uint8_t v) { m_out.push_back(static_cast<char>(v)); }
    void u16(std::uint16_t v) { number(v, 2); }
    void u32(std::uint32_t v) { number(v, 4); }
    void u64(std::uint64_t v) { number(v, 8); }
    void text(std::string_view v);
    void texts(const std::vector<std::string>& list);

private:
    void number(std::uint64_t v, int size);
    std::string& m_out;
};

/// Reads what WireWriter wrote. Past the end everything reads as zero or empty and ok() turns false; it never allocates
/// more than the input is long.
class WireReader {
public:
    explicit WireReader(std::string_view in) : m_in(in) {}
    std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t u64() { return number(8); }
    std::string text();
    std::vector<std::string> texts();
    std::string_view rest() const { return m_in; }
    bool ok() const { return m_ok; }

private:
    std::uint64_t number(std::size_t size);
    std::string_view m_in;
    bool m_ok = true;
};

}  // namespace ph::shim
