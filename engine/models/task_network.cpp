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
    sentenceCounts = other.sentenceCounts;
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
                    " needs one of each token: " +
                    insteadOfOneVector(encoderRow(description.encoder), description.classifier.embeddingFeatures));
    if (task.answersTokens() || encoder.pools())
        return std::nullopt;
    const ClassifierOptions& o = description.classifier;
    return SentencePooling(builder, o.pooling, encoder.width(), o.poolingActivation, o.keepAt(o.encoderKeep));
}

std::optional<QuestionTexts> makeTexts(const ModelDescription& description, const Encoder& encoder,
                                       const Builder& builder) {
    if (!taskRow(description.task).hasQuestion())
        return std::nullopt;
    const ClassifierOptions& o = description.classifier;
    return QuestionTexts(o, builder, o.embeddingFeatures, encoder.width());
}

/// The texts of a packed batch that are questions, or those that are not.
struct TextPart {
    Layout layout;
    std::vector<Index> tokens; ///< columns of the batch
    std::vector<Index> places; ///< of each text of the batch its number here; −1: it is of the others
};

TextPart partOf(const Layout& texts, const std::vector<Index>& isQuestion, Index which) {
    TextPart part;
    for (Index text = 0; text < texts.sequences(); ++text) {
        const bool isOne = isQuestion[std::size_t(text)] == which;
        part.places.push_back(isOne ? part.layout.sequences() : -1);
        if (!isOne)
            continue;
        part.layout.add(texts.length(text), texts.id(text));
        for (Index token = texts.begin(text); token < texts.end(text); ++token)
            part.tokens.push_back(token);
    }
    return part;
}

/// Its tokens are the texts, its sequences the examples, which begin with questions.
Layout examplesOf(const Layout& texts, const std::vector<Index>& isQuestion) {
    Layout examples;
    for (Index text = 0; text < texts.sequences();) {
        Index end = text + 1;
        while (end < texts.sequences() && !isQuestion[std::size_t(end)])
            ++end;
        examples.add(end - text, texts.id(text));
        text = end;
    }
    return examples;
}

} // namespace

void TokenInput::append(const TokenInput& more) {
    ids.insert(ids.end(), more.ids.begin(), more.ids.end());
    isPredicate.insert(isPredicate.end(), more.isPredicate.begin(), more.isPredicate.end());
    isQuestion.insert(isQuestion.end(), more.isQuestion.begin(), more.isQuestion.end());
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
      m_texts(makeTexts(m_description, *m_encoder, Builder(m_parameters, seed).part("classifier"))),
      m_head(m_task.makeHead({m_description.classifier, m_texts ? m_texts->width() : m_encoder->width(),
                              Index(m_description.labels.size()), &encoderRow(m_description.encoder),
                              m_description.encoderConfig.get(), &m_description.sentenceCounts},
                             Builder(m_parameters, seed).part("classifier"))) {
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

TokenInput TaskNetwork::input(const std::vector<std::string>& tokens, int predicate, std::size_t text) const {
    TokenInput input{ids(tokens)};
    if (m_texts)
        input.isQuestion = {text == 0 ? 1 : 0};
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

Var TaskNetwork::encoded(Context& context, Var words) const {
    const Tape::Section section(context.tape());
    const Var encoded = section.leave(m_encoder->forward(context, words));
    const AtLayer behind(context, m_layers);
    return section.leave(m_pooling ? m_pooling->forward(context, encoded) : encoded);
}

/// [width × texts], in the order of the batch.
Var TaskNetwork::vectorsOfTexts(Context& context, Var words, const std::vector<Index>& isQuestion) const {
    const Layout& texts = context.layout();
    const auto vectorsOf = [&](Index which, const auto& forward) -> Var {
        const TextPart& part = context.keep(partOf(texts, isQuestion, which));
        if (part.layout.sequences() == 0)
            return {};
        const LayoutScope scope(context, part.layout);
        return gatherColumns(forward(gatherColumns(words, part.tokens)), part.places);
    };
    const Var questions = vectorsOf(1, [&](Var own) {
        const AtLayer behind(context, m_layers);
        return m_texts->questions(context, own);
    });
    const Var sentences = vectorsOf(0, [&](Var own) { return m_texts->sentences(context, encoded(context, own)); });
    return questions && sentences ? add(questions, sentences) : questions ? questions : sentences;
}

Var TaskNetwork::vectors(Context& context, const TokenInput& input) const {
    const Var words = embed(context, input);
    return m_texts ? vectorsOfTexts(context, words, input.isQuestion) : encoded(context, words);
}

Var TaskNetwork::answer(Context& context, Var vectors, const TokenInput& input) const {
    if (!m_texts)
        return answer(context, vectors);
    const LayoutScope scope(context, context.keep(examplesOf(context.layout(), input.isQuestion)));
    return answer(context, vectors);
}

} // namespace headlight
