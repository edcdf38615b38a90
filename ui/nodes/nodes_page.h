#pragma once

#include "mirror/mirror.h"
#include "ui/nodes/node_filter.h"
#include "ui/widgets/page.h"
#include "ui/widgets/preferences.h"

class QLabel;

namespace ph::ui {

class DataTable;
class EmptyState;
class FilterLine;

/// All nodes of the site.
class NodesPage : public Page {
    Q_OBJECT
public:
    NodesPage(mirror::Mirror& mirror, Preferences& preferences, QWidget* parent = nullptr);

    QString title() const override { return tr("Nodes"); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void retranslate();
    void open(const QModelIndex& index);
    void count();

    mirror::Mirror& m_mirror;
    Preferences& m_preferences;
    NodeModel m_model;
    NodeFilter m_filter;
    QLabel* m_title;
    QLabel* m_count;
    FilterLine* m_filterLine;
    DataTable* m_table;
    EmptyState* m_empty;
    QAction* m_find;
};

}  // namespace ph::ui
