#pragma once

#include "text/unicode.h"

#include <string>
#include <vector>

namespace headlight {

/// A passage, of whose sentences one is to be chosen for a question.
struct SelectionPassage {
    std::string title; ///< of its article; passages of the same article have the same
    std::string text;
    std::vector<ByteSpan> sentences; ///< bytes of the text, in order; one or more (text/sentences.h)
};

/// A question about a passage. People who were asked for its answer may have found it in different sentences.
struct SelectionQuestion {
    std::string id;
    int passage = 0; ///< SelectionData::passages
    std::string text;
    int label = 0; ///< the sentence of the passage in which the first answer begins: what is trained
    std::vector<int> accepted =
        {}; ///< those in which any answer begins, rising, each once: what is right in evaluation
};

/// What a file has and SelectionData has not, and why.
struct SelectionLeftOut {
    int impossible = 0;     ///< questions that say themselves that their passage has no answer (SQuAD 2.0)
    int unanswered = 0;     ///< other questions without an answer (files for a test)
    int emptyQuestions = 0; ///< questions of nothing but white space
    int emptyPassages = 0;  ///< passages of nothing but white space, whose questions are left out for other reasons
};

struct SelectionData {
    std::vector<SelectionPassage> passages;
    std::vector<SelectionQuestion> questions;
    SelectionLeftOut leftOut;
    int acrossSentences = 0; ///< questions whose first answer ends in a later sentence than it begins in
    int sameIds = 0;         ///< questions with the id of one before them
    std::string firstSameId;
};

} // namespace headlight
