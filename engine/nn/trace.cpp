#include "nn/trace.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

std::string nameOf(MapKind kind) {
    return kind == MapKind::TokenToToken ? "token-to-token" : "source-to-token";
}

std::string nameOf(MapStage stage) {
    switch (stage) {
    case MapStage::Score:
        return "score";
    case MapStage::Masked:
        return "masked";
    case MapStage::Weight:
        return "weight";
    }
    return {};
}

std::string FeatureChoice::text() const {
    switch (kind) {
    case Kind::All:
        return "all features";
    case Kind::Mean:
        return "mean of features";
    case Kind::Maximum:
        return "maximum of features";
    case Kind::Deviation:
        return "standard deviation of features";
    case Kind::One:
        return "feature " + std::to_string(feature);
    }
    return {};
}

FeatureChoice FeatureChoice::within(Index count) const {
    return {kind, kind == Kind::One ? std::clamp<Index>(feature, 0, count - 1) : feature};
}

HeadMask HeadMask::inBlocks(Index size) const {
    return HeadMask(Mask::parse(m_mask.text() + "+block(" + std::to_string(size) + ")"), m_forbidden);
}

Real HeadMask::bias(Index key, Index query) const {
    return isForbidden(key, query) ? -std::numeric_limits<Real>::infinity() : m_mask.bias(key, query);
}

bool HeadMask::isForbidden(Index key, Index query) const {
    return std::find(m_forbidden.begin(), m_forbidden.end(), Cell{query, key}) != m_forbidden.end();
}

namespace {

/// softmax over the visible keys, feature by feature; hidden keys and fully masked queries get 0.
void softmaxRow(const Matrix& masked, Matrix& weight) {
    weight.setZero(masked.rows(), masked.cols());
    for (Index f = 0; f < masked.rows(); ++f) {
        const Real top = masked.row(f).maxCoeff();
        if (top == -std::numeric_limits<Real>::infinity())
            continue;
        double sum = 0;
        for (Index k = 0; k < masked.cols(); ++k) {
            weight(f, k) = std::exp(masked(f, k) - top);
            sum += double(weight(f, k));
        }
        weight.row(f) /= Real(sum);
    }
}

/// One number per key from [features × keys].
Eigen::Matrix<Real, 1, Eigen::Dynamic> reduced(const Matrix& row, const FeatureChoice& choice) {
    switch (choice.kind) {
    case FeatureChoice::Kind::Maximum:
        return row.colwise().maxCoeff();
    case FeatureChoice::Kind::One:
        return row.row(choice.feature);
    case FeatureChoice::Kind::Deviation: {
        const Eigen::Matrix<Real, 1, Eigen::Dynamic> mean = row.colwise().mean();
        const Eigen::Matrix<Real, 1, Eigen::Dynamic> deviation =
            (row.rowwise() - mean).cwiseAbs2().colwise().mean().cwiseSqrt();
        return mean.array().isFinite().select(deviation, mean); // what is masked stays −∞
    }
    case FeatureChoice::Kind::Mean:
    case FeatureChoice::Kind::All:
        break;
    }
    return row.colwise().mean();
}

/// Appends one query's numbers, key by key.
void appendRow(AttentionMap& map, const Matrix& row) {
    if (map.features == row.rows()) {
        for (Index k = 0; k < row.size(); ++k)
            map.values.push_back(float(row.data()[k]));
        return;
    }
    const auto numbers = reduced(row, map.choice);
    for (Index k = 0; k < numbers.cols(); ++k)
        map.values.push_back(float(numbers(k)));
}

} // namespace

void Trace::record(const Source& source, const ScoreRow& scoreRow) {
    for (const TraceRequest& request : m_requests)
        if ((!request.layer || *request.layer == source.layer) && (!request.head || *request.head == source.head))
            recordFor(request, source, scoreRow);
}

void Trace::recordFor(const TraceRequest& request, const Source& source, const ScoreRow& scoreRow) {
    AttentionMap map;
    map.layer = source.layer;
    map.head = source.head;
    map.kind = source.kind;
    map.label = source.label;
    map.mask = source.mask ? source.mask->text() : std::string();
    map.queries = source.queries;
    map.keys = source.keys;
    map.mechanismFeatures = source.features;
    map.choice = request.features.within(source.features);
    map.features = request.features.kind == FeatureChoice::Kind::All ? source.features : 1;

    std::vector<AttentionMap> stages;
    if (request.scores)
        stages = {map, map};
    stages.push_back(map);
    const MapStage order[] = {MapStage::Score, MapStage::Masked, MapStage::Weight};
    for (std::size_t s = 0; s < stages.size(); ++s) {
        stages[s].stage = order[s + 3 - stages.size()];
        stages[s].values.reserve(std::size_t(map.queries * map.keys * map.features));
    }

    std::vector<std::uint8_t> visible;
    Matrix score(source.features, source.keys), masked, weight;
    for (Index query = 0; query < source.queries; ++query) {
        scoreRow(query, score);
        masked = score;
        for (Index key = 0; key < source.keys; ++key) {
            const Real bias = source.mask ? source.mask->bias(key, query) : Real(0);
            masked.col(key).array() += bias;
            visible.push_back(bias != -std::numeric_limits<Real>::infinity());
        }
        softmaxRow(masked, weight);
        if (request.scores) {
            appendRow(stages[0], score);
            appendRow(stages[1], masked);
        }
        appendRow(stages.back(), weight);
    }
    for (AttentionMap& stage : stages) {
        stage.visible = visible;
        m_maps.push_back(std::move(stage));
    }
}

} // namespace headlight
