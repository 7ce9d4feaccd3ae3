#pragma once

#include "autodiff/parameter.h"
#include "core/random.h"

#include <string>

namespace headlight {

/// Makes parameters under a dotted path and draws their first values. The numbers depend on the seed and the full name
/// only, so a change elsewhere in a model does not change them.
class Builder {
public:
    Builder(Parameters& parameters, std::uint64_t seed) : m_parameters(parameters), m_seed(seed) {}

    /// The builder of the part `name`: its parameters are called "path.name.…".
    Builder part(const std::string& name) const;

    /// Glorot-uniform, ±√(6 / (inputs + outputs)): TensorFlow 1's default, which the papers' code relies on. A stack of
    /// heads [heads·outputs × inputs] gives each head the limit of its own [outputs × inputs]. One of `joined` maps of
    /// the same input gets the limit of them all as one, ±√(6 / (inputs + joined·outputs)).
    Parameter& weight(const std::string& name, Index outputs, Index inputs, Index heads = 1, Index joined = 1) const;
    Parameter& bias(const std::string& name, Index outputs, double start = 0) const;
    /// First values between −limit and limit, where a paper's code draws other than by the rules above.
    Parameter& uniform(const std::string& name, Parameter::Kind kind, Index rows, Index columns, double limit) const;
    /// First values with mean 0 and that standard deviation.
    Parameter& normal(const std::string& name, Parameter::Kind kind, Index rows, Index columns, double deviation) const;
    /// Left at zero: an embedding fills it from its vectors.
    Parameter& table(const std::string& name, Index width, Index entries) const;

private:
    std::string pathOf(const std::string& name) const { return m_path.empty() ? name : m_path + "." + name; }
    Parameters& m_parameters;
    std::uint64_t m_seed;
    std::string m_path;
};

} // namespace headlight
