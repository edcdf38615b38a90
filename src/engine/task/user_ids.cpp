#include "engine/task/user_ids.h"

#include "engine/file_descriptor.h"

#include <cstdio>
#include <fcntl.h>
#include <sstream>
#include <unistd.h>

namespace ph::engine {

Result<std::uint32_t> UserIds::of(const OrgId& org) {
    const std::lock_guard lock(m_mutex);
    if (!m_loaded) {
        std::istringstream lines(readFile(m_file));
        std::string name;
        for (std::uint32_t id = 0; lines >> name >> id;) m_given[name] = id;
        m_loaded = true;
    }
    const auto known = m_given.find(org.str());
    if (known != m_given.end()) return known->second;
    if (m_given.size() >= kCount) return Error(kInternal, "no user id left");
    // Ids are given in order and never taken back, so the next one is free.
    const std::uint32_t next = kFirst + static_cast<std::uint32_t>(m_given.size());
    std::string text;
    for (const auto& [name, id] : m_given) text += name + " " + std::to_string(id) + "\n";
    text += org.str() + " " + std::to_string(next) + "\n";
    const std::string part = m_file + ".part";
    const FileDescriptor file = openFile(part, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file || !writeAll(file.get(), text) || ::fsync(file.get()) != 0 || ::rename(part.c_str(), m_file.c_str()) != 0)
        return systemError("user ids");
    m_given[org.str()] = next;
    return next;
}

}  // namespace ph::engine
