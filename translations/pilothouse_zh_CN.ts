<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ChartText</name>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 核</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>The desktop console of Pilothouse.</source>
        <translation>Pilothouse 的桌面控制台。</translation>
    </message>
    <message>
        <source>Server to log in to, as host or host:port.</source>
        <translation>要登录的服务器，写作 host 或 host:port。</translation>
    </message>
    <message>
        <source>Light theme.</source>
        <translation>浅色主题。</translation>
    </message>
    <message>
        <source>Dark theme.</source>
        <translation>深色主题。</translation>
    </message>
    <message>
        <source>Language: en or zh_CN.</source>
        <translation>语言：en 或 zh_CN。</translation>
    </message>
</context>
<context>
    <name>Sections</name>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>%1 秒前</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>%1 d ago</source>
        <translation>%1 天前</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 核</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 核</translation>
    </message>
</context>
<context>
    <name>ph::Wiring</name>
    <message>
        <source>This desktop has no keychain: the log-in is kept until you quit.</source>
        <translation>此桌面没有密钥环：登录状态只保留到退出为止。</translation>
    </message>
</context>
<context>
    <name>ph::ui::Chart</name>
    <message>
        <source>Simulated</source>
        <translation>模拟</translation>
    </message>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform></translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图像</translation>
    </message>
    <message>
        <source>Copy values as CSV</source>
        <translation>以 CSV 复制数值</translation>
    </message>
</context>
<context>
    <name>ph::ui::CommandPalette</name>
    <message>
        <source>Find an action, a job, a node</source>
        <translation>查找操作、作业或节点</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
</context>
<context>
    <name>ph::ui::ConnectionStatus</name>
    <message>
        <source> What is shown is of %1.</source>
        <translation>当前显示的是 %1 的数据。</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Connected, fetching</source>
        <translation>已连接，正在获取</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message numerus="yes">
        <source>Connection lost. Next try in %n s.</source>
        <translation>
            <numerusform>连接已断开。%n 秒后重试。</numerusform></translation>
    </message>
    <message>
        <source>Connection lost. Trying again.</source>
        <translation>连接已断开。正在重试。</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>The log-in has ended.</source>
        <translation>登录已失效。</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
</context>
<context>
    <name>ph::ui::CopyBox</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>复制文本</translation>
    </message>
</context>
<context>
    <name>ph::ui::ErrorBanner</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the error</source>
        <translation>复制错误信息</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Dismiss the error</source>
        <translation>关闭错误信息</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>收起详情</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>ph::ui::FilterLine</name>
    <message>
        <source>Not understood: %1</source>
        <translation>无法理解：%1</translation>
    </message>
    <message>
        <source>Words, "quoted words", /regex/, !not, %1</source>
        <translation>词语、"带引号的词语"、/正则/、!排除、%1</translation>
    </message>
</context>
<context>
    <name>ph::ui::FingerprintDialog</name>
    <message>
        <source>The server's certificate has changed</source>
        <translation>服务器的证书已变更</translation>
    </message>
    <message>
        <source>A new server</source>
        <translation>新的服务器</translation>
    </message>
    <message>
        <source>%1 shows another certificate than before. It may have been set up anew, or somebody stands between you and it. Nothing has been sent. Ask the administrator before you go on.</source>
        <translation>%1 出示的证书与以前不同。它可能重新安装过，也可能有人介于您与它之间。尚未发送任何内容。继续之前请询问管理员。</translation>
    </message>
    <message>
        <source>Known until now</source>
        <translation>此前已知</translation>
    </message>
    <message>
        <source>Shown now</source>
        <translation>现在出示</translation>
    </message>
    <message>
        <source>You connect to %1 for the first time from here. Compare this fingerprint with the one that the server printed when it started, or that its administrator gave you.</source>
        <translation>您首次从这里连接 %1。请将此指纹与服务器启动时打印的指纹，或管理员给您的指纹进行比对。</translation>
    </message>
    <message>
        <source>Trust the new certificate</source>
        <translation>信任新证书</translation>
    </message>
    <message>
        <source>It is the same, connect</source>
        <translation>一致，连接</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ph::ui::HeaderBar</name>
    <message>
        <source>Find or do… %1</source>
        <translation>查找或执行… %1</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
