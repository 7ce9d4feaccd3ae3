#pragma once

#include "autodiff/ops_affine.h"
#include "core/layout.h"
#include "core/thread_pool.h"
#include "nn/trace.h"

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace headlight {

/// What a user changes in one head of an open model.
struct HeadChange {
    Real scale = 1;           ///< 0 switches the head off
    std::optional<Mask> mask; ///< replaces the head's own
    std::vector<HeadMask::Cell> forbidden;

    bool isNothing() const { return scale == 1 && !mask && forbidden.empty(); }
};

/// All changes of a model, by (layer, head).
using Intervention = std::map<std::pair<int, int>, HeadChange>;

/// What a forward pass carries from layer to layer. Made anew for every pass.
class Context {
public:
    Context(Tape& tape, const Layout& layout) : m_tape(tape), m_layout(layout) {}

    Tape& tape() const { return m_tape; }
    const Layout& layout() const { return m_layout; }

    /// Training: dropout is active, its streams keyed by (seed, step).
    void train(RandomKey stream) { m_stream = stream; }
    bool training() const { return m_stream.has_value(); }
    /// The next place of dropout over [features × tokens]; inactive in evaluation or when keep is 1.
    Dropout dropout(double keep);
    /// The same over [features × sequences].
    Dropout sequenceDropout(double keep);

    /// A layout of what a layer cuts its sequences into; it lives as long as this context, which backward needs.
    const Layout& keep(Layout layout) { return m_layouts.emplace_back(std::move(layout)); }

    /// What one sequence counts for in the loss: 1 / examples of the whole mini-batch. A layer with a penalty of its
    /// own multiplies by it.
    void setExampleWeight(Real weight) { m_exampleWeight = weight; }
    Real exampleWeight() const { return m_exampleWeight; }
    /// Adds a term [1 × 1] to the loss of training.
    void addPenalty(Var penalty) { m_penalties.push_back(penalty); }
    /// The loss with the terms that were added to it.
    Var withPenalties(Var loss) const;

    /// The layout must then have one sequence.
    void setTrace(Trace* trace) { m_trace = trace; }
    Trace* trace() const { return m_trace; }
    void setIntervention(const Intervention* intervention) { m_intervention = intervention; }
    /// The masks of the running layer's heads after the user's changes; they live as long as this context.
    std::span<const HeadMask> masksOf(const std::vector<Mask>& own);
    /// The output scale of one of its heads.
    Real scaleOf(int head) const;
    /// value with every head's rows [width × tokens] scaled as the user wants; the same handle when nothing is changed.
    /// Its heads are the layer's from `first` on.
    Var scaled(Var value, int heads, int first = 0);

    /// Attention layers are numbered in the order in which they run.
    int layer() const { return m_layer; }
    void nextLayer() { ++m_layer; }

private:
    const HeadChange* changeOf(int head) const;

    Tape& m_tape;
    const Layout& m_layout;
    std::optional<RandomKey> m_stream;
    std::uint64_t m_site = 0;
    Real m_exampleWeight = 1;
    std::vector<Var> m_penalties;
    Trace* m_trace = nullptr;
    const Intervention* m_intervention = nullptr;
    int m_layer = 0;
    std::deque<std::vector<HeadMask>> m_masks;
    std::deque<Layout> m_layouts;
};

} // namespace headlight
