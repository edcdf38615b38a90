#pragma once

#include <string_view>

namespace ph::messages {

enum class Language { English, Chinese };

/// Chinese for locale names such as "zh_CN.UTF-8", "zh-Hans" and "zh"; English for everything else.
Language languageOf(std::string_view locale);

}  // namespace ph::messages
