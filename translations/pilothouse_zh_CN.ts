<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ChartText</name>
    <message>
        <source>%1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::Chart</name>
    <message>
        <source>Simulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>+%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy values as CSV</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::CommandPalette</name>
    <message>
        <source>Find an action, a job, a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::ConnectionStatus</name>
    <message>
        <source> What is shown is of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected, fetching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Connection lost. Next try in %n s.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Connection lost. Trying again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log-in has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::CopyBox</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::ErrorBanner</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss the error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::FilterLine</name>
    <message>
        <source>Not understood: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words, &quot;quoted words&quot;, /regex/, !not, %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::FingerprintDialog</name>
    <message>
        <source>The server&apos;s certificate has changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 shows another certificate than before. It may have been set up anew, or somebody stands between you and it. Nothing has been sent. Ask the administrator before you go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known until now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You connect to %1 for the first time from here. Compare this fingerprint with the one that the server printed when it started, or that its administrator gave you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust the new certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the same, connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::HeaderBar</name>
    <message>
        <source>Find or do… %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Account</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobArtifacts</name>
    <message>
        <source>Saving was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that the job&apos;s outputs name are kept here after it ends, also when it fails.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be saved completely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some disk space and save it again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobFields</name>
    <message>
        <source>%1 (does not work here)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any model</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the earlier job</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Run in a shell (pipes, variables, several lines)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May reach the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder to send along</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send no folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plain system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs to keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scratch space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Priority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Array of jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retries, passing faults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retries, other faults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NAME=value, one a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NAME=name of a secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>area:/target, or area:/target:rw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ids of jobs that must succeed first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One job</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobLog</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the whole log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This job never started, so it wrote nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log appears here, line by line, once the job has started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This job wrote nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job has written nothing so far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first %1 are not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log could not be saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log could not be saved completely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some disk space and save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobMetrics</name>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves appear here when the job appends JSON lines such as {&quot;step&quot;: 1, &quot;name&quot;: &quot;loss&quot;, &quot;value&quot;: 0.5} to the file named in $PH_METRICS.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobModel</name>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Priority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobOverview</name>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exit code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most memory used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobPage</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spec</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Artifacts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 will be stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This job has been deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown here was its last state.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobsPage</name>
    <message>
        <source>Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: words, state:running, owner:me, gpu&gt;0, /regex/, !not</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n job(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No job matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching jobs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs that you submit appear here, with their state, log, curves and files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 will be stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) will be stopped.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) will be deleted with log and files.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Delete now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::LogView</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jump to end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::LoginWindow</name>
    <message>
        <source>Log in to Pilothouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The quickstart and the server&apos;s administrator print address, user and password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no server address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it as host or host:port, for example 127.0.0.1:7443.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::MainWindow</name>
    <message>
        <source>Go to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action or an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open this page in a window of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse or widen the rail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reconnect now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: as the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language: as the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – Pilothouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This console is version %1, the server is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::NavigationRail</name>
    <message>
        <source>Widen the rail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::NewJobPage</name>
    <message>
        <source>Submit the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it asks for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As YAML</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct it in the YAML and submit that with phctl.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 scratch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s), each with %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>It can start now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would wait. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder to send along</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no files</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) submitted.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>New job</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::NodeModel</name>
    <message>
        <source>%1 of %2 cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scratch allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accelerators allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::NodePage</name>
    <message>
        <source>All nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accelerator use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accelerator memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scratch allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accelerators allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::NodesPage</name>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: words, state:ready, gpu&gt;0, memory&gt;=64GiB, /regex/, !not</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No node matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching nodes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines that run jobs appear here, with what they have and what is in use.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::PageWindow</name>
    <message>
        <source>%1 – Pilothouse</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ph::ui::Toast</name>
    <message>
        <source>Undo (%1)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
