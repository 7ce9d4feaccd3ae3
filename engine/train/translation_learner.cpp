#include "train/translation_learner.h"

#include "core/grouped.h"
#include "data/batching.h"
#include "data/translation_files.h"
#include "models/record.h"
#include "models/translation_model.h"
#include "models/translation_search.h"
#include "models/translator_folder.h"
#include "tasks/bleu.h"
#include "tasks/chrf.h"
#include "text/detokenized.h"
#include "text/languages.h"
#include "train/learner_rows.h"
#include "train/translation_words_of.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace headlight {

namespace {

constexpr std::size_t mostExamples = 8;

class TranslationPiece final : public Piece {
public:
    explicit TranslationPiece(const TranslationNetwork& network) : m_network(network) {}

    void add(const std::vector<int>& source, const std::vector<int>& target, std::uint64_t id) {
        m_network.add(m_batch, source, target, id);
    }

    const Layout& layout() const override { return m_batch.sources; }
    std::vector<Words> words() const override {
        std::vector<Words> words;
        for (const auto& [table, ids] : m_network.tables(m_batch))
            words.push_back({*table, *ids});
        return words;
    }
    Result run(Context& context, Real weight) const override { return {m_network.loss(context, m_batch, weight)}; }

private:
    const TranslationNetwork& m_network;
    TranslationBatch m_batch;
};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// The best translation of each source. Sources of like lengths, which end at about one time, are translated together.
std::vector<Translation> translateEach(const Translator& translator, const std::vector<std::vector<int>>& sources,
                                       ThreadPool& pool, const EvaluationWatch& watch) {
    std::vector<std::size_t> places(sources.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return sources[a].size() < sources[b].size(); });
    std::vector<std::vector<int>> byLength;
    for (const std::size_t place : places)
        byLength.push_back(sources[place]);
    std::vector<Translation> translations(sources.size());
    const auto done = [&](std::size_t first, const std::vector<Translation>& best) {
        for (std::size_t k = 0; k < best.size(); ++k)
            translations[places[first + k]] = best[k];
        if (watch.answered)
            watch.answered(int(best.size()));
    };
    translateAll(translator.network(), byLength, searchOptions(translator.description().setup), pool, done,
                 watch.check);
    return translations;
}

