#pragma once

#include "models/model.h"
#include "models/published/network.h"
#include "models/reference/pass_part.h"

#include <functional>
#include <set>
#include <span>

namespace headlight {

/// Neighbouring rows of a part, those of tokens, of which the first is `first`.
struct PassRows {
    const PassArray& array;
    int layer = 0, head = 0; ///< 0 of parts that have none; of states their number, 0 before the first layer
    Index first = 0;
    std::span<const float> numbers; ///< the last axis runs fastest
};

/// The network of a published model that reads tokens; null of any other.
const PublishedNetwork* publishedNetworkOf(const Model& model);

/// Reads exactly these ids and hands over the numbers of the parts that are wanted, each number once. A part that the
/// network does not have is not given. The last state is what the top reads, behind the final norm where there is one.
/// Error that names the array ("ids") for ids, types and lengths that are not the network's.
void passOver(const PublishedNetwork& network, const NetworkInput& input, const std::set<PassPart>& wanted,
              const std::function<void(const PassRows&)>& take, const RunControl& control);

} // namespace headlight
