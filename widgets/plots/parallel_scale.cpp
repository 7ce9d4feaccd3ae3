#include "plots/parallel_scale.h"

#include "plots/plot_ticker.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double fewestDecades = 2; // from here on, even steps would press most values together
constexpr int wantedTicks = 5;
constexpr int mostWords = 24; // with a label each

/// "250k", "1.2M"; others as they are.
QString briefText(double value, const QString& label) {
    constexpr std::pair<double, char> thousands[] = {{1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}};
    const double magnitude = std::abs(value);
    for (const auto& [unit, letter] : thousands)
        if (magnitude >= unit && magnitude < 1e12)
            return QString::number(value / unit, 'g', 4).replace(u'-', u'−') + QLatin1Char(letter);
    return label;
}

/// As beside the ticks of other axes.
QString numberText(double value) {
    const bool isWhole = value == std::round(value) && std::abs(value) < 1e15;
    return (isWhole ? QLocale(QLocale::English).toString(value, 'f', 0) : QString::number(value, 'g', 6))
        .replace(u'-', u'−');
}

} // namespace

QString ParallelAxis::text(double value) const {
    if (!words.isEmpty())
        return words.value(qsizetype(std::lround(value)));
    const QString number = numberText(value);
    return unit.isEmpty() ? number : number + u' ' + unit;
}

ParallelScale::ParallelScale(const ParallelAxis& axis, const QVector<double>& values) {
    if (!axis.words.isEmpty()) {
        m_low = -0.5;
        m_high = double(axis.words.size()) - 0.5;
    } else {
        QVector<double> numbers;
        std::copy_if(values.begin(), values.end(), std::back_inserter(numbers),
                     [](double value) { return std::isfinite(value); });
        if (const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end()); least != numbers.end()) {
            m_low = *least;
            m_high = *most;
        }
        m_logarithmic = m_low > 0 && m_high / m_low >= std::pow(10., fewestDecades);
        if (m_logarithmic) {
            m_low = std::log10(m_low);
            m_high = std::log10(m_high);
        }
        m_isWhole =
            std::all_of(numbers.begin(), numbers.end(), [](double value) { return value == std::round(value); });
        const double width = m_high - m_low;
        m_isConstant = width == 0;
        const double air = width > 0 ? width * 0.04 : std::max(std::abs(m_low) * 0.1, 0.5);
        m_low -= air;
        m_high += air;
    }
    addTicks(axis);
}

double ParallelScale::place(double value) const {
    return ((m_logarithmic ? std::log10(value) : value) - m_low) / (m_high - m_low);
}

double ParallelScale::value(double place) const {
    const double value = m_low + place * (m_high - m_low);
    return m_logarithmic ? std::pow(10., value) : value;
}

void ParallelScale::addTicks(const ParallelAxis& axis) {
    if (!axis.words.isEmpty()) {
        const qsizetype every = (axis.words.size() + mostWords - 1) / mostWords;
        for (qsizetype i = 0; i < axis.words.size(); i += every)
            m_ticks.append({place(double(i)), axis.words[i], axis.words[i]});
        return;
    }
    if (m_isConstant) { // numbers around it would look as if there were a range
        const double only = value(0.5);
        const QString label = axis.text(m_isWhole ? std::round(only) : only).section(u' ', 0, 0);
        m_ticks.append({0.5, label, briefText(only, label)});
        return;
    }
    PlotTicker ticker(m_logarithmic, m_isWhole && !m_logarithmic);
    ticker.setTickCount(wantedTicks);
    QVector<double> ticks;
    QVector<QString> labels;
    const QCPRange range(value(0), value(1));
    ticker.generate(range, QLocale(QLocale::English), u'g', 6, ticks, nullptr, &labels);
    for (qsizetype i = 0; i < ticks.size(); ++i)
        if (range.contains(ticks[i]))
            m_ticks.append({place(ticks[i]), labels[i], briefText(ticks[i], labels[i])});
    for (qsizetype i = 1; i < m_ticks.size(); ++i)
        if (m_ticks[i].brief == m_ticks[i - 1].brief) { // they differ behind its digits
            for (Tick& tick : m_ticks)
                tick.brief = tick.label;
            break;
        }
}

} // namespace headlight
