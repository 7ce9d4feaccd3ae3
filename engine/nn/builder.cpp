#include "nn/builder.h"

#include <cmath>

namespace headlight {

namespace {

/// FNV-1a: the same on every machine, unlike std::hash.
std::uint64_t hashOf(const std::string& text) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : text)
        hash = (hash ^ std::uint64_t(static_cast<unsigned char>(c))) * 0x100000001B3u;
    return hash;
}

} // namespace

Builder Builder::part(const std::string& name) const {
    Builder builder = *this;
    builder.m_path = pathOf(name);
    return builder;
}

Parameter& Builder::weight(const std::string& name, Index outputs, Index inputs, Index heads) const {
    return uniform(name, Parameter::Kind::Weight, heads * outputs, inputs, std::sqrt(6.0 / double(inputs + outputs)));
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
