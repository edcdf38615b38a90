#include "client/leave_program.h"

#include <cstdio>
#include <iostream>
#include <unistd.h>

// There in a build with the leak sanitizer, which would look for leaks in an exit handler.
extern "C" __attribute__((weak)) void __lsan_do_leak_check();

namespace ph::client {

void leaveProgram(int code) {
    if (__lsan_do_leak_check) __lsan_do_leak_check();
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
    ::_exit(code);
}

}  // namespace ph::client
