#pragma once

#include "core/choice.h"
#include "models/recording.h"

#include <string>
#include <vector>

namespace headlight {

/// What one query of a head makes of each key, and what comes of it.
struct QueryProducts {
    struct Column {
        std::string name;          ///< "dot", the sum of the products; then as nameOf(MapStage)
        std::vector<float> values; ///< a number for each key
    };
    std::vector<float> byFeature; ///< query_f key_f, [keys × features]
    std::vector<Column> columns;  ///< the dot product, parts of the score that are no dot product, score, weight
};

/// `vectors` are those of the head. std::invalid_argument when there is no such query.
QueryProducts queryProducts(const Recording& recording, const HeadVectors& vectors, const MapAddress& head,
                            int sequence, Index query, const Check& check = {});

/// One of a head's vectors: which, and whose.
enum class VectorKind { Query, Key, Value, Product };

const ChoiceNames<VectorKind>& vectorKindNames(); ///< "query", "key", "value", "product"

} // namespace headlight
