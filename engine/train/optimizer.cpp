#include "train/optimizer.h"

#include "core/error.h"

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

double sumShards(std::vector<Gradients>& shards, const Parameters& parameters, double l2, ThreadPool& pool) {
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
        if (parameter.decays && l2 > 0)
            g += Real(l2) * ConstNumbers(parameter.value.data() + run.begin, run.count);
        squares[std::size_t(r)] = double(g.square().sum());
    });
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        if (parameters[p].kind != Parameter::Kind::Table)
            continue;
        for (const Gradients* other : others)
            for (std::size_t k = 0; k < (*other)[p].columns.size(); ++k)
                sum.addColumn(p, (*other)[p].columns[k], (*other)[p].dense.col(Index(k)).data());
        squares[runs.size() + p] = double(sum[p].dense.leftCols(Index(sum[p].columns.size())).squaredNorm());
    }
    double total = 0;
    for (const double square : squares)
        total += square;
    return std::sqrt(total);
}

const std::vector<OptimizerRow>& optimizerRows() {
    using Rule = OptimizerRow::Rule;
    using Absent = AbsentSteps::Method;
    static const std::vector<OptimizerRow> rows = {
        {"adadelta", "Adadelta", Rule::Adadelta, "ρ 0.95, ε 1e-8, as TensorFlow 1 defines it", "0.5", std::nullopt},
        {"adadelta6", "Adadelta (1e-6)", Rule::Adadelta,
         "Adadelta with ρ 0.95, ε 1e-6, as MTSA trains on semantic roles", "1", std::nullopt, adam::beta2, 1e-6},
        {"adam", "Adam", Rule::Adam, "0.9, 0.999, ε 1e-8, as TensorFlow 1 defines it", "0.001", Absent::Adam},
        {"adam98", "Adam (0.98)", Rule::Adam, "Adam with 0.9, 0.98, ε 1e-9, as Vaswani et al. train the Transformer",
         "0.001", Absent::Adam, 0.98, 1e-9},
        {"sgd", "SGD", Rule::Sgd, "with momentum", "0.05", Absent::Sgd},
    };
    return rows;
}

const OptimizerRow& optimizerRow(const std::string& id) {
    for (const OptimizerRow& row : optimizerRows())
        if (row.id == id)
            return row;
    throw Error("unknown optimizer \"" + printable(id, 80) + "\"." + advice(id, optimizerIds()));
}

std::vector<std::string> optimizerIds() {
    std::vector<std::string> ids;
    for (const OptimizerRow& row : optimizerRows())
        ids.push_back(row.id);
    return ids;
}

std::vector<ChoiceId> optimizerChoices() {
    std::vector<ChoiceId> choices;
    for (const OptimizerRow& row : optimizerRows())
        choices.push_back({row.id, row.label});
    return choices;
}

std::vector<std::string> denseOptimizerIds() {
    std::vector<std::string> ids;
    for (const OptimizerRow& row : optimizerRows())
        if (row.absent)
            ids.push_back(row.id);
    return ids;
}

std::size_t Optimizer::arraysOf(const TrainOptions& options) {
    switch (optimizerRow(options.optimizer).rule) {
    case OptimizerRow::Rule::Adadelta:
    case OptimizerRow::Rule::Adam:
        return 2;
    case OptimizerRow::Rule::Sgd:
        return options.momentum > 0 ? 1 : 0;
    }
    throw std::logic_error("an optimizer's rule without a number of arrays");
}

Optimizer::Optimizer(const Parameters& parameters, const TrainOptions& options, const Check& check)
    : m_row(optimizerRow(options.optimizer)), m_momentum(Real(options.momentum)),
      m_decay(options.decay == TrainOptions::Decay::All ? Real(options.l2) : 0), m_arrays(arraysOf(options)),
      m_missesSteps(!options.lazy && ((m_row.absent == AbsentSteps::Method::Adam && hasClosedForm()) ||
                                      (m_row.absent == AbsentSteps::Method::Sgd && (m_momentum > 0 || m_decay > 0)))),
      m_everyColumn(!options.lazy && m_row.absent != AbsentSteps::Method::Sgd && !hasClosedForm()),
      m_absent(m_row.absent.value_or(AbsentSteps::Method::Sgd), options.momentum, double(m_decay)),
      m_state(parameters.size()) {
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        if (check)
            check();
        const Matrix& value = parameters[p].value;
        m_state[p].assign(m_arrays, Matrix::Zero(value.rows(), value.cols()));
        if (missesSteps(parameters[p]))
            m_state[p].push_back(Matrix::Zero(1, value.cols()));
    }
}

void Optimizer::restart() {
    m_steps = 0;
    m_absent.clear();
    for (auto& arrays : m_state)
        for (Matrix& array : arrays)
            array.setZero();
}

bool Optimizer::resumeAt(std::int64_t steps, std::vector<double> rates) {
    if (steps < 0 || rates.size() > std::size_t(std::min<std::int64_t>(steps, AbsentSteps::most)))
        return false;
    for (const double rate : rates)
        if (!std::isfinite(rate) || rate < 0)
            return false;
    for (const auto& arrays : m_state)
        if (arrays.size() > m_arrays)
            for (const Real had : arrays.back().reshaped())
                if (!(had >= 0 && had <= Real(rates.size())) || had != std::floor(had))
                    return false;
    m_steps = steps;
    m_absent.setRates(std::move(rates));
    return true;
}

