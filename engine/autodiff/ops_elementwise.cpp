#include "autodiff/ops_elementwise.h"

#include "core/exponential.h"
#include "core/vectors.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace headlight {

namespace {

void checkSameShape(const char* op, Var a, Var b) {
    if (a.rows() != b.rows() || a.cols() != b.cols())
        throw std::invalid_argument(std::string(op) + ": expected equal shapes, got " + std::to_string(a.rows()) +
                                    " × " + std::to_string(a.cols()) + " and " + std::to_string(b.rows()) + " × " +
                                    std::to_string(b.cols()));
}

struct MixStep {
    Var score, result;
    std::span<const Var> values;

    Index width() const { return result.rows(); }
    Index count() const { return Index(values.size()); }
    const Var& value(Index g) const { return values[std::size_t(g)]; }
    /// Calls run(group, e^score) for each group over some features of one token, with the largest score taken out, and
    /// returns what the exponentials sum to: a softmax over the groups, feature by feature.
    template <class Part, class Run>
    Lane forExponentials(Index token, Part part, Run run) const;
    void forward() const;
    void backward() const;
};

template <class Part, class Run>
Lane MixStep::forExponentials(Index token, Part part, Run run) const {
    const Real* scores = score.value().col(token).data();
    Lane top = load(scores, part), sum = Lane::Zero();
    for (Index g = 1; g < count(); ++g)
        top = top.max(load(scores + g * width(), part));
    for (Index g = 0; g < count(); ++g) {
        const Lane exponential = (load(scores + g * width(), part) - top).unaryExpr(Exponential());
        sum += exponential;
        run(g, exponential);
    }
    return sum;
}

void MixStep::forward() const {
    std::vector<const Real*> v(values.size()); // of one token
    for (Index j = 0; j < result.cols(); ++j) {
        for (std::size_t g = 0; g < v.size(); ++g)
            v[g] = values[g].value().col(j).data();
        Real* y = result.value().col(j).data();
        forEachVector(width(), [&](auto part) {
            Lane mixed = Lane::Zero();
            const Lane sum = forExponentials(j, part, [&](Index g, const Lane& exponential) {
                mixed += exponential * load(v[std::size_t(g)], part);
            });
            store(y, part, mixed / sum);
        });
    }
}

void MixStep::backward() const {
    struct Group {
        const Real* v;
        Real* dV; ///< null where none is wanted
        Real* dScore;
        Real* exponentials;
    };
    Strided dScore = score.gradientToAddTo();
    for (const Var& v : values)
        if (v.needsGradient())
            v.gradientToAddTo();
    Tape::Scratch exponentials(result.tape(), width(), count());
    std::vector<Group> groups(values.size()); // of one token
    const auto addTo = [](Real* sum, auto part, const Lane& x) { store(sum, part, load(sum, part) + x); };
    for (Index j = 0; j < result.cols(); ++j) {
        for (Index g = 0; g < count(); ++g)
            groups[std::size_t(g)] = {value(g).value().col(j).data(),
                                      value(g).needsGradient() ? value(g).gradient().col(j).data() : nullptr,
                                      dScore.col(j).data() + g * width(), exponentials.col(g).data()};
        const Real *y = result.value().col(j).data(), *dY = result.gradient().col(j).data();
        forEachVector(width(), [&](auto part) {
            const Lane sum = forExponentials(j, part, [&](Index g, const Lane& exponential) {
                store(groups[std::size_t(g)].exponentials, part, exponential);
            });
            const Lane mixed = load(y, part), dEach = load(dY, part) / sum;
            for (const Group& group : groups) {
                const Lane dValue = load(group.exponentials, part) * dEach;
                if (group.dV)
                    addTo(group.dV, part, dValue);
                addTo(group.dScore, part, dValue * (load(group.v, part) - mixed));
            }
        });
    }
}

} // namespace

Var add(Var a, Var b) {
    checkSameShape("add", a, b);
    Var y = a.tape().make(a.rows(), a.cols(), a.needsGradient() || b.needsGradient());
    y.value() = a.value() + b.value();
    a.tape().record(y, [a, b, y] {
        a.addGradient(y.gradient());
        b.addGradient(y.gradient());
    });
    return y;
}

Var addBias(Var x, Var bias) {
    if (bias.rows() != x.rows() || bias.cols() != 1)
        throw std::invalid_argument("addBias: expected a bias of " + std::to_string(x.rows()) + " × 1, got " +
                                    std::to_string(bias.rows()) + " × " + std::to_string(bias.cols()));
    Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient() || bias.needsGradient());
    y.value() = x.value().colwise() + bias.value().col(0);
    x.tape().record(y, [x, bias, y] {
        x.addGradient(y.gradient());
        bias.addGradient(y.gradient().rowwise().sum());
    });
    return y;
}

