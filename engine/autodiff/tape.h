#pragma once

#include "autodiff/parameter.h"
#include "core/arena.h"
#include "core/thread_pool.h"

#include <cassert>
#include <functional>
#include <mutex>
#include <vector>

namespace headlight {

class Tape;

using Strided = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

/// A handle to a value on the tape, or to some of its rows (a head's features of a [heads·width × tokens] activation)
/// or columns (the inputs of a weight that belong to one of several joined values).
///
///     Tape tape;
///     Var x = tape.constant(batch);                       // [features × tokens]
///     Var logits = affine({{x, tape.parameter(weight)}}, {}, Activation::None);
///     tape.backward(divergence(logits, targets, 1));      // gradients of parameters are in tape's Gradients
class Var {
public:
    Var() = default;
    explicit operator bool() const { return m_node; }

    Index rows() const { return m_rows; }
    Index cols() const { return m_cols; }
    Tape& tape() const;
    Strided value() const;
    /// The value for a product: the only way to a value of Tape::factor().
    Factor factor() const;
    bool needsGradient() const;

    /// The rows [begin, begin + count) of this value: no copy.
    Var block(Index begin, Index count) const;
    /// The columns [begin, begin + count).
    Var columns(Index begin, Index count) const;

    /// Only inside a backward function: the gradient of this value; null when nothing depends on it.
    bool hasGradient() const;
    Strided gradient() const;
    /// Only inside a backward function: adds an Eigen expression to this value's gradient, if it needs one.
    template <class Expression>
    void addGradient(const Expression& expression) const;
    /// The gradient as memory to be added to, cleared when nothing was added before.
    Strided gradientToAddTo() const;

private:
    friend class Tape;
    struct Node {
        Tape* tape = nullptr;
        Real* value = nullptr;
        Real* gradient = nullptr;
        Index rows = 0, cols = 0;
        bool needsGradient = false;
        bool ownsValue = false;            ///< the value's memory is the tape's
        bool byRows = false;               ///< its rows are contiguous, not its columns
        const CodedLines* coded = nullptr; ///< the value, which has no memory then
        bool ofAttention = false;          ///< what its memory is counted as
        int steps = 0;                     ///< recorded steps whose result (or part of it) this is
        Gradients::Entry* entry = nullptr; ///< a parameter's gradient, outside the tape
    };
    explicit Var(Node* node) : m_node(node), m_rows(node->rows), m_cols(node->cols) {}
    bool whole() const { return m_rows == m_node->rows && m_cols == m_node->cols; }
    Strided part(Real* all) const {
        return Strided(all + m_column * m_node->rows + m_row, m_rows, m_cols, Eigen::OuterStride<>(m_node->rows));
    }
    /// Makes the gradient's memory exist; true when it is uninitialised.
    bool prepareGradient() const;

    Node* m_node = nullptr;
    Index m_row = 0, m_column = 0, m_rows = 0, m_cols = 0;
};

/// Records what was computed, and runs the backward functions in reverse order. An op is one function: it checks
/// shapes, computes, and records a callable that *adds* to its inputs' gradients.
///
/// Values and gradients live in the tape's arena. During backward the memory of everything that is not needed any more
/// is used again, so the peak is little more than the values that had to be kept.
///
/// Not thread-safe: one tape per worker. Several tapes may read the same parameters at once.
class Tape {
public:
    /// Without gradients nothing is recorded (inference).
    explicit Tape(Gradients* gradients = nullptr) : m_gradients(gradients), m_recording(gradients) {}
    /// Parameters are constants; only inputs get gradients (sensitivity of a trained model).
    struct OnlyInputs {};
    explicit Tape(OnlyInputs) : m_recording(true) {}

    bool recording() const { return m_recording; }
    Arena& arena() { return m_arena; }
    /// Whether parameters get gradients; only then there are gradients().
    bool trains() const { return m_gradients; }
    Gradients& gradients() { return *m_gradients; }

    /// Forgets everything recorded; memory is kept.
    void reset();