void Optimizer::bringUp(Parameter& table, Index column) {
    Real& had = m_state[table.index].back()(0, column);
    const Index rows = table.value.rows(), begin = column * rows;
    m_absent.makeUp(int(had), table.value.data() + begin, memory(table.index, 0, begin), memory(table.index, 1, begin),
                    rows);
    had = Real(m_absent.size());
}

void Optimizer::bringUp(Parameters& parameters, const Parameter& table, const std::vector<int>& columns) {
    if (!missesSteps(table))
        return;
    for (const int column : columns)
        if (column >= table.trainBegin && column < table.trainEnd)
            bringUp(parameters[table.index], column);
}

void Optimizer::bringUpAll(Parameters& parameters, ThreadPool& pool) {
    constexpr Index columnsAtATime = 512;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        if (!missesSteps(parameters[p]))
            continue;
        Parameter& table = parameters[p];
        const Index pieces = (table.trainEnd - table.trainBegin + columnsAtATime - 1) / columnsAtATime;
        pool.forEach(int(pieces), [&](int piece) {
            const Index begin = table.trainBegin + piece * columnsAtATime;
            for (Index column = begin; column < std::min(begin + columnsAtATime, table.trainEnd); ++column)
                bringUp(table, column);
        });
        m_state[p].back().setZero();
    }
    m_absent.clear();
}

void Optimizer::updateRun(Real* value, const Real* gradient, Real* first, Real* second, Index count, Real rate) const {
    Numbers w(value, count), a(first, first ? count : 0), b(second, second ? count : 0);
    const ConstNumbers g(gradient, count);
    switch (m_row.rule) {
    case OptimizerRow::Rule::Adadelta: {
        const Real rho = Real(0.95), epsilon = Real(m_row.epsilon);
        for (Index k = 0; k < count; ++k) {
            const Real mean = a[k] = rho * a[k] + (1 - rho) * g[k] * g[k];
            const Real step = std::sqrt(b[k] + epsilon) / std::sqrt(mean + epsilon) * g[k];
            b[k] = rho * b[k] + (1 - rho) * step * step;
            w[k] -= rate * step;
        }
        break;
    }
    case OptimizerRow::Rule::Adam: { // `rate` has the bias corrections in it
        const Real beta1 = Real(adam::beta1), beta2 = Real(m_row.beta2);
        a = beta1 * a + (1 - beta1) * g;
        b = beta2 * b + (1 - beta2) * g.square();
        w -= rate * a / (b.sqrt() + Real(m_row.epsilon));
        break;
    }
    case OptimizerRow::Rule::Sgd:
        if (first)
            a = m_momentum * a + g;
        w -= rate * (first ? ConstNumbers(first, count) : g);
        break;
    }
}

double Optimizer::correctedRate(double learningRate) const {
    switch (m_row.rule) {
    case OptimizerRow::Rule::Adam: // for moments that began as zeros
        return learningRate *
               (std::sqrt(1 - std::pow(m_row.beta2, double(m_steps))) / (1 - std::pow(adam::beta1, double(m_steps))));
    case OptimizerRow::Rule::Adadelta:
    case OptimizerRow::Rule::Sgd:
        return learningRate;
    }
    throw std::logic_error("an optimizer's rule without a rate");
}

void Optimizer::update(Parameters& parameters, const Gradients& gradients, double learningRate, double gradientScale,
                       ThreadPool& pool) {
    if (m_absent.size() == AbsentSteps::most)
        bringUpAll(parameters, pool);
    ++m_steps;
    const double rate = correctedRate(learningRate);

    const std::vector<Run> runs = denseRuns(parameters);
    pool.forEach(int(runs.size()), [&](int r) {
        const auto [p, begin, count] = runs[std::size_t(r)];
        Real* value = parameters[p].value.data() + begin;
        const Real* gradient = gradients[p].dense.data() + begin;
        Eigen::Array<Real, Eigen::Dynamic, 1> changed;
        if (gradientScale != 1 || m_decay > 0) {
            changed = ConstNumbers(gradient, count) * Real(gradientScale) + m_decay * ConstNumbers(value, count);
            gradient = changed.data();
        }
        updateRun(value, gradient, memory(p, 0, begin), memory(p, 1, begin), count, Real(rate));
    });
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (parameters[p].kind == Parameter::Kind::Table)
            updateTable(parameters[p], gradients[p], Real(rate), Real(gradientScale), pool);
    if (m_missesSteps)
        m_absent.add(rate);
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (missesSteps(parameters[p]))
            for (const Index column : gradients[p].columns)
                m_state[p].back()(0, column) = Real(m_absent.size());
}

void Optimizer::updateTable(Parameter& table, const Gradients::Entry& gradient, Real rate, Real gradientScale,
                            ThreadPool& pool) {
    const Index rows = table.value.rows();
    const auto update = [&](Index column, const Vector& g) {
        const Index begin = column * rows;
        updateRun(table.value.data() + begin, g.data(), memory(table.index, 0, begin), memory(table.index, 1, begin),
                  rows, rate);
    };
    std::vector<bool> has(m_everyColumn ? std::size_t(table.value.cols()) : 0, false);
    for (std::size_t k = 0; k < gradient.columns.size(); ++k) {
        const Index column = gradient.columns[k];
        if (missesSteps(table))
            bringUp(table, column);
        update(column, gradientScale * gradient.dense.col(Index(k)) + m_decay * table.value.col(column));
        if (m_everyColumn)
            has[std::size_t(column)] = true;
    }
    if (m_everyColumn)
        pool.forEach(int(table.trainEnd - table.trainBegin), [&](int k) {
            if (const Index column = table.trainBegin + k; !has[std::size_t(column)])
                update(column, m_decay * table.value.col(column));
        });
}

} // namespace headlight