</context>
<context>
    <name>ph::ui::JobArtifacts</name>
    <message>
        <source>Saving was cancelled.</source>
        <translation>已取消保存。</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Kept at</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>Files that the job's outputs name are kept here after it ends, also when it fails.</source>
        <translation>作业结束后，其输出项所指的文件保存在这里，失败时也一样。</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>保存 %1</translation>
    </message>
    <message>
        <source>The file could not be saved.</source>
        <translation>文件无法保存。</translation>
    </message>
    <message>
        <source>Choose another folder and try again.</source>
        <translation>请选择其他文件夹后重试。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>The file could not be saved completely.</source>
        <translation>文件未能完整保存。</translation>
    </message>
    <message>
        <source>Free some disk space and save it again.</source>
        <translation>请释放一些磁盘空间后重新保存。</translation>
    </message>
</context>
<context>
    <name>ph::ui::JobFields</name>
    <message>
        <source>%1 (not installed)</source>
        <translation>%1（未安装）</translation>
    </message>
    <message>
        <source>Any model</source>
        <translation>任意型号</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the earlier job</source>
        <translation>
            <numerusform>先前作业的 %n 个文件</numerusform></translation>
    </message>
    <message>
        <source>Run in a shell (pipes, variables, several lines)</source>
        <translation>在 shell 中运行（管道、变量、多行）</translation>
    </message>
    <message>
        <source>May reach the network</source>
        <translation>可以访问网络</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Choose a folder to send along</source>
        <translation>选择要一起发送的文件夹</translation>
    </message>
    <message>
        <source>Send no folder</source>
        <translation>不发送文件夹</translation>
    </message>
    <message>
        <source>Plain system</source>
        <translation>基本系统</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>CPU cores</source>
        <translation>CPU 核数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>Outputs to keep</source>
        <translation>要保留的输出</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation>挂载</translation>
    </message>
    <message>
        <source>Scratch space</source>
        <translation>临时空间</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Array of jobs</source>
        <translation>作业数组</translation>
    </message>
    <message>
        <source>After jobs</source>
        <translation>在这些作业之后</translation>
    </message>
    <message>
        <source>Retries, passing faults</source>
        <translation>重试：暂时性故障</translation>
    </message>
    <message>
        <source>Retries, other faults</source>
        <translation>重试：其他故障</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>The program's name</source>
        <translation>程序名称</translation>
    </message>
    <message>
        <source>NAME=value, one a line</source>
        <translation>NAME=value，每行一个</translation>
    </message>
    <message>
        <source>NAME=name of a secret</source>
        <translation>NAME=密钥名称</translation>
    </message>
    <message>
        <source>area:/target, or area:/target:rw</source>
        <translation>area:/target 或 area:/target:rw</translation>
    </message>
    <message>
        <source>Ids of jobs that must succeed first</source>
        <translation>须先成功的作业的 id</translation>
    </message>
    <message>
        <source>One job</source>
        <translation>单个作业</translation>
    </message>
</context>
<context>
    <name>ph::ui::JobLog</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform></translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行换行</translation>
    </message>
    <message>
        <source>Save the whole log</source>
        <translation>保存完整日志</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>This job never started, so it wrote nothing.</source>
        <translation>此作业从未启动，因此没有输出。</translation>
    </message>
    <message>
        <source>The log appears here, line by line, once the job has started.</source>
        <translation>作业启动后，日志会逐行显示在这里。</translation>
    </message>
    <message>
        <source>This job wrote nothing.</source>
        <translation>此作业没有输出。</translation>
    </message>
    <message>
        <source>The job has written nothing so far.</source>
        <translation>作业目前还没有输出。</translation>
    </message>
    <message>
        <source>The first %1 are not shown</source>
        <translation>最前面的 %1 未显示</translation>
    </message>
    <message>
        <source>The log could not be saved.</source>
        <translation>日志无法保存。</translation>
    </message>
    <message>
        <source>Choose another folder and try again.</source>
        <translation>请选择其他文件夹后重试。</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>The log could not be saved completely.</source>
        <translation>日志未能完整保存。</translation>
    </message>
    <message>
        <source>Free some disk space and save it again.</source>
        <translation>请释放一些磁盘空间后重新保存。</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
