#pragma once

#include "panels/plot_tab.h"
#include "plots/bar_plot.h"

namespace headlight {

/// A measure by group: mean of the runs of a group with whiskers.
class BarsTab : public PlotTab {
    Q_OBJECT

public:
    explicit BarsTab(RunsLibrary& library, QWidget* parent = nullptr);

    void refresh() override;
    BarPlot& plot() const { return *m_plot; }

private:
    SeriesLook lookOfBar(RunGroup runs, bool isOfAll) const;
    static void tellApart(QList<BarSeries>& bars);
    void describe(const QString& title, const QString& mean, const QString& repeated);
    QList<BarReference> besideReferences(const QList<RunGroup>& categories, const QString& measure) const;
    QList<BarReference> publishedReferences(const QList<RunGroup>& categories, const QList<RunGroup>& series,
                                            const QString& measure) const;
    QString barAnywhere(const QString& encoder, const QList<RunGroup>& categories, const QList<RunGroup>& series) const;
    QString barOf(const QString& encoder, const RunGroup& category, const QList<RunGroup>& series) const;

    BarPlot* m_plot;
    QComboBox *m_measure, *m_category, *m_series, *m_whisker;
};

} // namespace headlight
