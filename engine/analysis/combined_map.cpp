#include "analysis/combined_map.h"

#include "core/error.h"
#include "core/product.h"
#include "core/thread_pool.h"
#include "models/displayed_recording.h"
#include "models/left_out.h"
#include "nn/map_source.h"

#include <algorithm>
#include <set>

namespace headlight {

namespace {

using Kind = HeadCombination::Kind;
using Sources = std::vector<std::shared_ptr<const MapSource>>;

constexpr Index bandQueries = 64; ///< rows or columns of a map that one thread makes at a time

/// Calls work(first, count) for all bands of so many rows, on all processors. Each writes to rows of its own.
template <class Work>
void forEachBand(ThreadPool& pool, Index rows, const Check& check, Work work) {
    pool.forEach(int((rows + bandQueries - 1) / bandQueries), [&](int band) {
        if (check)
            check();
        const Index first = band * bandQueries;
        work(first, std::min(bandQueries, rows - first));
    });
}

/// Weights of heads, joined cell by cell as doubles are summed: [queries × keys], row-major.
void join(ThreadPool& pool, const Sources& sources, Kind kind, AttentionMap& map, const Check& check) {
    map.values.assign(std::size_t(map.queries * map.keys), 0);
    map.visible.assign(map.values.size(), 0);
    forEachBand(pool, map.queries, check, [&](Index first, Index count) {
        std::vector<double> sums(std::size_t(count * map.keys), 0);
        const auto begin = std::size_t(first * map.keys);
        for (const auto& source : sources)
            forEachQuery(
                *source, MapStage::Weight, meanOfFeatures,
                [&](const MapRow& row) {
                    double* const sum = &sums[std::size_t(row.query * map.keys)];
                    std::uint8_t* const visible = &map.visible[begin + std::size_t(row.query * map.keys)];
                    for (std::size_t key = 0; key < row.values.size(); ++key) {
                        const double weight = double(row.values[key]);
                        sum[key] = kind == Kind::Maximum ? std::max(sum[key], weight) : sum[key] + weight;
                        visible[key] |= row.visible[key];
                    }
                },
                check, MapBlock{first, count, 0, map.keys});
        const double divisor = kind == Kind::Maximum ? 1 : double(sources.size());
        for (std::size_t cell = 0; cell < sums.size(); ++cell)
            map.values[begin + cell] = float(sums[cell] / divisor);
    });
}

/// ½ A + ½ I, rows divided by their sum, of a map's weights; its transpose, as it lies in memory.
Matrix withIdentity(const AttentionMap& map) {
    Matrix columns = Eigen::Map<const Eigen::MatrixXf>(map.values.data(), map.keys, map.queries).cast<Real>();
    for (Index query = 0; query < map.queries; ++query) {
        columns(query, query) += 1; // the factor ½ of both goes with the sum
        columns.col(query) /= Real(columns.col(query).cast<double>().sum());
    }
    return columns;
}

void rollOut(ThreadPool& pool, const std::vector<Sources>& layers, AttentionMap& map, const Check& check) {
    Matrix rolled; // the transpose of R
    for (const Sources& sources : layers) {
        join(pool, sources, Kind::Mean, map, check);
        const Matrix step = withIdentity(map);
        if (rolled.size() == 0) {
            rolled = step;
            continue;
        }
        Matrix next(rolled.rows(), rolled.cols());
        forEachBand(pool, next.cols(), check, [&](Index first, Index count) {
            setProduct(next.middleCols(first, count), rolled, step.middleCols(first, count));
        });
        rolled = std::move(next);
    }
    for (Index cell = 0; cell < rolled.size(); ++cell) {
        map.values[std::size_t(cell)] = float(rolled.data()[cell]);
        map.visible[std::size_t(cell)] = rolled.data()[cell] > 0;
    }
}

std::string nameAs(const MapAddress& address) {
    return "head " + address.text();
}

std::string otherShape(const MapAddress& head, const MapAddress& first) {
    return nameAs(head) + " has not the rows and columns of " + nameAs(first);
}

/// What is wrong with one head by its kind alone.
std::string headProblem(const MapAddress& head, Kind kind) {
    if (kind == Kind::Rollout && head.part != MapPart::Self)
        return nameAs(head) + " is not self attention, which a rollout is of";
    switch (head.part) {
    case MapPart::Gate:
        return nameAs(head) + " is a gate, which has no attention to combine";
    case MapPart::Sensitivity:
        return nameAs(head) + " is a sensitivity, which is no attention";
    case MapPart::Blocks:
        return nameAs(head) + " looks at blocks, not at tokens";
    case MapPart::Groups:
        return nameAs(head) + " looks at groups, not at tokens";
    default:
        return {};
    }
}

/// A layer that is left out, or that carries tokens in a way that is not self attention.
std::string rolloutProblem(const std::vector<MapAddress>& all, const std::vector<MapAddress>& heads) {
    std::set<int> chosen, layers;
    for (const MapAddress& head : heads)
        chosen.insert(head.layer);
    for (const MapAddress& other : all) {
        if (other.part == MapPart::Cross)
            return "this model has cross attention (" + nameAs(other) + "), through which a rollout can't follow";
        if (other.part == MapPart::Blocks)
            return "this model has attention between blocks (" + nameAs(other) +
                   "), through which a rollout can't follow";
        if (other.part == MapPart::Self)
            layers.insert(other.layer);
    }
    for (const int layer : layers)
        if (layer > *chosen.begin() && layer < *chosen.rbegin() && !chosen.contains(layer))
            return "a rollout needs a head of every layer from its first to its last, and there is none of layer " +
                   std::to_string(layer);
    return {};
}

/// Of the first head's map all but the numbers.
AttentionMap headerOf(const HeadCombination& combination, const Sources& sources) {
    const MapSource& first = *sources.front();
    AttentionMap map;
    map.address = combination.heads.front();
    map.querySequence = first.querySequence;
    map.keySequence = first.keySequence;
    map.queries = first.queries;
    map.keys = first.keys;
    map.queryOffset = first.queryOffset;
    map.choice = meanOfFeatures;
    for (const auto& source : sources)
        map.mechanismFeatures = std::max(map.mechanismFeatures, source->features);
    return map;
}

bool isLike(const MapSource& a, const MapSource& b) {
    return a.queries == b.queries && a.keys == b.keys && a.queryOffset == b.queryOffset &&
           a.keySequence == b.keySequence && hasQueries(a.address.part) == hasQueries(b.address.part) &&
           a.keyNames.empty() == b.keyNames.empty();
}

void keepBlock(AttentionMap& map, const MapBlock& block) {
    std::vector<float> values;
    std::vector<std::uint8_t> visible;
    for (Index query = 0; query < block.queries; ++query) {
        const auto begin = std::ptrdiff_t((block.firstQuery + query) * map.keys + block.firstKey);
        values.insert(values.end(), map.values.begin() + begin, map.values.begin() + begin + block.keys);
        visible.insert(visible.end(), map.visible.begin() + begin, map.visible.begin() + begin + block.keys);
    }
    map.values = std::move(values);
    map.visible = std::move(visible);
    map.queries = block.queries;
    map.keys = block.keys;
    map.firstQuery = block.firstQuery;
    map.firstKey = block.firstKey;
    map.queryOffset += block.firstQuery - block.firstKey;
}

} // namespace

std::string combinationProblem(const std::vector<MapAddress>& all, const HeadCombination& combination) {
    if (combination.heads.empty())
        return "no head is chosen";
    for (const MapAddress& head : combination.heads)
        if (std::string problem = headProblem(head, combination.kind); !problem.empty())
            return problem;
    if (combination.kind == Kind::Rollout)
        if (std::string problem = rolloutProblem(all, combination.heads); !problem.empty())
            return problem;
    const MapAddress& first = combination.heads.front();
    for (const MapAddress& head : combination.heads)
        if (hasQueries(head.part) != hasQueries(first.part) ||
            (head.part == MapPart::Cross) != (first.part == MapPart::Cross))
            return otherShape(head, first);
    return {};
}

std::string combinationProblem(const Recording& recording, const HeadCombination& combination, int sequence) {
    for (const MapAddress& head : combination.heads)
        if (!recording.has(head, sequence))
            return "there is no " + nameAs(head) + " of this sequence";
    if (std::string problem = combinationProblem(recording.heads(sequence), combination); !problem.empty())
        return problem;
    const auto first = recording.source(combination.heads.front(), sequence);
    for (const MapAddress& head : combination.heads)
        if (!isLike(*first, *recording.source(head, sequence)))
            return otherShape(head, combination.heads.front());
    if (combination.kind == Kind::Rollout && (first->queries != first->keys || first->queryOffset != 0))
        return nameAs(combination.heads.front()) + " does not look at the tokens that it is of";
    return {};
}

/// Of tokens as the model has them, the whole map.
static AttentionMap wholeMap(const Recording& recording, const HeadCombination& combination, int sequence,
                             const Check& check) {
    Sources sources;
    std::vector<Sources> layers;
    for (std::size_t k = 0; k < combination.heads.size(); ++k) {
        sources.push_back(recording.source(combination.heads[k], sequence, check));
        if (k == 0 || combination.heads[k].layer != combination.heads[k - 1].layer)
            layers.emplace_back();
        layers.back().push_back(sources.back());
    }
    AttentionMap map = headerOf(combination, sources);
    map.label = map.combination = combination.text(recording.heads(sequence));
    ThreadPool pool(ThreadPool::processors());
    if (combination.kind == Kind::Rollout)
        rollOut(pool, layers, map, check);
    else
        join(pool, sources, combination.kind, map, check);
    return map;
}

AttentionMap combinedMap(const Recording& recording, const HeadCombination& combination, int sequence,
                         const std::optional<TextPair>& between, const Check& check) {
    if (const std::string problem = combinationProblem(recording, combination, sequence); !problem.empty())
        throw Error("heads can't be combined: " + problem);
    if (const auto& read = recording.read())
        return widened(combinedMap(*read, combination, sequence, between, check), recording.sequences());
    const Recording& own = recording.asRead(); // a rollout goes through all tokens, whatever is displayed of it
    AttentionMap map = wholeMap(own, combination, sequence, check);
    if (recording.display().changesMaps())
        map = displayedMap(map, own.sequences(), recording.display());
    const auto first = recording.source(combination.heads.front(), sequence, check);
    if (const auto block = recording.blockOf(*first, {map.address, sequence, {}, {}, between})) {
        keepBlock(map, *block);
        map.between = between;
    }
    return map;
}

} // namespace headlight
