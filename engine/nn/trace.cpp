#include "nn/trace.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>

namespace headlight {

bool isAttention(MapKind kind) {
    return kind != MapKind::Gate && kind != MapKind::Sensitivity;
}

bool hasQueries(MapKind kind) {
    return kind != MapKind::SourceToToken && kind != MapKind::Gate;
}

std::string nameOf(MapKind kind) {
    switch (kind) {
    case MapKind::TokenToToken:
        return "token-to-token";
    case MapKind::SourceToToken:
        return "source-to-token";
    case MapKind::BlockToBlock:
        return "block-to-block";
    case MapKind::TokenToGroup:
        return "token-to-group";
    case MapKind::Gate:
        return "gate";
    case MapKind::Sensitivity:
        return "sensitivity";
    }
    return {};
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

std::string valueNameOf(const AttentionMap& map) {
    return isAttention(map.kind) ? nameOf(map.stage) : nameOf(map.kind);
}

std::string estimateNote(const AttentionMap& map) {
    std::vector<float> errors;
    for (std::size_t k = 0; k < map.standardErrors.size(); ++k)
        if (map.values[k] > 0)
            errors.push_back(map.standardErrors[k] / map.values[k]);
    if (errors.empty())
        return {};
    const auto middle = errors.begin() + std::ptrdiff_t(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    std::ostringstream text;
    text << "estimated, median standard error " << std::setprecision(2) << 100 * *middle << " %";
    return text.str();
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

constexpr Real hidden = -std::numeric_limits<Real>::infinity();

/// A number for each key: the mask's, −∞ where it is hidden.
using Biases = Eigen::Matrix<Real, 1, Eigen::Dynamic>;

/// softmax over the visible keys, feature by feature; hidden keys and fully masked queries get 0. The features of a key
/// lie side by side, so the keys are the outer loop, and hidden ones cost nothing.
void softmaxRow(const Matrix& score, const Biases& bias, Matrix& weight) {
    const Index features = score.rows(), keys = score.cols();
    weight.setZero(features, keys);
    Vector top = Vector::Constant(features, hidden);
    for (Index k = 0; k < keys; ++k)
        if (bias(k) != hidden)
            top = top.array().max(score.col(k).array() + bias(k));
    const Eigen::Array<bool, Eigen::Dynamic, 1> seen = top.array() != hidden;
    top = seen.select(top, Vector::Zero(features));
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(features);
    for (Index k = 0; k < keys; ++k) {
        if (bias(k) == hidden)
            continue;
        weight.col(k) = (score.col(k).array() + bias(k) - top.array()).exp();
        sum += weight.col(k).cast<double>();
    }
    const Vector divisor = seen.select(sum.cast<Real>(), Vector::Ones(features));
    for (Index k = 0; k < keys; ++k)
        if (bias(k) != hidden)
            weight.col(k).array() /= divisor.array();
}

/// One number from those of a key's features.
template <class Column>
Real reduced(const Column& column, const FeatureChoice& choice) {
    switch (choice.kind) {
    case FeatureChoice::Kind::Maximum:
        return column.maxCoeff();
    case FeatureChoice::Kind::One:
        return column(choice.feature);
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

/// Appends one query's numbers, key by key.
void appendRow(AttentionMap& map, const Matrix& row) {
    if (map.features == row.rows())
        map.values.insert(map.values.end(), row.data(), row.data() + row.size());
    else
        for (Index k = 0; k < row.cols(); ++k)
            map.values.push_back(float(reduced(row.col(k), map.choice)));
}

} // namespace

static bool matches(const TraceRequest& request, int layer, int head) {
    return (!request.layer || *request.layer == layer) && (!request.head || *request.head == head);
}

bool Trace::wants(int layer, int head) const {
    return std::any_of(m_requests.begin(), m_requests.end(),
                       [&](const TraceRequest& request) { return matches(request, layer, head); });
}

void Trace::record(const Source& source, const ScoreRow& scoreRow) {
    for (const TraceRequest& request : m_requests)
        if (matches(request, source.layer, source.head))
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
    map.queryNames = source.queryNames;
    map.keyNames = source.keyNames;
    map.standardErrors = source.standardErrors;
    map.mechanismFeatures = source.features;
    map.choice = request.features.within(source.features);
    map.features = request.features.kind == FeatureChoice::Kind::All ? source.features : 1;

    const bool scores = request.scores && isAttention(source.kind);
    std::vector<AttentionMap> stages;
    if (scores)
        stages = {map, map};
    stages.push_back(map);
    const MapStage order[] = {MapStage::Score, MapStage::Masked, MapStage::Weight};
    for (std::size_t s = 0; s < stages.size(); ++s) {
        stages[s].stage = order[s + 3 - stages.size()];
        stages[s].values.reserve(std::size_t(map.queries * map.keys * map.features));
    }

    std::vector<std::uint8_t> visible;
    visible.reserve(std::size_t(source.queries * source.keys));
    Matrix score(source.features, source.keys), weight;
    Biases bias(source.keys);
    for (Index query = 0; query < source.queries; ++query) {
        scoreRow(query, score);
        for (Index key = 0; key < source.keys; ++key) {
            bias(key) = source.hides && source.hides(key, query) ? hidden
                        : source.mask                            ? source.mask->bias(key, query)
                                                                 : Real(0);
            visible.push_back(bias(key) != hidden);
        }
        if (isAttention(source.kind))
            softmaxRow(score, bias, weight);
        else
            weight = score;
        for (Index key = 0; source.fades && key < source.keys; ++key)
            weight.col(key) *= source.fades(key, query);
        if (scores) {
            appendRow(stages[0], score);
            appendRow(stages[1], score.rowwise() + bias);
        }
        appendRow(stages.back(), weight);
        if (m_tell)
            m_tell();
    }
    for (AttentionMap& stage : stages) {
        stage.visible = visible;
        m_maps.push_back(std::move(stage));
    }
}

} // namespace headlight
