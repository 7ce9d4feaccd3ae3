#include "plots/plot_ticker.h"

#include <array>
#include <cmath>

namespace headlight {
namespace {

constexpr double fewDecades = 2.2; // up to here a decade gets more than one label
constexpr double noDecade = 0.7;   // up to here even steps read better

QString superscript(int number) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text;
    for (const QChar c : QString::number(number))
        text += c == u'-' ? QChar(u'⁻') : digits[c.digitValue()];
    return text;
}

int exponentOf(double magnitude) {
    return int(std::floor(std::log10(magnitude) + 1e-9));
}

QString withExponent(double value, int digits) {
    const int exponent = exponentOf(std::abs(value));
    const QString mantissa = QString::number(value / std::pow(10., exponent), 'g', digits).replace(u'-', u'−');
    const QString power = QStringLiteral("10") + superscript(exponent);
    return mantissa == QLatin1String("1") ? power : mantissa + u'·' + power;
}

/// From here on a step is one that clocks have: seconds in minutes, minutes in hours, hours in days.
constexpr std::array<double, 16> clockSteps = {5,   10,  15,   20,   30,   60,   120,   300,
                                               600, 900, 1200, 1800, 3600, 7200, 14400, 21600};

} // namespace

QString tickText(double value, double step) {
    const double magnitude = std::abs(value);
    if (magnitude < step * 1e-6)
        return QStringLiteral("0");
    const int exponent = exponentOf(step);
    const double mantissa = step / std::pow(10., exponent);
    const bool halves = std::abs(mantissa - std::round(mantissa)) > 1e-6; // steps of 2.5
    const int last = exponent - (halves ? 1 : 0);                         // power of ten of the last digit
    if (magnitude >= 1e7 || exponent < -6)
        return withExponent(value, qBound(1, exponentOf(magnitude) - last + 1, 6));
    return QLocale(QLocale::English).toString(value, 'f', qMax(0, -last)).replace(u'-', u'−');
}

PlotTicker::PlotTicker(bool logarithmic, bool whole) : m_logarithmic(logarithmic), m_whole(whole) {
    setTickCount(6);
}

double PlotTicker::getTickStep(const QCPRange& range) {
    m_decades = m_logarithmic && range.lower > 0 ? std::log10(range.upper / range.lower) : 0;
    m_step = QCPAxisTicker::getTickStep(range);
    if (m_whole)
        m_step = qMax(1., std::floor(m_step)); // 2.5 becomes 2
    return m_step;
}

int PlotTicker::getSubTickCount(double tickStep) {
    return m_logarithmic && m_decades > noDecade ? 8 : QCPAxisTicker::getSubTickCount(tickStep);
}

QString PlotTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    if (m_logarithmic && m_decades > noDecade) {
        const double power = std::pow(10., std::floor(std::log10(tick) + 1e-9));
        return power >= 1e5 || power < 1e-3 ? withExponent(tick, 1) : tickText(tick, power);
    }
    return tickText(tick, m_step);
}

QVector<double> PlotTicker::createTickVector(double tickStep, const QCPRange& range) {
    QVector<double> ticks =
        !m_logarithmic || m_decades <= noDecade ? QCPAxisTicker::createTickVector(tickStep, range) : decades(range);
    ticks.removeIf([this](double tick) { return tick > m_most * (1 + 1e-9); });
    return ticks;
}

QVector<double> PlotTicker::decades(const QCPRange& range) const {
    QVector<double> ticks;
    const int every = qMax(1, int(std::ceil(m_decades / 8)));
    const int first = int(std::floor(std::log10(range.lower)));
    const int last = int(std::ceil(std::log10(range.upper)));
    for (int exponent = first; exponent <= last; ++exponent) {
        if (exponent % every != 0)
            continue;
        ticks.append(std::pow(10., exponent));
        if (m_decades <= fewDecades) {
            ticks.append(2 * std::pow(10., exponent));
            ticks.append(5 * std::pow(10., exponent));
        }
    }
    return ticks;
}

QVector<double> PlotTicker::createSubTickVector(int subTickCount, const QVector<double>& ticks) {
    if (!m_logarithmic || m_decades <= noDecade)
        return QCPAxisTicker::createSubTickVector(subTickCount, ticks);
    QVector<double> minor;
    for (const double tick : ticks)
        if (const double power = std::pow(10., std::round(std::log10(tick))); std::abs(tick / power - 1) < 1e-6)
            for (int factor = 2; factor < 10; ++factor)
                minor.append(factor * power);
    return minor;
}

QString clockText(double seconds) {
    const auto joined = [](qint64 count, const char* unit, qint64 rest, const char* smaller) {
        const QString text = QStringLiteral("%1 %2").arg(count).arg(QLatin1String(unit));
        return rest == 0 ? text : QStringLiteral("%1 %2 %3").arg(text).arg(rest).arg(QLatin1String(smaller));
    };
    const QString sign = seconds < 0 ? QStringLiteral("−") : QString();
    const double magnitude = std::abs(seconds);
    if (magnitude < 59.995)
        return sign + QString::number(magnitude, 'g', 4) + QStringLiteral(" s");
    const auto whole = qint64(std::llround(magnitude));
    if (whole < 3600)
        return sign + joined(whole / 60, "min", whole % 60, "s");
    const qint64 minutes = (whole + 30) / 60;
    return sign + joined(minutes / 60, "h", minutes % 60, "min");
}

double DurationTicker::getTickStep(const QCPRange& range) {
    const double step = PlotTicker::getTickStep(range), wanted = range.size() / tickCount();
    if (isLogarithmic() || wanted < clockSteps.front())
        return step;
    if (wanted > clockSteps.back())
        return cleanMantissa(wanted / 86400) * 86400;
    return pickClosest(wanted, QVector<double>(clockSteps.begin(), clockSteps.end()));
}

int DurationTicker::getSubTickCount(double tickStep) {
    return isLogarithmic() ? PlotTicker::getSubTickCount(tickStep) : 1;
}

QString DurationTicker::getTickLabel(double tick, const QLocale& locale, QChar format, int precision) {
    const bool fine = !isLogarithmic() && m_step < 1; // zoomed in: ticks differ behind the point
    if (fine || std::abs(tick) < 59.995)
        return PlotTicker::getTickLabel(tick, locale, format, precision) + QStringLiteral(" s");
    return clockText(tick);
}

double DateTicker::getTickStep(const QCPRange& range) {
    // Whole milliseconds, seconds and minutes, which the labels show; days as the base class has them.
    const double inDays = QCPAxisTickerDateTime::getTickStep(range), rough = range.size() / (tickCount() + 1e-10);
    const double step =
        rough > 3600 ? inDays : pickClosest(rough, {.001, .002, .005, .01, .02, .05, .1,  .2,  .5,  1,    2,
                                                    5,    10,   15,   30,  60,  120, 300, 600, 900, 1800, 3600});
    setDateTimeFormat(step < 1    ? QStringLiteral("MM-dd\nhh:mm:ss.zzz")
                      : step < 60 ? QStringLiteral("MM-dd\nhh:mm:ss")
                                  : QStringLiteral("MM-dd\nhh:mm"));
    return step;
}

QString DateTicker::getTickLabel(double tick, const QLocale& locale, QChar format, int precision) {
    constexpr double halfMillisecond = 0.0005; // the base class cuts what is behind the milliseconds
    return QCPAxisTickerDateTime::getTickLabel(tick + halfMillisecond, locale, format, precision);
}

} // namespace headlight
