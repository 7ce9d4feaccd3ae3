#pragma once

#include "models/model.h"
#include "models/task_network.h"

#include <string>
#include <vector>

namespace headlight {

/// More tokens to read than this are refused: no one can look at them, and a map has a number for every pair.
constexpr Index longestSentence = 20000;

/// The tokens that the model reads of a text, by its tokenizer. Error when there is none, or too many are to be read.
Sequence sequenceOf(const TaskNetwork& model, const std::string& text);
/// Of a text that is cut into tokens already.
Sequence sequenceOf(const TaskNetwork& model, const std::vector<std::string>& tokens);

/// The texts that it reads: a sentence, the two of a pair, a sentence and its predicate, or a question and a passage.
std::vector<InputText> inputsOf(const TaskNetwork& model);
/// What it reads of these texts: a sequence for each sentence; of a question with its passage as
/// models/selection_texts.h says. The predicate is a word of the sentence that is there once, or "#3", the third token;
/// its token says that it is it. Error when a text is missing, empty or one too many, or the sentence has no such
/// token.
std::vector<Sequence> sequencesOf(const TaskNetwork& model, const std::vector<std::string>& texts);

/// Runs the model on one sentence, on the two of a pair, or on a question and a passage, with the user's changes. Error
/// when its task wants another number of them, or one is empty. The recording must not outlive the model.
Recording record(const TaskNetwork& model, std::vector<Sequence> sentences, const Intervention& changes = {},
                 const RunControl& control = {});

/// All heads of the model by address: found by a pass over one token, so that no mechanism has to be named here. Those
/// of the encoder's attention can be changed; what only shows what happens (the sentence pooling, gates, attention
/// between blocks, sensitivities) can not.
std::vector<HeadInfo> headsOf(const TaskNetwork& model);

} // namespace headlight
