#pragma once

#include "models/published.h"
#include "panels/runs/plot_tab.h"
#include "plots/scatter_plot.h"

class QLabel;

namespace headlight {

/// One mark per run: two measures as axes, a third as area.
class ScatterTab : public PlotTab {
    Q_OBJECT

public:
    explicit ScatterTab(RunsLibrary& library, QWidget* parent = nullptr);

    void refresh() override;
    ScatterPlot& plot() const { return *m_plot; }

private:
    /// What papers report on the corpora of the shown runs.
    QList<PublishedFigure> publishedHere() const;
    QList<ScatterMark> publishedMarks() const;
    /// Why there are no marks of published figures; empty when there are some.
    QString publishedNote() const;

    ScatterPlot* m_plot;
    QComboBox *m_x, *m_y, *m_size;
    QLabel* m_note;
};

} // namespace headlight
