#pragma once

#include "results/attention_map.h"

#include <optional>

namespace headlight {

// Many decoders give most of their attention to the first token where there is nothing to look at: a sink.

/// A head has a sink where the mean share of the first token is above this, over the queries behind it that give weight
/// to as many keys at least: of fewer the first has much in any case.
constexpr double sinkShareAbove = 0.5;
constexpr Index sinkFewestKeys = 4;

/// That mean, of weights of self attention with one number a cell; none of other maps, of parts without the first
/// token, and where no query is so.
std::optional<double> sinkShareOf(const AttentionMap& map);

} // namespace headlight
