#include "nn/map_source.h"

#include "core/denormals.h"
#include "core/double_sum.h"
#include "nn/head_statistics_sum.h"
#include "nn/small_map.h"
#include "nn/value_counter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

constexpr Real hidden = -std::numeric_limits<Real>::infinity();

/// A number for each key: the mask's, −∞ where it is hidden.
using Biases = Eigen::Array<Real, Eigen::Dynamic, 1>;

/// Queries whose scores are computed together: as many in every map of the head, so that a map made alone equals that
/// made with all others.
Index tileOf(const MapSource& source) {
    constexpr Index numbers = 32768, most = 64;
    return std::clamp<Index>(numbers / std::max<Index>(1, source.features * source.keys), 1, most);
}

/// What a query sees.
struct Seen {
    explicit Seen(Index keys) : bias(keys), visible(std::size_t(keys)) {}
    Biases bias;
    std::vector<std::uint8_t> visible;
    bool all = false;                        ///< every key is visible, with bias 0
    std::span<const ForcedCell> forced = {}; ///< visible, but not to the softmax
};

/// The cells of a query among those that are forced.
std::span<const ForcedCell> forcedOf(const MapSource& source, Index position) {
    if (!source.mask)
        return {};
    const std::span<const ForcedCell> all = source.mask->forced();
    const auto before = [](const ForcedCell& cell, Index query) { return cell.query < query; };
    const auto begin = std::lower_bound(all.begin(), all.end(), position, before),
               end = std::lower_bound(begin, all.end(), position + 1, before);
    return {begin, end};
}

void look(const MapSource& source, Index query, Seen& seen) {
    const Index position = source.queryOffset + query;
    seen.all = false;
    if (!source.hides && (!source.mask || source.mask->isPlainInterval())) {
        const Mask::Interval interval =
            source.mask ? source.mask->visibleKeys(position, source.keys) : Mask::Interval{0, source.keys};
        std::fill(seen.visible.begin(), seen.visible.end(), std::uint8_t(0));
        std::fill(seen.visible.begin() + interval.begin, seen.visible.begin() + interval.end, std::uint8_t(1));
        seen.bias.setConstant(hidden);
        seen.bias.segment(interval.begin, interval.size()).setZero();
        seen.all = interval.size() == source.keys;
        return;
    }
    for (Index key = 0; key < source.keys; ++key) {
        seen.bias(key) = source.hides && source.hides(key, query) ? hidden
                         : source.mask                            ? source.mask->bias(key, position)
                                                                  : Real(0);
        seen.visible[std::size_t(key)] = seen.bias(key) != hidden;
    }
    seen.forced = forcedOf(source, position);
    for (const ForcedCell& cell : seen.forced) {
        if (cell.key >= source.keys)
            continue;
        seen.visible[std::size_t(cell.key)] = 1;
        seen.bias(cell.key) = hidden; // also where the mechanism, not the mask, says what is seen
    }
}

/// Weights of one query become those that the user gave, and what these leave of the others.
void putForced(const MapSource& source, const Seen& seen, MatrixMap numbers) {
    double sum = 0;
    for (const ForcedCell& cell : seen.forced)
        sum += cell.key < source.keys ? cell.weight : 0;
    if (sum > 0)
        numbers *= Real(leftBy(sum));
    for (const ForcedCell& cell : seen.forced)
        if (cell.key < source.keys)
            numbers.col(cell.key).setConstant(Real(cell.weight));
}

/// softmax of one number a key over the visible ones, in place; hidden keys get 0, and so does a query that sees none.
void softmaxOfKeys(Eigen::Map<Biases> score, const Seen& seen) {
    if (!seen.all)
        score += seen.bias;
    const Real top = score.maxCoeff();
    if (top == hidden) {
        score.setZero();
        return;
    }
    score = (score - top).exp(); // of all: a choice within would be made number by number
    if (!seen.all)
        score = (seen.bias == hidden).select(Real(0), score);
    score /= Real(doubleSum(score.data(), score.size()));
}

/// The same feature by feature, score [features × keys]. The features of a key lie side by side, so the keys are the
/// outer loop, and hidden ones cost nothing.
void softmaxOfFeatures(MatrixMap score, const Biases& bias) {
    const Index features = score.rows(), keys = score.cols();
    Vector top = Vector::Constant(features, hidden);
    for (Index k = 0; k < keys; ++k)
        if (bias(k) != hidden)
            top = top.array().max(score.col(k).array() + bias(k));
    const Eigen::Array<bool, Eigen::Dynamic, 1> seen = top.array() != hidden;
    top = seen.select(top, Vector::Zero(features));
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(features);
    for (Index k = 0; k < keys; ++k) {
        if (bias(k) == hidden) {
            score.col(k).setZero();
            continue;
        }
        score.col(k) = (score.col(k).array() + bias(k) - top.array()).exp();
        sum += score.col(k).cast<double>();
    }
    const Vector divisor = seen.select(sum.cast<Real>(), Vector::Ones(features));
    for (Index k = 0; k < keys; ++k)
        if (bias(k) != hidden)
            score.col(k).array() /= divisor.array();
}

