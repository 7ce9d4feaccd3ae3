#pragma once

#include "train/sentence_learner.h"
#include "train/trainer.h"

namespace headlight {

/// What a trainer of a HeadTask trains.
inline const TaskNetwork& networkOf(const Trainer& trainer) {
    return dynamic_cast<const SentenceLearner&>(trainer.learner()).network();
}

} // namespace headlight
