// The axes of a PlotWidget: titles, kinds of numbers, logarithm, limits, what is shown without zoom.
#include "figure/value_table.h"
#include "plots/plot_ticker.h"
#include "plots/plot_widget.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

QCPAxis* qcpAxis(QCustomPlot& plot, PlotWidget::Axis axis) {
    return axis == PlotWidget::Axis::X ? plot.xAxis : plot.yAxis;
}

/// A little air around the data; on a logarithmic axis in decades.
PlotWidget::Range padded(PlotWidget::Range range, bool logarithmic, double share) {
    if (logarithmic) {
        const double decades = std::log10(range.high / range.low);
        const double factor = decades > 0 ? std::pow(10., decades * share) : 2;
        return {range.low / factor, range.high * factor};
    }
    const double width = range.high - range.low;
    if (width == 0 && range.low == 0) // its size says nothing of a scale: as if there were a 1, too
        return {-share, 1 + share};
    const double air = width > 0 ? width * share : qMax(std::abs(range.low) * 0.1, 1e-6);
    return {range.low - air, range.high + air};
}

constexpr double wholeShare = 100; ///< no value of a share is above; a little of the axis is, for marks and lines there

bool isShare(const QString& unit) {
    return unit == QLatin1String("%");
}

/// In two lines where one has no room, broken so that the longer one is as short as can be; what is too long even so
/// loses its end.
QString titleWithin(const QString& title, const QFontMetrics& metrics, int room) {
    const auto width = [&](const QString& line) { return metrics.horizontalAdvance(line); };
    if (width(title) <= room)
        return title;
    QStringList best = {title};
    for (qsizetype space = title.indexOf(u' '); space >= 0; space = title.indexOf(u' ', space + 1)) {
        const QStringList lines = {title.left(space), title.mid(space + 1)};
        const auto longer = [&](const QStringList& of) { return std::max(width(of.first()), width(of.last())); };
        if (longer(lines) < longer(best))
            best = lines;
    }
    for (QString& line : best)
        line = metrics.elidedText(line, Qt::ElideRight, room);
    return best.join(u'\n');
}

/// Four digits, as tables have, also where the last ones are zeros: 1.620 beside 1.645. Exported values have all of
/// them.
QString readNumber(double value) {
    const double magnitude = std::abs(value);
    const bool isWhole = value == std::round(value) || magnitude >= 1000;
    const QString text =
        isWhole && magnitude < 1e15 ? QString::number(value, 'f', 0) : QString::asprintf("%#.4g", value);
    return QString(text).replace(u'-', u'−');
}

/// To a hundredth of a per cent, as tables have it.
QString readShare(double value) {
    return QString::number(value, 'f', 2).replace(u'-', u'−');
}

/// To a hundredth, without zeros: 1.01 in the second epoch, and 2 at the end of it.
QString readEpoch(double value) {
    constexpr double parts = 100;
    return shownNumber(std::round(value * parts) / parts);
}

} // namespace

void PlotWidget::setAxis(Axis axis, const QString& title, const QString& unit, Kind kind, const QString& note) {
    state(axis).title = title;
    state(axis).unit = unit;
    state(axis).kind = kind;
    state(axis).note = note;
    applyTicker(axis);
    refreshSoon();
}

QString PlotWidget::axisTitle(Axis axis) const {
    const AxisState& s = state(axis);
    const QString title = s.note.isEmpty() ? s.title : s.title + QStringLiteral(", ") + s.note;
    return s.unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, s.unit);
}

QString PlotWidget::valueHeading(Axis axis) const {
    const Kind kind = state(axis).kind;
    return kind == Kind::Duration ? tr("%1 (s)").arg(axisTitle(axis))
           : kind == Kind::Date   ? tr("%1 (Unix seconds)").arg(axisTitle(axis))
                                  : axisTitle(axis);
}

void PlotWidget::setLogarithmic(Axis axis, bool logarithmic) {
    AxisState& s = state(axis);
    if (s.logarithmic == logarithmic)
        return;
    s.logarithmic = logarithmic;
    s.zoomed = false;
    qcpAxis(*m_plot, axis)->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    applyTicker(axis);
    refreshSoon();
}

void PlotWidget::applyRanges() {
    applyRange(Axis::X, m_contentX, m_isPaddedX, false);
    applyRange(Axis::Y, m_contentY, true, m_isFromZero);
}

/// So much further that a mark at an end of what is drawn lies within the axes.
PlotWidget::Range PlotWidget::withRoom(Axis axis, const Range& range, const Range& content) const {
    const bool logarithmic = isLogarithmic(axis);
    const auto along = [&](double value) { return logarithmic ? std::log(value) : value; };
    const auto back = [&](double place) { return logarithmic ? std::exp(place) : place; };
    const QRect axes = m_plot->axisRect()->rect();
    const double share = qMin(0.3, m_room / qMax(1, axis == Axis::X ? axes.width() : axes.height()));
    double low = along(range.low), high = along(range.high);
    for (int pass = 0; pass < 3; ++pass) { // either end moves the other
        low = qMin(low, (along(content.low) - share * high) / (1 - share));
        high = qMax(high, (along(content.high) - share * low) / (1 - share));
    }
    return {back(low), back(high)};
}

