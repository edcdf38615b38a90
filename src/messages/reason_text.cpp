#include "messages/reason_text.h"

#include "messages/foresight_text.h"
#include "reflect/codec.h"

#include <fmt/format.h>

#include <algorithm>

namespace ph::messages {

namespace {

constexpr std::array kSentences{
    Sentence{"none", {"", ""}},
    Sentence{"submitted", {"Waits until the scheduler has looked at it", "已提交：等待调度器处理"}},
    Sentence{"after_others", {"Waits for other jobs: {jobs}", "等待其他作业：{jobs}"}},
    Sentence{"never_fits",
             {"Fits on no node: asks {asked|whole}, the most on any of {nodes|nodes} is {most|amount}",
              "无法满足：申请 {resource|resource} {asked|amount}，{nodes} 个节点中最多只有 {most|amount}"}},
    Sentence{"behind_in_queue",
             {"Waits in the queue: {ahead} ahead[, next is {job}]", "排队中：前面还有 {ahead} 个[，下一个是 {job}]"}},
    Sentence{"not_enough_free",
             {"Not enough free: asks {asked|whole}, {free|amount} free[ on the nearest of {nodes|nodes}]"
              "[; gets room on {promised} in {within|time} at the latest]",
              "空闲资源不足：申请 {resource|resource} {asked|amount}，空闲 {free|amount}[（{nodes} 个节点中最接近的）]"
              "[；最迟 {within|time}后可在 {promised} 上获得资源]"}},
    Sentence{"queue_limit",
             {"Limit of the queue: asks {asked|whole}, {used|amount} of {limit|amount} are in use",
              "达到队列上限：申请 {resource|resource} {asked|amount}，已使用 {used|amount}，上限 {limit|amount}"}},
    Sentence{"no_node_ready",
             {"No node is ready: {nodes|nodes} cordoned or down", "没有可用节点：全部 {nodes} 个节点已停用或离线"}},
    Sentence{"retry_after",
             {"Tries again in {seconds|time}: attempt {attempt}[, after: {cause}]",
              "等待重试：{seconds|time} 后第 {attempt} 次尝试[，原因 {cause}]"}},
    Sentence{"preparing", {"Preparing files and sandbox", "准备中：文件与沙箱"}},
    Sentence{"completed", {"Completed", "已完成"}},
    Sentence{"exit_code", {"Exit code {code}", "退出码：{code}"}},
    Sentence{"signal", {"Ended by signal {signal}", "信号：{signal}"}},
    Sentence{"out_of_memory",
             {"Out of memory: used {used|bytes} of {limit|bytes}", "内存不足：已用 {used|bytes}，上限 {limit|bytes}"}},
    Sentence{"time_limit", {"Time limit reached: {limit|time}", "超过时限：{limit|time}"}},
    Sentence{"scratch_full",
             {"Scratch space full: used {used|bytes} of {limit|bytes}",
              "临时空间已满：已用 {used|bytes}，上限 {limit|bytes}"}},
    Sentence{"stopped_by", {"Stopped by {user}", "已被 {user} 停止"}},
    Sentence{"dependency_failed", {"A job before it did not succeed: {job}", "依赖失败：{job} 未成功"}},
    Sentence{"command_not_found", {"Command not found: {command}", "找不到命令：{command}"}},
    Sentence{"command_not_executable", {"Command not executable: {command}", "命令不可执行：{command}"}},
    Sentence{"missing_file", {"File missing: {path}", "缺少文件：{path}"}},
    Sentence{"image_missing", {"The image {image} cannot be had[: {detail}]", "无法取得镜像 {image}[：{detail}]"}},
    Sentence{"launch_failed", {"Could not be started: {detail}", "启动失败：{detail}"}},
    Sentence{"node_lost", {"Node lost: {node}", "节点失联：{node}"}},
    Sentence{"output_failed", {"Output not kept: {path}[ ({detail})]", "保留输出失败：{path}[（{detail}）]"}},
};

constexpr std::array kCauses{
    Sentence{"not-ready", {"not ready", "未就绪"}},
    Sentence{"model", {"without the accelerator model", "没有该型号加速卡"}},
    Sentence{"cpu", {"with too few free CPUs", "空闲处理器不足"}},
    Sentence{"memory", {"with too little free memory", "空闲内存不足"}},
    Sentence{"scratch", {"with too little free scratch space", "空闲临时空间不足"}},
    Sentence{"accelerators", {"with too few free accelerators", "空闲加速卡不足"}},
};

/// Why an output was not kept.
constexpr std::array kDetails{
    Sentence{"not-found", {"nothing there", "不存在"}},
    Sentence{"not-a-file", {"not a regular file", "不是普通文件"}},
    Sentence{"not-readable", {"not readable", "无法读取"}},
    Sentence{"not-text", {"its name is no UTF-8", "文件名不是 UTF-8"}},
    Sentence{"too-large", {"more than the job's scratch space in all", "总量超过作业的临时空间"}},
    Sentence{"too-many", {"this and what follows: more than 100,000 files", "该文件及之后的文件：总数超过 100,000 个"}},
    Sentence{"no-space", {"no space left", "磁盘空间不足"}},
};

}  // namespace

std::span<const Sentence> reasonSentences() {
    return kSentences;
}

std::string reasonText(const Reason& reason, Language language) {
    const Sentence* sentence = findSentence(kSentences, reflect::word(reason.code));
    if (!sentence) return reflect::word(reason.code);
    Arguments arguments = reason.arguments;
    if (const auto cause = arguments.find("cause"); cause != arguments.end()) {
        // The cause of a retry is itself a reason without its arguments.
        if (const auto code = reflect::parseWord<ReasonCode>(cause->second)) {
            const std::string text = std::string(findSentence(kSentences, reflect::word(*code))->in(language));
            cause->second = text.substr(0, std::min({text.find("："), text.find(':'), text.find(" {")}));
        }
    }
    if (const auto detail = arguments.find("detail"); detail != arguments.end())
        if (const Sentence* known = findSentence(kDetails, detail->second)) detail->second = known->in(language);
    return filled(sentence->in(language), arguments, language);
}

std::vector<std::string> verdictLines(const Verdict& verdict, Language language, Timestamp now) {
    const bool chinese = language == Language::Chinese;
    std::vector<std::string> lines;
    if (auto reason = reasonText(verdict.reason, language); !reason.empty()) lines.push_back(std::move(reason));
    for (const auto& step : verdict.funnel) {
        const Sentence* known = findSentence(kCauses, step.cause);
        const std::string cause(known ? known->in(language) : std::string_view(step.cause));
        lines.push_back(chinese ? fmt::format("{} 个节点中有 {} 个{}", verdict.nodes, step.nodes, cause)
                                : fmt::format("{} of {} {}", step.nodes, nodesText(verdict.nodes, language), cause));
    }
    for (const auto& gap : verdict.nearest) {
        const auto amount = [&](std::int64_t value) { return amountText(gap.resource, value, language); };
        lines.push_back(chinese ? fmt::format("{}：申请 {}，空闲 {}，共 {}", resourceText(gap.resource, language),
                                              amount(gap.asked), amount(gap.free), amount(gap.total))
                                : fmt::format("{}: asks {}, free {} of {}", resourceText(gap.resource, language),
                                              amount(gap.asked), amount(gap.free), amount(gap.total)));
    }
    for (auto& line : inTheWayLines(verdict, language, now)) lines.push_back(std::move(line));
    // A promise is told with its reason already.
    auto estimate = estimateText(verdict, language, now);
    if (!estimate.empty() && !verdict.reason.arguments.contains("promised")) lines.push_back(std::move(estimate));
    for (auto& line : relaxationLines(verdict, language)) lines.push_back(std::move(line));
    return lines;
}

}  // namespace ph::messages
