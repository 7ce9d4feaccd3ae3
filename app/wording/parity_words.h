#pragma once

#include "engine/models/reference/parity.h"

#include <QString>

namespace headlight {

QString parityWord(ParityVerdict verdict); ///< "agrees", "nearly agrees", "differs"
/// What the words mean, with the bounds.
QString parityBounds();
/// "hidden_states 3.1e-06", a line for each array, of all texts; "differs in shape" where it has another one.
QString paritySummary(const ParityReport& report);
QString parityFigure(double difference); ///< "3.1e-06", "0"
/// Where the largest difference of a layer is: "layer 1, head 2, query 3, key 1", "state 2, token 1, feature 4".
QString parityPlace(const ParityPart& part, std::size_t layer);
/// Why nothing was compared: the model's shape, or that it has none. Of a part that fits nothing.
QString parityMismatch(const ParityPart& part);
QString arrayShapeText(const std::vector<std::int64_t>& shape); ///< "3 × 11 × 18"

} // namespace headlight
