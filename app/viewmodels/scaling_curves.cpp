#include "viewmodels/scaling_curves.h"

#include "engine/store/sweep_records.h"
#include "wording/curve_title.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QObject>
#include <algorithm>
#include <tuple>

namespace headlight {

namespace {

using Status = ScaleMeasurement::Status;

std::vector<std::pair<double, double>> pairsOf(const ScaleLine& line) {
    std::vector<std::pair<double, double>> pairs;
    for (qsizetype i = 0; i < line.length.size(); ++i)
        pairs.emplace_back(line.length[i], line.value[i]);
    return pairs;
}

/// In one sweep: else a crossing would say something of two machines, or of one that was busier.
bool measuredAlike(const ScaleCurve& a, const ScaleCurve& b) {
    const auto conditions = [](const ScaleCurve& curve) {
        const ScalePoint& point = curve.points.front().point;
        return std::tie(curve.sweep, curve.where, point.mode, point.batch, point.features, point.threads);
    };
    const Sequences first = a.points.front().point.sequences, second = b.points.front().point.sequences;
    const bool isTogether = first == second || first == Sequences::Whole || second == Sequences::Whole;
    return isTogether && conditions(a) == conditions(b);
}

} // namespace

std::vector<ScaleCurve> curvesOf(const SweepRecord& sweep, const std::vector<ScaleMeasurement>& measurements) {
    std::vector<ScaleCurve> curves;
    for (const ScaleMeasurement& one : measurements) {
        auto found = std::find_if(curves.begin(), curves.end(), [&](const ScaleCurve& curve) {
            return curve.points.front().point.sameCurve(one.point);
        });
        if (found == curves.end()) {
            ScaleCurve curve;
            curve.sweep = sweep.id;
            curve.where =
                QStringLiteral("%1, Headlight %2").arg(shownText(sweep.machine.host), shownText(sweep.programVersion));
            curve.title = curveTitle(one.point);
            curve.nameId = curveId(one.point);
            curve.mode = QString::fromStdString(choiceText(stepModes(), one.point.mode));
            curve.id = QStringLiteral("%1/%2/%3/%4/%5")
                           .arg(sweep.id)
                           .arg(curve.nameId, curve.mode)
                           .arg(qint64(one.point.batch))
                           .arg(qint64(one.point.features));
            found = curves.insert(curves.end(), curve);
        }
        found->points.push_back(one);
    }
    for (ScaleCurve& curve : curves)
        std::sort(curve.points.begin(), curve.points.end(),
                  [](const auto& a, const auto& b) { return a.point.length < b.point.length; });
    return curves;
}

ScaleLine lineOf(const ScaleCurve& curve, ScaleMeasure measure) {
    ScaleLine line;
    for (const ScaleMeasurement& one : curve.points) {
        const double length = double(one.point.length);
        if (one.status == Status::Measured) {
            line.length.append(length);
            line.sequencesAtOnce.append(one.sequencesAtOnce);
            line.value.append(measure == ScaleMeasure::Seconds ? one.seconds : double(one.memory.total()));
            if (measure == ScaleMeasure::Seconds) {
                line.low.append(one.secondsLow);
                line.high.append(one.secondsHigh);
            }
        } else if (one.status == Status::TooLarge && measure == ScaleMeasure::Bytes) {
            line.predictedLength.append(length);
            line.predicted.append(one.predictedBytes);
        }
    }
    line.growth = measure == ScaleMeasure::Seconds ? timeGrowth(curve.points) : memoryGrowth(curve.points);
    return line;
}

QString growthText(const CurveGrowth& growth) {
    if (!growth.fit)
        return QObject::tr("not fitted: %1").arg(QString::fromStdString(growth.missing));
    const Growth& fit = *growth.fit;
    const auto decimals = [](double value, int count) { return withMinus(QString::number(value, 'f', count)); };
    const QString power =
        fit.uncertainty
            ? QStringLiteral("%1\u00a0±\u00a0%2").arg(decimals(fit.exponent, 2), decimals(*fit.uncertainty, 2))
            : decimals(fit.exponent, 2);
    return QObject::tr("length to the power %1 (%2 to %3 tokens, R²\u00a0%4)")
        .arg(power, countText(fit.from), countText(fit.to), decimals(fit.r2, 3));
}

QString attentionText(const ScaleCurve& curve) {
    const bool hasAny =
        std::any_of(curve.points.begin(), curve.points.end(), [](const auto& one) { return one.memory.attention > 0; });
    return hasAny ? growthText(attentionGrowth(curve.points)) : QString();
}

QString sequencesText(const ScaleCurve& curve, bool all) {
    constexpr qsizetype fewSteps = 3;
    QList<std::pair<double, Index>> steps; // from which length on there are how many
    for (const ScaleMeasurement& one : curve.points)
        if (one.status == Status::Measured && one.sequencesAtOnce > 0 &&
            (steps.isEmpty() || steps.last().second != one.sequencesAtOnce))
            steps.append({double(one.point.length), one.sequencesAtOnce});
    if (steps.isEmpty())
        return {};
    const bool isShort = !all && steps.size() > fewSteps;
    QString text = steps.front().second == 1 ? QObject::tr("1 sequence")
                                             : QObject::tr("%1 sequences").arg(countText(double(steps.front().second)));
    for (qsizetype k = isShort ? steps.size() - 1 : 1; k < steps.size(); ++k) {
        const QString place = isShort  ? QObject::tr("; fewer step by step, %1 from %2 tokens on")
                              : k == 1 ? QObject::tr("; %1 from %2 tokens on")
                                       : QObject::tr(", %1 from %2 on");
        text += place.arg(countText(double(steps[k].second)), countText(steps[k].first));
    }
    return text;
}

QList<ScaleCrossing> crossingsOf(const std::vector<ScaleCurve>& curves, ScaleMeasure measure) {
    QList<ScaleCrossing> found;
    for (std::size_t a = 0; a < curves.size(); ++a)
        for (std::size_t b = a + 1; b < curves.size(); ++b) {
            if (!measuredAlike(curves[a], curves[b]))
                continue;
            const ScaleLine first = lineOf(curves[a], measure), second = lineOf(curves[b], measure);
            for (const auto& crossing : crossings(pairsOf(first), pairsOf(second))) {
                const double length = crossing.first;
                // The value at the last length before: there they differ.
                const auto before = [&](const ScaleLine& line) {
                    const auto at = std::lower_bound(line.length.begin(), line.length.end(), length);
                    return at == line.length.begin() ? line.value.front() : line.value[at - line.length.begin() - 1];
                };
                const bool isFirst = before(first) <= before(second);
                found.append({isFirst ? a : b, isFirst ? b : a, length, crossing.second});
            }
        }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    return found;
}

} // namespace headlight