/// Whether scores are known; else the numbers are shown as they are.
bool hasScores(const MapSource& source) {
    return isAttention(source.address.part) && source.numbers != MapNumbers::Weights &&
           source.numbers != MapNumbers::Any;
}

/// Scores of one query [features × keys] become the stage's numbers.
void finish(const MapSource& source, MapStage stage, Index query, const Seen& seen, MatrixMap numbers) {
    if (isBeforeMask(stage) && source.numbers == MapNumbers::MaskedScores)
        for (Index key = 0; key < source.keys; ++key)
            if (!seen.visible[std::size_t(key)])
                numbers.col(key).setConstant(std::numeric_limits<Real>::quiet_NaN());
    if (!hasScores(source) || isBeforeMask(stage))
        return;
    if (stage == MapStage::Masked) {
        Biases added = seen.bias;
        for (const ForcedCell& cell : seen.forced)
            if (cell.key < source.keys)
                added(cell.key) = 0; // what its score would be: nothing hides it
        numbers.rowwise() += added.matrix().transpose();
        return;
    }
    if (source.features == 1)
        softmaxOfKeys(Eigen::Map<Biases>(numbers.data(), source.keys), seen);
    else
        softmaxOfFeatures(numbers, seen.bias);
    for (Index key = 0; source.fades && key < source.keys; ++key)
        numbers.col(key) *= source.fades(key, query);
    putForced(source, seen, numbers);
}

/// One number from those of a key's features.
template <class Column>
Real reduced(const Column& column, const FeatureChoice& choice) {
    switch (choice.kind) {
    case FeatureChoice::Kind::Maximum:
        return column.maxCoeff();
    case FeatureChoice::Kind::One:
        return column(choice.feature);
    case FeatureChoice::Kind::Group: {
        double sum = 0;
        for (const Index feature : choice.group)
            sum += double(column(feature));
        return Real(sum / double(choice.group.size()));
    }
    case FeatureChoice::Kind::Deviation: {
        const Real mean = column.mean();
        return std::isfinite(mean) ? std::sqrt((column.array() - mean).square().mean()) : mean; // masked: stays −∞
    }
    case FeatureChoice::Kind::Mean:
    case FeatureChoice::Kind::All:
        break;
    }
    return column.mean();
}

/// One query's numbers as floats, by key, then feature.
void reduceInto(std::vector<float>& values, const MatrixMap& numbers, const FeatureChoice& choice) {
    if (choice.kind == FeatureChoice::Kind::All || numbers.rows() == 1)
        std::copy(numbers.data(), numbers.data() + numbers.size(), values.begin());
    else
        for (Index k = 0; k < numbers.cols(); ++k)
            values[std::size_t(k)] = float(reduced(numbers.col(k), choice));
}

MapBlock blockOf(const MapSource& source, const std::optional<MapBlock>& block) {
    return block.value_or(MapBlock{0, source.queries, 0, source.keys});
}

/// Of numbers for each pair of the whole map those of the block.
std::vector<float> cutOut(const std::vector<float>& numbers, const MapSource& source, const MapBlock& block) {
    std::vector<float> cut;
    for (Index query = 0; !numbers.empty() && query < block.queries; ++query) {
        const auto begin = numbers.begin() + (block.firstQuery + query) * source.keys + block.firstKey;
        cut.insert(cut.end(), begin, begin + block.keys);
    }
    return cut;
}

/// Of the block's cells those that a user changed; empty where there is none.
std::vector<CellMark> marksOf(const MapSource& source, const MapBlock& block) {
    std::vector<CellMark> marks;
    const auto mark = [&](Index query, Index key, CellMark as) {
        query -= source.queryOffset + block.firstQuery;
        key -= block.firstKey;
        if (query < 0 || query >= block.queries || key < 0 || key >= block.keys)
            return;
        marks.resize(std::size_t(block.queries * block.keys));
        marks[std::size_t(query * block.keys + key)] = as;
    };
    if (source.mask) {
        for (const HeadCell& cell : source.mask->forbidden())
            mark(cell.query, cell.key, CellMark::Forbidden);
        for (const ForcedCell& cell : source.mask->forced())
            mark(cell.query, cell.key, CellMark::Forced);
    }
    return marks;
}

