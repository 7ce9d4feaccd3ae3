#include "attention/multi_dim.h"

#include "attention/forced_cells.h"
#include "core/exponential.h"
#include "core/vectors.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace headlight {

namespace {

using Lanes = Eigen::Map<Eigen::Array<Real, lanes, Eigen::Dynamic>, lanes * sizeof(Real)>; // every column is aligned
constexpr Real hidden = -std::numeric_limits<Real>::infinity();

/// Copies the features [feature, feature + lanes) of one sequence side by side; those past the last are zero.
template <class From>
void gather(const From& from, Index feature, Lanes to) {
    const Index rows = std::min(lanes, from.rows() - feature);
    if (rows < lanes)
        to.setZero();
    for (Index i = 0; i < to.cols(); ++i)
        to.col(i).head(rows) = from.col(i).segment(feature, rows).array();
}

template <class To>
void scatterAdd(const Lanes& from, Index feature, To to) {
    const Index rows = std::min(lanes, to.rows() - feature);
    for (Index i = 0; i < from.cols(); ++i)
        to.col(i).segment(feature, rows).array() += from.col(i).head(rows);
}

struct MultiDimStep {
    Var key, query, value, result;
    const Layout* layout;
    const HeadMask* mask;
    Real c;
    MatrixMap sums;   ///< Σ_i exp(f − c), like the result; 0 where nothing is visible
    MatrixMap biasAt; ///< [distances × 1], what the mask adds; empty when it adds nothing

