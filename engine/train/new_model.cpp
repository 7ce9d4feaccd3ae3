#include "train/new_model.h"

#include "models/predicate.h"
#include "text/embedding_table.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr std::size_t exampleSentences = 8;
constexpr std::size_t shortSentence = 15; ///< tokens
constexpr int leastOfForm = 5;            ///< words that a form is learned from

/// The two of a pair, or a sentence and its predicate, have a tab between them.
ExampleText exampleText(const Example& example, const Corpus& corpus, TokenizerRule rule) {
    ExampleText result;
    for (const auto& tokens : example.texts)
        result.text += (result.text.empty() ? "" : "\t") + tokenizerRuleRow(rule).join(tokens);
    if (example.predicate >= 0)
        result.text += "\t" + predicateText(example.texts.front(), example.predicate);
    for (const int tag : example.tags)
        result.labels.push_back(corpus.labels[std::size_t(tag)]);
    return result;
}

/// The first short sentences of the corpus, as the rule cuts them again; where there are too few, the shortest of the
/// others. Of a sentence with several predicates there is an example for each.
std::vector<ExampleText> exampleTexts(const Corpus& corpus, TokenizerRule rule) {
    std::vector<const Example*> examples;
    for (const Example& example : evaluationExamples(corpus))
        examples.push_back(&example);
    std::stable_sort(examples.begin(), examples.end(), [](const Example* a, const Example* b) {
        return std::max(a->texts.front().size(), shortSentence) < std::max(b->texts.front().size(), shortSentence);
    });
    std::vector<ExampleText> texts;
    const std::vector<std::vector<std::string>>* last = nullptr; // of the example before
    std::size_t sentences = 0;
    for (const Example* example : examples) {
        const bool isAnother = !last || example->predicate < 0 || *last != example->texts;
        if (isAnother && ++sentences > exampleSentences)
            break;
        last = &example->texts;
        texts.push_back(exampleText(*example, corpus, rule));
    }
    return texts;
}

/// Error where minimum_count leaves no word: to the model all of them would be the same unknown one.
void checkWords(const TokenCounts& counts, int minimumCount) {
    const auto& words = counts.tokens();
    const auto most = std::max_element(words.begin(), words.end(), [&](const std::string& a, const std::string& b) {
        return counts.count(a) < counts.count(b);
    });
    if (most != words.end() && counts.count(*most) < minimumCount)
        throw Error("minimum_count: no word occurs " + std::to_string(minimumCount) +
                    " times in the training set; the most frequent one, \"" + printable(*most, 40) + "\", occurs " +
                    std::to_string(counts.count(*most)) + (counts.count(*most) == 1 ? " time" : " times") +
                    ": lower it");
}

/// How many trained columns of the table add up to a token's vector: the mean of those that have one.
double columnsOfToken(const std::vector<Example>& examples, const EmbeddingTable& table) {
    const int each = table.vocabulary.idsPerToken();
    double columns = 0, tokens = 0;
    for (const Example& example : examples)
        for (const auto& text : example.texts) {
            const std::vector<int> ids = table.vocabulary.ids(text);
            for (auto id = ids.begin(); id != ids.end(); id += each) {
                const auto own = std::count_if(
                    id, id + each, [&](int i) { return i >= table.trainableBegin && i < table.trainableEnd; });
                columns += double(own);
                tokens += own > 0;
            }
        }
    return tokens > 0 ? columns / tokens : 1;
}

/// Both sentences of a pair count.
TrainingSet describe(const std::vector<Example>& examples, const RunConfig& config, const EmbeddingTable& table) {
    double sentences = 0, sum = 0, squares = 0;
    for (const Example& example : examples)
        for (const auto& tokens : example.texts) {
            const double length = double(readLength(tokens.size(), config.classifier.maxTokens));
            ++sentences;
            sum += length;
            squares += length * length;
        }
    const double mean = sum / sentences;
    const auto trained = table.values.middleCols(table.trainableBegin, table.trainableEnd - table.trainableBegin);
    const double square = double(trained.squaredNorm()) / double(trained.size()); // of numbers drawn independently
    const int batch = config.train.batchTokens > 0 ? std::max(1, int(config.train.batchTokens / std::max(mean, 1.0)))
                                                   : config.train.batch;
    return {mean, std::sqrt(std::max(squares / sentences - mean * mean, 0.0)), batch, trained.rows(),
            std::sqrt(columnsOfToken(examples, table) * square)};
}

} // namespace

NewModel newModel(const RunConfig& config, const Corpus& corpus) {
    const TokenCounts counts = countTokens(corpus.train, config.classifier.maxTokens);
    checkWords(counts, config.train.minimumCount);
    Vocabulary words = Vocabulary::fromCounts(counts, config.train.minimumCount);
    if (config.classifier.wordForms)
        words.addForms(counts, leastOfForm);
    WordVectors vectors;
    if (!config.train.vectors.empty())
        vectors = readWordVectors(config.train.vectors);
    const auto seed = std::uint64_t(config.train.seed);
    Random random(RandomKey(seed).with(0x656D6265));
    EmbeddingTable table =
        makeEmbeddingTable(words, config.train.vectors.empty() ? nullptr : &vectors,
                           {config.classifier.embeddingFeatures, config.train.unknownVectors}, random);
    NewModel result;
    result.vectorsFound = table.fromVectors;
    const HeadTask& task = headTaskRow(taskOf(config, corpus).id);
    ModelDescription description;
    description.task = task.id;
    description.encoder = config.encoder;
    description.encoderConfig = config.encoderConfig->clone();
    if (const auto& adaptTo = encoderRow(config.encoder).adaptTo)
        result.adapted = adaptTo(*description.encoderConfig, describe(corpus.train, config, table));
    description.classifier = config.classifier;
    description.labels = task.labels(corpus);
    description.tokenizer = typedTokenizer(corpus);
    if (task.hasPredicate())
        description.predicates = predicateWords(corpus.train);
    for (const std::string& probe : config.probes)
        description.examples.push_back({probe});
    if (config.probes.empty())
        description.examples = exampleTexts(corpus, description.tokenizer.rule);
    result.model = std::make_unique<TaskNetwork>(std::move(description), std::move(table.vocabulary), seed);
    Parameter& embedding = result.model->embedding();
    embedding.value = std::move(table.values);
    embedding.trainBegin = table.trainableBegin;
    embedding.trainEnd = table.trainableEnd;
    return result;
}

} // namespace headlight
