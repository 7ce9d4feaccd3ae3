#include "models/sentence_classifier.h"

#include "autodiff/ops_lookup.h"
#include "data/corpus.h"
#include "data/score_levels.h"

#include <algorithm>

namespace headlight {

const Fields<ClassifierOptions>& classifierFields() {
    using O = ClassifierOptions;
    static const auto table =
        Fields<O>()
            .group("Sentence model")
            .integer("embedding_features", &O::embeddingFeatures, 1, 4096, "features of a word vector")
            .integer("hidden", &O::hidden, 0, 4096,
                     "units of the layer before the classes; 300 in the papers; 0: none, the classes stand on the "
                     "sentence vector (of pairs, on what is made of both) with a bias, as for MPSAN's Bi-LSTM baseline "
                     "(its parameter count tells)")
            .choice("pooling", &O::pooling, poolingNames(),
                    "how the tokens become one vector: source2token has a weight for every feature (the papers), "
                    "additive one for every token; encoders that give a sentence vector themselves have none")
            .choice("pooling_activation", &O::poolingActivation, {"relu", "elu", "tanh"},
                    "between the two layers of the pooling; relu in the released code, elu on SNLI")
            .choice("hidden_activation", &O::hiddenActivation, {"relu", "elu", "tanh", "none"},
                    "of the layer before the classes; none: it is linear, as in the code of LAMA's author, whose paper "
                    "does not say")
            .idleWith("hidden", {"0"})
            .flag("hidden_norm", &O::hiddenNorm,
                  "layer normalisation of that layer, before its activation, as Distance-based SAN had on SNLI (its "
                  "parameter count tells)")
            .idleWith("hidden", {"0"})
            .choice("difference", &O::difference, {"signed", "absolute"},
                    "pairs with a label: what is given of two sentence vectors beside themselves and their product; "
                    "signed: p − h (most papers), absolute: |p − h|, as in Distance-based SAN")
            .flag(
                "highway", &O::highway,
                "pairs: a highway layer before the classes, as MTSA and Hrchy-CNN had on SNLI (their parameter counts "
                "tell)")
            .idleWith("hidden", {"0"})
            .number("keep", &O::keep, lowestKeep, 1,
                    "probability of keeping an input of a dense layer in training (1 − dropout rate)")
            .number("encoder_keep", &O::encoderKeep, 0, 1,
                    "keep of encoder and pooling; 0: as keep; 1 in LAMA's paper, which has dropout in one place")
            .number("hidden_keep", &O::hiddenKeep, 0, 1,
                    "keep of the input of the hidden layer and of the highway layer; 0: as keep; 1 in LAMA's paper")
            .idleWith("hidden", {"0"})
            .number("output_keep", &O::outputKeep, 0, 1,
                    "keep of the input of the last layer, that is the hidden layer's result; 0: as keep; 0.6 in LAMA's "
                    "paper")
            .integer(
                "max_tokens", &O::maxTokens, 0, 1000000,
                "texts are cut to their first so many tokens, in training, in evaluation and when one is typed; of "
                "a pair, each; 0: never; 250 in LAMA's experiments");
    return table;
}

ModelDescription& ModelDescription::operator=(const ModelDescription& other) {
    task = other.task;
    encoder = other.encoder;
    encoderConfig = other.encoderConfig ? other.encoderConfig->clone() : nullptr;
    classifier = other.classifier;
    labels = other.labels;
    typing = other.typing;
    examples = other.examples;
    return *this;
}

namespace {

ModelDescription checked(ModelDescription description) {
    const ClassifierOptions& o = description.classifier;
    checkKeep("encoder_keep", o.encoderKeep);
    checkKeep("hidden_keep", o.hiddenKeep);
    checkKeep("output_keep", o.outputKeep);
    return description;
}

std::unique_ptr<Encoder> makeEncoder(const ModelDescription& description, Parameters& parameters, std::uint64_t seed) {
    return encoderRow(description.encoder)
        .make(*description.encoderConfig, Builder(parameters, seed).part("encoder"),
              description.classifier.embeddingFeatures,
              description.classifier.keepAt(description.classifier.encoderKeep));
}

std::optional<SentencePooling> makePooling(const ModelDescription& description, const Encoder& encoder,
                                           const Builder& builder) {
    if (encoder.pools())
        return std::nullopt;
    const ClassifierOptions& o = description.classifier;
    return SentencePooling(builder, o.pooling, encoder.width(), activationFrom(o.poolingActivation),
                           o.keepAt(o.encoderKeep));
}

} // namespace

SentenceClassifier::SentenceClassifier(ModelDescription description, Vocabulary vocabulary, std::uint64_t seed,
                                       Parameters parameters)
    : m_description(checked(std::move(description))), m_vocabulary(std::move(vocabulary)),
      m_parameters(std::move(parameters)),
      m_embedding(Builder(m_parameters, seed)
                      .part("embedding")
                      .table("weight", m_description.classifier.embeddingFeatures, m_vocabulary.size())),
      m_encoder(makeEncoder(m_description, m_parameters, seed)), m_layers(m_encoder->layers()),
      m_pooling(makePooling(m_description, *m_encoder, Builder(m_parameters, seed).part("pooling"))),
      m_head(taskRow(m_description.task)
                 .makeHead(m_description.classifier, Builder(m_parameters, seed).part("classifier"), m_encoder->width(),
                           Index(m_description.labels.size()))) {
    if (task().isScored)
        firstLevel(m_description.labels);                             // throws on what is no level
    m_embedding.trainBegin = std::min<Index>(2, m_vocabulary.size()); // pad and unknown stay zero
}

ParameterCounts countParameters(ModelDescription description) {
    if (const auto& check = encoderRow(description.encoder).check)
        check(*description.encoderConfig);
    return SentenceClassifier(std::move(description), Vocabulary(), 0, Parameters::onlyCounted()).counts();
}

ParameterCounts SentenceClassifier::counts() const {
    return {m_parameters.count("encoder."), m_parameters.count("pooling."), m_parameters.count("classifier.")};
}

std::size_t SentenceClassifier::readLength(std::size_t tokens) const {
    return headlight::readLength(tokens, m_description.classifier.maxTokens);
}

std::vector<int> SentenceClassifier::ids(const std::vector<std::string>& tokens) const {
    std::vector<int> ids(readLength(tokens.size()));
    for (std::size_t t = 0; t < ids.size(); ++t)
        ids[t] = m_vocabulary.id(tokens[t]);
    return ids;
}

Var SentenceClassifier::embed(Context& context, const std::vector<int>& ids) const {
    return lookup(context.tape(), m_embedding, ids);
}

Var SentenceClassifier::sentences(Context& context, const std::vector<int>& ids) const {
    const Var encoded = m_encoder->forward(context, embed(context, ids));
    const AtLayer behind(context, m_layers);
    return m_pooling ? m_pooling->forward(context, encoded) : encoded;
}

} // namespace headlight