    Lanes lanesOf(MatrixMap& memory, Index slot, Index n) const {
        return Lanes(memory.data() + slot * n * lanes, lanes, n);
    }
    /// Keys and queries become e^(2x/c): with A and B of them, (1 − tanh((key + query) / c)) / 2 = 1 / (1 + AB), which
    /// loses no digits however large both are. Unless A or B were out of range, far beyond an honest |x|: then they
    /// stay as they are, and true is returned.
    bool prepare(Lanes& s, Lanes& t) const {
        const Real limit = c / 4 * std::log(std::numeric_limits<Real>::max());
        if ((s.abs() > limit).any() || (t.abs() > limit).any())
            return true;
        s = (s * (2 / c)).exp();
        t = (t * (2 / c)).exp();
        return false;
    }
    /// run(complement), where complement(factor, s, t) is `factor` (1 − tanh((key + query) / c)) / 2 of what prepare()
    /// made. Two kinds of loop, for a choice inside would cost a tenth of its time.
    template <class Run>
    void withComplement(bool extreme, Run run) const {
        if (extreme)
            run([this](Real factor, const Lane& s, const Lane& t) -> Lane {
                return factor / 2 * (1 - ((s + t) / c).tanh());
            });
        else
            run([](Real factor, const Lane& s, const Lane& t) -> Lane { return factor / (1 + s * t); });
    }
    /// Biases of one query over its keys, less their largest, so that far keys alone do not vanish. False: none is
    /// visible.
    bool biases(Index j, Index n, Mask::Interval& keys, Vector& bias) const;
    void forward(Index sequence, Index feature, MatrixMap& memory);
    void backward(Index sequence, Index feature, MatrixMap& memory) const;
    /// run(sequence, feature, memory) with room for `slots` lanes of a sequence. Lanes write to features of their own,
    /// so any of them may run at once.
    template <class Run>
    void forEachRun(Index slots, Run run) const;
    void backwardAll() const;
};

bool MultiDimStep::biases(Index j, Index n, Mask::Interval& keys, Vector& bias) const {
    keys = mask->visibleKeys(j, n);
    if (keys.begin >= keys.end)
        return false;
    if (mask->isPlainInterval())
        return true;
    Real top = hidden;
    for (Index i = keys.begin; i < keys.end; ++i) {
        bias(i) = mask->visible(i, j) ? biasAt(std::abs(i - j), 0) : hidden;
        top = std::max(top, bias(i));
    }
    if (top == hidden)
        return false;
    for (Index i = keys.begin; i < keys.end; ++i)
        bias(i) = std::exp(bias(i) - top);
    return true;
}

void MultiDimStep::forward(Index sequence, Index feature, MatrixMap& memory) {
    const Index begin = layout->begin(sequence), n = layout->length(sequence);
    Lanes s = lanesOf(memory, 0, n), t = lanesOf(memory, 1, n), v = lanesOf(memory, 2, n);
    gather(key.value().middleCols(begin, n), feature, s);
    gather(query.value().middleCols(begin, n), feature, t);
    gather(value.value().middleCols(begin, n), feature, v);
    const bool extreme = prepare(s, t);
    const Index rows = std::min(lanes, value.rows() - feature);
    const Real steepness = -2 * c * std::numbers::log2e_v<Real>; // e^(c tanh − c) = 2^(steepness (1 − tanh) / 2)
    const bool plain = mask->isPlainInterval();
    Vector bias(plain ? 0 : n);
    Mask::Interval keys;
    withComplement(extreme, [&](auto complement) {
        for (Index j = 0; j < n; ++j) {
            result.tape().check();
            Lane sum = Lane::Zero(), weighted = Lane::Zero();
            if (biases(j, n, keys, bias)) {
                const Lane tj = t.col(j);
                for (Index i = keys.begin; i < keys.end; ++i) {
                    Lane e = complement(steepness, s.col(i), tj).unaryExpr(PowerOfTwo());
                    if (!plain)
                        e *= bias(i);
                    sum += e;
                    weighted += e * v.col(i);
                }
                weighted /= sum;
            }
            sums.col(begin + j).segment(feature, rows).array() = sum.head(rows);
            result.value().col(begin + j).segment(feature, rows).array() = weighted.head(rows);
        }
    });
}

void MultiDimStep::backward(Index sequence, Index feature, MatrixMap& memory) const {
    const Index begin = layout->begin(sequence), n = layout->length(sequence);
    Lanes s = lanesOf(memory, 0, n), t = lanesOf(memory, 1, n), v = lanesOf(memory, 2, n);
    Lanes ds = lanesOf(memory, 3, n), dt = lanesOf(memory, 4, n), dv = lanesOf(memory, 5, n);
    Lanes sum = lanesOf(memory, 6, n), out = lanesOf(memory, 7, n), dOut = lanesOf(memory, 8, n);
    gather(key.value().middleCols(begin, n), feature, s);
    gather(query.value().middleCols(begin, n), feature, t);
    gather(value.value().middleCols(begin, n), feature, v);
    gather(sums.middleCols(begin, n), feature, sum);
    gather(result.value().middleCols(begin, n), feature, out);
    gather(result.gradient().middleCols(begin, n), feature, dOut);
    const bool extreme = prepare(s, t);
    ds.setZero();
    dv.setZero();
    const Real steepness = -2 * c * std::numbers::log2e_v<Real>; // e^(c tanh − c) = 2^(steepness (1 − tanh) / 2)
    const bool plain = mask->isPlainInterval();
    Vector bias(plain ? 0 : n);
    Mask::Interval keys;
    withComplement(extreme, [&](auto complement) {
        for (Index j = 0; j < n; ++j) {
            result.tape().check();
            Lane dtj = Lane::Zero();
            if (biases(j, n, keys, bias)) {
                const Lane tj = t.col(j), outj = out.col(j);
                // Lanes past the last feature have a sum of their own, so nothing is divided by zero.
                const Lane scaled = dOut.col(j) / sum.col(j).max(std::numeric_limits<Real>::min());
                for (Index i = keys.begin; i < keys.end; ++i) {
                    const Lane r = complement(1, s.col(i), tj);
                    Lane e = (steepness * r).unaryExpr(PowerOfTwo()) * scaled;
                    if (!plain)
                        e *= bias(i);
                    dv.col(i) += e;
                    const Lane d = e * (v.col(i) - outj) * (r * (1 - r)); // a quarter of the gradient
                    ds.col(i) += d;
                    dtj += d;
                }
            }
            dt.col(j) = 4 * dtj;
        }
    });
    ds *= 4;
    scatterAdd(ds, feature, key.gradientToAddTo().middleCols(begin, n));
    scatterAdd(dt, feature, query.gradientToAddTo().middleCols(begin, n));
    scatterAdd(dv, feature, value.gradientToAddTo().middleCols(begin, n));
}

template <class Run>
void MultiDimStep::forEachRun(Index slots, Run run) const {
    const Index each = (value.rows() + lanes - 1) / lanes;
    result.tape().forEach(layout->sequences() * each, [&](Index number) {
        Tape::Scratch memory(result.tape(), lanes * slots, layout->longest());
        run(number / each, number % each * lanes, memory);
    });
}

void MultiDimStep::backwardAll() const {
    for (const Var& var : {key, query, value})
        var.gradientToAddTo();
    forEachRun(9, [&](Index sequence, Index feature, MatrixMap& memory) { backward(sequence, feature, memory); });
}

void check(const char* op, Var key, Var query, Var value, const Layout& layout) {
    const Index rows = value.rows();
    if (key.rows() != rows || query.rows() != rows || key.cols() != layout.tokens() ||
        query.cols() != layout.tokens() || value.cols() != layout.tokens())
        throw std::invalid_argument(std::string(op) + ": expected key and query of " + std::to_string(rows) + " × " +
                                    std::to_string(layout.tokens()) + ", got " + std::to_string(key.rows()) + " × " +
                                    std::to_string(key.cols()) + " and " + std::to_string(query.rows()) + " × " +
                                    std::to_string(query.cols()));
}

bool anyGradient(Var key, Var query, Var value) {
    return key.needsGradient() || query.needsGradient() || value.needsGradient();
}

/// Softmax weights of one query over all keys, [rows × keys], from key and query scores [rows × tokens] of one
/// sequence.
template <class Keys, class Queries>
void definedWeights(const Keys& key, const Queries& query, Index j, const HeadMask& mask, Real c, MatrixMap weights) {
    for (Index i = 0; i < key.cols(); ++i)
        weights.col(i) = c * ((key.col(i) + query.col(j)).array() / c).tanh() + mask.bias(i, j);
    for (Index l = 0; l < weights.rows(); ++l) {
        const Real top = weights.row(l).maxCoeff();
        if (top == hidden) {
            weights.row(l).setZero();
            continue;
        }
        weights.row(l) = (weights.row(l).array() - top).exp();
        weights.row(l) /= weights.row(l).sum();
    }
}

/// One sequence of the form that keeps its weights: `weights` [features × keys × queries].
struct KeptStep {
    Var key, query, value, result;
    const HeadMask* mask;
    Index begin, length;
    Real c;
    Real* weights;

