#include "tasks/question_texts.h"

#include "core/error.h"

namespace headlight {

QuestionTexts::QuestionTexts(const ClassifierOptions& o, const Builder& builder, Index words, Index encoded)
    : m_pooling(builder.part("question.pooling"), o.pooling, words, o.poolingActivation, o.keepAt(o.encoderKeep)),
      m_question(o, builder.part("question"), words, Columns::Sequences),
      m_sentence(o, builder.part("sentence"), encoded, Columns::Sequences) {
    if (o.hidden == 0)
        throw Error("hidden: question and sentences meet behind a hidden layer; it has 1 unit at least");
}

Var QuestionTexts::questions(Context& context, Var words) const {
    return m_question.forward(context, m_pooling.forward(context, words));
}

} // namespace headlight
