#pragma once

#include "plots/curve_plot.h"

#include <qcustomplot.h>

namespace headlight {

class BandPlottable;

/// What is drawn of one series or group, and the numbers behind it.
class CurveLine {
public:
    struct Settings {
        double smoothing = 0;
        bool logX = false;
        bool logY = false;

        bool operator==(const Settings&) const = default;
    };

    static constexpr double dotSize = 6; ///< diameter

    explicit CurveLine(QCustomPlot& plot);
    ~CurveLine();
    CurveLine(const CurveLine&) = delete;
    CurveLine& operator=(const CurveLine&) = delete;

    void set(const CurveSeries& series, const Settings& settings);
    void set(const CurveGroup& group, const Settings& settings);
    bool isOutdated(const Settings& settings) const { return !(m_settings == settings); }
    void style(const SeriesLook& look, Theme theme, bool crowded);

    const QVector<double>& x() const { return m_x; }
    double raw(qsizetype i) const { return m_raw[i]; }
    double shown(qsizetype i) const { return m_shown[i]; }
    bool canShow(qsizetype i) const { return fits(m_x[i], m_settings.logX) && fits(m_shown[i], m_settings.logY); }
    /// Index of the point nearest to a place, by x where x ascends; −1 when none can be shown.
    qsizetype nearest(const QPointF& at) const;
    QPointF pixel(qsizetype i) const;
    QList<QPointF> drawn() const; ///< its points; NaN where the line is broken
    bool hasDots() const { return m_dots != nullptr; }
    int leftOut() const { return m_leftOut; } ///< points that a logarithmic axis can't show

    std::optional<PlotWidget::Range> xRange, yRange; ///< of what can be shown

    bool dirty = true;

private:
    static bool fits(double value, bool logarithmic);
    void drawFrom(const QPointF& start);
    void draw(QCPGraph*& graph, QCPCurve*& path, const QVector<double>& y, const QString& layer);
    void drawDots(bool all);
    void drawBand(const Band& band);
    void drawFit(const CurvePoints& fit);
    void styleFit(Theme theme);
    void measure(const QVector<double>& y);
    void begin(const Settings& settings);
    QCPGraph* newGraph();
    void clearItem(QCPGraph*& graph);

    QCustomPlot& m_plot;
    Settings m_settings;
    bool m_ascending = true;
    int m_leftOut = 0;
    QVector<double> m_x, m_raw, m_shown;
    QCPGraph* m_line = nullptr;
    QCPGraph* m_faint = nullptr;
    QCPGraph* m_dots = nullptr;
    QCPGraph* m_fit = nullptr;
    QCPGraph* m_fitEnds = nullptr;
    QCPGraph* m_fitGround = nullptr; ///< below its dashes, so that they are seen on a dark curve and in grey
    BandPlottable* m_band = nullptr;
    QCPCurve* m_path = nullptr;      ///< instead of the line where x doesn't ascend
    QCPCurve* m_faintPath = nullptr; ///< instead of the faint line
};

} // namespace headlight