    Index rows() const { return key.rows(); }
    MatrixMap weightsOf(Index j) const { return MatrixMap(weights + j * rows() * length, rows(), length); }
    void forward() const;
    void backward() const;
};

void KeptStep::forward() const {
    const auto v = value.value().middleCols(begin, length);
    for (Index j = 0; j < length; ++j) {
        result.tape().check();
        MatrixMap p = weightsOf(j);
        definedWeights(key.value().middleCols(begin, length), query.value().middleCols(begin, length), j, *mask, c, p);
        result.value().col(begin + j) = p.cwiseProduct(v).rowwise().sum();
    }
}

void KeptStep::backward() const {
    const auto k = key.value().middleCols(begin, length), q = query.value().middleCols(begin, length);
    const auto v = value.value().middleCols(begin, length);
    auto dKey = key.gradientToAddTo().middleCols(begin, length);
    auto dQuery = query.gradientToAddTo().middleCols(begin, length);
    auto dValue = value.gradientToAddTo().middleCols(begin, length);
    for (Index j = 0; j < length; ++j) {
        result.tape().check();
        const MatrixMap p = weightsOf(j);
        const Vector d = result.gradient().col(begin + j), out = result.value().col(begin + j);
        for (Index i = 0; i < length; ++i) {
            dValue.col(i) += p.col(i).cwiseProduct(d);
            Vector dScore = d.cwiseProduct(v.col(i) - out); // times the weight: the gradient of the score
            const Vector z = ((k.col(i) + q.col(j)).array() / c).tanh();
            dScore.array() *= p.col(i).array() * (1 - z.array().square());
            dKey.col(i) += dScore;
            dQuery.col(j) += dScore;
        }
    }
}

Var keptAttention(Var key, Var query, Var value, const Layout& layout, const HeadMask& mask, Real c) {
    Tape& tape = value.tape();
    Var result = tape.make(value.rows(), value.cols(), anyGradient(key, query, value));
    const Tape::AttentionMemory memory(tape);
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index n = layout.length(s);
        const KeptStep step{
            key, query, value, result, &mask, layout.begin(s), n, c, tape.keep(key.rows() * n, n).data()};
        step.forward();
        tape.record(result, [step] { step.backward(); });
    }
    putForced(result, value, layout, {&mask, 1});
    return result;
}

} // namespace

Var multiDimAttention(Var key, Var query, Var value, const Layout& layout, const HeadMask& mask, Real c) {
    check("multiDimAttention", key, query, value, layout);
    Tape& tape = value.tape();
    const Var result = tape.make(value.rows(), value.cols(), anyGradient(key, query, value));
    const Tape::AttentionMemory attention(tape);
    const Index distances = mask.isPlainInterval() ? 0 : layout.longest();
    MultiDimStep step{
        key, query, value, result, &layout, &mask, c, tape.keep(value.rows(), value.cols()), tape.keep(distances, 1)};
    for (Index distance = 0; distance < distances; ++distance)
        step.biasAt(distance, 0) = mask.biasAt(distance);
    step.forEachRun(3,
                    [&](Index sequence, Index feature, MatrixMap& memory) { step.forward(sequence, feature, memory); });
    putForced(result, value, layout, {&mask, 1});
    tape.record(step.result, [step] { step.backwardAll(); });
    return step.result;
}

Var multiDimAttentionReference(Var key, Var query, Var value, const Layout& layout, const HeadMask& mask, Real c) {
    check("multiDimAttentionReference", key, query, value, layout);
    return keptAttention(key, query, value, layout, mask, c);
}

} // namespace headlight
