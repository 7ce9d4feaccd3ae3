#pragma once

#include "core/config.h"
#include "encoders/encoder.h"
#include "models/task_head.h"
#include "nn/keep.h"
#include "nn/pooling.h"
#include "text/tokenizer.h"
#include "text/vocabulary.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The sentence model around an encoder (REFERENCE §4.2):
/// embedding → encoder → pooling (unless the encoder pools) → the task's head. Examples of two sentences go through the
/// same encoder, one sentence after the other.
struct ClassifierOptions {
    int embeddingFeatures = 300;
    int hidden = 300; ///< 0: no such layer
    std::string pooling = "source2token";
    std::string poolingActivation = "relu";
    std::string hiddenActivation = "relu";
    bool hiddenNorm = false;
    std::string difference = "signed";
    bool highway = false;
    double keep = 0.5;
    double encoderKeep = 0, hiddenKeep = 0, outputKeep = 0; ///< 0: as keep
    int maxTokens = 0;                                      ///< 0: no limit

    /// The keep probability of a place: its own option, or `keep` where that says nothing.
    double keepAt(double own) const { return keepOr(own, keep); }
};

const Fields<ClassifierOptions>& classifierFields();

/// Everything that says what a model is, apart from its trained numbers; what config.json holds.
struct ModelDescription {
    std::string task = "classify"; ///< id of taskRows()
    std::string encoder;           ///< id of the registry
    std::unique_ptr<Config> encoderConfig;
    ClassifierOptions classifier;
    std::vector<std::string> labels;
    TokenizerOptions typing;           ///< how a typed sentence is cut
    std::vector<std::string> examples; ///< sentences of the corpus, to start from

    ModelDescription() = default;
    ModelDescription(const ModelDescription& other) { *this = other; }
    ModelDescription& operator=(const ModelDescription& other);
    ModelDescription(ModelDescription&&) = default;
    ModelDescription& operator=(ModelDescription&&) = default;
};

/// Trained values without embeddings, as papers count them.
struct ParameterCounts {
    Index encoder = 0, pooling = 0, classifier = 0;
    Index total() const { return encoder + pooling + classifier; }
};

/// Those that a model would have. Takes no memory for them, however many they are. Error when options don't fit
/// together.
ParameterCounts countParameters(ModelDescription description);

/// Reading is safe from several threads at once, each with its own tape and context; training writes and is alone.
class SentenceClassifier {
public:
    /// First values of all parameters from `seed`; embeddings are left at zero (see embedding()). `parameters`, without
    /// any yet, say how many values there can be (Error beyond) and whether they are only counted.
    SentenceClassifier(ModelDescription description, Vocabulary vocabulary, std::uint64_t seed,
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
    /// Ids of the tokens that the model reads.
    std::vector<int> ids(const std::vector<std::string>& tokens) const;

    /// Word vectors [width × tokens].
    Var embed(Context& context, const std::vector<int>& ids) const;
    /// A vector for each sentence of a packed batch, [D × sequences]; one id per token. `ids` must live until backward.
    Var sentences(Context& context, const std::vector<int>& ids) const;
    /// Scores [classes × examples] of such vectors; an example of two sentences has two neighbouring ones.
    Var answer(Context& context, Var sentences) const { return m_head->logits(context, sentences); }
    Var logits(Context& context, const std::vector<int>& ids) const { return answer(context, sentences(context, ids)); }
    const TaskRow& task() const { return taskRow(m_description.task); }

private:
    ModelDescription m_description;
    Vocabulary m_vocabulary;
    Parameters m_parameters;
    Parameter& m_embedding;
    std::unique_ptr<Encoder> m_encoder;
    int m_layers;                             ///< of the encoder; the pooling is the one behind them
    std::optional<SentencePooling> m_pooling; ///< absent after an encoder that pools
    std::unique_ptr<TaskHead> m_head;
};

} // namespace headlight
