#include "models/given/given_source.h"

#include "models/given/given_scan.h"

#include <limits>
#include <numeric>

namespace headlight {

namespace {

/// What a source owns.
struct GivenHead {
    GivenMap map;
    std::vector<std::int64_t> queries, keys; ///< places in the file, of what is shown
    std::vector<bool> hidden;                ///< in the file; empty: none

    bool isHidden(std::int64_t query, std::int64_t key) const {
        return !hidden.empty() && hidden[std::size_t(query * map.keys + key)];
    }

    /// [features·keys × queries]; 0 where the file says by a number that the cell is hidden.
    void fill(Index first, Index count, Matrix& numbers) const {
        const auto features = std::size_t(map.features);
        std::vector<float> row(std::size_t(map.keys) * features);
        for (Index query = 0; query < count; ++query) {
            const std::int64_t place = queries[std::size_t(first + query)];
            readGivenRows(map, place, 1, row.data());
            Real* out = numbers.col(query).data();
            for (const std::int64_t key : keys)
                for (std::size_t feature = 0; feature < features; ++feature) {
                    const float number = row[std::size_t(key) * features + feature];
                    *out++ = hidesByNumber(map, number) ? Real(0) : Real(number);
                }
        }
    }
};

std::vector<std::int64_t> placesOr(const std::vector<std::int64_t>& places, std::int64_t all) {
    if (!places.empty())
        return places;
    std::vector<std::int64_t> every(static_cast<std::size_t>(all));
    std::iota(every.begin(), every.end(), 0);
    return every;
}

MapNumbers numbersOf(const GivenMap& map) {
    return map.kind == GivenKind::Scores    ? MapNumbers::MaskedScores
           : map.kind == GivenKind::Weights ? MapNumbers::Weights
                                            : MapNumbers::Any;
}

} // namespace

std::shared_ptr<const MapSource> givenSource(const GivenMap& map, const GivenPlaces& places, const Check& check) {
    const auto head = std::make_shared<GivenHead>();
    head->map = map;
    head->queries = placesOr(map.queryNames.empty() ? places.queries : std::vector<std::int64_t>(), map.queries);
    head->keys = placesOr(map.keyNames.empty() ? places.keys : std::vector<std::int64_t>(), map.keys);
    if (!hasQueries(map.address.part))
        head->queries = {0};
    if (map.hides)
        head->hidden = hiddenCells(map, check);
    const auto source = std::make_shared<MapSource>();
    source->address = map.address;
    source->label = map.label;
    source->queries = Index(head->queries.size());
    source->keys = Index(head->keys.size());
    source->features = Index(map.features);
    source->queryNames = map.queryNames;
    source->keyNames = map.keyNames;
    source->querySequence = map.sequence;
    source->keySequence = keySequenceOf(map.address.part, map.sequence);
    source->numbers = numbersOf(map);
    source->scores = [head](Index query, Index queries, Matrix& scores) { head->fill(query, queries, scores); };
    if (map.hides)
        source->hides = [head](Index key, Index query) {
            return head->isHidden(head->queries[std::size_t(query)], head->keys[std::size_t(key)]);
        };
    return source;
}

} // namespace headlight
