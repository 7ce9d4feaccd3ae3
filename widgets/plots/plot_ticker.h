#pragma once

#include <cmath>
#include <qcustomplot.h>

namespace headlight {

/// "12,000", "0.0025", "3·10⁻⁷": the shortest form in which ticks `step` apart can be told from each other.
QString tickText(double value, double step);

/// "0.25 s", "3 min 20 s", "1 h 5 min": four significant digits below a minute, whole seconds below an hour.
QString clockText(double seconds);

/// Ticks for numbers on linear and logarithmic axes. A logarithmic axis of less than two decades gets 1–2–5 or even
/// steps, so that no axis is left with fewer than two labels.
class PlotTicker : public QCPAxisTicker {
public:
    /// `whole`: only whole numbers get a label (steps, counts).
    explicit PlotTicker(bool logarithmic, bool whole = false);
    /// No tick is beyond this: 100 of a share.
    void setMost(double most) { m_most = most; }

protected:
    bool isLogarithmic() const { return m_logarithmic; }
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    QVector<double> createSubTickVector(int subTickCount, const QVector<double>& ticks) override;

    double m_step = 1; ///< between ticks of a linear axis

private:
    QVector<double> decades(const QCPRange& range) const;

    bool m_logarithmic;
    bool m_whole;
    double m_most = HUGE_VAL;
    double m_decades = 0;
};

/// Ticks for seconds: steps that people count time in, and labels with their units.
class DurationTicker : public PlotTicker {
public:
    explicit DurationTicker(bool logarithmic) : PlotTicker(logarithmic) {}

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

/// Ticks for seconds since 1970, with as much of date and time as tells them apart.
class DateTicker : public QCPAxisTickerDateTime {
protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

} // namespace headlight
