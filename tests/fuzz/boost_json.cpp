// Boost.JSON compiled with the fuzzer's eyes in it; the system's library has none.
#include <boost/json/src.hpp>