    /// A value that needs no gradient. The matrix must outlive the tape's use of it.
    Var constant(const Matrix& matrix);
    /// A leaf whose gradient is wanted, to be read after backward.
    Var input(const Matrix& matrix);
    /// std::invalid_argument when parameters get gradients and this one is stored, here and in factor().
    Var parameter(const Parameter& parameter);
    /// The same for a weight that is only multiplied with: a stored one is taken as it lies in its file.
    Var factor(const Parameter& parameter);
    /// An uninitialised result.
    Var make(Index rows, Index cols, bool needsGradient);

    /// Uninitialised memory until reset, or until the section that it is taken in is left.
    MatrixMap keep(Index rows, Index cols);

    /// A part of a pass, as a layer, of which nothing is read behind it but its result. A pass without gradients lets
    /// go of all else then, so that its memory doesn't grow with the number of such parts; of one that records
    /// everything is kept for backward.
    ///
    ///     const Tape::Section layers(tape);
    ///     for (const Layer& layer : m_layers)
    ///         x = layers.leave(layer.forward(context, x));
    ///
    /// What was made before the section stays. Sections may lie within each other.
    class Section {
    public:
        explicit Section(Tape& tape) : m_tape(tape), m_begin(tape.m_held.size()) {}
        /// Lets go of what was made since the section began, but of `result`, and gives that back. A value that is gone
        /// has no memory: who reads it nevertheless ends the program, and gets no wrong number.
        Var leave(Var result) const {
            m_tape.letGo(m_begin, result);
            return result;
        }
        Section(const Section&) = delete;
        Section& operator=(const Section&) = delete;

    private:
        Tape& m_tape;
        std::size_t m_begin;
    };

    /// Until the end of a scope, what is taken from the tape counts as memory of attention: scores, weights, what a
    /// kernel keeps to compute them again, and its scratch, in the backward functions recorded meanwhile as well. An op
    /// makes its result before.
    class AttentionMemory {
    public:
        explicit AttentionMemory(Tape& tape) : m_tape(tape), m_before(tape.m_ofAttention) { tape.m_ofAttention = true; }
        ~AttentionMemory() { m_tape.m_ofAttention = m_before; }
        AttentionMemory(const AttentionMemory&) = delete;
        AttentionMemory& operator=(const AttentionMemory&) = delete;

    private:
        Tape& m_tape;
        bool m_before;
    };
    std::size_t peakBytes() const { return m_arena.peakBytes(); }
    /// The part of attention in it.
    std::size_t attentionBytesAtPeak() const { return m_attentionAtPeak; }

    /// backward() is called with the result's gradient complete; it must be trivially destructible (capture handles,
    /// pointers and numbers). Not called when nothing depended on the result.
    template <class Backward>
    void record(Var result, Backward backward) {
        if (!recording() || !result.needsGradient())
            return;
        Backward* stored = m_arena.emplace(std::move(backward));
        ++result.m_node->steps;
        m_steps.push_back({result.m_node, stored, [](void* callable) { (*static_cast<Backward*>(callable))(); },
                           m_ofAttention, m_latest});
    }

    struct Block {
        Real* memory;
        Index size; ///< numbers it has room for
    };

    /// Uninitialised memory until the end of a scope; to be had in forward and backward functions.
    class Scratch : public MatrixMap {
    public:
        Scratch(Tape& tape, Index rows, Index cols)
            : Scratch(tape, tape.takeBlock(rows * cols, tape.m_ofAttention), rows, cols) {}
        ~Scratch() { m_tape.giveBlock(m_block, rows() * cols(), m_ofAttention); }
        Scratch(const Scratch&) = delete;
        Scratch& operator=(const Scratch&) = delete;
        using MatrixMap::operator=;

    private:
        Scratch(Tape& tape, Block block, Index rows, Index cols)
            : MatrixMap(block.memory, rows, cols), m_tape(tape), m_block(block), m_ofAttention(tape.m_ofAttention) {}

        Tape& m_tape;
        Block m_block;
        bool m_ofAttention;
    };

