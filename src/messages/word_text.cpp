#include "messages/word_text.h"

#include "messages/sentence.h"
#include "reflect/codec.h"

namespace ph::messages {

namespace {

constexpr std::array kWords{
    Sentence{"awaiting_approval", {"Awaiting approval", "待批准"}},
    Sentence{"queued", {"Queued", "排队中"}},
    Sentence{"starting", {"Starting", "启动中"}},
    Sentence{"running", {"Running", "运行中"}},
    Sentence{"stopping", {"Stopping", "停止中"}},
    Sentence{"succeeded", {"Succeeded", "成功"}},
    Sentence{"failed", {"Failed", "失败"}},
    Sentence{"stopped", {"Stopped", "已停止"}},
    Sentence{"pending", {"Pending", "等待中"}},
    Sentence{"launching", {"Launching", "启动中"}},
    Sentence{"ended", {"Ended", "已结束"}},
    Sentence{"lost", {"Lost", "失联"}},
    Sentence{"ready", {"Ready", "就绪"}},
    Sentence{"cordoned", {"Cordoned", "已停用"}},
    Sentence{"down", {"Down", "离线"}},
    Sentence{"user", {"User", "用户"}},
    Sentence{"org_admin", {"Organisation administrator", "组织管理员"}},
    Sentence{"super_admin", {"Super administrator", "超级管理员"}},
    Sentence{"job_changed", {"Job changed", "作业变更"}},
    Sentence{"job_removed", {"Job deleted", "作业删除"}},
    Sentence{"node_changed", {"Node changed", "节点变更"}},
    Sentence{"node_removed", {"Node removed", "节点移除"}},
    Sentence{"user_changed", {"User changed", "用户变更"}},
    Sentence{"kernel", {"by the kernel", "由内核限制"}},
    Sentence{"watched", {"watched", "由监视进程限制"}},
    Sentence{"none", {"not limited", "不限制"}},
};

constexpr std::array kRemarks{
    Sentence{"network-not-isolated",
             {"The network is not isolated: jobs use the host's.", "网络未隔离：作业使用主机网络。"}},
    Sentence{"cpu-not-limited",
             {"CPU time is not limited: jobs may use more than they asked for.",
              "处理器未受限制：作业可能使用超过申请的处理器时间。"}},
    Sentence{"memory-watched",
             {"Memory is watched and a job over its limit is ended, a moment late.",
              "内存由监视进程检查，超限的作业会稍后被终止。"}},
    Sentence{"users-not-separated",
             {"Jobs of all organisations run as the same system user.", "各组织的作业以同一系统用户运行。"}},
};

/// The stable words of the shim's channels.
constexpr std::array kFailures{
    Sentence{"path-not-found", {"no such file or folder", "没有该文件或文件夹"}},
    Sentence{"path-not-allowed", {"the job may not use this path", "作业无权使用该路径"}},
    Sentence{"bad-archive", {"the transfer was cut off", "传输中断"}},
    Sentence{"no-space", {"no space left", "空间不足"}},
    Sentence{"io-error", {"reading or writing failed", "读写失败"}},
    Sentence{"command-not-found", {"no such command inside the job", "作业内没有该命令"}},
    Sentence{"command-not-executable", {"the file is not executable", "该文件不可执行"}},
    Sentence{"not-started", {"the command could not be started", "命令无法启动"}},
    Sentence{"no-terminal", {"no terminal could be opened", "无法打开终端"}},
    Sentence{"no-command", {"no command was given", "未给出命令"}},
    Sentence{"port-refused", {"nothing listens on this port", "该端口无人监听"}},
    Sentence{"port-broken", {"the connection broke", "连接中断"}},
};

std::string known(const std::string& word, Language language) {
    const Sentence* sentence = findSentence(kWords, word);
    return sentence ? std::string(sentence->in(language)) : word;
}

}  // namespace

std::string stateText(JobState state, Language language) {
    return known(reflect::word(state), language);
}

std::string stateText(TaskRunState state, Language language) {
    return known(reflect::word(state), language);
}

std::string stateText(NodeState state, Language language) {
    return known(reflect::word(state), language);
}

std::string roleText(Role role, Language language) {
    return known(reflect::word(role), language);
}

std::string eventText(EventKind kind, Language language) {
    return known(reflect::word(kind), language);
}

std::string strengthText(LimitStrength strength, Language language) {
    return known(reflect::word(strength), language);
}

std::string remarkText(std::string_view remark, Language language) {
    const Sentence* sentence = findSentence(kRemarks, remark);
    return std::string(sentence ? sentence->in(language) : remark);
}

std::string failureText(std::string_view failure, Language language) {
    const Sentence* sentence = findSentence(kFailures, failure);
    return std::string(sentence ? sentence->in(language) : failure);
}

}  // namespace ph::messages
