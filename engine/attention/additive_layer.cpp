#include "attention/additive_layer.h"

#include "attention/additive.h"
#include "attention/multi_dim.h"

#include <cmath>

namespace headlight {

namespace {

constexpr Real c = 5; // the papers' scalar in c·tanh(·/c)

Index rowsOf(const AdditiveLayer::Options& options) {
    return options.scalar ? 1 : options.features;
}

} // namespace

AdditiveLayer::AdditiveLayer(const Builder& builder, const Options& options)
    : m_options(options), m_key(map(builder, "key.weight")), m_query(map(builder, "query.weight")),
      m_bias(builder.bias("score_bias", rowsOf(options))) {}

Parameter& AdditiveLayer::map(const Builder& builder, const char* name) const {
    const Index rows = rowsOf(m_options), d = m_options.features;
    if (m_options.oneMatrix)
        return builder.uniform(name, Parameter::Kind::Weight, rows, d, std::sqrt(6.0 / double(2 * rows + d)));
    Parameter& weight = builder.weight(name, rows, d);
    weight.decays = false;
    return weight;
}

AdditiveLayer::Scores AdditiveLayer::scores(Context& context, Var h) const {
    Tape& tape = context.tape();
    const Dropout shared = context.dropout(m_options.keep);
    return {affine({{h, tape.parameter(m_key), shared}}, {}),
            affine({{h, tape.parameter(m_query), shared}}, {tape.parameter(m_bias)})};
}

void AdditiveLayer::record(const Context& context, const Scores& scores, int head, const std::string& label,
                           const HeadMask& mask, MapPart part, const std::vector<std::string>& names) const {
    Trace* trace = context.trace();
    if (!trace)
        return;
    const auto key = std::make_shared<const Matrix>(scores.key.value());
    const auto query = std::make_shared<const Matrix>(scores.query.value());
    trace->record({.address = context.head(part, head),
                   .label = label,
                   .queries = key->cols(),
                   .keys = key->cols(),
                   .features = key->rows(),
                   .mask = mask,
                   .queryNames = names,
                   .keyNames = names,
                   .scores = [key, query](Index first, Index queries, Matrix& numbers) {
                       for (Index j = 0; j < queries; ++j) {
                           MatrixMap score(numbers.col(j).data(), key->rows(), key->cols());
                           score = key->colwise() + query->col(first + j);
                           score = c * (score.array() / c).tanh();
                       }
                   }});
}

Var AdditiveLayer::attend(const Scores& scores, Var h, const Layout& layout, const HeadMask& mask) const {
    if (m_options.scalar)
        return additiveAttention(scores.key, scores.query, h, layout, mask, c);
    return m_options.fused ? multiDimAttention(scores.key, scores.query, h, layout, mask, c)
                           : multiDimAttentionReference(scores.key, scores.query, h, layout, mask, c);
}

} // namespace headlight
