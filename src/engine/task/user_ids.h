#pragma once

#include "base/error.h"
#include "base/id.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace ph::engine {

/// Gives every organisation a user id of its own from a range that no account of the system uses. What was given is
/// kept in a file and never changes. Thread-safe.
class UserIds {
public:
    static constexpr std::uint32_t kFirst = 200'000;
    static constexpr std::uint32_t kCount = 60'000;

    explicit UserIds(std::string file) : m_file(std::move(file)) {}
    Result<std::uint32_t> of(const OrgId& org);

private:
    std::string m_file;
    std::mutex m_mutex;
    std::map<std::string, std::uint32_t> m_given;
    bool m_loaded = false;
};

}  // namespace ph::engine
