#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace ph::ui {

struct Fact {
    QString name;
    QString value;
    QString tip;
};

/// Names over values, side by side: what a header says of its object. Breaks into more rows when it gets narrow.
class KeyFacts : public QWidget {
    Q_OBJECT
public:
    explicit KeyFacts(QWidget* parent = nullptr);
    void setFacts(const std::vector<Fact>& facts);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void arrange();

    struct Cell {
        QWidget* box;
        QLabel* name;
        QLabel* value;
    };
    std::vector<Cell> m_cells;
    int m_columns = 0;
    QGridLayout* m_grid;
};

}  // namespace ph::ui
