#pragma once

#include "autodiff/ops_affine.h"
#include "core/layout.h"
#include "core/thread_pool.h"
#include "nn/trace.h"

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace headlight {

/// What a forward pass carries from layer to layer. Made anew for every pass.
class Context {
public:
    Context(Tape& tape, const Layout& layout) : m_tape(tape), m_layout(&layout) {}

    Tape& tape() const { return m_tape; }
    const Layout& layout() const { return *m_layout; }
    /// Keeps what ops refer to until backward (a layout or a mask made on the way) as long as this context.
    template <class T>
    const T& keep(T value) {
        const auto kept = std::make_shared<T>(std::move(value));
        m_kept.push_back(kept);
        return *kept;
    }

    /// Training: dropout is active, its streams keyed by (seed, step).
    void train(RandomKey stream) { m_stream = stream; }
    bool training() const { return m_stream.has_value(); }
    /// The next place of dropout over [features × tokens]; inactive in evaluation or when keep is 1.
    Dropout dropout(double keep);
    /// The same over [features × sequences].
    Dropout sequenceDropout(double keep);

    /// What one sequence counts for in the loss: 1 / examples of the whole mini-batch. A layer with a penalty of its
    /// own multiplies by it.
    void setExampleWeight(Real weight) { m_exampleWeight = weight; }
    Real exampleWeight() const { return m_exampleWeight; }
    /// The share of a label's probability that training gives to the other labels; of divergence().
    void setLabelSmoothing(Real share) { m_labelSmoothing = share; }
    Real labelSmoothing() const { return m_labelSmoothing; }
    /// Adds a term [1 × 1] to the loss of training.
    void addPenalty(Var penalty) { m_penalties.push_back(penalty); }
    /// The loss with the terms that were added to it.
    Var withPenalties(Var loss) const;

    /// Collects what maps are made of; the layout must then have one sequence.
    void setTrace(Trace* trace) { m_trace = trace; }
    Trace* trace() const { return m_trace; }
    /// The user's changes, of which the cells of this sequence are meant.
    void setIntervention(const Intervention& changes, int sequence = 0) {
        m_intervention = ofSequence(changes, sequence);
    }
    /// The masks of the running layer's heads after the user's changes; they live as long as this context. A decoder's
    /// self attention sees no later token whatever the changes say: word by word there is none yet. So it is where
    /// `seesLater` is false.
    std::span<const HeadMask> masksOf(const std::vector<Mask>& own, MapPart part = MapPart::Self,
                                      bool seesLater = true);
    /// value with every head's rows [width × tokens] scaled as the user wants, the head as a whole and single features,
    /// which are its rows; the same handle when nothing is changed. Its heads are the layer's from `first` on.
    Var scaled(Var value, int heads, int first = 0, MapPart part = MapPart::Self);

    /// The address of a head of the running layer: layer 0 of an encoder unless AtLayer says otherwise.
    MapAddress head(MapPart part, int number) const { return {m_stack, m_layer, part, number}; }

private:
    friend class LayoutScope;
    friend class AtLayer;
    const HeadChange* changeOf(const MapAddress& head) const;

    Tape& m_tape;
    const Layout* m_layout;
    std::optional<RandomKey> m_stream;
    std::uint64_t m_site = 0;
    Real m_exampleWeight = 1, m_labelSmoothing = 0;
    std::vector<Var> m_penalties;
    Trace* m_trace = nullptr;
    Intervention m_intervention;
    Stack m_stack = Stack::Encoder;
    int m_layer = 0;
    std::deque<std::vector<HeadMask>> m_masks;
    std::vector<std::shared_ptr<const void>> m_kept;
};

/// Until the end of a scope the layer of this number is running.
class AtLayer {
public:
    AtLayer(Context& context, int layer, Stack stack = Stack::Encoder)
        : m_context(context), m_stackBefore(context.m_stack), m_before(context.m_layer) {
        context.m_stack = stack;
        context.m_layer = layer;
    }
    ~AtLayer() {
        m_context.m_stack = m_stackBefore;
        m_context.m_layer = m_before;
    }
    AtLayer(const AtLayer&) = delete;
    AtLayer& operator=(const AtLayer&) = delete;

private:
    Context& m_context;
    Stack m_stackBefore;
    int m_before;
};

/// Until the end of a scope the context's layers see another layout: one whose tokens are the blocks of sentences, say.
/// Its sequences keep their ids, so that dropout stays theirs.
class LayoutScope {
public:
    LayoutScope(Context& context, const Layout& layout) : m_context(context), m_before(context.m_layout) {
        context.m_layout = &layout;
    }
    ~LayoutScope() { m_context.m_layout = m_before; }
    LayoutScope(const LayoutScope&) = delete;
    LayoutScope& operator=(const LayoutScope&) = delete;

private:
    Context& m_context;
    const Layout* m_before;
};

} // namespace headlight