AttentionMap headerOf(const MapSource& source, MapStage stage, const FeatureChoice& choice, const MapBlock& block) {
    AttentionMap map;
    map.address = source.address;
    map.stages = stagesOf(source);
    map.stage = stageWithin(stage, map.stages);
    map.label = source.label;
    map.mask = source.mask ? source.mask->text() : source.maskName;
    map.querySequence = source.querySequence;
    map.keySequence = source.keySequence;
    map.queries = block.queries;
    map.keys = block.keys;
    map.firstQuery = block.firstQuery;
    map.firstKey = block.firstKey;
    map.queryOffset = source.queryOffset + block.firstQuery - block.firstKey;
    map.queryNames = source.queryNames;
    map.keyNames = source.keyNames;
    map.standardErrors = cutOut(source.standardErrors, source, block);
    map.mechanismFeatures = source.features;
    map.choice = choice.within(source.features);
    map.features = choice.kind == FeatureChoice::Kind::All ? source.features : 1;
    return map;
}

/// The block's queries of one tile, from the tile's first on.
class TileWalk {
public:
    TileWalk(const MapSource& source, MapStage stage, const FeatureChoice& choice, const MapBlock& block)
        : m_source(source), m_stage(stage), m_choice(choice.within(source.features)), m_block(block),
          m_seen(source.keys),
          m_values(std::size_t(source.keys * (choice.kind == FeatureChoice::Kind::All ? source.features : Index(1)))) {}

    Index tile() const { return tileOf(m_source); }

    template <class Visit>
    void walk(Index first, Visit visit) {
        const Index count = std::min(tile(), m_source.queries - first);
        m_scores.resize(m_source.features * m_source.keys, count);
        const auto part = m_source.parts.find(m_stage);
        (part == m_source.parts.end() ? m_source.scores : part->second)(first, count, m_scores);
        const Index numbersOfKey = m_choice.kind == FeatureChoice::Kind::All ? m_source.features : 1;
        const auto cut = [&](const auto& row, Index each) {
            return std::span(row).subspan(std::size_t(m_block.firstKey * each), std::size_t(m_block.keys * each));
        };
        const Index end = std::min(first + count, m_block.firstQuery + m_block.queries);
        for (Index j = std::max<Index>(0, m_block.firstQuery - first); j < end - first; ++j) {
            MatrixMap numbers(m_scores.col(j).data(), m_source.features, m_source.keys);
            look(m_source, first + j, m_seen);
            finish(m_source, m_stage, first + j, m_seen, numbers);
            reduceInto(m_values, numbers, m_choice);
            visit(MapRow{first + j - m_block.firstQuery, cut(m_values, numbersOfKey), cut(m_seen.visible, 1)});
        }
    }

private:
    const MapSource& m_source;
    MapStage m_stage;
    FeatureChoice m_choice;
    MapBlock m_block;
    Matrix m_scores;
    Seen m_seen;
    std::vector<float> m_values;
};

} // namespace

bool sees(const MapSource& source, Index query, Index key) {
    const Index position = source.queryOffset + query;
    const std::span<const ForcedCell> forced = forcedOf(source, position);
    if (std::any_of(forced.begin(), forced.end(), [key](const ForcedCell& cell) { return cell.key == key; }))
        return true;
    return !(source.hides && source.hides(key, query)) && !(source.mask && source.mask->bias(key, position) == hidden);
}

std::vector<MapStage> stagesOf(const MapSource& source) {
    if (!hasScores(source))
        return {MapStage::Weight};
    std::vector<MapStage> parts;
    for (const auto& [part, fill] : source.parts)
        parts.push_back(part);
    return stagesWith(parts);
}

void forEachQuery(const MapSource& source, MapStage stage, const FeatureChoice& choice,
                  const std::function<void(const MapRow&)>& visit, const std::function<void()>& check,
                  const std::optional<MapBlock>& block) {
    const FlushDenormals flush; // as pieces on other threads do, so that all maps have the same bits
    const MapBlock wanted = blockOf(source, block);
    TileWalk walk(source, stage, choice, wanted);
    const Index tile = walk.tile(); // the same in any block, for the same bits
    for (Index first = wanted.firstQuery / tile * tile; first < wanted.firstQuery + wanted.queries; first += tile)
        walk.walk(first, [&](const MapRow& row) {
            visit(row);
            if (check)
                check();
        });
}

