// The colours of ScalingPlots: a curve has its own whatever else is drawn.
#include "engine/core/error.h"
#include "panels/scaling/scaling_plots.h"
#include "wording/curve_title.h"

namespace headlight {

namespace {

constexpr int betweenSweeps = 5; ///< places in the palette: two small sweeps side by side have no colour in common

QString keyOf(qint64 sweep, const QString& curve) {
    return QStringLiteral("%1/%2").arg(sweep).arg(curve);
}

} // namespace

/// By the number of the sweep and the order of its plan, training and inference alike. A sweep that grows while the
/// program runs takes no colour from a curve that has one.
void ScalingPlots::placeCurves() {
    for (const SweepRecord& sweep : m_sweeps) {
        QStringList curves;
        const auto add = [&curves](const QString& curve) {
            if (!curves.contains(curve))
                curves.append(curve);
        };
        try {
            for (const ScalePoint& point : planOf(sweep).points())
                add(curveId(point));
        } catch (const Error&) {
            // a damaged plan: by what was measured
        }
        for (const ScaleCurve& curve : m_curves)
            if (curve.sweep == sweep.id)
                add(curve.nameId);
        const int first = int((sweep.id - 1) * betweenSweeps % seriesColorCount);
        for (int k = 0; k < curves.size(); ++k) {
            const QString key = keyOf(sweep.id, curves[k]);
            if (!m_places.contains(key))
                m_places.insert(key, (first + k) % seriesColorCount + k / seriesColorCount * seriesColorCount);
        }
    }
}

/// Two that are drawn together in one colour differ in their dashes.
void ScalingPlots::chooseLooks(const std::vector<ScaleCurve>& curves) {
    m_looks.clear();
    QList<int> taken;
    for (const ScaleCurve& curve : curves) {
        int look = m_places.value(keyOf(curve.sweep, curve.nameId));
        while (taken.contains(look))
            look += seriesColorCount;
        taken.append(look);
        m_looks.insert(curve.id, look);
    }
}

} // namespace headlight
