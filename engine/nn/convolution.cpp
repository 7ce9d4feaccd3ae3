#include "nn/convolution.h"

#include "autodiff/ops_convolution.h"

#include <cmath>

namespace headlight {

namespace {

double weightLimit(Convolution::First first, Index inputs, Index outputs, Index window) {
    const Index fans = first == Convolution::First::Glorot ? inputs + outputs : inputs * (1 + outputs);
    return std::sqrt(6 / (double(window) * double(fans)));
}

double biasLimit(Convolution::First first, Index outputs) {
    return first == Convolution::First::Glorot ? 0 : std::sqrt(3 / double(outputs));
}

} // namespace

const ChoiceNames<Convolution::First>& Convolution::firstNames() {
    static const ChoiceNames<First> names = {{First::Glorot, "glorot", "By Glorot's rule"},
                                             {First::Released, "released", "Released code"}};
    return names;
}

Convolution::Convolution(const Builder& builder, Index inputs, Index outputs, Index window, First first)
    : m_weight(builder.uniform("weight", Parameter::Kind::Weight, outputs, window * inputs,
                               weightLimit(first, inputs, outputs, window))),
      m_bias(builder.uniform("bias", Parameter::Kind::Bias, outputs, 1, biasLimit(first, outputs))) {}

Var Convolution::forward(Context& context, Var x, double keep, Activation activation) const {
    Tape& tape = context.tape();
    return convolution(x, tape.parameter(m_weight), tape.parameter(m_bias), context.layout(), context.dropout(keep),
                       activation);
}

void Convolution::forwardInto(Var result, Context& context, Var x, double keep, Activation activation) const {
    Tape& tape = context.tape();
    convolutionInto(result, x, tape.parameter(m_weight), tape.parameter(m_bias), context.layout(),
                    context.dropout(keep), activation);
}

void Convolution::largestInto(Var result, Context& context, Var x, const Dropout& dropout,
                              Activation activation) const {
    Tape& tape = context.tape();
    largestConvolutionInto(result, x, tape.parameter(m_weight), tape.parameter(m_bias), context.layout(), dropout,
                           activation);
}

} // namespace headlight
