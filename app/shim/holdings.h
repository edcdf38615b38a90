#pragma once

#include <cstdint>
#include <string>

namespace ph::shim {

/// What files and folders below `folder` take on its file system; no more is counted once it is over `enough`. Each
/// entry counts as a block at least, as inodes run out too; hard links count each time they occur.
std::int64_t folderBytes(const std::string& folder, std::int64_t enough);

/// What files hold that have no name any more but are open somewhere.
struct Nameless {
    std::int64_t onDisk = 0;    ///< of `folder`'s file system
    std::int64_t inMemory = 0;  ///< of none that the task can see: made by memfd_create
};
Nameless namelessBytes(const std::string& folder);

/// Files in memory that have a name, and segments of shared memory, attached or not.
std::int64_t sharedMemoryBytes();

/// Processes that the kernel has killed for want of memory in the control group that is mounted here as the only one.
std::int64_t outOfMemoryKills();

}  // namespace ph::shim