</context>
<context>
    <name>ph::ui::JobMetrics</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Curves appear here when the job appends JSON lines such as {"step": 1, "name": "loss", "value": 0.5} to the file named in $PH_METRICS.</source>
        <translation>当作业向 $PH_METRICS 所指的文件追加 JSON 行（例如 {"step": 1, "name": "loss", "value": 0.5}）时，曲线会显示在这里。</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
</context>
<context>
    <name>ph::ui::JobModel</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Since %1</source>
        <translation>自 %1</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
</context>
<context>
    <name>ph::ui::JobOverview</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Exit code</source>
        <translation>退出码</translation>
    </message>
    <message>
        <source>Most memory used</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
</context>
<context>
    <name>ph::ui::JobPage</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation>所有作业</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Spec</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>Artifacts</source>
        <translation>产物</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>%1 will be stopped.</source>
        <translation>即将停止 %1。</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>This job has been deleted.</source>
        <translation>此作业已被删除。</translation>
    </message>
    <message>
        <source>What is shown here was its last state.</source>
        <translation>这里显示的是其最后状态。</translation>
    </message>
</context>
<context>
    <name>ph::ui::JobsPage</name>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>New job</source>
        <translation>新建作业</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Filter jobs</source>
        <translation>筛选作业</translation>
    </message>
    <message>
        <source>Filter: words, state:running, owner:me, gpu&gt;0, /regex/, !not</source>
        <translation>筛选：词语、state:running、owner:me、gpu&gt;0、/正则/、!排除</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n 个作业</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n job(s)</source>
        <translation>
            <numerusform>%1 / %n 个作业</numerusform></translation>
    </message>
    <message>
        <source>No job matches the filter.</source>
        <translation>没有符合筛选条件的作业。</translation>
    </message>
    <message>
        <source>Fetching jobs…</source>
        <translation>正在获取作业…</translation>
    </message>
    <message>
        <source>Jobs that you submit appear here, with their state, log, curves and files.</source>
        <translation>您提交的作业显示在这里，包括状态、日志、曲线和文件。</translation>
    </message>
    <message>
        <source>%1 will be stopped.</source>
        <translation>即将停止 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) will be stopped.</source>
        <translation>
            <numerusform>即将停止 %n 个作业。</numerusform></translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) will be deleted with log and files.</source>
        <translation>
            <numerusform>即将删除 %n 个作业及其日志和文件。</numerusform></translation>
    </message>
    <message>
        <source>Delete now</source>
        <translation>立即删除</translation>
    </message>
</context>
<context>
    <name>ph::ui::LogView</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Jump to end</source>
        <translation>跳到末尾</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>ph::ui::LoginWindow</name>
    <message>
        <source>Log in to Pilothouse</source>
        <translation>登录 Pilothouse</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>This is no server address.</source>
        <translation>这不是服务器地址。</translation>
    </message>
    <message>
        <source>Write it as host or host:port, for example 127.0.0.1:7443.</source>
        <translation>请写成 host 或 host:port，例如 127.0.0.1:7443。</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>The quickstart prints address, user and password; else ask the server's administrator.</source>
        <translation>quickstart 会打印地址、用户和密码；也可以向服务器管理员索取。</translation>
    </message>
