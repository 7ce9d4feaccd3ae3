#pragma once

#include "results/index.h"

#include <string>
#include <vector>

namespace headlight {

/// Two features that a rotation turns together, by an angle that grows with the position (attention/rotary.h).
struct RotaryPlane {
    Index first = 0, second = 0;
    double frequency = 0; ///< radians a token
    bool operator==(const RotaryPlane&) const = default;
};

/// The vectors that the scores and the results of one head are made of, as they meet: behind norms and rotations. A
/// score is scale · Σ_f query_f key_f, and what positions add to it (MapStage); with a soft cap, of all that.
struct HeadVectors {
    Index queries = 0, keys = 0;
    Index features = 0;      ///< of a query and of a key
    Index valueFeatures = 0; ///< of a value
    double scale = 1, softCap = 0;
    Index firstPosition = 0;              ///< of the first query, where keys count from 0
    Index keyHead = 0;                    ///< which head of the keys and values it is
    Index sharing = 1;                    ///< so many neighbouring heads of the queries have this one's keys and values
    std::vector<float> query;             ///< [queries × features], the features of a token side by side
    std::vector<float> key;               ///< [keys × features]
    std::vector<float> value;             ///< [keys × valueFeatures]
    std::vector<RotaryPlane> planes = {}; ///< of queries and keys; features that are in none are not turned
    std::vector<std::string> names = {};  ///< of queries and keys that are blocks; empty: they are the tokens
};

/// What each feature has of the dot products of one query: query_f key_f, [keys × features], without the scale.
std::vector<float> featureProducts(const HeadVectors& vectors, Index query);
/// Their sums, a number for each key.
std::vector<float> dotProducts(const HeadVectors& vectors, Index query);
/// Features in another order: those of the fastest planes first, the two of a plane side by side, then what is not
/// turned. Where there are no planes, as they are.
std::vector<Index> orderByFrequency(const HeadVectors& vectors);

} // namespace headlight
