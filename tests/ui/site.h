#pragma once

#include "mirror/mirror.h"
#include "reflect/codec.h"
#include "ui/builders.h"
#include "ui/widgets/preferences.h"

#include <QAbstractButton>
#include <QLabel>
#include <QTemporaryDir>

namespace ph::test {

/// A console's state without a server: the mirror is fed by hand, every request is refused at once.
struct Site {
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("c.ini")), QSettings::IniFormat};
    ui::Preferences preferences{settings};
    client::Connection connection{client::ServerProfile{QUrl(QStringLiteral("https://127.0.0.1:1")), {}, {}}};
    mirror::Mirror mirror{connection};
    SeededRandom random;
    std::int64_t seq = 0;

    /// Both lists are complete and the link is up.
    void live() {
        connection.report({client::Link::Connected, {}, {}});
        mirror.take(api::JobList{{}, "", "1.1"});
        mirror.take(api::NodeList{{}, "1.1"});
    }
    JobSummary add(const std::string& name, JobState state = JobState::Queued) {
        auto row = job(random, ++seq, name, state);
        mirror.jobs().put(row);
        return row;
    }
    NodeSummary addNode(const std::string& name, int cpus = 8) {
        auto row = node(random, name, cpus);
        row.seq = ++seq;
        mirror.nodes().put(row);
        return row;
    }
    template <class Row>
    void put(Row& row) {
        row.seq = ++seq;
        if constexpr (std::is_same_v<Row, JobSummary>)
            mirror.jobs().put(row);
        else
            mirror.nodes().put(row);
    }
};

/// What a person reads in labels, line by line.
inline QString wordsOf(const QWidget& widget) {
    // Layouts show what was added to them with the next event.
    QCoreApplication::sendPostedEvents();
    QStringList lines;
    for (const auto* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget) && !label->text().isEmpty()) lines << label->text();
    return lines.join(u'\n');
}

template <class Button = QAbstractButton>
Button* buttonOf(const QWidget& widget, const QString& text) {
    for (auto* button : widget.findChildren<Button*>())
        if (button->text() == text) return button;
    return nullptr;
}

/// The page's own action with this name.
inline QAction* actionOf(const QWidget& widget, const QString& text) {
    for (auto* action : widget.actions())
        if (action->text() == text) return action;
    return nullptr;
}

}  // namespace ph::test
