#include "app/console/sections.h"

#include "app/console/server_session.h"
#include "ui/jobs/job_page.h"
#include "ui/jobs/jobs_page.h"
#include "ui/jobs/new_job_page.h"
#include "ui/nodes/node_page.h"
#include "ui/nodes/nodes_page.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/words.h"

#include <QCoreApplication>

namespace ph {

using namespace Qt::StringLiterals;

namespace {

struct Sections {
    Q_DECLARE_TR_FUNCTIONS(Sections)
};

constexpr std::size_t kMostFound = 20;

ui::Page* jobPage(ServerSession& session, ui::Preferences& preferences, const QString& rest, QWidget* parent) {
    if (rest.isEmpty()) return new ui::JobsPage(session.connection, session.mirror, preferences, session.user, parent);
    if (rest.section(u'/', 0, 0) == u"new"_s) {
        const auto from = JobId::parse(rest.section(u'/', 1, 1).toStdString());
        return new ui::NewJobPage(session.connection, from.value_or(JobId()), parent);
    }
    const auto id = JobId::parse(rest.toStdString());
    return id ? new ui::JobPage(session.connection, session.mirror, preferences, *id, parent) : nullptr;
}

ui::Page* nodePage(ServerSession& session, ui::Preferences& preferences, const QString& rest, QWidget* parent) {
    if (rest.isEmpty()) return new ui::NodesPage(session.mirror, preferences, parent);
    const auto id = NodeId::parse(rest.toStdString());
    return id ? new ui::NodePage(session.connection, session.mirror, *id, parent) : nullptr;
}

}  // namespace

std::vector<ui::Section> sections(ServerSession& session, ui::Preferences& preferences) {
    return {{u"jobs"_s, ui::Glyph::Jobs, [] { return Sections::tr("Jobs"); },
             [&](const QString& rest, QWidget* parent) { return jobPage(session, preferences, rest, parent); }},
            {u"nodes"_s, ui::Glyph::Nodes, [] { return Sections::tr("Cluster"); },
             [&](const QString& rest, QWidget* parent) { return nodePage(session, preferences, rest, parent); }}};
}

void addPaletteObjects(ui::MainWindow& window, ServerSession& session) {
    window.commandPalette().addSource([&](const QString& typed) {
        std::vector<ui::PaletteItem> items;
        if (typed.isEmpty()) return items;
        const auto& jobs = session.mirror.jobs();
        for (int i = jobs.count() - 1; i >= 0 && items.size() < kMostFound; --i) {
            const auto& job = jobs.at(i);
            const QString title = u"#%1 %2"_s.arg(job.number).arg(ui::qt(job.name));
            if (!title.contains(typed, Qt::CaseInsensitive)) continue;
            const auto look = ui::lookOf(job.state);
            items.push_back({ui::icon(look.glyph, look.tone), title, look.word,
                             [&window, id = job.id] { window.open(u"jobs/"_s + ui::qt(id.str())); }});
        }
        const auto& nodes = session.mirror.nodes();
        for (int i = 0; i < nodes.count() && items.size() < 2 * kMostFound; ++i) {
            const auto& node = nodes.at(i);
            if (!ui::qt(node.name).contains(typed, Qt::CaseInsensitive)) continue;
            items.push_back({ui::icon(ui::Glyph::Nodes), ui::qt(node.name), Sections::tr("Node"),
                             [&window, id = node.id] { window.open(u"nodes/"_s + ui::qt(id.str())); }});
        }
        return items;
    });
}

}  // namespace ph