    /// Lets ops spread their work over this pool (null: no longer); nothing else may run on it meanwhile. For a batch
    /// that can't be divided, a single long sequence.
    void spreadOver(ThreadPool* pool) { m_pool = pool; }
    bool spreads() const { return m_pool; }
    /// For ops, in forward and backward functions: calls work(0) … work(pieces − 1), on the pool if there is one. What
    /// a piece computes must not depend on the others, and gradients it adds to must exist before.
    void forEach(Index pieces, const std::function<void(Index)>& work);

    /// `check` is called again and again while ops compute, by any of their threads. It may throw, which leaves the
    /// pass; reset() makes the tape usable again.
    void checkBy(std::function<void()> check) { m_check = std::move(check); }
    /// Is called before each backward function, each piece, and whenever an op takes memory. For ops: in long loops,
    /// too.
    void check() const {
        if (m_check)
            m_check();
    }

    /// Before backward: the parameter of the layer whose result is the first to hold a number that is not finite, or
    /// the nearest parameter before it. Null: all are finite.
    const Parameter* firstNotFinite() const;

    /// Fills the gradients of everything that the [1 × 1] loss depends on. Values of intermediate results are gone
    /// then.
    void backward(Var loss);

private:
    friend class Var;
    Var leaf(const Real* numbers, Index rows, Index cols);
    Var leaf(const Parameter& parameter, const Factor& numbers);
    struct Step {
        Var::Node* result;
        void* callable;
        void (*run)(void*);
        bool ofAttention;           ///< its scratch is
        const Parameter* parameter; ///< the last one asked for before
    };
    /// What a pass without gradients has made, in order.
    struct Held {
        Block block;
        Index used;
        bool ofAttention;
        Var::Node* value; ///< null: memory of keep()
    };
    Real* hold(Index used, Var::Node* value);
    void letGo(std::size_t begin, const Var& result);
    /// `used` of the block's numbers count as memory of attention.
    Block takeBlock(Index used, bool ofAttention);
    void giveBlock(Block block, Index used, bool ofAttention);

    Gradients* m_gradients = nullptr;
    ThreadPool* m_pool = nullptr;
    std::function<void()> m_check;
    bool m_recording;
    Arena m_arena;
    std::vector<Step> m_steps;
    const Parameter* m_latest = nullptr;
    std::mutex m_mutex; ///< of the memory: pieces of an op take scratch
    std::vector<Block> m_free;
    bool m_ofAttention = false;
    std::size_t m_attention = 0;       ///< bytes of attention in use
    std::size_t m_attentionAtPeak = 0; ///< the same when the arena was fullest
    std::vector<Held> m_held;
};

inline Tape& Var::tape() const {
    return *m_node->tape;
}

inline Strided Var::value() const {
    assert(!m_node->byRows && !m_node->coded);
    assert(m_node->value || !m_node->ownsValue);
    return part(m_node->value);
}

inline Factor Var::factor() const {
    if (m_node->coded) {
        const Factor rows(*m_node->coded, m_node->byRows ? m_node->rows : m_node->cols,
                          m_node->byRows ? m_node->cols : m_node->rows);
        return (m_node->byRows ? rows : rows.transposed()).block(m_row, m_column, m_rows, m_cols);
    }
    if (!m_node->byRows)
        return value();
    using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<const Rows, Eigen::Unaligned, Eigen::OuterStride<>>(
        m_node->value + m_row * m_node->cols + m_column, m_rows, m_cols, Eigen::OuterStride<>(m_node->cols));
}

inline bool Var::needsGradient() const {
    return m_node->needsGradient;
}

inline bool Var::hasGradient() const {
    return m_node->gradient;
}

inline Strided Var::gradient() const {
    assert(m_node->gradient);
    return part(m_node->gradient);
}

template <class Expression>
void Var::addGradient(const Expression& expression) const {
    if (!needsGradient())
        return;
    if (prepareGradient())
        gradient().noalias() = expression;
    else
        gradient().noalias() += expression;
}

} // namespace headlight
