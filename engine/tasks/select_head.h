#pragma once

#include "encoders/encoder.h"
#include "tasks/hidden_layer.h"
#include "tasks/selection_baselines.h"
#include "tasks/task_head.h"

#include <memory>

namespace headlight {

/// Chooses a sentence of a passage (Bi-BloSAN §4.3; REFERENCE §4.4). What question q and sentence u are to each other,
/// [u; q; u − q; u ⊙ q], is a token of a second encoder like the model's, whose sequences are the passages; behind it a
/// hidden layer and one number for each sentence, of which the passage's softmax is taken.
class SelectHead final : public TaskHead {
public:
    /// Error where the encoder gives one vector for a sequence.
    SelectHead(const HeadParts& parts, const Builder& builder);

    Var scores(Context& context, Var texts) const override;
    /// What the second encoder reads, [4·width × sentences]; the context as for scores().
    Var matched(Context& context, Var texts) const;

    const Encoder& encoder() const { return *m_encoder; } ///< the second one
    const SentenceCounts& counts() const { return m_counts; }

private:
    const SentenceCounts& m_counts;
    double m_keep;
    std::unique_ptr<Encoder> m_encoder;
    HiddenLayer m_hidden;
    Linear m_output;
};

} // namespace headlight
