#include "train/optimizer.h"

#include <cmath>

namespace headlight {

namespace {

constexpr Index runLength = 32768; ///< numbers that a thread works on at a time

using Numbers = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
using ConstNumbers = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

/// A piece of a dense parameter.
struct Run {
    std::size_t parameter;
    Index begin, count;
};

std::vector<Run> denseRuns(const Parameters& parameters) {
    std::vector<Run> runs;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (parameters[p].kind != Parameter::Kind::Table)
            for (Index begin = 0; begin < parameters[p].value.size(); begin += runLength)
                runs.push_back({p, begin, std::min(runLength, parameters[p].value.size() - begin)});
    return runs;
}

} // namespace

double sumShards(std::vector<Gradients>& shards, const Parameters& parameters, double l2, ThreadPool& pool,
                 bool allDecay) {
    Gradients& sum = shards.front();
    std::vector<const Gradients*> others;
    for (std::size_t s = 1; s < shards.size(); ++s)
        others.push_back(&shards[s]);
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        if (parameters[p].kind != Parameter::Kind::Table && !sum[p].touched) {
            sum[p].dense.setZero();
            sum[p].touched = true;
        }
    }
    const std::vector<Run> runs = denseRuns(parameters);
    std::vector<double> squares(runs.size() + parameters.size(), 0.0);
    pool.forEach(int(runs.size()), [&](int r) {
        const Run& run = runs[std::size_t(r)];
        const Parameter& parameter = parameters[run.parameter];
        Numbers g(sum[run.parameter].dense.data() + run.begin, run.count);
        for (const Gradients* other : others)
            if ((*other)[run.parameter].touched)
                g += ConstNumbers((*other)[run.parameter].dense.data() + run.begin, run.count);
        if ((parameter.decays || allDecay) && l2 > 0)
            g += Real(l2) * ConstNumbers(parameter.value.data() + run.begin, run.count);
        squares[std::size_t(r)] = double(g.square().sum());
    });
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        if (parameters[p].kind != Parameter::Kind::Table)
            continue;
        for (const Gradients* other : others)
            for (std::size_t k = 0; k < (*other)[p].columns.size(); ++k)
                sum.addColumn(p, (*other)[p].columns[k], (*other)[p].dense.col(Index(k)).data());
        if (allDecay)
            for (std::size_t k = 0; k < sum[p].columns.size(); ++k)
                sum[p].dense.col(Index(k)) += Real(l2) * parameters[p].value.col(sum[p].columns[k]);
        squares[runs.size() + p] = double(sum[p].dense.leftCols(Index(sum[p].columns.size())).squaredNorm());
    }
    double total = 0;
    for (const double square : squares)
        total += square;
    return std::sqrt(total);
}

std::size_t Optimizer::arraysOf(const TrainOptions& options) {
    return options.optimizer != "sgd" ? 2 : options.momentum > 0 ? 1 : 0;
}

Optimizer::Optimizer(const Parameters& parameters, const TrainOptions& options)
    : m_method(options.optimizer == "adam"  ? Method::Adam
               : options.optimizer == "sgd" ? Method::Sgd
                                            : Method::Adadelta),
      m_momentum(Real(options.momentum)), m_state(parameters.size()) {
    for (std::size_t p = 0; p < parameters.size(); ++p)
        m_state[p].assign(arraysOf(options), Matrix::Zero(parameters[p].value.rows(), parameters[p].value.cols()));
}

void Optimizer::restart() {
    m_steps = 0;
    for (auto& arrays : m_state)
        for (Matrix& array : arrays)
            array.setZero();
}

void Optimizer::updateRun(Real* value, const Real* gradient, Real* first, Real* second, Index count, Real rate) const {
    Numbers w(value, count), a(first, first ? count : 0), b(second, second ? count : 0);
    const ConstNumbers g(gradient, count);
    switch (m_method) {
    case Method::Adadelta: {
        constexpr Real rho = Real(0.95), epsilon = Real(1e-8);
        for (Index k = 0; k < count; ++k) {
            const Real mean = a[k] = rho * a[k] + (1 - rho) * g[k] * g[k];
            const Real step = std::sqrt(b[k] + epsilon) / std::sqrt(mean + epsilon) * g[k];
            b[k] = rho * b[k] + (1 - rho) * step * step;
            w[k] -= rate * step;
        }
        break;
    }
    case Method::Adam: { // `rate` has the bias corrections in it
        constexpr Real beta1 = Real(0.9), beta2 = Real(0.999), epsilon = Real(1e-8);
        a = beta1 * a + (1 - beta1) * g;
        b = beta2 * b + (1 - beta2) * g.square();
        w -= rate * a / (b.sqrt() + epsilon);
        break;
    }
    case Method::Sgd:
        if (first)
            a = m_momentum * a + g;
        w -= rate * (first ? ConstNumbers(first, count) : g);
        break;
    }
}

void Optimizer::update(Parameters& parameters, const Gradients& gradients, double learningRate, double gradientScale,
                       ThreadPool& pool) {
    ++m_steps;
    double rate = learningRate;
    if (m_method == Method::Adam)
        rate *= std::sqrt(1 - std::pow(0.999, double(m_steps))) / (1 - std::pow(0.9, double(m_steps)));

    const auto apply = [&](std::size_t p, Index begin, const Real* gradient, Index count) {
        Eigen::Array<Real, Eigen::Dynamic, 1> scaled;
        if (gradientScale != 1) {
            scaled = ConstNumbers(gradient, count) * Real(gradientScale);
            gradient = scaled.data();
        }
        const auto memory = [&](std::size_t k) {
            return k < m_state[p].size() ? m_state[p][k].data() + begin : nullptr;
        };
        updateRun(parameters[p].value.data() + begin, gradient, memory(0), memory(1), count, Real(rate));
    };
    const std::vector<Run> runs = denseRuns(parameters);
    pool.forEach(int(runs.size()), [&](int r) {
        const Run& run = runs[std::size_t(r)];
        apply(run.parameter, run.begin, gradients[run.parameter].dense.data() + run.begin, run.count);
    });
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (parameters[p].kind == Parameter::Kind::Table)
            for (std::size_t k = 0; k < gradients[p].columns.size(); ++k)
                apply(p, gradients[p].columns[k] * parameters[p].value.rows(), gradients[p].dense.col(Index(k)).data(),
                      parameters[p].value.rows());
}

} // namespace headlight
