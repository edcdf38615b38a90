#include "cli/texts.h"

#include <array>
#include <stdexcept>

namespace ph::cli {

namespace {

using messages::Sentence;

constexpr std::array kTexts{
    Sentence{"bad-command", {"{path} has no command “{word}”", "{path} 没有命令“{word}”"}},
    Sentence{"bad-option", {"{path} has no option {word}", "{path} 没有选项 {word}"}},
    Sentence{"extra-argument", {"“{word}” is one argument too many", "多余的参数“{word}”"}},
    Sentence{"missing-command", {"A command is missing", "缺少命令"}},
    Sentence{"missing-argument", {"{argument} is missing", "缺少参数：{argument}"}},
    Sentence{"missing-value", {"{option} needs a value: {kind}", "{option} 需要一个值：{kind}"}},
    Sentence{"given-twice", {"{option} may be given only once", "{option} 只能给出一次"}},
    Sentence{"no-whole-number",
             {"{option} must be a whole number[ from {least} to {most}][ of at least {floor}], not “{value}”",
              "{option} 应为[ {least} 到 {most} ][不小于 {floor} ]的整数，而不是“{value}”"}},
    Sentence{"flag-with-value", {"{option} takes no value", "{option} 不带值"}},
    Sentence{"no-choice",
             {"“{value}” is not known to {option}; choose one of {allowed}[. Did you mean {close}?]",
              "{option} 无法识别“{value}”，可选：{allowed}[。是否想写 {close}？]"}},
    Sentence{"nothing-behind", {"Nothing may stand behind --", "-- 之后不能有内容"}},
    Sentence{"missing-behind", {"A command is missing, behind --", "-- 之后缺少命令"}},
    Sentence{"did-you-mean", {"Did you mean {close}?", "是否想写 {close}？"}},
    Sentence{"see-help", {"`{path} --help` tells what is possible.", "用法见 `{path} --help`。"}},
    Sentence{"not-logged-in",
             {"You are not logged in[ on {server}]. Log in with: phctl login[ {server}]",
              "尚未登录[ {server}]。请先执行：phctl login[ {server}]"}},
    Sentence{"log-in-first", {"Log in with: phctl login", "请先执行：phctl login"}},
    Sentence{"no-server",
             {"Which server? Give its address: phctl login host:7443", "请给出服务器地址：phctl login host:7443"}},
    Sentence{"bad-server",
             {"“{server}” is no server address; give host, host:port or https://host:port.",
              "“{server}”不是服务器地址，请用 host、host:port 或 https://host:port。"}},
    Sentence{"bad-queue-amount",
             {"“{value}” is no amount of a queue; give cpu=64, memory=256GiB, accelerators=4, or none behind the =.",
              "“{value}”不是队列的数量，请用 cpu=64、memory=256GiB、accelerators=4，或在 = 之后写 none。"}},
    Sentence{"queue-beyond-site",
             {"Note: the site has less than {path} of {queue}.", "注意：站点现有资源少于 {queue} 的 {path}。"}},
    Sentence{"certificate-shown",
             {"{server} shows a certificate that is not known here yet:\n  {fingerprint}\nCompare it with what the "
              "administrator "
              "gave you.",
              "{server} 出示了一个此处未知的证书：\n  {fingerprint}\n请与管理员提供的指纹核对。"}},
    Sentence{"certificate-question", {"Trust it from now on? (y/N) ", "是否从此信任它？(y/N) "}},
    Sentence{"certificate-option",
             {"Nobody can be asked here. If it is the right one, add: --fingerprint {fingerprint}",
              "此处无法询问。若确认无误，请加上：--fingerprint {fingerprint}"}},
    Sentence{"certificate-refused", {"Not trusted; nothing was sent.", "未予信任，没有发送任何内容。"}},
    Sentence{"user-question", {"User: ", "用户名："}},
    Sentence{"user-option", {"Give the user name with --user.", "请用 --user 给出用户名。"}},
    Sentence{"password-question", {"Password of {user}: ", "{user} 的密码："}},
    Sentence{"new-password-question", {"New password of {user}: ", "{user} 的新密码："}},
    Sentence{"repeat-question", {"Once more: ", "再次输入："}},
    Sentence{"password-option",
             {"Nobody can be asked for the password here; pipe it in and add --password-stdin.",
              "此处无法询问密码，请通过管道传入并加上 --password-stdin。"}},
    Sentence{"password-differs", {"The two passwords differ.", "两次输入的密码不同。"}},
    Sentence{"secret-question", {"Value of {name}: ", "{name} 的值："}},
    Sentence{"logged-in", {"Logged in on {server} as {user}.", "已以 {user} 登录 {server}。"}},
    Sentence{"logged-out", {"Logged out on {server}.", "已退出 {server}。"}},
    Sentence{"token-once", {"This is the only time that the secret is shown:", "密钥仅显示这一次："}},
    Sentence{"removed", {"Deleted {name}.", "已删除 {name}。"}},
    Sentence{"stored", {"Stored {name}.", "已保存 {name}。"}},
    Sentence{"bad-duration",
             {"--expires: “{value}” is no duration of at least 1s; give for example 90s, 12h or 30d.",
              "--expires：“{value}”不是至少 1s 的时长，例如 90s、12h、30d。"}},
    Sentence{"bad-range",
             {"--bytes: “{value}” is no byte range; give 100-199, 100- or -500, without --tail.",
              "--bytes：“{value}”不是字节范围，请用 100-199、100- 或 -500，且不与 --tail 同用。"}},
    Sentence{"no-folder", {"{path} is no folder.", "{path} 不是文件夹。"}},
    Sentence{"no-terminal",
             {"-t needs a terminal; leave it out to pipe input with -i.", "-t 需要终端；如需管道输入请只用 -i。"}},
    Sentence{"output-failed", {"Cannot write to the standard output: {reason}", "无法写入标准输出：{reason}"}},
    Sentence{"submitted", {"Submitted {job} ({id}).", "已提交 {job}（{id}）。"}},
    Sentence{"following",
             {"Its log follows; Ctrl-C ends the watching, not the job (that: phctl stop {number}).",
              "以下为其日志；Ctrl-C 只结束查看，不停止作业（停止：phctl stop {number}）。"}},
    Sentence{"follow-array",
             {"An array has many logs; waiting for all of them instead.", "作业数组有多个日志，改为等待全部结束。"}},
    Sentence{"dry-run-good", {"The job is valid and could start now.", "作业有效，现在即可开始。"}},
    Sentence{"dry-run-after",
             {"The job is valid and could start once the jobs it comes after have succeeded.",
              "作业有效，待其前置作业成功后即可开始。"}},
    Sentence{"dry-run-but", {"The job is valid but could not start now:", "作业有效，但现在还不能开始："}},
    Sentence{"uploading", {"Uploading {done|bytes} of {total|bytes}", "正在上传 {done|bytes} / {total|bytes}"}},
    Sentence{"job-outcome", {"{job}: {state} ({reason})", "{job}：{state}（{reason}）"}},
    Sentence{"command-ended", {"The command ended with exit code {code}.", "命令以退出码 {code} 结束。"}},
    Sentence{"more-jobs", {"There are more; see all with --all.", "还有更多，用 --all 查看全部。"}},
    Sentence{"no-jobs", {"No jobs. Run something: phctl run -- echo hello", "没有作业。试试：phctl run -- echo hello"}},
    Sentence{"support-written",
             {"{path} ({size|bytes}). It holds no secrets; read it before you pass it on: tar -xzf {path}",
              "{path}（{size|bytes}）。其中不含机密信息；转交前请先查看：tar -xzf {path}"}},
    Sentence{"fetched", {"{path} ({size|bytes})", "{path}（{size|bytes}）"}},
    Sentence{"copy-sides",
             {"One side must be JOB:PATH and the other a local path.", "一侧须为 作业:路径，另一侧为本地路径。"}},
    Sentence{"links-left-out",
             {"Left out ({count}): links, special files and names with control characters.",
              "略过了 {count} 个链接、特殊文件或含控制字符的名称。"}},
    Sentence{"names-left-out",
             {"Left out ({count}): names that lead outside of the folder or have control characters.",
              "略过了 {count} 个文件：名称指向文件夹之外或含控制字符。"}},
    Sentence{"position", {"Go on with --from {position}", "继续：--from {position}"}},
    Sentence{"resync",
             {"Some events were left out here; look at the lists again.", "此处略过了部分事件，请重新查看列表。"}},
    Sentence{"broken-at", {"broken at {number}", "在 {number} 处断裂"}},
    Sentence{"chain-whole", {"whole", "完整"}},
    Sentence{"simulated", {" (simulated)", "（模拟）"}},
    Sentence{"any-model", {"any", "任意型号"}},
    Sentence{"simulate-no-trace", {"Which trace? Give a file with --trace", "请用 --trace 给出轨迹文件"}},
    Sentence{"simulate-unreadable", {"{path} cannot be read", "无法读取 {path}"}},
    Sentence{"simulate-empty", {"{path} holds no jobs", "{path} 中没有作业"}},
    Sentence{"simulate-no-column",
             {"{path} has no column “{column}”; its first line must name timestamp, duration and num_gpus",
              "{path} 缺少列“{column}”；首行应包含 timestamp、duration、num_gpus"}},
    Sentence{"simulate-no-field", {"{path}, line {line}: {column} is missing", "{path} 第 {line} 行：缺少 {column}"}},
    Sentence{
        "simulate-bad-value",
        {"{path}, line {line}: {column} cannot be “{value}”; allowed are times like 2017-10-09 07:01:55, seconds and "
         "whole numbers, none negative",
         "{path} 第 {line} 行：{column} 不能为“{value}”；应为形如 2017-10-09 07:01:55 的时间、秒数或整数，且不为负"}},
    Sentence{
        "simulate-impossible",
        {"{count} jobs ask for more than the {nodes|nodes} with {cards} accelerators each can hold, and never start: "
         "lines {lines}[ and {more} more]",
         "有 {count} 个作业的需求超过 {nodes} 个节点（每个 {cards} 张加速卡）的容量，永远无法启动：第 {lines} "
         "行[及另外 {more} 行]"}},
    Sentence{"simulate-impossible-one",
             {"1 job asks for more than the {nodes|nodes} with {cards} accelerators each can hold, and never starts: "
              "line {lines}",
              "有 1 个作业的需求超过 {nodes} 个节点（每个 {cards} 张加速卡）的容量，永远无法启动：第 {lines} 行"}},
    Sentence{"why-running",
             {"Runs on {node} since {time}, for {age}.", "自 {time} 起在 {node} 上运行，已运行 {age}。"}},
    Sentence{"when-not-waiting", {"It does not wait.", "该作业没有在等待。"}},
    Sentence{"yes", {"yes", "是"}},
    Sentence{"no", {"no", "否"}},
    Sentence{"job-id", {"Id:", "ID："}},
    Sentence{"job-state", {"State:", "状态："}},
    Sentence{"job-reason", {"Reason:", "原因："}},
    Sentence{"job-owner", {"Owner:", "所有者："}},
    Sentence{"job-command", {"Command:", "命令："}},
    Sentence{"job-template", {"Template:", "运行时："}},
    Sentence{"job-resources", {"Resources:", "资源："}},
    Sentence{"job-accelerators", {"Accelerators:", "加速卡："}},
    Sentence{"job-time-limit", {"Time limit:", "时间限制："}},
    Sentence{"job-node", {"Node:", "节点："}},
    Sentence{"job-queued", {"Queued:", "排队时间："}},
    Sentence{"job-started", {"Started:", "开始时间："}},
    Sentence{"job-ended", {"Ended:", "结束时间："}},
    Sentence{"job-ran", {"Ran:", "运行时长："}},
    Sentence{"job-attempt", {"Attempt {number}:", "第 {number} 次尝试："}},
    Sentence{"job-history", {"History:", "历史："}},
    Sentence{"resources",
             {"{cpu} CPU, {memory|bytes} memory, {scratch|bytes} scratch",
              "CPU {cpu} 核，内存 {memory|bytes}，临时空间 {scratch|bytes}"}},
    Sentence{"attempt-used",
             {"{state}, peak memory {memory|bytes}, CPU time {seconds} s",
              "{state}，内存峰值 {memory|bytes}，CPU 时间 {seconds} 秒"}},
};

}  // namespace

std::span<const Sentence> spokenTexts() {
    return kTexts;
}

const Sentence* findText(std::string_view key) {
    for (const auto table : {spokenTexts(), helpTexts(), wordTexts()})
        if (const Sentence* sentence = messages::findSentence(table, key)) return sentence;
    return nullptr;
}

std::string plainTextOf(std::string_view key, messages::Language language) {
    const Sentence* sentence = findText(key);
    if (!sentence) throw std::logic_error("no text " + std::string(key));
    return std::string(sentence->in(language));
}

std::string textOf(std::string_view key, const messages::Arguments& arguments, messages::Language language) {
    return messages::filled(plainTextOf(key, language), arguments, language);
}

}  // namespace ph::cli
