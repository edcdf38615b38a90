#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ph::fuzz::one({reinterpret_cast<const char*>(data), size});
    return 0;
}
