#include "cli/texts.h"

#include <array>

namespace ph::cli {

namespace {

using messages::Sentence;

/// What stands for a value in usage lines, and the titles of columns. Many are both.
constexpr std::array kTexts{
    Sentence{"OPTIONS", {"OPTIONS", "选项"}},
    Sentence{"COMMAND", {"COMMAND", "命令"}},
    Sentence{"SERVER", {"SERVER", "服务器"}},
    Sentence{"NAME|URL", {"NAME|URL", "名称|URL"}},
    Sentence{"NAME", {"NAME", "名称"}},
    Sentence{"TEXT", {"TEXT", "文字"}},
    Sentence{"sha256:HEX", {"sha256:HEX", "sha256:指纹"}},
    Sentence{"DURATION", {"DURATION", "时长"}},
    Sentence{"FOLDER", {"FOLDER", "文件夹"}},
    Sentence{"PATH", {"PATH", "路径"}},
    Sentence{"FILE", {"FILE", "文件"}},
    Sentence{"JOB", {"JOB", "作业"}},
    Sentence{"FROM", {"FROM", "来源"}},
    Sentence{"TO", {"TO", "目标"}},
    Sentence{"N", {"N", "N"}},
    Sentence{"STATE", {"STATE", "状态"}},
    Sentence{"RANGE", {"RANGE", "范围"}},
    Sentence{"CORES", {"CORES", "核数"}},
    Sentence{"SIZE", {"SIZE", "大小"}},
    Sentence{"[MODEL:]N", {"[MODEL:]N", "[型号:]N"}},
    Sentence{"NAME=VALUE", {"NAME=VALUE", "名称=值"}},
    Sentence{"NAME=SECRET", {"NAME=SECRET", "名称=密钥"}},
    Sentence{"AREA:TARGET[:rw]", {"AREA:TARGET[:rw]", "区域:目标[:rw]"}},
    Sentence{"PATTERN", {"PATTERN", "模式"}},
    Sentence{"SECONDS", {"SECONDS", "秒数"}},
    Sentence{"POSITION", {"POSITION", "位置"}},
    Sentence{"NUMBER:HASH|FILE", {"NUMBER:HASH|FILE", "编号:哈希|文件"}},

    Sentence{"USER", {"USER", "用户"}},
    Sentence{"ROLE", {"ROLE", "角色"}},
    Sentence{"ORGANISATION", {"ORGANISATION", "组织"}},
    Sentence{"ORG", {"ORG", "组织"}},
    Sentence{"ID", {"ID", "ID"}},
    Sentence{"DISPLAY NAME", {"DISPLAY NAME", "显示名称"}},
    Sentence{"DISABLED", {"DISABLED", "已禁用"}},
    Sentence{"CREATED", {"CREATED", "创建时间"}},
    Sentence{"AGE", {"AGE", "存续时间"}},
    Sentence{"LAST USED", {"LAST USED", "距上次使用"}},
    Sentence{"EXPIRES", {"EXPIRES", "到期时间"}},
    Sentence{"REASON", {"REASON", "原因"}},
    Sentence{"CPU", {"CPU", "CPU"}},
    Sentence{"AMOUNT", {"AMOUNT", "数量"}},
    Sentence{"POLICY", {"POLICY", "策略"}},
    Sentence{"USE", {"USE", "利用率"}},
    Sentence{"WAIT", {"WAIT", "平均等待"}},
    Sentence{"P50", {"P50", "P50"}},
    Sentence{"P95", {"P95", "P95"}},
    Sentence{"P99", {"P99", "P99"}},
    Sentence{"GANG-P95", {"GANG-P95", "跨节点 P95"}},
    Sentence{"SLOWDOWN", {"SLOWDOWN", "减速比"}},
    Sentence{"NEVER", {"NEVER", "无法启动"}},
    Sentence{"MEMORY", {"MEMORY", "内存"}},
    Sentence{"ACCELERATORS", {"ACCELERATORS", "加速卡"}},
    Sentence{"NODE", {"NODE", "节点"}},
    Sentence{"RAN", {"RAN", "运行时长"}},
    Sentence{"OWNER", {"OWNER", "所有者"}},
    Sentence{"PRIORITY", {"PRIORITY", "优先级"}},
    Sentence{"ATTEMPT", {"ATTEMPT", "尝试"}},
    Sentence{"QUEUED", {"QUEUED", "排队时间"}},
    Sentence{"ENDED", {"ENDED", "结束时间"}},
    Sentence{"KEPT", {"KEPT", "保存时间"}},
    Sentence{"DIGEST", {"DIGEST", "摘要"}},
    Sentence{"CPU USED", {"CPU USED", "已用 CPU"}},
    Sentence{"MEMORY USED", {"MEMORY USED", "已用内存"}},
    Sentence{"CARDS", {"CARDS", "加速卡"}},
    Sentence{"CARDS USED", {"CARDS USED", "已用加速卡"}},
    Sentence{"JOBS", {"JOBS", "作业数"}},
    Sentence{"ENGINE", {"ENGINE", "引擎"}},
    Sentence{"QUEUE", {"QUEUE", "队列"}},
    Sentence{"WEIGHT", {"WEIGHT", "权重"}},
    Sentence{"CPU GUARANTEED", {"CPU GUARANTEED", "保障 CPU"}},
    Sentence{"MEMORY GUARANTEED", {"MEMORY GUARANTEED", "保障内存"}},
    Sentence{"CARDS GUARANTEED", {"CARDS GUARANTEED", "保障加速卡"}},
    Sentence{"CPU LIMIT", {"CPU LIMIT", "CPU 上限"}},
    Sentence{"CARDS LIMIT", {"CARDS LIMIT", "加速卡上限"}},
    Sentence{"MEMORY LIMIT", {"MEMORY LIMIT", "内存限制"}},
    Sentence{"REMARKS", {"REMARKS", "说明"}},
    Sentence{"NUMBER", {"NUMBER", "编号"}},
    Sentence{"TIME", {"TIME", "时间"}},
    Sentence{"ACTOR", {"ACTOR", "操作者"}},
    Sentence{"ACTION", {"ACTION", "操作"}},
    Sentence{"OBJECT", {"OBJECT", "对象"}},
    Sentence{"BEFORE", {"BEFORE", "变更前"}},
    Sentence{"AFTER", {"AFTER", "变更后"}},
    Sentence{"HASH", {"HASH", "哈希"}},
    Sentence{"RECORDS", {"RECORDS", "记录数"}},
    Sentence{"CHAIN", {"CHAIN", "哈希链"}},
    Sentence{"HEAD", {"HEAD", "最新哈希"}},
};

}  // namespace

std::span<const Sentence> wordTexts() {
    return kTexts;
}

}  // namespace ph::cli
