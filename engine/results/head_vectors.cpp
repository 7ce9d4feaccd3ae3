#include "results/head_vectors.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace headlight {

std::vector<float> featureProducts(const HeadVectors& vectors, Index query) {
    if (query < 0 || query >= vectors.queries)
        throw std::invalid_argument("featureProducts: expected a query of " + std::to_string(vectors.queries));
    const float* const own = vectors.query.data() + query * vectors.features;
    std::vector<float> products = vectors.key;
    for (Index key = 0; key < vectors.keys; ++key)
        for (Index feature = 0; feature < vectors.features; ++feature)
            products[std::size_t(key * vectors.features + feature)] *= own[feature];
    return products;
}

std::vector<float> dotProducts(const HeadVectors& vectors, Index query) {
    const std::vector<float> products = featureProducts(vectors, query);
    std::vector<float> sums;
    for (auto at = products.begin(); at != products.end(); at += vectors.features)
        sums.push_back(float(std::accumulate(at, at + vectors.features, 0.0)));
    return sums;
}

std::vector<Index> orderByFrequency(const HeadVectors& vectors) {
    std::vector<RotaryPlane> planes = vectors.planes;
    std::stable_sort(planes.begin(), planes.end(),
                     [](const RotaryPlane& a, const RotaryPlane& b) { return a.frequency > b.frequency; });
    std::vector<Index> order;
    for (const RotaryPlane& plane : planes)
        order.insert(order.end(), {plane.first, plane.second});
    for (Index feature = 0; feature < vectors.features; ++feature)
        if (std::find(order.begin(), order.end(), feature) == order.end())
            order.push_back(feature);
    return order;
}

} // namespace headlight
