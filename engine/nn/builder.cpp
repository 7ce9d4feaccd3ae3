#include "nn/builder.h"

#include "core/hash.h"

#include <cmath>

namespace headlight {

namespace {

std::uint64_t hashOf(const std::string& text) {
    Fnv1a hash;
    hash.add(text);
    return hash.value();
}

} // namespace

Builder Builder::part(const std::string& name) const {
    Builder builder = *this;
    builder.m_path = pathOf(name);
    return builder;
}

Parameter& Builder::weight(const std::string& name, Index outputs, Index inputs, Index heads, Index joined) const {
    return uniform(name, Parameter::Kind::Weight, heads * outputs, inputs,
                   std::sqrt(6.0 / double(inputs + joined * outputs)));
}

Parameter& Builder::uniform(const std::string& name, Parameter::Kind kind, Index rows, Index columns,
                            double limit) const {
    Parameter& parameter = m_parameters.add(pathOf(name), kind, rows, columns);
    Random random(RandomKey(m_seed).with(hashOf(parameter.name)));
    for (Index k = 0; k < parameter.value.size(); ++k)
        parameter.value.data()[k] = Real(limit * (2 * random.uniform() - 1));
    return parameter;
}

Parameter& Builder::normal(const std::string& name, Parameter::Kind kind, Index rows, Index columns,
                           double deviation) const {
    Parameter& parameter = m_parameters.add(pathOf(name), kind, rows, columns);
    Random random(RandomKey(m_seed).with(hashOf(parameter.name)));
    for (Index k = 0; k < parameter.value.size(); ++k)
        parameter.value.data()[k] = Real(deviation * random.normal());
    return parameter;
}

Parameter& Builder::bias(const std::string& name, Index outputs, double start) const {
    Parameter& parameter = m_parameters.add(pathOf(name), Parameter::Kind::Bias, outputs, 1);
    parameter.value.setConstant(Real(start));
    return parameter;
}

Parameter& Builder::table(const std::string& name, Index width, Index entries) const {
    return m_parameters.add(pathOf(name), Parameter::Kind::Table, width, entries);
}

} // namespace headlight
