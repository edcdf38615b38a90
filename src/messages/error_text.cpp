#include "messages/error_text.h"

#include "messages/allowed_text.h"
#include "messages/system_text.h"

namespace ph::messages {

namespace {

constexpr std::array kSentences{
    Sentence{"invalid", {"The request is not valid.", "请求无效。"}},
    Sentence{"internal",
             {"The server met an error of its own. Its log says more.", "服务器内部出错，详情见服务器日志。"}},
    Sentence{"unavailable",
             {"The server cannot do this right now. Try again in a moment.", "服务器暂时无法处理，请稍后重试。"}},
    Sentence{"deadline",
             {"No answer came in time. Try again; if it goes on, check that the server is running.",
              "等待应答超时。请重试；若持续如此，请检查服务器是否在运行。"}},
    Sentence{"no-space",
             {"The server's disk is nearly full, so it takes nothing new; running work goes on. Delete old jobs or ask "
              "the administrator for room.",
              "服务器磁盘空间不足，暂不接受新内容；正在运行的作业不受影响。请删除旧作业或联系管理员。"}},
    Sentence{"unauthenticated", {"You are not logged in, or your log-in has expired.", "尚未登录或登录已过期。"}},
    Sentence{"bad-credentials", {"Wrong user name or password.", "用户名或密码错误。"}},
    Sentence{
        "login-back-off",
        {"Too many failed log-ins. Try again in {seconds|time}.", "登录失败次数过多，请在 {seconds|time} 后重试。"}},
    Sentence{"too-many-requests",
             {"More requests than the server takes from one place. Try again in {seconds|time}.",
              "请求过于频繁，请在 {seconds|time} 后重试。"}},
    Sentence{"not-allowed",
             {"You are not allowed to do this. An administrator can give you the right.",
              "您没有执行此操作的权限，请联系管理员授权。"}},
    Sentence{"user-not-found", {"There is no such user[: {user}].", "没有该用户[：{user}]。"}},
    Sentence{"user-name-taken",
             {"This user name is taken[: {name}]. Choose another one.", "用户名已被占用[：{name}]，请另选一个。"}},
    Sentence{"too-many-tokens",
             {"You have {most} tokens, the most that one person may have. Revoke one first.",
              "您已有 {most} 个令牌，达到上限，请先撤销一个。"}},
    Sentence{"secret-not-found", {"You have no such secret[: {name}].", "您没有该密钥[：{name}]。"}},
    Sentence{"token-not-found", {"There is no such token of yours.", "您没有这个令牌。"}},
    Sentence{
        "last-administrator",
        {"This is the last super administrator; make another one first.", "这是最后一个超级管理员，请先指定另一个。"}},
    Sentence{"events-gone",
             {"These events are no longer kept. Start again from now.", "这些事件已不再保留，请从当前位置重新开始。"}},
    Sentence{"job-not-found", {"There is no such job[: {job}].", "没有该作业[：{job}]。"}},
    Sentence{"job-ended", {"The job has ended already.", "作业已经结束。"}},
    Sentence{"job-not-ended",
             {"The job has not ended. Stop it first, then delete it.", "作业尚未结束，请先停止再删除。"}},
    Sentence{"job-not-started",
             {"The job has not started[ its attempt {attempt}] yet.", "作业尚未开始[第 {attempt} 次尝试]。"}},
    Sentence{"job-not-running", {"The job is not running.", "作业未在运行。"}},
    Sentence{"artifact-not-found", {"The job kept no such file[: {path}].", "作业没有保留该文件[：{path}]。"}},
    Sentence{"blob-not-found",
             {"An uploaded file is no longer on the server[: {digest}]. Submit again to upload it.",
              "服务器上没有所上传的文件[：{digest}]，请重新提交以上传。"}},
    Sentence{"backup-under-way", {"Another backup is being made. Wait for it.", "正在进行另一次备份，请等待其完成。"}},
    Sentence{"backup-elsewhere",
             {"The store is in PostgreSQL. Back it up with pg_dump, and the data directory beside it.",
              "数据库在 PostgreSQL 中。请用 pg_dump 备份它，并同时备份数据目录。"}},
    Sentence{"backup-broken",
             {"This is no whole backup[: {path}: {detail}].", "这不是完整的备份[：{path}：{detail}]。"}},
    Sentence{"restore-into-data",
             {"A backup is restored into a new data directory only[; {path} is not empty].",
              "备份只能恢复到新的数据目录[；{path} 不为空]。"}},
    Sentence{"digest-mismatch",
             {"The file changed while it was uploaded. Try again.", "文件在上传过程中发生了变化，请重试。"}},
    Sentence{"idempotency-mismatch",
             {"This request key was used for another job within the last 24 hours.",
              "该请求键在 24 小时内已用于另一个作业。"}},
    Sentence{"version-conflict",
             {"Somebody changed this at the same moment. Look again and repeat what still applies.",
              "此对象刚被他人修改，请刷新后再试。"}},
    Sentence{"node-not-found", {"There is no such node[: {node}].", "没有该节点[：{node}]。"}},
    Sentence{"queue-not-found", {"There is no such queue[: {queue}].", "没有该队列[：{queue}]。"}},

    Sentence{"no-connection",
             {"Cannot reach {host}: {reason}. Check the address and that the server is running.",
              "无法连接 {host}：{reason}。请检查地址以及服务器是否在运行。"}},
    Sentence{
        "certificate-changed",
        {"The server shows another certificate than the trusted one, so nothing was sent. Trusted: {expected}; shown: "
         "{shown}. If the administrator confirms the new one, log in again.",
         "服务器出示的证书与信任的证书不同，未发送任何内容。信任的：{expected}；出示的：{shown}"
         "。若管理员确认新证书，请重新登录。"}},
    Sentence{
        "not-pinned",
        {"The server's certificate has not been confirmed yet. Log in first.", "尚未确认服务器的证书，请先登录。"}},
    Sentence{"bad-answer",
             {"The answer is not one of a Pilothouse server of this version ({reason}).",
              "收到的应答不是此版本 Pilothouse 服务器的应答（{reason}）。"}},
    Sentence{"unknown-error",
             {"The server refused with “{error}”, which this version does not know.",
              "服务器拒绝：“{error}”（此版本无法解释）。"}},
    // Failures of the protocol itself: a newer or a foreign client, or something between the two.
    Sentence{"bad-request", {"The server could not read the request.", "服务器无法读取请求。"}},
    Sentence{"route-not-found",
             {"The server does not know this operation; it may be older than this program.",
              "服务器不支持此操作，版本可能较旧。"}},
    Sentence{"method-not-allowed", {"The server does not offer this operation here.", "服务器在此不支持该操作。"}},
    Sentence{"fenced",
             {"Another controller has taken over this server's data, and this one is ending. Try again in a moment.",
              "另一个控制器已接管此服务器的数据，当前控制器即将退出，请稍后重试。"}},
    Sentence{"request-timeout", {"The request took too long to arrive. Try again.", "请求到达过慢，请重试。"}},
    Sentence{"length-required", {"The request does not say how long what it sends is.", "请求没有说明所发送内容的长度。"}},
    Sentence{"file-too-large", {"This file is larger than the server takes.", "文件超过服务器允许的大小。"}},
    Sentence{"body-too-large", {"This is larger than the server takes.", "内容超过服务器允许的大小。"}},
    Sentence{"unsupported-media-type",
             {"The server does not take this kind of content.", "服务器不接受这种内容类型。"}},
    Sentence{"misdirected-request",
             {"The server does not answer to this host name. Use the address that the administrator gave.",
              "服务器不响应该主机名，请使用管理员提供的地址。"}},
    Sentence{"upgrade-required", {"This operation needs a WebSocket.", "此操作需要 WebSocket。"}},
    Sentence{"header-too-large", {"The request's header is too large.", "请求头过大。"}},
    Sentence{"foreign-origin", {"The server refused a request from another site.", "服务器拒绝了来自其他站点的请求。"}},
    Sentence{"local-file", {"[{path}: ]{reason}", "[{path}：]{reason}"}},
    Sentence{"no-local-file", {"{path}: no such file or folder", "{path}：没有该文件或文件夹"}},
    Sentence{"stream-failed", {"[{path}: ]{reason}", "[{path}：]{reason}"}},
};

constexpr std::array kFaults{
    Sentence{"required", {"is missing[: {allowed}]", "缺少[：{allowed}]"}},
    Sentence{"type", {"{value} has the wrong type; it must be {allowed}", "{value} 类型不对，应为{allowed}"}},
    Sentence{"range", {"{value} is out of range; allowed is {allowed}", "{value} 超出范围，允许 {allowed}"}},
    Sentence{"format", {"“{value}” is not valid; it must be {allowed}", "“{value}”无效，应为{allowed}"}},
    Sentence{"unknown-field",
             {"there is no field of this name; did you mean {allowed}?", "没有这个字段，是否想写 {allowed}？"}},
    Sentence{"word", {"“{value}” is not known; choose one of {allowed}", "“{value}”无法识别，可选：{allowed}"}},
    Sentence{
        "unknown",
        {"“{value}” does not exist here. What there is: {allowed}", "“{value}”在此站点不存在，可用的有：{allowed}"}},
    Sentence{"twice", {"“{value}” stands twice; give {allowed}", "“{value}”重复出现，要求：{allowed}"}},
    Sentence{"length", {"{value} is too long or too short; allowed is {allowed}", "{value}，长度不符，允许 {allowed}"}},
    Sentence{"count", {"{value} are too many; allowed is {allowed}", "{value} 个，数量过多，允许 {allowed}"}},
    Sentence{"read-only", {"“{value}” can only be read; give {allowed}", "“{value}”只读，请用 {allowed}"}},
    Sentence{"reserved", {"“{value}” is reserved; use {allowed}", "“{value}”为保留名，请用：{allowed}"}},
    Sentence{"id", {"“{value}” is no valid id; it must be {allowed}", "“{value}”不是有效的标识，应为{allowed}"}},
    Sentence{"yaml",
             {"this is not the YAML expected: {value}; needed is {allowed}", "YAML 有误：{value}，要求 {allowed}"}},
    Sentence{"json",
             {"this is not the JSON expected: {value}; needed is {allowed}", "JSON 有误：{value}，要求 {allowed}"}},
    Sentence{"cursor", {"“{value}” is not valid here; give {allowed}", "“{value}”在此无效，应为{allowed}"}},
    Sentence{"not-found", {"“{value}” does not exist[; {allowed}]", "“{value}”不存在[；{allowed}]"}},
    Sentence{"missing", {"“{value}” has not been uploaded", "“{value}”尚未上传"}},
    Sentence{
        "size",
        {"the size is not {value}; the uploaded file has {allowed}", "大小不是 {value}，所上传的文件为 {allowed}"}},
    Sentence{"never-fits", {"no node holds {value}; one has {allowed}", "没有节点能容纳 {value}，单个节点{allowed}"}},
    Sentence{"failed",
             {"“{value}” has failed or was stopped; name {allowed}", "“{value}”已失败或被停止，请指定{allowed}"}},
    Sentence{"unreadable", {"cannot be read; it must be {allowed}", "无法读取，应为{allowed}"}},
    Sentence{"folder", {"there is no folder “{value}”", "没有文件夹“{value}”"}},
};

constexpr Sentence kOtherFault{"", {"{value}: {allowed}", "{value}：{allowed}"}};

}  // namespace

std::span<const Sentence> errorSentences() {
    return kSentences;
}

std::span<const Sentence> faultSentences() {
    return kFaults;
}

std::string errorText(const Error& error, Language language) {
    const Sentence* sentence = findSentence(kSentences, error.id.name);
    Arguments arguments(error.arguments.begin(), error.arguments.end());
    // A name that is no ErrorId of this version may still have a sentence.
    if (error.id.name == "unknown-error")
        if (const Sentence* named = findSentence(kSentences, arguments["error"])) sentence = named;
    if (!sentence) {
        sentence = findSentence(kSentences, "unknown-error");
        arguments["error"] = std::string(error.id.name);
    }
    if (arguments.contains("path") && arguments["path"].empty()) arguments.erase("path");
    if (const auto reason = arguments.find("reason"); reason != arguments.end())
        reason->second = systemText(reason->second, language);
    return filled(sentence->in(language), arguments, language);
}

std::string faultText(const Fault& fault, Language language) {
    const Sentence* sentence = findSentence(kFaults, fault.code);
    // Several close names are listed as they stand: a question would be odd.
    const bool listed = fault.code == "unknown-field" && fault.allowed.find(',') != std::string::npos;
    if (!sentence) sentence = &kOtherFault;
    Arguments arguments{{"value", fault.value}, {"allowed", allowedText(fault.allowed, language)}};
    if (fault.allowed.empty()) arguments.erase("allowed");
    // Here it is no text of the person's, but an amount with its unit.
    if (fault.code == "never-fits") arguments["value"] = allowedText(fault.value, language);
    const std::string_view pattern =
        listed ? (language == Language::Chinese ? "没有这个字段，可用的有 {allowed}"
                                                : "there is no field of this name; there are {allowed}")
               : sentence->in(language);
    const std::string text = filled(pattern, arguments, language);
    if (fault.path.empty()) return text;
    return fault.path + (language == Language::Chinese ? "：" : ": ") + text;
}

}  // namespace ph::messages
