#include "shim/wire.h"

namespace ph::shim {

void WireWriter::number(std::uint64_t v, int size) {
    for (int i = 0; i < size; ++i) m_out.push_back(static_cast<char>(v >> (8 * i)));
}

void WireWriter::text(std::string_view v) {
    u32(static_cast<std::uint32_t>(v.size()));
    m_out.append(v);
}

void WireWriter::texts(const std::vector<std::string>& list) {
    u32(static_cast<std::uint32_t>(list.size()));
    for (const auto& item : list) text(item);
}

std::uint64_t WireReader::number(std::size_t size) {
    if (m_in.size() < size) {
        m_ok = false;
        m_in = {};
        return 0;
    }
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < size; ++i)
        v |= static_cast<std::uint64_t>(static_cast<unsigned char>(m_in[i])) << (8 * i);
    m_in.remove_prefix(size);
    return v;
}

std::string WireReader::text() {
    const std::uint32_t size = u32();
    if (m_in.size() < size) {
        m_ok = false;
        m_in = {};
        return {};
    }
    std::string v(m_in.substr(0, size));
    m_in.remove_prefix(size);
    return v;
}

std::vector<std::string> WireReader::texts() {
    std::vector<std::string> list;
    const std::uint32_t count = u32();
    for (std::uint32_t i = 0; i < count && m_ok; ++i) list.push_back(text());
    if (!m_ok) list.clear();
    return list;
}

}  // namespace ph::shim
