#pragma once

#include "ui/shell/page_window.h"
#include "ui/widgets/preferences.h"

#include <QObject>

namespace ph::ui {

/// The pages torn off one main window. Where they stand is kept for each server, and restore() opens them there again
/// in the next run; one that was closed by itself stays away. They end with this object.
class PageWindows : public QObject {
    Q_OBJECT
public:
    /// `server` is the name under which they are kept.
    PageWindows(const std::vector<Section>& sections, Preferences& preferences, const QString& server);
    ~PageWindows() override;

    PageWindow* open(const QString& address, const QSize& size);
    void restore();
    /// Ends them all for this run; the next one has them again.
    void close();

private:
    PageWindow* add(const QString& address);
    void keep() const;

    const std::vector<Section>& m_sections;
    Preferences& m_preferences;
    QString m_name;
    std::vector<PageWindow*> m_windows;
};

}  // namespace ph::ui
