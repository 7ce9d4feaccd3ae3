#include "train/run_config.h"

#include "core/json_text.h"
#include "core/number_list.h"
#include "encoders/registry.h"
#include "tasks/task.h"
#include "train/learner_rows.h"
#include "train/optimizer.h"

#include <algorithm>
#include <functional>

namespace headlight {

using Json = nlohmann::ordered_json;

namespace {

/// What `say` has to say of each optimizer, with a separator between.
template <class Say>
std::string ofOptimizers(Say say, const char* separator) {
    std::string text;
    for (const OptimizerRow& row : optimizerRows())
        text += (text.empty() ? "" : separator) + say(row);
    return text;
}

std::string optimizerHelp() {
    return ofOptimizers([](const OptimizerRow& row) { return row.id + ": " + row.help; }, "; ");
}

std::string rateHelp() {
    return "step multiplier: " +
           ofOptimizers([](const OptimizerRow& row) { return row.usualRate + " for " + row.id; }, ", ");
}

} // namespace

std::vector<std::int64_t> halvingSteps(const std::string& halveAt) {
    const NumberList list{1, 1'000'000'000, 100, "at most 100 ascending steps, such as 400000,500000"};
    const std::vector<std::int64_t> steps = numbersOf(halveAt, list, true);
    if (std::adjacent_find(steps.begin(), steps.end(), std::greater_equal<>()) != steps.end())
        throw Error("expected " + list.expected + ", got \"" + printable(halveAt, 80) + "\"");
    return steps;
}

const Fields<TrainOptions>& trainFields() {
    using O = TrainOptions;
    static const auto table =
        Fields<O>()
            .group("Recipe")
            .choice("optimizer", "Optimizer", &O::optimizer, optimizerChoices(), optimizerHelp())
            .main()
            .number("learning_rate", "Learning rate", &O::learningRate, 0, 100, rateHelp())
            .main()
            .number("momentum", "Momentum", &O::momentum, 0, 0.9999, "of sgd")
            .needs("optimizer", {"sgd"})
            .flag("lazy", "Leave absent words alone", &O::lazy,
                  "words that are in no batch are left alone; without it they move as their moments say, as in "
                  "TensorFlow 1's Adam and in PyTorch. Adadelta always leaves them alone, as in TensorFlow 1")
            .needs("optimizer", denseOptimizerIds())
            .integer("batch", "Batch size", &O::batch, 1, 65536, "sentences of a training step")
            .main()
            .needs("batch_tokens", {"0"})
            .integer("batch_tokens", "Tokens per batch", &O::batchTokens, 0, 10000000,
                     "instead of a batch size: a step takes examples of similar length, as many as have this many "
                     "tokens together, and at least one; 0: as many as the batch size says")
            .zero("by batch size")
            .number("l2", "Weight penalty (L2)", &O::l2, 0, 10, "γ of the penalty γ/2·‖W‖²")
            .main()
            .choice("decay", "Penalised weights", &O::decay,
                    {{O::Decay::Weights, "weights", "Weight matrices"}, {O::Decay::All, "all", "Everything"}},
                    "what the penalty is of: weight matrices, without biases and embeddings (the papers); or all, with "
                    "every trained word vector, added after clipping, as PyTorch does for LAMA's code")
            .number("clip", "Gradient limit (clipping)", &O::clip, 0, 1e9,
                    "largest norm of all gradients together; 0: no clipping")
            .zero("none")
            .number("label_smoothing", "Label smoothing", &O::labelSmoothing, 0, 0.9,
                    "share of a label's probability that training gives to all the others alike; 0.1 for roles and "
                    "translations in the papers' code. Evaluations tell the loss without it")
            .unusedWith("crf", {"true"})
            .choice("schedule", "Learning rate schedule", &O::schedule,
                    {{O::Schedule::Constant, "constant", "Constant"},
                     {O::Schedule::Linear, "linear", "Linear to zero"},
                     {O::Schedule::Halve, "halve", "Halve when stuck"},
                     {O::Schedule::Steps, "steps", "Halve at steps"},
                     {O::Schedule::InverseRoot, "inverse-root", "Inverse root"}},
                    "of the learning rate: constant; linear to 0 at the last step; halve after an evaluation without "
                    "improvement; steps: halve after the steps of halve_at; inverse-root: by the square root of the "
                    "steps since the warm-up, as Transformers are trained: the learning rate is that of its end")
            .text("halve_at", "Steps where the rate is halved", &O::halveAt,
                  "steps after which the learning rate is halved, ascending and separated by commas, as 400000,500000",
                  [](const std::string& text) { halvingSteps(text); })
            .zero("never")
            .needs("schedule", {"steps"})
            .integer("warm_up", "Warm-up steps", &O::warmUp, 0, 1000000000,
                     "steps over which the learning rate rises from 0")
            .integer("epochs", "Epochs", &O::epochs, 1, 1000000, "passes over the training set")
            .main()
            .integer("evaluate_every", "Steps between evaluations", &O::evaluateEvery, 0, 1000000000,
                     "steps between evaluations; 0: once an epoch")
            .zero("once an epoch")
            .integer("patience", "Early stopping (evaluations)", &O::patience, 0, 1000000,
                     "stop after this many evaluations without improvement; 0: never")
            .zero("never")
            .main()
            .integer("average", "Epochs that are averaged", &O::average, 0, 1000,
                     "so many of the last epochs are averaged: from the first of them on, what is evaluated and kept "
                     "is the mean of the numbers that the model had after each; 0: none")
            .zero("none")
            .flag("restart_optimizer", "Restart optimizer each epoch", &O::restartOptimizer,
                  "the optimizer forgets its moments after every epoch, as in LAMA's code")
            .integer(
                "buckets", "Length groups for batches", &O::buckets, 0, 1000,
                "groups of similar length that batches are drawn from, so that long texts are not among short "
                "ones; 0 or 1: any texts together. Nothing is ever padded: only recurrent models may gain time, and "
                "the batch of the longest texts needs more memory")
            .zero("none")
            .needs("batch_tokens", {"0"})
            .number("length_percentile", "Longest texts kept (percentile)", &O::lengthPercentile, 1, 100,
                    "training examples with a text longer than this percentile of all training texts are left out; dev "
                    "and test keep theirs; 100: none; 97 in the released SNLI code")
            .integer("minimum_count", "Fewest occurrences of a word", &O::minimumCount, 1, 1000000,
                     "words seen more rarely in the training set are unknown")
            .text("vectors", "Word vector file", &O::vectors,
                  "file of word vectors (GloVe or word2vec, text or binary); empty: none")
            .zero("none")
            .main()
            .choice("unknown_vectors", "First values of new words", &O::unknownVectors,
                    {{UnknownVectors::Uniform, "uniform", "Uniform (±0.05)"},
                     {UnknownVectors::Normal, "normal", "Normal (0, 1)"}},
                    "first values of words without a vector: U(−0.05, 0.05), or N(0, 1) as in the released SST code")
            .group("Run")
            .integer("seed", "Random seed", &O::seed, 0, 2147483647, "of first values, order of examples and dropout")
            .main()
            .integer("folds", "Cross-validation folds", &O::folds, 0, 1000,
                     "parts of a cross-validation; 0: the corpus's own split")
            .zero("the corpus's own")
            .main()
            .integer("fold", "Held-out fold", &O::fold, 0, 999, "the part held out for testing")
            .choice("fold_kind", "Division into folds", &O::foldKind,
                    {{FoldKind::Random, "random", "Random"}, {FoldKind::Stratified, "stratified", "Stratified"}},
                    "random: every example falls into a part by chance, as in the papers; stratified: every part has "
                    "the whole's shares of the labels (of scores, of their levels)")
            .unusedWith("folds", {"0"})
            .integer("shards", "Pieces of a batch", &O::shards, 1, 256,
                     "pieces a batch is cut into, which threads share; part of the result's bits, unlike the number of "
                     "threads")
            .choice("stored", "Number format on disk", &O::stored,
                    {{StoredType::Float32, "float32", "32 bits"}, {StoredType::Float16, "float16", "16 bits"}},
                    "numbers of the saved model on disk");
    return table;
}

std::string rateNote(const TrainOptions& options, const TrainOptions& base) {
    const OptimizerRow& row = optimizerRow(options.optimizer);
    for (const TrainOptions& from : {base, TrainOptions()})
        if (const OptimizerRow& own = optimizerRow(from.optimizer);
            own.usualRate != row.usualRate && options.learningRate == from.learningRate)
            return "the learning rate is still " + detail::formatNumber(from.learningRate) + ", which suits " +
                   own.label + "; for " + row.label + " " + row.usualRate + " is usual";
    return {};
}

RunConfig& RunConfig::operator=(const RunConfig& other) {
    task = other.task;
    data = other.data;
    encoder = other.encoder;
    encoderConfig = other.encoderConfig ? other.encoderConfig->clone() : nullptr;
    classifier = other.classifier;
    translation = other.translation;
    train = other.train;
    probes = other.probes;
    return *this;
}

RunConfig RunConfig::forEncoder(const std::string& id) {
    RunConfig config;
    config.encoder = id;
    config.encoderConfig = encoderRow(id).makeConfig();
    return config;
}

namespace {

bool hasOption(const std::vector<OptionRow>& rows, const std::string& name) {
    for (const OptionRow& row : rows)
        if (row.name == name)
            return true;
    return false;
}

} // namespace

void RunConfig::set(const std::string& name, const std::string& value) {
    if (name == "preset")
        applyPreset(encoderRow(encoder), *encoderConfig, value);
    else if (hasOption(trainFields().rows(), name))
        trainFields().set(train, name, value);
    else if (hasOption(classifierFields().rows(), name))
        classifierFields().set(classifier, name, value);
    else if (hasOption(translationFields().rows(), name))
        translationFields().set(translation, name, value);
    else if (hasOption(encoderConfig->rows(), name))
        encoderConfig->set(name, value);
    else
        detail::unknownOption(name, rows());
}

std::string RunConfig::get(const std::string& name) const {
    if (hasOption(trainFields().rows(), name))
        return trainFields().get(train, name);
    if (hasOption(classifierFields().rows(), name))
        return classifierFields().get(classifier, name);
    if (hasOption(translationFields().rows(), name))
        return translationFields().get(translation, name);
    return encoderConfig->get(name);
}

std::vector<OptionRow> RunConfig::rows() const {
    std::vector<OptionRow> all = trainFields().rows();
    for (const auto& rows : {classifierFields().rows(), translationFields().rows(), encoderConfig->rows()})
        all.insert(all.end(), rows.begin(), rows.end());
    return all;
}

std::vector<std::string> unusedOptions(const Task& task) {
    std::vector<std::string> names = task.unusedOptions();
    const std::vector<OptionRow> own = learnerRow(task).options();
    for (const LearnerRow& learner : learnerRows())
        for (const OptionRow& option : learner.options())
            if (!hasOption(own, option.name))
                names.push_back(option.name);
    return names;
}

/// "the task pair (one label for two sentences)", "the tasks classify, pair".
static std::string ownersOf(const std::string& option) {
    std::vector<const Task*> owners;
    for (const auto& task : taskRows())
        if (const auto unused = unusedOptions(*task); std::find(unused.begin(), unused.end(), option) == unused.end())
            owners.push_back(task.get());
    if (owners.size() == 1)
        return "the task " + owners.front()->id + " (" + owners.front()->title + ")";
    std::string text = "the tasks ";
    for (const Task* owner : owners)
        text += (owner == owners.front() ? "" : ", ") + owner->id;
    return text;
}

const Task& taskOf(const RunConfig& config, const Corpus& corpus) {
    return taskFor(corpus, config.task, "the configuration is for " + config.task);
}

void checkTaskOptions(const RunConfig& config) {
    const Task& task = taskRow(config.task);
    const RunConfig first = RunConfig::forEncoder(config.encoder);
    for (const std::string& name : unusedOptions(task))
        if (config.get(name) != first.get(name))
            throw Error(name + ": belongs to " + ownersOf(name) + " and does nothing for " + task.id + " (" +
                        task.title + "): leave it out");
}

Json RunConfig::toJson() const {
    return {{"task", task},
            {"data", data},
            {"encoder", encoder},
            {"encoder_options", encoderConfig->toJson()},
            {"classifier", ConfigOf<ClassifierOptions>(classifierFields(), classifier).toJson()},
            {"translation", ConfigOf<TranslationSetup>(translationFields(), translation).toJson()},
            {"train", ConfigOf<TrainOptions>(trainFields(), train).toJson()},
            {"probes", probes}};
}

/// What is no configuration of a run that this program knows, as a whole.
static void checkKind(const Json& document, const std::string& where) {
    constexpr int version = 1; // which needs no entry
    if (!document.is_object())
        throw Error(where + ": expected an object with the entries task, data, encoder …");
    if (document.contains("configuration"))
        throw Error(where + ": this is a whole run; its entry \"configuration\" is what belongs here");
    if (document.contains("format"))
        throw Error(where +
                    ": this describes a model, not a run; the configuration of a run is an entry of headlight-cli "
                    "runs show ID --json");
    if (document.contains("version") && document["version"] != version)
        throw Error(where + ": version " + printable(jsonText(document["version"]), 40) +
                    " of the run configuration, this program reads version " + std::to_string(version) +
                    ": use the Headlight that wrote it, or a newer one");
}

RunConfig RunConfig::fromJson(const Json& document, const std::string& where) {
    const std::vector<std::string> known = {"version",    "task",        "data",  "encoder", "encoder_options",
                                            "classifier", "translation", "train", "probes"};
    checkKind(document, where);
    for (const auto& [name, value] : document.items())
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw Error(where + ": unknown entry \"" + printable(name, 80) + "\"." + suggestion(name, known));
    if (!document.contains("encoder") || !document["encoder"].is_string())
        throw Error(where + ": \"encoder\": expected the id of a model");
    try {
        RunConfig config = forEncoder(document["encoder"].get<std::string>());
        config.task = document.value("task", std::string());
        if (!config.task.empty())
            taskRow(config.task);
        config.data = document.value("data", std::string());
        config.probes = document.value("probes", std::vector<std::string>());
        if (document.contains("encoder_options"))
            config.encoderConfig->fromJson(document["encoder_options"], "\"encoder_options\"");
        ConfigOf<ClassifierOptions> classifier(classifierFields());
        if (document.contains("classifier"))
            classifier.fromJson(document["classifier"], "\"classifier\"");
        config.classifier = classifier.value;
        ConfigOf<TranslationSetup> translation(translationFields());
        if (document.contains("translation"))
            translation.fromJson(document["translation"], "\"translation\"");
        config.translation = translation.value;
        ConfigOf<TrainOptions> train(trainFields());
        if (document.contains("train"))
            train.fromJson(document["train"], "\"train\"");
        config.train = train.value;
        return config;
    } catch (const nlohmann::json::exception&) {
        throw Error(where + ": \"task\" and \"data\" are strings, \"probes\" a list of strings");
    } catch (const Error& error) {
        throw Error(where + ": " + error.what());
    }
}

} // namespace headlight
