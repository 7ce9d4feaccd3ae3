#pragma once

#include "panels/plot_tab.h"
#include "plots/curve_plot.h"

#include <QHash>
#include <optional>

class QCheckBox;
class QLabel;
class QSlider;

namespace headlight {

class RunsCurves;
struct RunCurve;
struct RunGroup;

/// A metric over step, epoch, time or another metric: a curve for each run, or one with a band for each group.
class CurvesTab : public PlotTab {
    Q_OBJECT

public:
    CurvesTab(RunsLibrary& library, RunsCurves& curves, QWidget* parent = nullptr);

    /// Of runs that nobody chose, the first few curves are drawn, and it is said.
    void offer(const QList<qint64>& ids, bool isChosen);
    void refresh() override;
    CurvePlot& plot() const { return *m_plot; }

private:
    /// Under the plot, where it moves no control: what of the runs is drawn, and why some are by themselves.
    void showNote();
    /// To the runs of the first curves of what is offered; the note that says so, empty when that is all.
    QString narrow();
    double smoothing() const;
    QString averageText() const;
    void draw();
    void explainEmptiness();    ///< what is said while there is nothing to draw
    QString overMetric() const; ///< that runs along x; empty: the course of the training does
    QString grouping() const;   ///< in force; empty: each run by itself
    QVector<double> xOf(const RunCurve& curve) const;
    /// None when its runs have no part of the axis in common.
    std::optional<CurveGroup> drawnGroup(const RunGroup& group, const QString& metric) const;
    QList<CurveSeries> besideLines(const QString& metric, double low, double high) const;
    QList<CurveSeries> publishedLines(const QString& metric, double low, double high,
                                      const QHash<qint64, SeriesLook>& looks) const;
    void nameAxes(const QString& metric);
    void describe();
    /// Only what it does something for; else its tooltip says why it does nothing.
    void enableSmoothing(const QString& metric, const QList<CurveSeries>& series);

    RunsCurves& m_curves;
    CurvePlot* m_plot;
    QComboBox *m_metric, *m_x, *m_group, *m_spread;
    QSlider* m_smoothing;
    QWidget* m_smoothingBox; ///< the slider with its words
    QLabel *m_smoothingValue, *m_note;
    QCheckBox *m_logX, *m_logY;
    QList<qint64> m_offered;
    bool m_isChosen = false;
    QString m_cut;     ///< says that not all runs are drawn
    QString m_alone;   ///< says why runs of a group are drawn by themselves
    QString m_lacking; ///< says how many of the runs have no such curve
    bool m_areAllLacking = false;
    QList<int> m_counts;   ///< runs behind each mean that is drawn
    QString m_repeated;    ///< says which runs are not in them
    bool m_isRead = false; ///< x was read between the points of its metric
};

} // namespace headlight
