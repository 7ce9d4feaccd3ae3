#pragma once

#include "panels/runs/plot_tab.h"
#include "plots/scatter_plot.h"

namespace headlight {

/// One mark per run: two measures as axes, a third as area.
class ScatterTab : public PlotTab {
    Q_OBJECT

public:
    explicit ScatterTab(RunsLibrary& library, QWidget* parent = nullptr);

    void refresh() override;
    ScatterPlot& plot() const { return *m_plot; }

private:
    QList<ScatterMark> publishedMarks() const;

    ScatterPlot* m_plot;
    QComboBox *m_x, *m_y, *m_size;
};

} // namespace headlight
