#include "train/sentence_learner.h"

#include "core/grouped.h"
#include "models/model_folder.h"
#include "models/sentence_model.h"
#include "train/evaluate.h"
#include "train/learner_rows.h"
#include "train/new_model.h"

#include <algorithm>

namespace headlight {

namespace {

class SentencePiece final : public Piece {
public:
    explicit SentencePiece(TaskNetwork& network) : m_network(network) {}

    void add(const TokenInput& text, std::size_t tokens, std::uint64_t id) {
        m_layout.add(Index(tokens), id);
        m_input.append(text);
    }
    void want(const std::vector<Target>& targets) { m_targets.insert(m_targets.end(), targets.begin(), targets.end()); }

    const Layout& layout() const override { return m_layout; }
    std::vector<Words> words() const override { return {{m_network.embedding(), m_input.ids}}; }
    Result run(Context& context, Real weight) const override {
        const Var scores = m_network.scores(context, m_input);
        const std::int64_t right = m_network.head().countRight(scores.value(), m_targets);
        return {m_network.head().loss(context, scores, m_targets, weight), right};
    }

private:
    TaskNetwork& m_network;
    Layout m_layout;
    TokenInput m_input;
    std::vector<Target> m_targets; ///< of each answer
};

} // namespace

std::shared_ptr<const Model> SentenceLearner::model() const {
    return std::make_shared<const SentenceModel>(m_network);
}

bool SentenceLearner::knowsWords(const std::vector<Example>& examples) const {
    return std::any_of(examples.begin(), examples.end(), [&](const Example& example) {
        return std::any_of(example.texts.begin(), example.texts.end(), [&](const auto& tokens) {
            return std::any_of(tokens.begin(), tokens.begin() + std::ptrdiff_t(m_network->readLength(tokens.size())),
                               [&](const std::string& token) { return m_network->vocabulary().contains(token); });
        });
    });
}

std::string SentenceLearner::positionsNote(const std::vector<Example>& examples) const {
    const Index positions = m_network->encoder().learnedPositions();
    const auto isLonger = [&](const Example& example) {
        return Index(m_network->readLength(example.longest())) > positions;
    };
    const std::int64_t longer = positions > 0 ? std::count_if(examples.begin(), examples.end(), isLonger) : 0;
    if (longer == 0)
        return {};
    return grouped(longer) + " of " + grouped(std::int64_t(examples.size())) +
           (examples.size() == 1 ? " example" : " examples") + (longer == 1 ? " is" : " are") + " longer than the " +
           grouped(positions) + (positions == 1 ? " learned position" : " learned positions") +
           " (max_length): tokens behind share the last position's vector";
}

void SentenceLearner::adopt(const Corpus& corpus, std::vector<Example>& examples) const {
    adoptLabels(*m_network, corpus, examples);
}

Evaluation SentenceLearner::evaluate(const std::vector<Example>& examples, ThreadPool& pool,
                                     const EvaluationWatch& watch) const {
    return headlight::evaluate(*m_network, examples, pool, watch);
}

const Parameter* SentenceLearner::firstBadLayer(const std::vector<Example>& examples) const {
    return headlight::firstBadLayer(*m_network, examples);
}

void SentenceLearner::save(const std::filesystem::path& folder, StoredType type) const {
    saveModel(*m_network, folder, type);
}

void SentenceLearner::take(const std::vector<Example>& examples) {
    m_examples.clear();
    m_sizes.clear();
    for (const Example& example : examples) {
        Encoded& encoded = m_examples.emplace_back();
        Size& size = m_sizes.emplace_back();
        for (const auto& tokens : example.texts) {
            encoded.texts.push_back({m_network->readLength(tokens.size()),
                                     m_network->input(tokens, example.predicate, encoded.texts.size())});
            size.tokens += int(encoded.texts.back().tokens);
        }
        encoded.targets =
            m_network->task().targets(example, encoded.texts.front().tokens, m_network->description().labels);
        size.answers = std::int64_t(encoded.targets.size());
        size.texts = int(encoded.texts.size());
    }
}

std::unique_ptr<Piece> SentenceLearner::piece(const std::vector<Member>& members) const {
    auto piece = std::make_unique<SentencePiece>(*m_network);
    for (const Member& member : members) {
        const Encoded& example = m_examples[std::size_t(member.example)];
        for (std::size_t text = 0; text < example.texts.size(); ++text)
            piece->add(example.texts[text].input, example.texts[text].tokens, member.firstText + text);
        piece->want(example.targets);
    }
    return piece;
}

/// Words and labels of the corpus, word vectors, first values from the seed.
static NewLearner newSentenceLearner(const RunConfig& config, const Corpus& corpus) {
    NewModel made = newModel(config, corpus);
    const Parameter& embedding = made.model->embedding();
    const int words = int(embedding.trainEnd - embedding.trainBegin);
    return {std::make_unique<SentenceLearner>(std::move(made.model)), made.vectorsFound, words,
            std::move(made.adapted)};
}

static ParameterCounts sentenceCounts(const RunConfig& config, int classes) {
    ModelDescription description;
    if (!config.task.empty())
        description.task = config.task;
    description.encoder = config.encoder;
    description.encoderConfig = config.encoderConfig->clone();
    description.classifier = config.classifier;
    for (int k = 0; k < classes; ++k)
        description.labels.push_back(std::to_string(k));
    return countParameters(std::move(description));
}

LearnerRow sentenceLearnerRow() {
    LearnerRow row;
    row.learns = [](const Task& task) { return dynamic_cast<const HeadTask*>(&task) != nullptr; };
    row.make = newSentenceLearner;
    row.isFolder = [](const std::filesystem::path&) { return true; };
    row.open = [](const std::filesystem::path& folder) -> std::unique_ptr<Learner> {
        return std::make_unique<SentenceLearner>(loadModel(folder));
    };
    row.count = sentenceCounts;
    row.countedFor = [](const RunConfig& config, int classes) {
        return "without embeddings, " + std::to_string(config.classifier.embeddingFeatures) + " embedding features, " +
               std::to_string(classes) + (classes == 1 ? " class" : " classes");
    };
    row.parts = {{"encoder", &ParameterCounts::encoder},
                 {"pooling", &ParameterCounts::pooling},
                 {"classifier", &ParameterCounts::classifier}};
    row.optionsTitle = "Options of the sentence model around it";
    row.options = [] { return classifierFields().rows(); };
    return row;
}

} // namespace headlight
