#include "views/map_look.h"

#include "engine/nn/value_counter.h"
#include "engine/results/attention_sink.h"
#include "matrix/matrix_view.h"
#include "views/map_view.h"

namespace headlight {

namespace {

constexpr std::size_t mostKept = 65'536; // numbers of a map; of more it is sooner counted how many are near which value

std::pair<std::string, bool> keyOf(const AttentionMap& map) {
    return {valueNameOf(map), hasQueries(map.address.part)};
}

void addCounts(ValueSpread& spread, const ValueCounts& found) {
    CountedValues values;
    values.counts = found.counts;
    values.sum = found.sum;
    values.low = double(found.least);
    values.high = double(found.largest);
    for (const ValueCounts::Row& row : found.rows)
        values.rows.push_back({row.largest, row.seen});
    spread.add(values);
}

/// `view` has the map's numbers.
void addAll(ValueSpread& spread, const AttentionMap& map, const MatrixView& view) {
    if (map.values.size() > mostKept)
        addCounts(spread, valueCounts(map));
    else
        spread.add(view);
}

} // namespace

void SharedSpreads::add(const AttentionMap& map) {
    addNumbers(map);
    addHead(sinkShareOf(map));
}

void SharedSpreads::addNumbers(const AttentionMap& map) {
    addAll(m_spreads[keyOf(map)], map, numbersOf(map));
}

void SharedSpreads::addHead(const std::optional<double>& sinkShare) {
    m_heads += sinkShare.has_value();
    m_sinks += sinkShare > sinkShareAbove;
}

void SharedSpreads::add(const Glance& glance) {
    if (glance.counts) {
        addCounts(m_spreads[keyOf(glance.thumbnail)], *glance.counts);
        addCounts(m_coarse[keyOf(glance.thumbnail)], valueCounts(glance.thumbnail));
    } else {
        addNumbers(glance.thumbnail);
    }
    addHead(glance.statistics ? glance.statistics->sink : std::nullopt);
}

const ValueSpread* SharedSpreads::spreadOf(const AttentionMap& map, const Spreads& spreads) {
    const auto found = spreads.find(keyOf(map));
    return found == spreads.end() || found->second.isEmpty() ? nullptr : &found->second;
}

const ValueSpread* SharedSpreads::of(const AttentionMap& map) const {
    return spreadOf(map, m_spreads);
}

const ValueSpread* SharedSpreads::ofThumbnail(const AttentionMap& thumbnail) const {
    const ValueSpread* const coarse = spreadOf(thumbnail, m_coarse);
    return coarse ? coarse : of(thumbnail);
}

/// Null: the map's own range is asked for.
static const ValueSpread* sharedSpread(const AttentionMap& map, const MapLook& look) {
    if (!look.shared || look.eachItsOwn)
        return nullptr;
    return look.isOfThumbnails ? look.shared->ofThumbnail(map) : look.shared->of(map);
}

RangeChoice rangeChoiceOf(const AttentionMap& map, const MapLook& look) {
    if (map.stage == MapStage::Weight && map.address.part != MapPart::Sensitivity)
        return look.range;
    // A range of what has no bounds; of sensitivities, which are few and positive, never less than all.
    const bool isScore = map.stage != MapStage::Weight;
    return isScore && look.range == RangeChoice::Automatic ? RangeChoice::Automatic : RangeChoice::Map;
}

/// Whether a scale that is left open becomes logarithmic: of weights of self attention, which one token would leave
/// without colours.
static bool isOfSink(const AttentionMap& map, const MapLook& look, bool isShared) {
    if (look.scale || rangeChoiceOf(map, look) != RangeChoice::Automatic || map.stage != MapStage::Weight ||
        map.address.part != MapPart::Self)
        return false;
    return isShared ? look.shared->haveSink() : sinkShareOf(map) > sinkShareAbove;
}

ValueRange rangeOf(const AttentionMap& map, const MatrixView& view, const MapLook& look) {
    const RangeChoice choice = rangeChoiceOf(map, look);
    const ValueSpread* const all = sharedSpread(map, look);
    const bool hasSink = isOfSink(map, look, all != nullptr);
    const ColorScale scale = hasSink ? ColorScale::Logarithmic : look.scale.value_or(ColorScale::Linear);
    ValueRange range;
    if (choice == RangeChoice::Unit || choice == RangeChoice::Fixed) {
        const bool isUnit = choice == RangeChoice::Unit;
        range = {isUnit ? 0.0 : look.low, isUnit ? 1.0 : look.high, choice};
        if (scale == ColorScale::Linear)
            return range;
        ValueSpread own;
        if (!all)
            addAll(own, map, view);
        range = (all ? *all : own).within(range.low, range.high, choice, scale, view.isSigned());
    } else {
        ValueSpread own;
        if (!all)
            addAll(own, map, view);
        range = (all ? *all : own).range(choice, scale, view.isSigned());
    }
    range.hasSink = hasSink;
    range.isShared = all != nullptr && choice != RangeChoice::Row;
    if (map.address.part == MapPart::Sensitivity && scale == ColorScale::Linear)
        range.low = 0; // or what changes the result least would look as if it didn't matter
    return range;
}

} // namespace headlight
