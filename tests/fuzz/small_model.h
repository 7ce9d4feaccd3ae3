#pragma once

#include "models/sentence_classifier.h"

namespace headlight::fuzz {

/// An untrained model of two heads and some words.
SentenceClassifier smallModel();

} // namespace headlight::fuzz
