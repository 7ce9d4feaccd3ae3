#include "nn/map_source.h"

#include "core/denormals.h"
#include "core/double_sum.h"
#include "nn/head_statistics_sum.h"

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
    bool all = false; ///< every key is visible, with bias 0
};

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

/// Scores of one query [features × keys] become the stage's numbers.
void finish(const MapSource& source, MapStage stage, Index query, const Seen& seen, MatrixMap numbers) {
    if (!isAttention(source.address.part) || stage == MapStage::Score)
        return;
    if (stage == MapStage::Masked) {
        numbers.rowwise() += seen.bias.matrix().transpose();
        return;
    }
    if (source.features == 1)
        softmaxOfKeys(Eigen::Map<Biases>(numbers.data(), source.keys), seen);
    else
        softmaxOfFeatures(numbers, seen.bias);
    for (Index key = 0; source.fades && key < source.keys; ++key)
        numbers.col(key) *= source.fades(key, query);
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

/// Makes the rows of a small map from those of a large one, which come in order. A score is there behind a mask, too:
/// where nothing else is seen.
class SmallMap {
public:
    /// `height` rows and `width` columns of the large map become one of `map`.
    SmallMap(AttentionMap& map, Index height, Index width) : m_map(map), m_height(height), m_width(width) {}

    void add(const MapRow& row) {
        const std::size_t keys = row.values.size();
        if (row.query % m_height == 0) {
            m_largest.assign(keys, -std::numeric_limits<float>::infinity());
            m_visible.assign(keys, 0);
            m_behind.assign(m_map.stage == MapStage::Score ? keys : 0, -std::numeric_limits<float>::infinity());
        }
        const float* const values = row.values.data();
        const std::uint8_t* const seen = row.visible.data();
        float* const largest = m_largest.data();
        for (std::size_t key = 0; key < keys; ++key) { // several at a time: no branch, and nothing else is written
            const float value = seen[key] ? values[key] : -std::numeric_limits<float>::infinity();
            largest[key] = largest[key] < value ? value : largest[key];
        }
        for (std::size_t key = 0; key < m_behind.size(); ++key)
            m_behind[key] = std::max(m_behind[key], seen[key] ? -std::numeric_limits<float>::infinity() : values[key]);
        std::uint8_t* const visible = m_visible.data();
        for (std::size_t key = 0; key < keys; ++key)
            visible[key] |= seen[key];
        if ((row.query + 1) % m_height == 0 || row.query / m_height + 1 == m_map.queries)
            narrow(row.query / m_height); // the last rows may be fewer: they are written after each
    }

private:
    /// Writes a row of the small map.
    void narrow(Index query) {
        std::size_t cell = std::size_t(query * m_map.keys);
        for (std::size_t key = 0; key < m_largest.size(); ++cell) {
            const std::size_t first = key, end = std::min(key + std::size_t(m_width), m_largest.size());
            for (; key < end; ++key) {
                m_map.values[cell] = std::max(m_map.values[cell], m_largest[key]);
                m_map.visible[cell] |= m_visible[key];
            }
            if (!m_map.visible[cell] && !m_behind.empty())
                m_map.values[cell] =
                    *std::max_element(m_behind.begin() + std::ptrdiff_t(first), m_behind.begin() + std::ptrdiff_t(end));
        }
    }

    AttentionMap& m_map;
    Index m_height, m_width;
    std::vector<float> m_largest, m_behind;
    std::vector<std::uint8_t> m_visible; ///< any of the rows sees the key
};

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

AttentionMap headerOf(const MapSource& source, MapStage stage, const FeatureChoice& choice, const MapBlock& block) {
    AttentionMap map;
    map.address = source.address;
    map.stage = isAttention(source.address.part) ? stage : MapStage::Weight;
    map.label = source.label;
    map.mask = source.mask ? source.mask->text() : std::string();
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
        m_source.scores(first, count, m_scores);
        const Index numbersOfKey = m_choice.kind == FeatureChoice::Kind::All ? m_source.features : 1;
        const auto part = [&](const auto& row, Index each) {
            return std::span(row).subspan(std::size_t(m_block.firstKey * each), std::size_t(m_block.keys * each));
        };
        const Index end = std::min(first + count, m_block.firstQuery + m_block.queries);
        for (Index j = std::max<Index>(0, m_block.firstQuery - first); j < end - first; ++j) {
            MatrixMap numbers(m_scores.col(j).data(), m_source.features, m_source.keys);
            look(m_source, first + j, m_seen);
            finish(m_source, m_stage, first + j, m_seen, numbers);
            reduceInto(m_values, numbers, m_choice);
            visit(MapRow{first + j - m_block.firstQuery, part(m_values, numbersOfKey), part(m_seen.visible, 1)});
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

Glance glanceAt(const MapSource& source, MapStage stage, FeatureChoice choice, Index size,
                const std::function<void()>& check, const std::optional<MapBlock>& block) {
    if (choice.kind == FeatureChoice::Kind::All)
        choice = meanOfFeatures;
    AttentionMap map = headerOf(source, stage, choice, blockOf(source, block));
    const Index offset = map.queryOffset;
    const bool whole = map.queries <= size && map.keys <= size;
    const bool weights = map.stage == MapStage::Weight && (source.features == 1 || map.choice == meanOfFeatures);
    const Index height = whole ? 1 : (map.queries + size - 1) / size, width = whole ? 1 : (map.keys + size - 1) / size;
    map.queries = (map.queries + height - 1) / height;
    map.keys = (map.keys + width - 1) / width;
    map.values.assign(std::size_t(map.queries * map.keys), -std::numeric_limits<float>::infinity());
    map.visible.assign(map.values.size(), 0);
    HeadStatisticsSum sum;
    SmallMap small(map, height, width);
    forEachQuery(
        source, map.stage, choice,
        [&](const MapRow& row) {
            if (weights)
                sum.add(offset + row.query, row.values);
            if (!whole)
                return small.add(row);
            std::copy(row.values.begin(), row.values.end(), map.values.begin() + row.query * map.keys);
            std::copy(row.visible.begin(), row.visible.end(), map.visible.begin() + row.query * map.keys);
        },
        check, block);
    Glance glance;
    if (!whole) {
        map.standardErrors.clear();
        for (std::size_t cell = 0; map.stage == MapStage::Weight && cell < map.values.size(); ++cell)
            if (!map.visible[cell])
                map.values[cell] = 0;
    }
    glance.thumbnail = std::move(map);
    if (!isAttention(source.address.part))
        return glance;
    if (!weights)
        forEachQuery(
            source, MapStage::Weight, meanOfFeatures,
            [&](const MapRow& row) { sum.add(offset + row.query, row.values); }, check, block);
    glance.statistics = sum.of(source.address.part);
    return glance;
}

} // namespace headlight
