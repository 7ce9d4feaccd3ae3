#pragma once

#include "matrix/map_grid_painter.h"
#include "viewmodels/effects_model.h"
#include "viewmodels/features_model.h"

namespace headlight {

/// The effect of a head on the answer, as the list and the overview say it.
struct EffectCell {
    QString text; ///< "−0.123"; "…" while it is computed, "off", or nothing
    QString toolTip;
    std::optional<double> change; ///< with every digit, once it is known
};

/// With the changes that the shown answer is of.
EffectCell effectCellOf(const EffectsModel& effects, const HeadEntry& head, const Intervention& changes);

/// Of what can't be switched off: why there is no effect.
QString whyNoEffect(MapPart part);

/// What the numbers are of, and what a sign means; or why there are none.
QString effectsToolTip(const EffectsModel& effects);

/// Below the thumbnails, in the order of AttendModel::heads(); empty where the answer has nothing to compare.
QList<ThumbnailNote> effectNotesOf(const EffectsModel& effects, const AttendModel& model);
/// The same for features of the head in focus.
QList<ThumbnailNote> effectNotesOf(const FeaturesModel& features, const std::vector<Index>& shown);

} // namespace headlight
