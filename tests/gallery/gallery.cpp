#include "gallery/gallery.h"

#include "gallery/sample_data.h"
#include "ui/jobs/job_artifacts.h"
#include "ui/jobs/job_fields.h"
#include "ui/jobs/job_log.h"
#include "ui/jobs/job_metrics.h"
#include "ui/jobs/job_overview.h"
#include "ui/jobs/job_page.h"
#include "ui/jobs/jobs_page.h"
#include "ui/jobs/new_job_page.h"
#include "ui/nodes/node_page.h"
#include "ui/nodes/nodes_page.h"
#include "ui/shell/fingerprint_dialog.h"
#include "ui/shell/login_window.h"
#include "ui/widgets/log_view.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

#include <QApplication>
#include <QTabWidget>

#include <algorithm>

namespace ph::gallery {

using namespace Qt::StringLiterals;

struct Gallery::Site {
    QSettings settings;
    ui::Preferences preferences{settings};
    client::Connection connection;
    mirror::Mirror mirror{connection};

    explicit Site(const QString& file)
        : settings(file, QSettings::IniFormat),
          connection(client::ServerProfile{QUrl(u"https://127.0.0.1:1"_s), {}, {}}) {}
};

namespace {

/// Lets posted events, layouts and the answers of refused requests through.
void settle() {
    for (int i = 0; i < 20; ++i) {
        QApplication::sendPostedEvents();
        QApplication::processEvents(QEventLoop::AllEvents, 5);
    }
}

const QByteArray kFingerprint = "sha256:5f0c9ab1d2e34f5061728394a5b6c7d8e9fa0b1c2d3e4f5061728394a5b6c7d8";

}  // namespace

QStringList pages() {
    return {u"jobs"_s,
            u"jobs-empty"_s,
            u"jobs-filtered"_s,
            u"job-overview"_s,
            u"job-waiting"_s,
            u"job-log"_s,
            u"job-metrics"_s,
            u"job-spec"_s,
            u"job-artifacts"_s,
            u"job-new"_s,
            u"job-new-faults"_s,
            u"nodes"_s,
            u"nodes-empty"_s,
            u"node"_s,
            u"node-simulated"_s,
            u"palette"_s,
            u"toast"_s,
            u"reconnecting"_s,
            u"login"_s,
            u"fingerprint-new"_s,
            u"fingerprint-changed"_s};
}

Gallery::Gallery(ui::Theme& theme, ui::Language& language, const QDir& target)
    : m_theme(theme), m_language(language), m_target(target), m_now(ui::presentTime()) {}

void Gallery::fill(Site& site, bool full) {
    site.connection.report({client::Link::Connected, {}, {}});
    api::JobList jobs;
    api::NodeList nodes;
    jobs.position = nodes.position = "1.1000";
    if (full) jobs.items = sampleJobs(m_now), nodes.items = sampleNodes();
    site.mirror.take(jobs);
    site.mirror.take(nodes);
}

std::unique_ptr<ui::MainWindow> Gallery::window(Site& site) {
    std::vector<ui::Section> sections{
        {u"jobs"_s, ui::Glyph::Jobs, [] { return QCoreApplication::translate("Sections", "Jobs"); },
         [&site](const QString& rest, QWidget* parent) -> ui::Page* {
             if (rest.isEmpty())
                 return new ui::JobsPage(site.connection, site.mirror, site.preferences, u"researcher"_s, parent);
             if (rest.startsWith(u"new"_s)) return new ui::NewJobPage(site.connection, {}, parent);
             return new ui::JobPage(site.connection, site.mirror, site.preferences, *JobId::parse(rest.toStdString()),
                                    parent);
         }},
        {u"nodes"_s, ui::Glyph::Nodes, [] { return QCoreApplication::translate("Sections", "Cluster"); },
         [&site](const QString& rest, QWidget* parent) -> ui::Page* {
             if (rest.isEmpty()) return new ui::NodesPage(site.mirror, site.preferences, parent);
             return new ui::NodePage(site.connection, site.mirror, *NodeId::parse(rest.toStdString()), parent);
         }}};
    auto window = std::make_unique<ui::MainWindow>(std::move(sections), m_theme, m_language, site.preferences,
                                                   site.connection, site.mirror);
    window->setServer(u"Pilothouse"_s, u"0.1.0"_s);
    window->setAccount(u"researcher"_s, u"user"_s, u"Default"_s);
    return window;
}

void Gallery::dressJobPage(ui::JobPage& page, const JobSummary& job, int tab) {
    page.tabs().setCurrentIndex(tab);
    settle();
    page.showDetail(sampleDetail(job));
    page.metrics().addPoints(sampleMetrics());
    page.artifacts().showFiles(sampleArtifacts(job));
    if (job.state == JobState::Queued) {
        Verdict verdict{job.reason, 5, {{"not-ready", 2}, {"accelerators", 3}}, {{"accelerators", 8, 2, 8}}, {}, {}, {}, {}};
        page.overview().showVerdict(verdict);
    }
    page.log().view().append(sampleLog());
    page.log().view().flush();
    page.log().setJob(job);
}

void Gallery::save(QWidget& widget, const QString& name) {
    settle();
    widget.grab().save(m_target.filePath(name + u".png"_s));
}

void Gallery::render(const QString& page, const QSize& size, const QString& name) {
    Site site(m_folder.filePath(u"console.ini"_s));
    if (page == "login"_L1) {
        ui::KnownServers servers(site.preferences, QString());
        ui::LoginWindow login(servers);
        login.setServer(u"cluster.example.org"_s);
        login.resize(size);
        login.show();
        return save(login, name);
    }
    if (page.startsWith(u"fingerprint"_s)) {
        const bool changed = page == "fingerprint-changed"_L1;
        ui::FingerprintDialog dialog(u"cluster.example.org:7443"_s,
                                     changed ? QByteArray("sha256:").append(QByteArray(64, '7')) : QByteArray(),
                                     kFingerprint);
        dialog.show();
        return save(dialog, name);
    }
    fill(site, !page.endsWith(u"-empty"_s));
    auto frame = window(site);
    frame->resize(size);
    frame->show();
    const auto jobs = sampleJobs(m_now);
    const auto find = [&](JobState state) {
        return *std::find_if(jobs.rbegin(), jobs.rend(), [&](const JobSummary& job) { return job.state == state; });
    };
    const QStringList tabs{u"job-overview"_s, u"job-log"_s, u"job-metrics"_s, u"job-spec"_s, u"job-artifacts"_s};
    if (tabs.contains(page) || page == "job-waiting"_L1) {
        const auto job = page == "job-waiting"_L1    ? find(JobState::Queued)
                         : page == "job-overview"_L1 ? find(JobState::Failed)
                                                     : find(JobState::Running);
        frame->open(u"jobs/"_s + ui::qt(job.id.str()));
        dressJobPage(dynamic_cast<ui::JobPage&>(*frame->pages().page()), job,
                     std::max<int>(0, static_cast<int>(tabs.indexOf(page))));
    } else if (page.startsWith(u"job-new"_s)) {
        frame->open(u"jobs/new"_s);
        settle();
        auto& form = dynamic_cast<ui::NewJobPage&>(*frame->pages().page());
        form.setOptions(sampleOptions());
        ui::JobDraft draft = ui::draftOf(sampleDetail(jobs.front()).spec);
        if (page == "job-new-faults"_L1) draft.cpu = u"many"_s, draft.memory = u"1MiB"_s, draft.command.clear();
        form.fields().setDraft(draft);
        if (page == "job-new-faults"_L1)
            form.fields().showFaults(ui::readDraft(draft, sampleOptions().limits).faults, true);
        api::Submitted answer;
        answer.forecast.reason = {ReasonCode::NotEnoughFree,
                                  {{"resource", "accelerators"}, {"asked", "4"}, {"free", "2"}, {"nodes", "3"}}};
        if (page == "job-new"_L1) form.showForecast(answer);
    } else if (page.startsWith(u"node"_s) && !page.startsWith(u"nodes"_s)) {
        const auto node = sampleNodes()[page == "node"_L1 ? 0 : 1];
        frame->open(u"nodes/"_s + ui::qt(node.id.str()));
        settle();
        dynamic_cast<ui::NodePage&>(*frame->pages().page()).addSamples(sampleUsage(node, m_now));
    } else {
        frame->open(page.section(u'-', 0, 0) == "nodes"_L1 ? u"nodes"_s : u"jobs"_s);
    }
    settle();
    site.connection.report({client::Link::Connected, {}, {}});
    if (page == "reconnecting"_L1)
        site.connection.report({client::Link::Reconnecting, QDateTime::currentDateTime().addSecs(8), {}});
    for (auto* banner : frame->findChildren<ui::ErrorBanner*>()) banner->clear();
    if (page == "toast"_L1)
        Q_EMIT frame->pages().page()->undoable(u"resnet50-imagenet"_s, ui::JobsPage::tr("Stop now"), [] {});
    if (page == "jobs-filtered"_L1)
        if (auto* line = frame->findChild<QLineEdit*>())
            line->setText(u"state:failed !unet"_s), Q_EMIT line->returnPressed();
    if (page == "palette"_L1) {
        frame->commandPalette().openAt(QRect(QPoint(), size));
        return save(frame->commandPalette(), name);
    }
    save(*frame, name);
}

}  // namespace ph::gallery