</context>
<context>
    <name>ph::ui::MainWindow</name>
    <message>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>New job</source>
        <translation>新建作业</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Find an action or an object</source>
        <translation>查找操作或对象</translation>
    </message>
    <message>
        <source>Open this page in a window of its own</source>
        <translation>在独立窗口中打开此页</translation>
    </message>
    <message>
        <source>Collapse or widen the rail</source>
        <translation>收起或展开导航栏</translation>
    </message>
    <message>
        <source>Reconnect now</source>
        <translation>立即重新连接</translation>
    </message>
    <message>
        <source>Log out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Theme: as the desktop</source>
        <translation>主题：跟随桌面</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>Language: as the desktop</source>
        <translation>语言：跟随桌面</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>%1 – Pilothouse</source>
        <translation>%1 – Pilothouse</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>This console is version %1, the server is %2</source>
        <translation>控制台版本 %1，服务器版本 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>ph::ui::NavigationRail</name>
    <message>
        <source>Widen the rail</source>
        <translation>展开导航栏</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>ph::ui::NewJobPage</name>
    <message>
        <source>Submit the job</source>
        <translation>提交作业</translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation>所有作业</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>What it asks for</source>
        <translation>所需资源</translation>
    </message>
    <message>
        <source>As YAML</source>
        <translation>YAML 形式</translation>
    </message>
    <message>
        <source>On the command line</source>
        <translation>命令行形式</translation>
    </message>
    <message>
        <source>Correct it in the YAML and submit that with phctl.</source>
        <translation>请在 YAML 中更正，并用 phctl 提交。</translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation>%1 内存</translation>
    </message>
    <message>
        <source>%1 scratch</source>
        <translation>%1 临时空间</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最长 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s), each with %1</source>
        <translation>
            <numerusform>%n 个作业，每个 %1</numerusform></translation>
    </message>
    <message>
        <source>It can start now.</source>
        <translation>可以立即开始。</translation>
    </message>
    <message>
        <source>It would wait. %1</source>
        <translation>需要等待。%1</translation>
    </message>
    <message>
        <source>Folder to send along</source>
        <translation>要一起发送的文件夹</translation>
    </message>
    <message>
        <source>no files</source>
        <translation>没有文件</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n 个文件，%1</numerusform></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) submitted.</source>
        <translation>
            <numerusform>已提交 %n 个作业。</numerusform></translation>
    </message>
    <message>
        <source>New job</source>
        <translation>新建作业</translation>
    </message>
</context>
<context>
    <name>ph::ui::NodeModel</name>
    <message>
        <source>%1 of %2 cores</source>
        <translation>%1 / %2 核</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>CPU allocated</source>
        <translation>已分配 CPU</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>已分配内存</translation>
    </message>
    <message>
        <source>Scratch allocated</source>
        <translation>已分配临时空间</translation>
    </message>
    <message>
        <source>Accelerators allocated</source>
        <translation>已分配加速卡</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（模拟）</translation>
    </message>
</context>
<context>
    <name>ph::ui::NodePage</name>
    <message>
        <source>All nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Accelerator use</source>
        <translation>加速卡利用率</translation>
    </message>
    <message>
        <source>Accelerator memory</source>
        <translation>加速卡显存</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>CPU allocated</source>
        <translation>已分配 CPU</translation>
    </message>
    <message>
        <source>%1 of %2 cores</source>
        <translation>%1 / %2 核</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>已分配内存</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Scratch allocated</source>
        <translation>已分配临时空间</translation>
    </message>
    <message>
        <source>Accelerators allocated</source>
        <translation>已分配加速卡</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存限制</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
</context>
<context>
    <name>ph::ui::NodesPage</name>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Filter nodes</source>
        <translation>筛选节点</translation>
    </message>
    <message>
        <source>Filter: words, state:ready, gpu&gt;0, memory&gt;=64GiB, /regex/, !not</source>
        <translation>筛选：词语、state:ready、gpu&gt;0、memory&gt;=64GiB、/正则/、!排除</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 / %n 个节点</numerusform></translation>
    </message>
    <message>
        <source>No node matches the filter.</source>
        <translation>没有符合筛选条件的节点。</translation>
    </message>
    <message>
        <source>Fetching nodes…</source>
        <translation>正在获取节点…</translation>
    </message>
    <message>
        <source>Machines that run jobs appear here, with what they have and what is in use.</source>
        <translation>运行作业的机器显示在这里，包括其资源和使用情况。</translation>
    </message>
</context>
<context>
    <name>ph::ui::PageWindow</name>
    <message>
        <source>%1 – Pilothouse</source>
        <translation>%1 – Pilothouse</translation>
    </message>
</context>
<context>
    <name>ph::ui::Toast</name>
    <message>
        <source>Undo (%1)</source>
        <translation>撤销（%1）</translation>
    </message>
</context>
</TS>
