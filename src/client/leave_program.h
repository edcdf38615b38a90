#pragma once

namespace ph::client {

/// Ends a program that used the network: output is flushed, exit handlers are left out. Qt's network thread may still
/// run its thread-local destructors when waiting for it has returned; exit handlers would free under it what they use.
/// Main thread, after everything else was destroyed.
[[noreturn]] void leaveProgram(int code);

}  // namespace ph::client
