#pragma once

#include "figure/value_table.h"
#include "matrix/vector_strips_painter.h"
#include "viewmodels/vectors_model.h"

namespace headlight {

/// What of a head's vectors is shown.
struct VectorLook {
    bool values = false;      ///< the values, too
    bool byFrequency = false; ///< features in the order of their planes, the fastest first
};

/// Small multiples of the query and the keys, of what they make of each other feature by feature, and of what comes of
/// that. Empty where the model has no vectors.
VectorStripsView viewOf(const VectorsModel& model, const VectorLook& look);

/// A row for each vector: the query, all keys and values, and the products, with what these come to. Features stand in
/// the order of their numbers.
ValueTable vectorTable(const VectorsModel& model);

} // namespace headlight
