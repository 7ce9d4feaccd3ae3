#pragma once

#include "panels/plot_tab.h"
#include "plots/scatter_plot.h"
#include "viewmodels/published.h"

class QLabel;

namespace headlight {

/// One mark per run, or per group of runs: two measures as axes, a third as area.
class ScatterTab : public PlotTab {
    Q_OBJECT

public:
    /// `name` is the plot's object name; those of its controls begin with it.
    ScatterTab(RunsLibrary& library, const QString& name, QWidget* parent = nullptr);

    void refresh() override;
    /// Keys of measuredColumns(), or perEpochKey.
    void setAxes(const QString& x, const QString& y, const QString& size);
    ScatterPlot& plot() const { return *m_plot; }

private:
    /// What papers report on the corpora of the shown runs.
    QList<PublishedFigure> publishedHere() const;
    /// What a mark stands for.
    QList<RunGroup> markedGroups() const;
    ScatterMark markOf(const RunGroup& group) const;
    QList<ScatterMark> publishedMarks(const QList<RunGroup>& groups) const;
    /// The runs' of that model; where there are none, those behind the last run's, one for each published model.
    SeriesLook publishedLook(const PublishedFigure& figure, const QList<RunGroup>& groups) const;
    double measureOf(const RunGroup& group, const QString& key) const;
    /// What chooses without a network, on the corpora of the shown runs: lines at its accuracies.
    QList<ScatterLevel> besideLevels() const;
    /// Why there are no marks of published figures; empty when there are some.
    QString publishedNote() const;

    ScatterPlot* m_plot;
    QComboBox *m_x, *m_y, *m_size, *m_group;
    QLabel* m_note;
};

} // namespace headlight