/// Its languages where they are known: not of columns with other names, of what can't be read twice, and of generated
/// pairs.
std::optional<TranslationDirection> languagesOf(const Corpus& corpus) {
    try {
        const auto direction = corpus.spec.empty() ? std::nullopt : translationDirection(corpus.spec);
        const bool isKnown = direction && isLanguageCode(direction->from) && isLanguageCode(direction->to);
        return isKnown ? direction : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Whether they may be more pieces than a text may have; each has a letter at least.
bool mayBeTooLong(const std::vector<std::string>& words) {
    Index bytes = 0;
    for (const std::string& word : words)
        bytes += Index(word.size());
    return bytes >= longestSentence;
}

/// Error naming the first pair of a part of a corpus that is longer than the model's positions, or than what can be
/// translated: before it is trained, not when it is evaluated.
void refuseTooLong(const Translator& translator, const std::string& part, const std::vector<Example>& examples) {
    const bool hasPositions = translator.mostSourceTokens() > 0;
    for (std::size_t k = 0; k < examples.size(); ++k) {
        if (!hasPositions && !mayBeTooLong(examples[k].texts[0]) && !mayBeTooLong(examples[k].texts[1]))
            continue;
        try {
            translator.sourceIds(examples[k].texts[0]);
            translator.targetIds(examples[k].texts[1]);
        } catch (const Error& error) {
            const std::string place = examples[k].place();
            throw Error((place.empty() ? part + ", pair " + std::to_string(k + 1) : place) + " (" +
                        printable(joined(examples[k].texts[0]), 60) + "): " + error.what());
        }
    }
}

std::vector<std::string> detokenizedAll(const std::vector<std::string>& texts) {
    std::vector<std::string> plain;
    for (const std::string& text : texts)
        plain.push_back(detokenized(text));
    return plain;
}

/// Two figures that must not be mixed up stand in rows of their own, each with its signature.
void addRow(EvaluationTable& table, const std::string& name, const std::string& of, const Bleu& bleu,
            const BleuOptions& options) {
    using Unit = EvaluationTable::Unit;
    table.title += (table.title.empty() ? "" : "\n") + ("BLEU of " + of + ", " + bleuSignature(options));
    table.columns = {{"BLEU", Unit::Score},    {"1-grams", Unit::Score}, {"2-grams", Unit::Score},
                     {"3-grams", Unit::Score}, {"4-grams", Unit::Score}, {"tokens"},
                     {"of the references"}};
    table.rows.push_back(name);
    std::vector<double>& values = table.values.emplace_back(1, bleu.score);
    values.insert(values.end(), bleu.precisions.begin(), bleu.precisions.end());
    values.push_back(double(bleu.hypothesisLength));
    values.push_back(double(bleu.referenceLength));
}

} // namespace

TranslationLearner::TranslationLearner(std::shared_ptr<Translator> translator) : m_translator(std::move(translator)) {}

const Task& TranslationLearner::task() const {
    return taskRow(translationTask);
}

std::int64_t TranslationLearner::vocabularySize() const {
    const TranslatorDescription& description = m_translator->description();
    return description.target.tokens.size() +
           (description.setup.jointMerges ? 0 : std::int64_t(description.source.tokens.size()));
}

std::shared_ptr<const Model> TranslationLearner::model() const {
    return std::make_shared<const TranslationModel>(m_translator);
}

bool TranslationLearner::knowsWords(const std::vector<Example>& examples) const {
    return std::any_of(examples.begin(), examples.end(), [&](const Example& example) {
        const std::vector<int> ids = m_translator->description().source.ids(example.texts.front());
        return std::any_of(ids.begin(), ids.end(), [](int id) { return id != TranslationWords::unknown; });
    });
}

void TranslationLearner::adopt(const Corpus& corpus, std::vector<Example>& examples) const {
    taskFor(corpus, translationTask, std::string("the model's task is ") + translationTask);
    const TranslatorDescription& own = m_translator->description();
    const auto direction = languagesOf(corpus);
    if (!own.from.empty() && direction && (direction->from != own.from || direction->to != own.to))
        throw Error(corpus.spec + ": it is read from " + direction->from + " to " + direction->to +
                    ", and the model translates from " + own.from + " to " + own.to +
                    ": open it with ?from=" + own.from + "&to=" + own.to);
    refuseTooLong(*m_translator, corpus.name, examples);
}

TranslationLearner::Pair TranslationLearner::pairOf(const Example& example) const {
    return {m_translator->sourceIds(example.texts[0]), m_translator->targetIds(example.texts[1])};
}

TranslationLearner::Size TranslationLearner::sizeOf(const Pair& pair) {
    const std::size_t target = pair.target.size() + 1; // with the mark of its begin or end
    return {int(std::max(pair.source.size(), target)), std::int64_t(target)};
}

double TranslationLearner::lossOf(const std::vector<Pair>& pairs, ThreadPool& pool, const Check& check) const {
    std::vector<int> lengths;
    std::int64_t answers = 0;
    for (const Pair& pair : pairs) {
        lengths.push_back(sizeOf(pair).tokens);
        answers += sizeOf(pair).answers;
    }
    const auto batches = evaluationBatches(lengths, evaluationTokens);
    std::vector<double> losses(batches.size());
    pool.forEach(int(batches.size()), [&](int b) {
        if (check)
            check();
        TranslationPiece piece(m_translator->network());
        for (const int position : batches[std::size_t(b)])
            piece.add(pairs[std::size_t(position)].source, pairs[std::size_t(position)].target, 0);
        Tape tape;
        Context context(tape, piece.layout());
        losses[std::size_t(b)] = double(piece.run(context, 1).loss.value()(0, 0));
    });
    return std::accumulate(losses.begin(), losses.end(), 0.0) / double(std::max<std::int64_t>(answers, 1));
}

Evaluation TranslationLearner::evaluate(const std::vector<Example>& examples, ThreadPool& pool,
                                        const EvaluationWatch& watch) const {
    Evaluation evaluation;
    evaluation.examples = int(examples.size());
    std::vector<Pair> pairs;
    for (const Example& example : examples)
        pairs.push_back(pairOf(example));
    evaluation.loss = lossOf(pairs, pool, watch.check);
    if (!std::isfinite(evaluation.loss)) { // whoever asked says what that means; there is nothing to search for
        for (const std::string& name : task().metrics())
            evaluation.metrics.push_back({name, std::numeric_limits<double>::quiet_NaN()});
        return evaluation;
    }
    std::vector<std::vector<int>> sources;
    std::vector<std::string> translations, references;
    for (const Pair& pair : pairs)
        sources.push_back(pair.source);
    for (const Example& example : examples)
        references.push_back(joined(example.texts[1]));
    int cut = 0;
    for (const Translation& best : translateEach(*m_translator, sources, pool, watch)) {
        translations.push_back(m_translator->targetText(best.words()));
        cut += !best.ended;
    }
    const BleuOptions asCut{TranslationTokenizer::None, false}; // the corpus's own tokens
    const Bleu bleu = bleuOf(bleuCounts(translations, {{references}}, asCut));
    addRow(evaluation.table, "tok:none", "the corpus's tokens", bleu, asCut);
    const BleuOptions asWritten;
    const Bleu plain = bleuOf(bleuCounts(detokenizedAll(translations), {{detokenizedAll(references)}}, asWritten));
    addRow(evaluation.table, "tok:13a", "detokenised text", plain, asWritten);
    evaluation.metrics = {{"bleu", bleu.score},
                          {"chrf", chrfOf(chrfCounts(translations, {{references}}))},
                          {"perplexity", std::exp(evaluation.loss)}};
    evaluation.details["bleu_signature"] = bleuSignature(asCut);
    evaluation.details["bleu_detokenized"] = {{"bleu", plain.score}, {"signature", bleuSignature(asWritten)}};
    evaluation.details["bleu_precisions"] = bleu.precisions;
    evaluation.details["bleu_shares"] = bleu.shares;
    evaluation.details["brevity_penalty"] = bleu.brevityPenalty;
    evaluation.details["hypothesis_tokens"] = bleu.hypothesisLength;
    evaluation.details["reference_tokens"] = bleu.referenceLength;
    evaluation.details["not_ended"] = cut;
    return evaluation;
}

/// To write a token takes about as long in each beam as to train on one, and a model that has learnt little writes
/// about twice as many as it should.
double TranslationLearner::evaluationCost() const {
    return 2.0 * m_translator->description().setup.beams;
}

const Parameter* TranslationLearner::firstBadLayer(const std::vector<Example>& examples) const {
    Gradients gradients(m_translator->network().parameters());
    Tape tape(&gradients); // only a tape that records knows its results
    for (const Example& example : examples) {
        tape.reset();
        const auto [source, target] = pairOf(example);
        TranslationPiece piece(m_translator->network());
        piece.add(source, target, 0);
        Context context(tape, piece.layout());
        piece.run(context, 1);
        if (const Parameter* layer = tape.firstNotFinite())
            return layer;
    }
    return nullptr;
}

void TranslationLearner::save(const std::filesystem::path& folder, StoredType type) const {
    saveTranslator(*m_translator, folder, type);
}

void TranslationLearner::take(const std::vector<Example>& examples) {
    m_pairs.clear();
    m_sizes.clear();
    for (const Example& example : examples) {
        m_pairs.push_back(pairOf(example));
        m_sizes.push_back(sizeOf(m_pairs.back()));
    }
}

std::unique_ptr<Piece> TranslationLearner::piece(const std::vector<Member>& members) const {
    auto piece = std::make_unique<TranslationPiece>(m_translator->network());
    for (const Member& member : members) {
        const Pair& pair = m_pairs[std::size_t(member.example)];
        piece->add(pair.source, pair.target, member.firstText);
    }
    return piece;
}

TranslatorDescription translatorOf(const RunConfig& config) {
    const auto* stack = dynamic_cast<const ConfigOf<TransformerOptions>*>(config.encoderConfig.get());
    if (config.encoder != "transformer" || !stack)
        throw Error(config.encoder + " does not translate: the model is an encoder-decoder Transformer, whose encoder "
                                     "may have other attentions (--model transformer --set attention=csan)");
    encoderRow(config.encoder).check(*config.encoderConfig);
    TranslatorDescription description;
    description.stack = stack->value;
    description.keep = config.classifier.keep;
    description.setup = config.translation;
    return description;
}

static NewLearner newTranslationLearner(const RunConfig& config, const Corpus& corpus) {
    TranslatorDescription description = translatorOf(config);
    description.typing = typedTokenizer(corpus);
    if (const auto direction = languagesOf(corpus)) {
        description.from = direction->from;
        description.to = direction->to;
    }
    learnWords(description, corpus.train, config.train.minimumCount);
    for (const Example& example : evaluationExamples(corpus))
        if (description.examples.size() < mostExamples)
            description.examples.push_back({tokenizerRuleRow(description.typing.rule).join(example.texts.front())});
    if (!config.probes.empty())
        description.examples.clear();
    for (const std::string& probe : config.probes)
        description.examples.push_back({probe});
    const auto count = [](int number) { return grouped(std::int64_t(number)); };
    NewLearner result;
    result.adapted = count(int(description.source.pairs.merges().size())) + " merges, " +
                     count(description.source.tokens.size()) + " pieces" +
                     (description.setup.jointMerges
                          ? " of both languages"
                          : ", and of the other language " + count(int(description.target.pairs.merges().size())) +
                                " merges, " + count(description.target.tokens.size()) + " pieces");
    const auto translator = std::make_shared<Translator>(std::move(description), std::uint64_t(config.train.seed));
    for (const auto& [part, examples] :
         {std::pair("train", &corpus.train), {"dev", &corpus.dev}, {"test", &corpus.test}})
        refuseTooLong(*translator, corpus.name + ", " + part, *examples);
    result.learner = std::make_unique<TranslationLearner>(translator);
    return result;
}

static ParameterCounts translationCounts(const RunConfig& config, int) {
    const TranslationCounts counts = countParameters(networkOptions(translatorOf(config)));
    return {counts.encoder, 0, 0, counts.decoder};
}

/// Of those around a sentence's encoder it has the share of dropout.
static std::vector<OptionRow> translationOptions() {
    std::vector<OptionRow> options = translationFields().rows();
    for (const OptionRow& row : classifierFields().rows())
        if (row.name == "keep")
            options.push_back(row);
    return options;
}

LearnerRow translationLearnerRow() {
    LearnerRow row;
    row.learns = [](const Task& task) { return task.id == translationTask; };
    row.make = newTranslationLearner;
    row.isFolder = isTranslatorFolder;
    row.open = [](const std::filesystem::path& folder) -> std::unique_ptr<Learner> {
        return std::make_unique<TranslationLearner>(loadTranslator(folder));
    };
    row.count = translationCounts;
    row.countedFor = [](const RunConfig&, int) { return std::string("without tables of words"); };
    row.parts = {{"encoder", &ParameterCounts::encoder}, {"decoder", &ParameterCounts::decoder}};
    row.optionsTitle = "Options of the translation";
    row.options = translationOptions;
    return row;
}

} // namespace headlight
