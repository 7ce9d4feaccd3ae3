#include "analysis/query_products.h"

namespace headlight {

QueryProducts queryProducts(const Recording& recording, const HeadVectors& vectors, const MapAddress& head,
                            int sequence, Index query, const Check& check) {
    QueryProducts result{featureProducts(vectors, query), {{"dot", dotProducts(vectors, query)}}};
    for (const MapStage stage : recording.stages(head, sequence)) {
        if (stage == MapStage::Content || stage == MapStage::Masked)
            continue; // the first is the dot product, scaled
        result.columns.push_back({nameOf(stage), recording.row({head, sequence, stage}, query, check)});
    }
    return result;
}

const ChoiceNames<VectorKind>& vectorKindNames() {
    static const ChoiceNames<VectorKind> names = {{VectorKind::Query, "query", "Queries"},
                                                  {VectorKind::Key, "key", "Keys"},
                                                  {VectorKind::Value, "value", "Values"},
                                                  {VectorKind::Product, "product", "Products with a query"}};
    return names;
}

} // namespace headlight
