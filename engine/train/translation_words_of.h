#pragma once

#include "data/corpus.h"
#include "models/translator.h"

#include <vector>

namespace headlight {

/// Learns the merges that the description's setup asks for from pairs of sentences, and takes the pieces that these
/// are cut into, of which there are `minimumCount` at least: the most frequent first. Error where the tables are to be
/// shared and the merges are not.
void learnWords(TranslatorDescription& description, const std::vector<Example>& pairs, int minimumCount);

} // namespace headlight
