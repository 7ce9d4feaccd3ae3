#pragma once

#include "nn/pooling.h"
#include "tasks/hidden_layer.h"

namespace headlight {

/// Where a question and the sentences that may answer it meet (Bi-BloSAN §4.3; REFERENCE §4.4): each becomes a vector
/// of as many features as the hidden layer has units.
///
///     question: φ(W pooling(words) + b)      sentence: φ(W pooling(encoder(words)) + b)
class QuestionTexts {
public:
    /// `words`: features of a word's vector; `encoded`: of a sentence's behind encoder and pooling. Error without a
    /// hidden layer.
    QuestionTexts(const ClassifierOptions& options, const Builder& builder, Index words, Index encoded);

    Index width() const { return m_question.width(); }
    /// The context's layout has the questions alone: [words × tokens] → [width × questions].
    Var questions(Context& context, Var words) const;
    /// It has the sentences alone: [encoded × sentences] → [width × sentences].
    Var sentences(Context& context, Var encoded) const { return m_sentence.forward(context, encoded); }

private:
    SentencePooling m_pooling;
    HiddenLayer m_question, m_sentence;
};

} // namespace headlight
