// What a user chooses in ScalingPlots, and what is chosen at first.
#include "panels/scaling/scaling_plots.h"

#include <QCheckBox>
#include <QComboBox>
#include <algorithm>

namespace headlight {

/// Until the user chooses, a mode that was measured, training steps before inference, whichever comes first: two empty
/// plots beside a sweep that is complete look like a fault.
void ScalingPlots::beginWithMeasured() {
    const auto isMeasured = [this](const QString& mode) {
        return std::any_of(m_curves.begin(), m_curves.end(), [&](const auto& curve) { return curve.mode == mode; });
    };
    if (m_isModeChosen)
        return;
    for (const char* mode : {"train", "infer"})
        if (isMeasured(QLatin1String(mode))) {
            m_mode->setCurrentIndex(m_mode->findData(QLatin1String(mode)));
            return;
        }
}

QVariantMap ScalingPlots::choices() const {
    QVariantMap choices{{"logarithmic", m_logarithmic->isChecked()},
                        {"time limits", m_time->typedLimits()},
                        {"memory limits", m_memory->typedLimits()}};
    if (m_isModeChosen)
        choices["mode"] = m_mode->currentData();
    return choices;
}

void ScalingPlots::setChoices(const QVariantMap& choices) {
    if (const int mode = m_mode->findData(choices.value("mode")); choices.contains("mode") && mode >= 0) {
        m_mode->setCurrentIndex(mode);
        m_isModeChosen = true;
    }
    m_time->setTypedLimits(choices.value("time limits").toMap());
    m_memory->setTypedLimits(choices.value("memory limits").toMap());
    m_logarithmic->setChecked(choices.value("logarithmic").toBool());
    draw();
}

} // namespace headlight