Var scaleRows(Var x, Var factors) {
    if (factors.rows() != x.rows() || factors.cols() != 1)
        throw std::invalid_argument("scaleRows: expected factors of " + std::to_string(x.rows()) + " × 1, got " +
                                    std::to_string(factors.rows()) + " × " + std::to_string(factors.cols()));
    Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient() || factors.needsGradient());
    y.value() = x.value().array().colwise() * factors.value().col(0).array();
    x.tape().record(y, [x, factors, y] {
        x.addGradient((y.gradient().array().colwise() * factors.value().col(0).array()).matrix());
        factors.addGradient(y.gradient().cwiseProduct(x.value()).rowwise().sum());
    });
    return y;
}

Var activated(Var x, Activation activation) {
    Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient());
    y.value() = x.value();
    activate(activation, y.value().data(), x.rows() * x.cols());
    x.tape().record(y, [x, y, activation] {
        // The gradient of the result is nobody else's any more.
        Strided d = y.gradient();
        if (derivativeNeedsInput(activation)) {
            for (Index j = 0; j < d.cols(); ++j)
                multiplyByDerivative(activation, x.value().col(j).data(), d.col(j).data(), d.rows());
        } else {
            multiplyByDerivative(activation, y.value().data(), d.data(), d.rows() * d.cols());
        }
        x.addGradient(d);
    });
    return y;
}

Var multiply(Var a, Var b) {
    checkSameShape("multiply", a, b);
    Var y = a.tape().make(a.rows(), a.cols(), a.needsGradient() || b.needsGradient());
    y.value() = a.value().cwiseProduct(b.value());
    a.tape().record(y, [a, b, y] {
        a.addGradient(y.gradient().cwiseProduct(b.value()));
        b.addGradient(y.gradient().cwiseProduct(a.value()));
    });
    return y;
}

void scaleInto(Var y, Var a, Real factor) {
    checkSameShape("scale", a, y);
    y.value() = factor * a.value();
    y.tape().record(y, [a, y, factor] { a.addGradient(factor * y.gradient()); });
}

Var scale(Var a, Real factor) {
    Var y = a.tape().make(a.rows(), a.cols(), a.needsGradient());
    scaleInto(y, a, factor);
    return y;
}

Var weightedSum(Var a, const Matrix& weights) {
    if (weights.rows() != a.rows() || weights.cols() != a.cols())
        throw std::invalid_argument("weightedSum: expected a weight for every number");
    Var sum = a.tape().make(1, 1, a.needsGradient());
    sum.value()(0, 0) = a.value().cwiseProduct(weights).sum();
    a.tape().record(sum, [a, sum, w = &weights] { a.addGradient(sum.gradient()(0, 0) * *w); });
    return sum;
}

Var gatedLinear(Var a, Var b) {
    checkSameShape("gatedLinear", a, b);
    Var y = a.tape().make(a.rows(), a.cols(), a.needsGradient() || b.needsGradient());
    y.value().array() = a.value().array() * b.value().array().logistic();
    a.tape().record(y, [a, b, y] {
        const auto gate = b.value().array().logistic();
        a.addGradient((y.gradient().array() * gate).matrix());
        b.addGradient((y.gradient().array() * y.value().array() * (1 - gate)).matrix());
    });
    return y;
}

void gatedInto(Var y, Var gate, Var a, Var b) {
    checkSameShape("gated", gate, a);
    checkSameShape("gated", gate, b);
    checkSameShape("gated", gate, y);
    y.value() = b.value() + gate.value().cwiseProduct(a.value() - b.value());
    y.tape().record(y, [gate, a, b, y] {
        const Strided d = y.gradient();
        gate.addGradient(d.cwiseProduct(a.value() - b.value()));
        a.addGradient(d.cwiseProduct(gate.value()));
        b.addGradient((d.array() * (1 - gate.value().array())).matrix());
    });
}

Var gated(Var gate, Var a, Var b) {
    Var y = a.tape().make(a.rows(), a.cols(), gate.needsGradient() || a.needsGradient() || b.needsGradient());
    gatedInto(y, gate, a, b);
    return y;
}

Var mixBySoftmax(Var score, std::span<const Var> values) {
    bool needed = score.needsGradient();
    for (const Var& value : values) {
        checkSameShape("mixBySoftmax", values.front(), value);
        needed = needed || value.needsGradient();
    }
    if (values.empty() || score.rows() != Index(values.size()) * values.front().rows() ||
        score.cols() != values.front().cols())
        throw std::invalid_argument("mixBySoftmax: expected a score for each row of " + std::to_string(values.size()) +
                                    " values, got " + std::to_string(score.rows()) + " × " +
                                    std::to_string(score.cols()));
    Tape& tape = score.tape();
    Var* kept = tape.arena().allocate<Var>(Index(values.size()));
    std::copy(values.begin(), values.end(), kept);
    const MixStep step{score, tape.make(values.front().rows(), score.cols(), needed), {kept, values.size()}};
    step.forward();
    tape.record(step.result, [step] { step.backward(); });
    return step.result;
}

} // namespace headlight
