// What nearly every file below the network includes.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>
#include <boost/system/result.hpp>
#include <fmt/format.h>
