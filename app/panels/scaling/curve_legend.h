#pragma once

#include "forms/wrapping_tree.h"
#include "plots/curve_plot.h"

namespace headlight {

/// The legend of both plots of a sweep, as a table that scrolls where there are many curves: how each is drawn, its
/// name, how its time and memory grow, and how many sequences are in memory at once.
class CurveLegend : public WrappingTree {
    Q_OBJECT
public:
    struct Row {
        SeriesLook look;
        QString name, time, memory; ///< how they grow, or why that isn't told
        QString attention = {};     ///< how the memory of attention alone grows; empty without attention
        QString atOnce = {};        ///< how many sequences are in memory at once; empty: unknown
        QString atOnceWhole = {};   ///< at every length, where that is more
    };

    explicit CurveLegend(QWidget* parent = nullptr);

    void setRows(const QList<Row>& rows);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void drawSamples();

    QList<Row> m_rows;
};

} // namespace headlight
