#pragma once

#include "app/shim/channel.h"
#include "app/shim/line.h"

#include <functional>

namespace ph::shim {

/// Sends a file from an offset on; with `follow` also what is appended, until the task has ended.
class TailChannel final : public Channel {
public:
    TailChannel(Line line, int file, std::uint64_t offset, bool follow, std::function<bool()> ended)
        : m_line(line), m_file(file), m_offset(offset), m_follow(follow), m_ended(std::move(ended)) {}
    void pump() override;

private:
    Line m_line;
    int m_file;
    std::uint64_t m_offset;
    bool m_follow;
    std::function<bool()> m_ended;
    bool m_over = false;
};

}  // namespace ph::shim
