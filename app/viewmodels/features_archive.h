#pragma once

#include "engine/core/npz.h"
#include "viewmodels/features_model.h"

namespace headlight {

/// The number of each feature's cluster, from 1.
std::vector<Index> clusterNumbers(const FeaturesModel& features);
/// On a feature of the head that is shown; 1 where nothing was changed.
double factorOf(const AttendModel& attend, const FeaturesModel& features, Index feature);

/// The head's map of all features as in the archive of all maps (viewmodels/map_archive.h), and of each feature
/// "features.cluster", "features.entropy", "features.disagreement", "features.factor" and, where they were computed,
/// "features.effect" (NaN where there is none). Only while there is a map.
NpzWriter featuresArchive(const AttendModel& attend, const FeaturesModel& features);

} // namespace headlight
