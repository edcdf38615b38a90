#pragma once

#include "ui/widgets/chart_series.h"

#include <QWidget>

#include <optional>

namespace ph::ui {

/// One line chart. Its x is the time in seconds since 1970 or a step; gaps in the data stay gaps.
class Chart : public QWidget {
    Q_OBJECT
public:
    enum class Axis { Time, Step };

    Chart(ChartUnit unit, Axis axis, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSimulated(bool simulated);
    /// The value axis reaches at least up to here, e.g. what a node has.
    void setTop(double top);
    /// A time axis shows this much up to its newest point.
    void setSpan(double seconds);
    /// Steps in x wider than this part a curve.
    void setGap(double gap) { m_gap = gap; }
    /// Makes the series on first use.
    void setPoints(const QString& series, std::vector<QPointF> points);
    void clear();
    bool isEmpty() const;
    QString csv() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    /// NaN takes it away. Charts side by side share theirs by connecting `hovered` to this.
    void setCrossHair(double x);

Q_SIGNALS:
    void hovered(double x);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Series {
        QString name;
        std::vector<QPointF> points;
    };
    struct Frame {
        QRectF plot;
        double fromX, toX, fromY, toY;
        QPointF at(const QPointF& p) const {
            return {plot.left() + (p.x() - fromX) / (toX - fromX) * plot.width(),
                    plot.bottom() - (p.y() - fromY) / (toY - fromY) * plot.height()};
        }
    };

    Frame frame() const;
    void paintHead(QPainter& painter) const;
    void paintAxes(QPainter& painter, const Frame& frame) const;
    void paintCurves(QPainter& painter, const Frame& frame) const;
    void paintCrossHair(QPainter& painter, const Frame& frame) const;
    QColor colourOf(std::size_t series) const;
    QString xText(double x, bool seconds) const;

    ChartUnit m_unit;
    Axis m_axis;
    QString m_title;
    bool m_simulated = false;
    double m_top = 0;
    double m_span = 300;
    double m_gap = 0;
    double m_crossHair;
    std::vector<Series> m_series;
};

}  // namespace ph::ui
