#pragma once

#include "engine/store/sweep_records.h"
#include "plots/curve_plot.h"
#include "viewmodels/scaling_curves.h"

#include <QHash>
#include <QVariantMap>

class QCheckBox;
class QComboBox;
class QLabel;
class QStackedWidget;

namespace headlight {

class CurveLegend;

/// Time and memory against length, side by side over one length axis, and where curves cross.
class ScalingPlots : public QWidget {
    Q_OBJECT
public:
    explicit ScalingPlots(QWidget* parent = nullptr);

    void setCurves(const std::vector<SweepRecord>& sweeps, std::vector<ScaleCurve> curves);

    QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);

signals:
    void measureRequested(); ///< the button of a store without sweeps
    void choicesChanged();
    void failed(const QString& message);

private:
    CurvePlot* makePlot(const QString& name, const QString& title);
    void beginWithMeasured();
    void draw();
    void placeCurves();
    void chooseLooks(const std::vector<ScaleCurve>& curves);
    void drawInto(CurvePlot& plot, const std::vector<ScaleCurve>& curves, ScaleMeasure measure) const;
    void fillLegend(const std::vector<ScaleCurve>& curves);
    void describeCrossings(const std::vector<ScaleCurve>& curves);
    QString captionOf(const std::vector<ScaleCurve>& curves, ScaleMeasure measure) const;
    QString nameOf(const ScaleCurve& curve) const;
    QString fileNameOf(const ScaleCurve& curve) const;
    QString nameWith(const ScaleCurve& curve, const QString& title, const QString& mode) const;
    /// Under what all drawn curves were measured.
    QString commonConditions(const std::vector<ScaleCurve>& curves) const;
    QString sequencesOf(const std::vector<ScaleCurve>& curves) const;
    QString briefNameOf(const ScaleCurve& curve, const std::vector<ScaleCurve>& curves) const;

    std::vector<SweepRecord> m_sweeps;
    std::vector<ScaleCurve> m_curves;
    QHash<QString, int> m_places; ///< in the palette, by sweep and curve, whether it is drawn or not
    QHash<QString, int> m_looks;  ///< SeriesLook::index of the drawn curves, by id
    QStackedWidget* m_pages;      ///< the plots, or what is offered while there are no sweeps
    QComboBox* m_mode;
    bool m_isModeChosen = false; ///< by the user
    QCheckBox* m_logarithmic;
    CurvePlot *m_time, *m_memory;
    CurveLegend* m_legend;
    QLabel* m_crossings;
};

} // namespace headlight
