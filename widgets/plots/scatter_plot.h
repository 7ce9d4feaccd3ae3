#pragma once

#include "plots/mark_plottable.h"
#include "plots/plot_widget.h"

namespace headlight {

/// One thing with two or three numbers: a run by time, accuracy and memory; a head by distance and entropy.
struct ScatterMark {
    QString id;
    double x = 0;
    double y = 0;
    double size = 0; ///< third number, shown as area; 0 or NaN everywhere: all marks alike
    SeriesLook look = {};
    QString label = {};  ///< beside the mark where there is room
    QString group = {};  ///< name in the legend of all marks that look like this
    bool hollow = false; ///< a reference (published figure): outline only, label first
    bool square = false; ///< stands for several, else a disc
};

/// A number from elsewhere along one axis: a dashed line across the plot, in no mark's colour.
struct ScatterLevel {
    PlotWidget::Axis axis = PlotWidget::Axis::Y;
    double value = 0;
    QString label = {}; ///< beside the line
    QString group = {}; ///< name in the legend
};

class ScatterPlot : public PlotWidget {
    Q_OBJECT

public:
    explicit ScatterPlot(QWidget* parent = nullptr);
    ~ScatterPlot() override;

    /// invalid_argument when ids repeat or a size is negative. Marks with a NaN are left out, and counted.
    void setMarks(const QList<ScatterMark>& marks, const QList<ScatterLevel>& levels = {});
    /// What the area means, for the legend: "memory", "MB".
    void setSizeTitle(const QString& title, const QString& unit = {});
    /// Drawn with a ring; unknown or empty: none.
    void setCurrent(const QString& id);

    /// The marks within reach of a pixel, the nearest first.
    QStringList nearest(const QPointF& pixel);
    ValueTable values() const override;

    void hover(const QPointF& pixel) override;
    void leave() override;
    void click(const QPointF& pixel) override;
    void step(int right, int up) override;
    void activate() override;

signals:
    void hovered(const QString& id); ///< empty: nothing
    void clicked(const QString& id);

protected:
    Content rebuild() override;
    void themeChanged() override;
    bool lacksNames() override;

private:
    bool canShow(const ScatterMark& mark) const;
    void drawLevels(Content& content, QList<MarkPlottable::Mark>& labels);
    double diameter(double size) const;
    double largestSize() const;
    void read(const ScatterMark& mark, const QStringList& others);
    const ScatterMark* find(const QString& id) const;

    MarkPlottable* m_drawn;
    QList<ScatterMark> m_marks;
    QList<ScatterLevel> m_levels;
    QString m_sizeTitle, m_sizeUnit;
    QString m_hovered;
    QString m_current;
    bool m_namesInLegend = false; ///< of a figure in which a mark has no room for its name
};

} // namespace headlight
