#pragma once

#include <cstdint>

namespace ph::shim {

/// What `ph-shim enter`, the first process of a container, finds there: itself, and the task's run folder below a
/// folder that it closes to the task before that begins. The names are the run folder's.
inline constexpr const char* kContainerShim = "/run/ph/shim";
inline constexpr const char* kContainerClosed = "/run/ph/inner";
inline constexpr const char* kContainerRun = "/run/ph/inner/run";

/// The plan waits in this pipe, its length (u32, little-endian) first: secrets are on no disk and in no container's
/// configuration.
inline constexpr const char* kPlanPipe = "plan";
inline constexpr std::uint32_t kMostPlan = (1 << 20) - 4096;  ///< what a pipe holds for everybody, and some

}  // namespace ph::shim
