#include "train/bad_tensor.h"

namespace headlight {

namespace {

bool isFinite(const Real* numbers, Index count) {
    return Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>(numbers, count).isFinite().all();
}

/// The numbers of a gradient that this step has.
Index usedSize(const Parameter& parameter, const Gradients::Entry& entry) {
    if (!entry.touched)
        return 0;
    return parameter.kind == Parameter::Kind::Table ? entry.dense.rows() * Index(entry.columns.size())
                                                    : entry.dense.size();
}

/// The gradient that went bad first: backward reaches the last parameter first. Of finite ones, whose squares add up to
/// no number, the largest.
std::string badGradient(const Parameters& parameters, const Gradients& gradients) {
    std::string largest;
    Real top = -1;
    for (std::size_t p = parameters.size(); p-- > 0;) {
        const Index size = usedSize(parameters[p], gradients[p]);
        std::string name = "gradient of \"" + parameters[p].name + "\"";
        if (!isFinite(gradients[p].dense.data(), size))
            return name;
        const Real own =
            size == 0 ? 0 : Eigen::Map<const Vector>(gradients[p].dense.data(), size).cwiseAbs().maxCoeff();
        if (own > top) {
            top = own;
            largest = name;
        }
    }
    return largest;
}

} // namespace

std::string firstBadTensor(const Parameters& parameters, const Parameter* layer, const Gradients& gradients) {
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (!isFinite(parameters[p].value.data(), parameters[p].value.size()))
            return "parameter \"" + parameters[p].name + "\"";
    if (layer)
        return "the result of the layer of \"" + layer->name + "\"";
    return badGradient(parameters, gradients);
}

} // namespace headlight
