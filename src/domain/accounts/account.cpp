#include "domain/accounts/account.h"

#include <fmt/format.h>

namespace ph {

std::vector<Fault> validateUserName(const std::string& name, const std::string& path) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789._-";
    const bool fits = !name.empty() && name.size() <= 64 && kLetters.find(name[0]) != std::string_view::npos &&
                      name.find_first_not_of(kAllowed) == std::string::npos;
    if (fits) return {};
    return {{path, "format", name.substr(0, 64), "1 to 64 of a-z, 0-9, '.', '_' and '-', beginning with a letter"}};
}

std::vector<Fault> validatePassword(const std::string& password, const std::string& path) {
    if (password.size() >= 10 && password.size() <= 1024) return {};
    return {{path, "length", fmt::format("{} bytes", password.size()), "10 to 1024 bytes"}};
}

}  // namespace ph