void PlotWidget::applyRange(Axis axis, const std::optional<Range>& content, bool pad, bool fromZero) {
    const AxisState& s = state(axis);
    if (s.zoomed)
        return;
    Range range = content.value_or(s.logarithmic ? Range{1, 10} : Range{0, 1});
    if (pad || range.high <= range.low)
        range = padded(range, s.logarithmic, 0.05);
    if (fromZero && !s.logarithmic && content && content->low >= 0)
        range.low = 0;
    if (isShare(s.unit) && content && content->high <= wholeShare)
        range.high = qMin(range.high, wholeShare + 0.06 * (wholeShare - range.low));
    if (m_room > 0 && content)
        range = withRoom(axis, range, *content);
    const Limits typed = limits(axis);
    range.low = typed.low.value_or(range.low);
    range.high = typed.high.value_or(range.high);
    if (range.high <= range.low) { // the data lies beyond the one limit that was typed
        const double away = s.logarithmic ? range.low * 9 : qMax(1., std::abs(range.low));
        typed.high ? range.low = range.high - (s.logarithmic ? range.high * 0.9 : away) : range.high = range.low + away;
    }
    qcpAxis(*m_plot, axis)->setRange(range.low, range.high);
}

void PlotWidget::applyTicker(Axis axis) {
    const AxisState& s = state(axis);
    QSharedPointer<QCPAxisTicker> ticker;
    if (s.kind == Kind::Date) {
        ticker = QSharedPointer<DateTicker>::create();
    } else if (s.kind == Kind::Duration) {
        ticker = QSharedPointer<DurationTicker>::create(s.logarithmic);
    } else {
        const auto numbers = QSharedPointer<PlotTicker>::create(s.logarithmic, s.kind == Kind::Count);
        if (isShare(s.unit))
            numbers->setMost(wholeShare);
        ticker = numbers;
    }
    state(axis).ticks = ticker->tickCount();
    qcpAxis(*m_plot, axis)->setTicker(ticker);
}

/// Fewer ticks along x where their labels would touch each other; whether their number has changed.
bool PlotWidget::fitTicks() {
    QCPAxis& axis = *m_plot->xAxis;
    QCPAxisTicker& ticker = *axis.ticker();
    const QFontMetrics metrics(axis.tickLabelFont());
    const auto fits = [&] {
        QVector<double> ticks;
        QVector<QString> labels;
        ticker.generate(axis.range(), m_plot->locale(), u'g', axis.numberPrecision(), ticks, nullptr, &labels);
        double end = -HUGE_VAL;
        for (qsizetype i = 0; i < ticks.size(); ++i) {
            if (!axis.range().contains(ticks[i]))
                continue;
            const double middle = axis.coordToPixel(ticks[i]), half = metrics.size(0, labels[i]).width() / 2.;
            if (middle - half < end + metrics.averageCharWidth())
                return false;
            end = middle + half;
        }
        return true;
    };
    const int before = ticker.tickCount();
    int count = m_x.ticks;
    for (ticker.setTickCount(count); count > 2 && !fits(); ticker.setTickCount(count))
        --count;
    return count != before;
}

/// Titles no longer than their axes; whether one has changed.
bool PlotWidget::fitTitles() {
    bool changed = false;
    for (const Axis axis : {Axis::X, Axis::Y}) {
        QCPAxis& drawn = *qcpAxis(*m_plot, axis);
        const QRect axes = m_plot->axisRect()->rect();
        const int room = axis == Axis::X ? axes.width() : axes.height();
        const QString label =
            m_isTitled ? titleWithin(axisTitle(axis), QFontMetrics(drawn.labelFont()), room) : QString();
        changed = changed || label != drawn.label();
        drawn.setLabel(label);
    }
    return changed;
}

QString PlotWidget::valueText(Axis axis, double value) const {
    const AxisState& s = state(axis);
    if (s.kind == Kind::Duration)
        return clockText(value);
    if (s.kind == Kind::Date)
        return QDateTime::fromMSecsSinceEpoch(qint64(value * 1000)).toString(QStringLiteral("yyyy-MM-dd hh:mm:ss"));
    const QString number = s.kind == Kind::Count   ? shownNumber(value)
                           : s.kind == Kind::Epoch ? readEpoch(value)
                           : isShare(s.unit)       ? readShare(value)
                                                   : readNumber(value);
    return s.unit.isEmpty() ? number : number + u' ' + s.unit;
}

QString PlotWidget::placeText(Axis axis, double value) const {
    const Kind kind = state(axis).kind;
    const QString text = valueText(axis, value);
    return kind == Kind::Duration || kind == Kind::Date ? text : QStringLiteral("%1 %2").arg(state(axis).title, text);
}

} // namespace headlight
