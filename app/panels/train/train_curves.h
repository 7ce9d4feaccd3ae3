#pragma once

#include "jobs/train_job.h"

#include <QHash>
#include <QWidget>

namespace headlight {

class CurvePlot;
struct CurveSeries;

/// Loss and accuracy (or what else the task is judged by) of a running training over epochs: training steps, dev and
/// test set.
class TrainCurves : public QWidget {
    Q_OBJECT

public:
    explicit TrainCurves(QWidget* parent = nullptr);

    void clear();
    /// With the points that it has already.
    void setRun(const TrainRunInfo& run, const QList<TrainPoint>& points = {});
    void add(const QList<TrainPoint>& points);
    /// The epoch whose probe maps are shown; none: no line.
    void setCursor(std::optional<double> epoch);

signals:
    void epochRequested(double epoch); ///< a click into a plot
    void failed(const QString& message);

private:
    struct Line {
        QVector<double> epochs, values, steps;
    };
    void keep(const QList<TrainPoint>& points);
    void draw();
    QList<CurveSeries> besideLines(const QString& quantity) const;
    CurvePlot* makePlot(const QString& name);
    void nameMeasure(CurvePlot& plot, const QString& measure, const QString& unit = {});
    void nameMetric(const QString& metric);

    CurvePlot *m_loss, *m_metric;
    QHash<QString, Line> m_lines;
    QString m_title, m_metricName;
    QPair<QString, QString> m_lossTitle, m_metricTitle; ///< of the axes, with their units
};

} // namespace headlight
