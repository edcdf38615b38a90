#include "messages/system_text.h"

#include <array>
#include <string_view>

namespace ph::messages {

namespace {

/// What strerror() and Qt's sockets and requests say. The English ones are the keys.
constexpr std::array kPhrases{
    std::array<std::string_view, 2>{"Connection refused", "连接被拒绝"},
    std::array<std::string_view, 2>{"Connection closed", "连接已关闭"},
    std::array<std::string_view, 2>{"The remote host closed the connection", "对方关闭了连接"},
    std::array<std::string_view, 2>{"Remote host closed", "对方关闭了连接"},
    std::array<std::string_view, 2>{"Connection timed out", "连接超时"},
    std::array<std::string_view, 2>{"Socket operation timed out", "连接超时"},
    std::array<std::string_view, 2>{"Operation canceled", "操作已取消"},
    std::array<std::string_view, 2>{"Host not found", "找不到主机"},
    std::array<std::string_view, 2>{"Host unreachable", "主机不可达"},
    std::array<std::string_view, 2>{"Network unreachable", "网络不可达"},
    std::array<std::string_view, 2>{"No such file or directory", "没有该文件或文件夹"},
    std::array<std::string_view, 2>{"Permission denied", "权限不足"},
    std::array<std::string_view, 2>{"Is a directory", "是文件夹"},
    std::array<std::string_view, 2>{"Not a directory", "不是文件夹"},
    std::array<std::string_view, 2>{"File exists", "文件已存在"},
    std::array<std::string_view, 2>{"No space left on device", "磁盘空间不足"},
    std::array<std::string_view, 2>{"Read-only file system", "文件系统只读"},
    std::array<std::string_view, 2>{"Input/output error", "读写错误"},
};

}  // namespace

std::string systemText(const std::string& phrase, Language language) {
    if (language == Language::English) return phrase;
    for (const auto& known : kPhrases)
        if (known[0] == phrase) return std::string(known[1]);
    // Qt names the host inside of the phrase.
    if (phrase.starts_with("Host ") && phrase.ends_with(" not found")) return "找不到主机";
    return phrase;
}

}  // namespace ph::messages