std::vector<float> rowOf(const MapSource& source, MapStage stage, const FeatureChoice& choice, Index query,
                         const std::optional<MapBlock>& block) {
    const FlushDenormals flush;
    const MapBlock wanted = blockOf(source, block);
    TileWalk walk(source, stage, choice, wanted);
    std::vector<float> values;
    walk.walk((wanted.firstQuery + query) / walk.tile() * walk.tile(), [&](const MapRow& row) {
        if (row.query == query)
            values.assign(row.values.begin(), row.values.end());
    });
    return values;
}

AttentionMap mapOf(const MapSource& source, MapStage stage, const FeatureChoice& choice,
                   const std::function<void()>& check, const std::optional<MapBlock>& block) {
    AttentionMap map = headerOf(source, stage, choice, blockOf(source, block));
    map.marks = marksOf(source, blockOf(source, block));
    map.values.reserve(std::size_t(map.queries * map.keys * map.features));
    map.visible.reserve(std::size_t(map.queries * map.keys));
    forEachQuery(
        source, map.stage, choice,
        [&](const MapRow& row) {
            map.values.insert(map.values.end(), row.values.begin(), row.values.end());
            map.visible.insert(map.visible.end(), row.visible.begin(), row.visible.end());
        },
        check, block);
    return map;
}

/// Of a map whose cells stand for `height` × `width` each: a cell is marked as one of those is.
static std::vector<CellMark> smallMarks(const std::vector<CellMark>& marks, Index keys, Index height, Index width) {
    if (marks.empty())
        return marks;
    const Index queries = Index(marks.size()) / keys, fewKeys = (keys + width - 1) / width;
    std::vector<CellMark> few(std::size_t((queries + height - 1) / height * fewKeys));
    for (Index query = 0; query < queries; ++query)
        for (Index key = 0; key < keys; ++key)
            if (const CellMark mark = marks[std::size_t(query * keys + key)]; mark != CellMark::None)
                few[std::size_t(query / height * fewKeys + key / width)] = mark;
    return few;
}

Glance glanceAt(const MapSource& source, MapStage stage, FeatureChoice choice, Index size,
                const std::function<void()>& check, const std::optional<MapBlock>& block, const Sequence* tokens) {
    if (choice.kind == FeatureChoice::Kind::All)
        choice = meanOfFeatures;
    AttentionMap map = headerOf(source, stage, choice, blockOf(source, block));
    const Index offset = map.queryOffset;
    HeadStatisticsSum sum(tokens ? keyMarksOf(map, *tokens) : KeyMarks());
    const bool whole = map.queries <= size && map.keys <= size;
    const bool attends = isAttention(source.address.part) && source.numbers != MapNumbers::Any;
    const bool weights =
        attends && map.stage == MapStage::Weight && (source.features == 1 || map.choice == meanOfFeatures);
    const Index height = whole ? 1 : (map.queries + size - 1) / size, width = whole ? 1 : (map.keys + size - 1) / size;
    map.marks = smallMarks(marksOf(source, blockOf(source, block)), map.keys, height, width);
    map.queries = (map.queries + height - 1) / height;
    map.keys = (map.keys + width - 1) / width;
    map.values.assign(std::size_t(map.queries * map.keys), -std::numeric_limits<float>::infinity());
    map.visible.assign(map.values.size(), 0);
    SmallMap small(map, height, width);
    std::optional<ValueCounter> counter;
    if (!whole)
        counter.emplace(map.stage == MapStage::Weight && attends);
    forEachQuery(
        source, map.stage, choice,
        [&](const MapRow& row) {
            if (weights)
                sum.add(offset + row.query, row.values);
            if (!whole) {
                small.add(row);
                return counter->add(row.values, row.visible);
            }
            std::copy(row.values.begin(), row.values.end(), map.values.begin() + row.query * map.keys);
            std::copy(row.visible.begin(), row.visible.end(), map.visible.begin() + row.query * map.keys);
        },
        check, block);
    Glance glance;
    if (!whole) {
        glance.counts = counter->counts();
        map.standardErrors.clear();
        for (std::size_t cell = 0; map.stage == MapStage::Weight && cell < map.values.size(); ++cell)
            if (!map.visible[cell])
                map.values[cell] = 0;
    }
    glance.thumbnail = std::move(map);
    if (!attends)
        return glance;
    if (!weights)
        forEachQuery(
            source, MapStage::Weight, meanOfFeatures,
            [&](const MapRow& row) { sum.add(offset + row.query, row.values); }, check, block);
    glance.statistics = sum.of(source.address.part);
    return glance;
}

} // namespace headlight
