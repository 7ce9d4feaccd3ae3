#pragma once

#include "engine/results/attention_map.h"
#include "engine/results/head_statistics.h"
#include "matrix/value_spread.h"
#include "style/color_map.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace headlight {

/// The values of all maps that stand side by side, by what their numbers are: weights are not compared with gates or
/// scores, and those of token pairs not with those of a whole sentence (source-to-token), which all its tokens share.
class SharedSpreads {
public:
    void add(const AttentionMap& map);
    /// All numbers of the map, also where its thumbnail has fewer.
    void add(const Glance& glance);
    const ValueSpread* of(const AttentionMap& map) const; ///< null: there is no such map among them
    /// Of a thumbnail: of a long text the numbers that thumbnails have, each the largest of many cells. Nearly all of
    /// them are above the range of single cells.
    const ValueSpread* ofThumbnail(const AttentionMap& thumbnail) const;
    /// In most heads of self attention the first token takes most of the attention (results/attention_sink.h).
    bool haveSink() const { return 2 * m_sinks > m_heads; }

private:
    using Spreads = std::map<std::pair<std::string, bool>, ValueSpread>; ///< by name, and whether there are queries

    static const ValueSpread* spreadOf(const AttentionMap& map, const Spreads& spreads);
    void addNumbers(const AttentionMap& map);
    void addHead(const std::optional<double>& sinkShare);

    Spreads m_spreads;
    Spreads m_coarse;             ///< of thumbnails that have fewer numbers
    int m_heads = 0, m_sinks = 0; ///< of which it is known, and that have one
};

/// How maps are coloured: a choice of the user that every view of a map shares.
struct MapLook {
    ColorMapId colorMap = ColorMapId::Blues;
    RangeChoice range = RangeChoice::Automatic; ///< of weights and gates; scores and sensitivities have no 0…1
    /// None: logarithmic over an automatic range where the first token takes most of the attention, else linear.
    std::optional<ColorScale> scale = {};
    double low = 0.0, high = 1.0; ///< RangeChoice::Fixed
    bool eachItsOwn = false;      ///< the range is chosen for each map, not for all that are shown
    std::shared_ptr<const SharedSpreads> shared = nullptr; ///< of these; null: each map has its own range
    bool isOfThumbnails = false;                           ///< the maps are those of glances
};

/// How a choice of scale that leaves it open is called in settings, views and options.
inline constexpr const char* automaticScale = "automatic";

/// What the ends of a map's colours mean.
RangeChoice rangeChoiceOf(const AttentionMap& map, const MapLook& look);
/// The range of a map. `view` has its numbers.
ValueRange rangeOf(const AttentionMap& map, const MatrixView& view, const MapLook& look);

} // namespace headlight
