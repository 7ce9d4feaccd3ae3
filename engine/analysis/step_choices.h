#pragma once

#include "core/choice.h"

namespace headlight {

/// What is timed of a step.
enum class StepMode {
    Infer, ///< forward only
    Train  ///< forward, backward and the update of all parameters
};

/// "infer", "train".
inline const ChoiceNames<StepMode>& stepModes() {
    static const ChoiceNames<StepMode> names = {{StepMode::Infer, "infer", "Inference"},
                                                {StepMode::Train, "train", "Training step"}};
    return names;
}

/// Which sequences of a batch are in memory together, with all that is kept of them for backward.
enum class Sequences {
    Pieces, ///< of each half of the batch as many as have pieceTokens, at least one: as models run
    Single, ///< one, on all threads
    Whole   ///< all, as the papers measured
};

/// "pieces", "single", "whole".
inline const ChoiceNames<Sequences>& sequencesNames() {
    static const ChoiceNames<Sequences> names = {{Sequences::Pieces, "pieces", "In pieces"},
                                                 {Sequences::Single, "single", "One at a time"},
                                                 {Sequences::Whole, "whole", "All together"}};
    return names;
}

} // namespace headlight
