#include "models/task_network.h"

#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_lookup.h"
#include "autodiff/ops_sequence.h"
#include "data/corpus.h"

#include <algorithm>

namespace headlight {

ModelDescription& ModelDescription::operator=(const ModelDescription& other) {
    task = other.task;
    encoder = other.encoder;
    encoderConfig = other.encoderConfig ? other.encoderConfig->clone() : nullptr;
    classifier = other.classifier;
    labels = other.labels;
    tokenizer = other.tokenizer;
    examples = other.examples;
    predicates = other.predicates;
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

const Parameter* makePredicateTable(const ModelDescription& description, const Builder& builder) {
    if (!headTaskRow(description.task).hasPredicate())
        return nullptr;
    Parameter& table = builder.weight("weight", description.classifier.predicateFeatures, 2);
    table.decays = false; // embeddings never do
    return &table;
}

std::unique_ptr<Encoder> makeEncoder(const ModelDescription& description, Parameters& parameters, std::uint64_t seed) {
    const ClassifierOptions& o = description.classifier;
    const bool hasPredicate = headTaskRow(description.task).hasPredicate();
    return encoderRow(description.encoder)
        .make(*description.encoderConfig, Builder(parameters, seed).part("encoder"),
              o.embeddingFeatures + (hasPredicate ? o.predicateFeatures : 0), o.keepAt(o.encoderKeep));
}

std::optional<SentencePooling> makePooling(const ModelDescription& description, const Encoder& encoder,
                                           const Builder& builder) {
    const Task& task = headTaskRow(description.task);
    if (task.answersTokens() && encoder.pools())
        throw Error(description.encoder + " makes one vector of a sentence, and " + task.title +
                    " needs one of each token: choose another model");
    if (task.answersTokens() || encoder.pools())
        return std::nullopt;
    const ClassifierOptions& o = description.classifier;
    return SentencePooling(builder, o.pooling, encoder.width(), o.poolingActivation, o.keepAt(o.encoderKeep));
}

} // namespace

void TokenInput::append(const TokenInput& more) {
    ids.insert(ids.end(), more.ids.begin(), more.ids.end());
    isPredicate.insert(isPredicate.end(), more.isPredicate.begin(), more.isPredicate.end());
}

TaskNetwork::TaskNetwork(ModelDescription description, Vocabulary vocabulary, std::uint64_t seed, Parameters parameters)
    : m_description(checked(std::move(description))), m_task(headTaskRow(m_description.task)),
      m_vocabulary(std::move(vocabulary)), m_parameters(std::move(parameters)),
      m_embedding(Builder(m_parameters, seed)
                      .part("embedding")
                      .table("weight", m_description.classifier.embeddingFeatures, m_vocabulary.size())),
      m_predicate(makePredicateTable(m_description, Builder(m_parameters, seed).part("predicate"))),
      m_encoder(makeEncoder(m_description, m_parameters, seed)), m_layers(m_encoder->layers()),
      m_pooling(makePooling(m_description, *m_encoder, Builder(m_parameters, seed).part("pooling"))),
      m_head(m_task.makeHead(m_description.classifier, Builder(m_parameters, seed).part("classifier"),
                             m_encoder->width(), Index(m_description.labels.size()))) {
    m_task.checkLabels(m_description.labels);
    m_vocabulary.useForms(m_description.classifier.wordForms);
    m_embedding.trainBegin = std::min<Index>(2, m_vocabulary.size()); // pad and unknown stay zero
}

ParameterCounts countParameters(ModelDescription description) {
    if (const auto& check = encoderRow(description.encoder).check)
        check(*description.encoderConfig);
    return TaskNetwork(std::move(description), Vocabulary(), 0, Parameters::onlyCounted()).counts();
}

ParameterCounts TaskNetwork::counts() const {
    return {m_parameters.count("encoder."), m_parameters.count("pooling."), m_parameters.count("classifier.")};
}

std::size_t TaskNetwork::readLength(std::size_t tokens) const {
    return headlight::readLength(tokens, m_description.classifier.maxTokens);
}

std::vector<int> TaskNetwork::ids(const std::vector<std::string>& tokens) const {
    return m_vocabulary.ids({tokens.begin(), tokens.begin() + std::ptrdiff_t(readLength(tokens.size()))});
}

TokenInput TaskNetwork::input(const std::vector<std::string>& tokens, int predicate) const {
    TokenInput input{ids(tokens)};
    if (!m_predicate)
        return input;
    input.isPredicate.resize(readLength(tokens.size()));
    if (predicate >= 0 && std::size_t(predicate) < input.isPredicate.size())
        input.isPredicate[std::size_t(predicate)] = 1;
    return input;
}

Var TaskNetwork::embed(Context& context, const TokenInput& input) const {
    Tape& tape = context.tape();
    const Var words = lookup(tape, m_embedding, input.ids, m_vocabulary.idsPerToken());
    if (!m_predicate)
        return words;
    const Var marks = gatherColumns(tape.parameter(*m_predicate), input.isPredicate);
    const Var both =
        tape.make(words.rows() + marks.rows(), words.cols(), words.needsGradient() || marks.needsGradient());
    scaleInto(both.block(0, words.rows()), words, 1);
    scaleInto(both.block(words.rows(), marks.rows()), marks, 1);
    return both;
}

Var TaskNetwork::vectors(Context& context, const TokenInput& input) const {
    const Var encoded = m_encoder->forward(context, embed(context, input));
    const AtLayer behind(context, m_layers);
    return m_pooling ? m_pooling->forward(context, encoded) : encoded;
}

} // namespace headlight
