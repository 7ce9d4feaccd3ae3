#include "nn/recurrent.h"

#include "autodiff/ops_dropout.h"
#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

/// Glorot's limit of the matrix [rows × (inputs + features)] that TensorFlow's cells keep in one.
double joinedLimit(Index inputs, Index features, Index rows) {
    return std::sqrt(6.0 / double(inputs + features + rows));
}

Parameter& gateWeight(const Builder& builder, const char* part, Index rows, Index inputs, double limit) {
    return builder.part(part).uniform("weight", Parameter::Kind::Weight, rows, inputs, limit);
}

/// Draws GRU weights within the limit of the gates, and brings the candidate's rows to theirs.
Parameter& gruWeight(const Builder& builder, const char* part, Index columns, Index inputs, Index features,
                     GruReset reset) {
    if (reset == GruReset::After)
        return gateWeight(builder, part, 3 * features, columns, 1 / std::sqrt(double(features)));
    const double gates = joinedLimit(inputs, features, 2 * features),
                 candidate = joinedLimit(inputs, features, features);
    Parameter& weight = gateWeight(builder, part, 3 * features, columns, gates);
    for (auto column : weight.value.colwise())
        column.tail(features) *= Real(candidate / gates);
    return weight;
}

Parameter& gruBias(const Builder& builder, const std::string& name, Index features, GruReset reset) {
    if (reset == GruReset::After)
        return builder.uniform(name, Parameter::Kind::Bias, 3 * features, 1, 1 / std::sqrt(double(features)));
    Parameter& bias = builder.bias(name, 3 * features);
    for (auto column : bias.value.colwise())
        column.head(2 * features).setOnes();
    return bias;
}

} // namespace

Lstm::Lstm(const Builder& builder, Index inputs, Index features, Linear::Bias bias)
    : m_input(gateWeight(builder, "input", 4 * features, inputs, joinedLimit(inputs, features, 4 * features))),
      m_recurrent(
          gateWeight(builder, "recurrent", 4 * features, features, joinedLimit(inputs, features, 4 * features))) {
    if (bias == Linear::Bias::No)
        return;
    m_bias = &builder.bias("bias", 4 * features);
    for (auto column : m_bias->value.colwise())
        column.segment(2 * features, features).setOnes();
}

void Lstm::forwardInto(Var result, Context& context, Var x, double keep, bool reversed) const {
    Tape& tape = context.tape();
    lstmInto(result, {x, tape.parameter(m_input), context.dropout(keep)}, m_bias ? tape.parameter(*m_bias) : Var(),
             tape.parameter(m_recurrent), context.layout(), reversed);
}

Gru::Gru(const Builder& builder, Index inputs, Index features, GruReset reset)
    : m_reset(reset), m_input(gruWeight(builder, "input", inputs, inputs, features, reset)),
      m_recurrent(gruWeight(builder, "recurrent", features, inputs, features, reset)),
      m_bias(gruBias(builder, "bias", features, reset)) {
    if (reset == GruReset::After)
        m_recurrentBias = &gruBias(builder, "recurrent_bias", features, reset);
}

void Gru::forwardInto(Var result, Context& context, Var x, double keep, bool reversed) const {
    Tape& tape = context.tape();
    gruInto(result, {x, tape.parameter(m_input), context.dropout(keep)}, tape.parameter(m_bias),
            tape.parameter(m_recurrent), m_recurrentBias ? tape.parameter(*m_recurrentBias) : Var(), m_reset,
            context.layout(), reversed);
}

Sru::Sru(const Builder& builder, Index inputs, Index features)
    : m_map(builder.part("map").weight("weight", 3 * features, features)), m_bias(builder.bias("bias", 2 * features)) {
    if (inputs != features)
        throw std::invalid_argument("Sru: expected as many inputs as features, got " + std::to_string(inputs) +
                                    " and " + std::to_string(features));
}

void Sru::forwardInto(Var result, Context& context, Var x, double keep, bool reversed) const {
    Tape& tape = context.tape();
    const Var map = affine({{x, tape.parameter(m_map), context.dropout(keep)}}, {});
    const Var input = dropped(x, context.dropout(keep));
    sruInto(result, input, dropped(map, context.dropout(keep)), tape.parameter(m_bias), context.layout(), reversed);
}

} // namespace headlight
