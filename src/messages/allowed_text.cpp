#include "messages/allowed_text.h"

namespace ph::messages {

namespace {

/// The fixed phrases of validation and decoding. The English ones are the keys.
constexpr std::array kPhrases{
    std::array<std::string_view, 2>{"up to 200 bytes without control characters", "至多 200 字节且不含控制字符"},
    std::array<std::string_view, 2>{"none is declared on this site", "（此站点未声明任何一个）"},
    std::array<std::string_view, 2>{"a program and its arguments", "程序及其参数"},
    std::array<std::string_view, 2>{"text without NUL", "不含 NUL 的文本"},
    std::array<std::string_view, 2>{"a relative path without '..'", "不含“..”的相对路径"},
    std::array<std::string_view, 2>{"a relative path or pattern without '..'", "不含“..”的相对路径或通配模式"},
    std::array<std::string_view, 2>{"each path once", "每个路径只出现一次"},
    std::array<std::string_view, 2>{"each target once", "每个挂载点只出现一次"},
    std::array<std::string_view, 2>{"each variable once", "每个变量只出现一次"},
    std::array<std::string_view, 2>{"each model once", "每个型号只出现一次"},
    std::array<std::string_view, 2>{"each key once", "每个键只出现一次"},
    std::array<std::string_view, 2>{"sha256: and 64 hexadecimal digits", "sha256: 加 64 位十六进制数字"},
    std::array<std::string_view, 2>{"no file below another file", "文件之下不能再有文件"},
    std::array<std::string_view, 2>{"false: the administrator declared this area read-only",
                                    "false（管理员将此区域声明为只读）"},
    std::array<std::string_view, 2>{"an absolute path outside the system's folders, such as /data",
                                    "系统目录以外的绝对路径，例如 /data"},
    std::array<std::string_view, 2>{"the name of a secret", "某个密钥的名称"},
    std::array<std::string_view, 2>{"letters, digits and '_', not beginning with a digit",
                                    "字母、数字和“_”，且不以数字开头"},
    std::array<std::string_view, 2>{"names that do not begin with PH_", "不以 PH_ 开头的名称"},
    std::array<std::string_view, 2>{"a model, or any", "型号或 any"},
    std::array<std::string_view, 2>{"NAME=VALUE", "名称=值"},
    std::array<std::string_view, 2>{"NUMBER:HASH, the hash with all its 64 digits", "编号:哈希，且哈希须有全部 64 位"},
    std::array<std::string_view, 2>{"AREA:TARGET or AREA:TARGET:rw", "区域:目标 或 区域:目标:rw"},
    std::array<std::string_view, 2>{"a size such as 512MiB or 2GiB", "大小，例如 512MiB 或 2GiB"},
    std::array<std::string_view, 2>{"cores such as 2, 0.5 or 500m", "核数，例如 2、0.5 或 500m"},
    std::array<std::string_view, 2>{"a duration such as 90s, 15m or 2h", "时长，例如 90s、15m 或 2h"},
    std::array<std::string_view, 2>{"a value", "一个值"},
    std::array<std::string_view, 2>{"a string", "字符串"},
    std::array<std::string_view, 2>{"a whole number", "整数"},
    std::array<std::string_view, 2>{"a number", "数字"},
    std::array<std::string_view, 2>{"true or false", "true 或 false"},
    std::array<std::string_view, 2>{"a list", "列表"},
    std::array<std::string_view, 2>{"a map", "映射"},
    std::array<std::string_view, 2>{"a map with fields", "带字段的映射"},
    std::array<std::string_view, 2>{"a time", "时间"},
    std::array<std::string_view, 2>{"an id", "标识"},
    std::array<std::string_view, 2>{"one document", "单个文档"},
    std::array<std::string_view, 2>{"valid YAML", "有效的 YAML"},
    std::array<std::string_view, 2>{"valid JSON", "有效的 JSON"},
    std::array<std::string_view, 2>{"keys that are text", "文本形式的键"},
    std::array<std::string_view, 2>{"text in UTF-8", "UTF-8 编码的文本"},
    std::array<std::string_view, 2>{"numbers that fit into a double", "双精度浮点数可表示的数字"},
    std::array<std::string_view, 2>{"nothing after the value", "值之后没有其他内容"},
    std::array<std::string_view, 2>{"less", "资源不足"},
    std::array<std::string_view, 2>{"a job that succeeded or may still succeed", "已成功或仍可能成功的作业"},
    std::array<std::string_view, 2>{"name a job that you may see", "请指定您可见的作业"},
    std::array<std::string_view, 2>{"the id of a job", "作业的标识"},
    std::array<std::string_view, 2>{"store it as one of your secrets first", "请先将其保存为您的密钥"},
    std::array<std::string_view, 2>{"name an organisation of this site", "请指定此站点的组织"},
    std::array<std::string_view, 2>{"a file that the controller may read", "控制器可读取的文件"},
    std::array<std::string_view, 2>{"an absolute path", "绝对路径"},
    std::array<std::string_view, 2>{"each name once", "每个名称只出现一次"},
    std::array<std::string_view, 2>{"1 to 100 bytes without control characters", "1 到 100 字节且不含控制字符"},
    std::array<std::string_view, 2>{"1 to 64 letters, digits and '_', not beginning with a digit",
                                    "1 到 64 个字母、数字和“_”，且不以数字开头"},
    std::array<std::string_view, 2>{"10 to 1024 bytes", "10 到 1024 字节"},
    std::array<std::string_view, 2>{"1 to 64 of a-z, 0-9, '.', '_' and '-', beginning with a letter",
                                    "1 到 64 个 a-z、0-9、“.”、“_”、“-”，以字母开头"},
};

}  // namespace

std::string allowedText(const std::string& allowed, Language language) {
    if (language == Language::English) return allowed;
    for (const auto& phrase : kPhrases)
        if (phrase[0] == allowed) return std::string(phrase[1]);
    std::string text = allowed;
    for (const std::string_view unit : {" cores", " core"})
        if (text.ends_with(unit)) text.replace(text.size() - unit.size(), unit.size(), " 核");
    constexpr std::string_view kAtMost = "at most ", kAtLeast = "at least ";
    if (text.starts_with(kAtMost)) return "至多 " + text.substr(kAtMost.size());
    if (text.starts_with(kAtLeast)) return "至少 " + text.substr(kAtLeast.size());
    if (const auto to = text.find(" to "); to != std::string::npos)
        return text.substr(0, to) + " 到 " + text.substr(to + 4);
    return text;
}

}  // namespace ph::messages
