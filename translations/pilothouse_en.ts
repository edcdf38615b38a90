<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>ph::ui::Chart</name>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>+%n more</numerusform><numerusform>+%n more</numerusform></translation>
    </message>
</context>
<context>
    <name>ph::ui::ConnectionStatus</name>
    <message numerus="yes">
        <source>Connection lost. Next try in %n s.</source>
        <translation>
            <numerusform>Connection lost. Next try in %n s.</numerusform><numerusform>Connection lost. Next try in %n s.</numerusform></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobFields</name>
    <message numerus="yes">
        <source>%n file(s) of the earlier job</source>
        <translation>
            <numerusform>%n file of the earlier job</numerusform><numerusform>%n files of the earlier job</numerusform></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobLog</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform><numerusform>%n hits</numerusform></translation>
    </message>
</context>
<context>
    <name>ph::ui::JobsPage</name>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n job</numerusform><numerusform>%n jobs</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n job(s)</source>
        <translation>
            <numerusform>%1 of %n job</numerusform><numerusform>%1 of %n jobs</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) will be stopped.</source>
        <translation>
            <numerusform>%n job will be stopped.</numerusform><numerusform>%n jobs will be stopped.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) will be deleted with log and files.</source>
        <translation>
            <numerusform>%n job will be deleted with log and files.</numerusform><numerusform>%n jobs will be deleted with log and files.</numerusform></translation>
    </message>
</context>
<context>
    <name>ph::ui::NewJobPage</name>
    <message numerus="yes">
        <source>%n job(s), each with %1</source>
        <translation>
            <numerusform>%n job, each with %1</numerusform><numerusform>%n jobs, each with %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform><numerusform>%n files, %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) submitted.</source>
        <translation>
            <numerusform>%n job submitted.</numerusform><numerusform>%n jobs submitted.</numerusform></translation>
    </message>
</context>
<context>
    <name>ph::ui::NodesPage</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform><numerusform>%n nodes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 of %n node</numerusform><numerusform>%1 of %n nodes</numerusform></translation>
    </message>
</context>
</TS>
