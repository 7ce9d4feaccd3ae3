#pragma once

#include "encoders/encoder.h"
#include "models/example_text.h"
#include "models/parameter_counts.h"
#include "nn/pooling.h"
#include "tasks/question_texts.h"
#include "tasks/task.h"
#include "tasks/task_head.h"
#include "text/tokenizer.h"
#include "text/vocabulary.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Everything that says what a model is, apart from its trained numbers; what config.json holds.
struct ModelDescription {
    std::string task = "classify"; ///< id of headTaskRow()
    std::string encoder;           ///< id of the registry
    std::unique_ptr<Config> encoderConfig;
    ClassifierOptions classifier;
    std::vector<std::string> labels;
    TokenizerOptions tokenizer;        ///< how a typed sentence is cut
    std::vector<ExampleText> examples; ///< of the corpus
    std::vector<std::string>
        predicates;                ///< words that mostly are predicates (predicateWords()); of a task that has some
    SentenceCounts sentenceCounts; ///< of a task that chooses sentences

    ModelDescription() = default;
    ModelDescription(const ModelDescription& other) { *this = other; }
    ModelDescription& operator=(const ModelDescription& other);
    ModelDescription(ModelDescription&&) = default;
    ModelDescription& operator=(ModelDescription&&) = default;
};

/// Those that a model would have, but for what its tokens' vectors are made of. Takes no memory for them, however many
/// they are. Error when options don't fit together.
ParameterCounts countParameters(ModelDescription description);

/// Tokens as a network reads them, those of a packed batch side by side.
struct TokenInput {
    std::vector<int> ids;                ///< as many of each token as the vocabulary has per token
    std::vector<Index> isPredicate = {}; ///< of each token 1 or 0, where the task has predicates; else empty
    std::vector<Index> isQuestion = {};  ///< of each text 1 or 0, where the task has questions; else empty

    void append(const TokenInput& more);
};

/// Reading is safe from several threads at once, each with its own tape and context; training writes and is alone.
class TaskNetwork {
public:
    /// First values of all parameters from `seed`; embeddings are left at zero (see embedding()). `parameters`, without
    /// any yet, say how many values there can be (Error beyond) and whether they are only counted.
    TaskNetwork(ModelDescription description, Vocabulary vocabulary, std::uint64_t seed,
                Parameters parameters = Parameters());

    const ModelDescription& description() const { return m_description; }
    const Vocabulary& vocabulary() const { return m_vocabulary; }
    Parameters& parameters() { return m_parameters; }
    const Parameters& parameters() const { return m_parameters; }
    Parameter& embedding() { return m_embedding; } ///< [width × words]
    const Encoder& encoder() const { return *m_encoder; }
    ParameterCounts counts() const;

    /// Of a text with so many tokens, how many the model reads: all, or the first `max_tokens`.
    std::size_t readLength(std::size_t tokens) const;
    /// Ids of the tokens that the model reads; as many of each as its vocabulary has per token.
    std::vector<int> ids(const std::vector<std::string>& tokens) const;

    /// The tokens that the model reads of a text, which of them is the predicate (−1: none), and which of an example's
    /// texts it is.
    TokenInput input(const std::vector<std::string>& tokens, int predicate = -1, std::size_t text = 0) const;

    /// What the encoder reads [width × tokens]: word vectors, and where the task has predicates, below them for each
    /// token the vector of what it is, the predicate or not. `input` must live until backward.
    Var embed(Context& context, const TokenInput& input) const;
    /// What the task's head reads of a packed batch: a vector for each token, [D × tokens], where each is answered,
    /// else one for each sentence, [D × sequences]. `input` must live until backward. Where the task has questions,
    /// they and the sentences go different ways (tasks/question_texts.h).
    Var vectors(Context& context, const TokenInput& input) const;
    /// Scores [classes × answers] of such vectors; an example of two sentences has two neighbouring ones. The context
    /// is that of TaskHead::scores().
    Var answer(Context& context, Var vectors) const { return m_head->scores(context, vectors); }
    /// The same of vectors() of `input`, in the same context.
    Var answer(Context& context, Var vectors, const TokenInput& input) const;
    Var scores(Context& context, const TokenInput& input) const {
        return answer(context, vectors(context, input), input);
    }
    const HeadTask& task() const { return m_task; }
    const TaskHead& head() const { return *m_head; }

private:
    Var encoded(Context& context, Var words) const;
    Var vectorsOfTexts(Context& context, Var words, const std::vector<Index>& isQuestion) const;

    ModelDescription m_description;
    const HeadTask& m_task;
    Vocabulary m_vocabulary;
    Parameters m_parameters;
    Parameter& m_embedding;
    const Parameter* m_predicate; ///< [width × 2], of other tokens and of the predicate; null where the task has none
    std::unique_ptr<Encoder> m_encoder;
    int m_layers;                             ///< of the encoder; the pooling is the one behind them
    std::optional<SentencePooling> m_pooling; ///< absent after an encoder that pools, and where each token is answered
    std::optional<QuestionTexts> m_texts;     ///< where the task has questions
    std::unique_ptr<TaskHead> m_head;
};

} // namespace headlight
