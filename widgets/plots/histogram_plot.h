#pragma once

#include "plots/plot_widget.h"

namespace headlight {

/// How many values lie in each of some bins of the same width, over an axis of these values.
class HistogramPlot : public PlotWidget {
    Q_OBJECT

public:
    explicit HistogramPlot(QWidget* parent = nullptr);

    /// Bins between `low` and `high`, which are the same where all values are. No counts: there is nothing to draw.
    /// invalid_argument unless low ≤ high.
    void setBins(double low, double high, const QVector<double>& counts, const SeriesLook& look = {});
    ValueTable values() const override;

    void hover(const QPointF& pixel) override;
    void leave() override;
    void click(const QPointF& pixel) override;
    void step(int right, int up) override;

protected:
    Content rebuild() override;

private:
    double edge(qsizetype bin) const; ///< where it begins, or the one before it ends
    double drawnWidth() const;
    Range ends(qsizetype bin) const; ///< as drawn
    void read(qsizetype bin);

    double m_low = 0, m_high = 0;
    QVector<double> m_counts;
    SeriesLook m_look;
    qsizetype m_hovered = -1;
};

} // namespace headlight
