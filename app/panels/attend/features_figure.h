#pragma once

#include "viewmodels/features_model.h"

namespace headlight {

class HeatMap;
class MapGrid;

/// The menus of the features' maps, and of the rows that stand in their place where a token has a weight alone: a
/// picture, a table with a row for each feature, and an archive with the numbers of their maps.
void addFeaturesFigures(MapGrid* grid, HeatMap* rows, Session& session, const AttendModel& model,
                        const FeaturesModel& features);

} // namespace headlight
