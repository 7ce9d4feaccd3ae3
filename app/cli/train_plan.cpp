#include "cli/train_plan.h"

#include "cli/model_options.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/data/corpus_kinds.h"
#include "engine/data/folds.h"
#include "engine/data/statistics.h"
#include "engine/tasks/task.h"
#include "engine/text/embedding_table.h"
#include "engine/train/learner_rows.h"
#include "engine/train/optimizer.h"
#include "engine/train/unused_options.h"
#include "open_data.h"
#include "wording/shell_words.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace headlight {

namespace {

constexpr std::uint64_t longestConfig = std::uint64_t(16) << 20;

bool isSet(const TrainRequest& request, const std::string& option) {
    const std::vector<std::string> names = namesOf(request.set);
    return std::find(names.begin(), names.end(), option) != names.end();
}

/// Before the recipe has had its say, a width of word vectors that is not given may be another in the end.
bool isWidthGiven(const TrainRequest& request) {
    const bool noRecipe = request.recipe == "none" || (request.recipe.empty() && !request.config.empty());
    return noRecipe || isSet(request, "embedding_features");
}

/// What no range of a single option tells.
void checkOptions(const RunConfig& config, const TrainRequest& request) {
    const TrainOptions& train = config.train;
    if (train.folds == 1)
        throw Error("folds: expected 2 … 1000, or 0 for the corpus's own split, got 1");
    if (train.folds > 0 && request.folds.empty() && train.fold >= train.folds)
        throw Error("fold: expected 0 … " + std::to_string(train.folds - 1) + ", one of " +
                    std::to_string(train.folds) + " folds, got " + std::to_string(train.fold));
    if (train.vectors.empty())
        return;
    const int numbers = readVectorWidth(train.vectors);
    if (isWidthGiven(request))
        checkVectorWidth(train.vectors, numbers, config.classifier.embeddingFeatures);
}

/// Recipes that the configuration may get, "" for none: the corpus chooses where neither --recipe nor --config does.
std::vector<std::string> possibleRecipes(const TrainRequest& request) {
    if (request.recipe == "none" || (request.recipe.empty() && !request.config.empty()))
        return {""};
    if (!request.recipe.empty())
        return {request.recipe};
    std::vector<std::string> ids = {""};
    for (const Recipe& recipe : recipes())
        if (!recipe.byNameOnly)
            ids.push_back(recipe.id);
    return ids;
}

/// Options of the model that don't fit together, such as masks and heads, whichever recipe it gets.
void checkModel(const RunConfig& base, const TrainRequest& request) {
    std::optional<Error> misfit;
    for (const std::string& recipe : possibleRecipes(request)) {
        RunConfig config = base;
        if (!recipe.empty())
            applyRecipe(config, recipe);
        setOptions(config, request.preset, request.set);
        try {
            countsOf(config, 2);
            return;
        } catch (const Error& error) {
            misfit = misfit ? misfit : error;
        }
    }
    throw Error(*misfit);
}

/// When the recipe has had its say.
void checkFold(const RunConfig& config, const TrainRequest& request) {
    if (config.train.folds == 0 && config.train.fold > 0 && request.folds.empty())
        throw Error("fold: belongs to a cross-validation, and this is none: say of how many folds, such as --set "
                    "folds=10, or leave it out");
}

RunConfig baseOf(const TrainRequest& request) {
    checkModelName(request.model);
    if (request.config.empty())
        return RunConfig::forEncoder(request.model.empty() ? "mtsa" : request.model);
    RunConfig config =
        RunConfig::fromJson(parseJson(readFile(request.config, longestConfig), request.config), request.config);
    if (!request.model.empty() && request.model != config.encoder)
        throw Error("--model " + request.model + ": " + request.config + " is for " + config.encoder +
                    "; leave --model out or change the file");
    return config;
}

/// The one that is asked for, of those that the examples are for; else their first. A file whose "task" is classify may
/// as well say nothing: it was the default of files.
std::string wantedTask(const RunConfig& config, const TrainRequest& request, const Corpus& corpus) {
    std::string asked = taskFor(corpus, request.task, "--task " + request.task).id;
    try {
        const std::string own = taskFor(corpus, config.task, request.config + ": \"task\" is " + config.task).id;
        return request.task.empty() ? own : asked;
    } catch (const Error& error) {
        if (config.task == taskRows().front()->id)
            return asked;
        throw Error(std::string(error.what()) + "; give other data with --data, or leave \"task\" out of the file");
    }
}

/// "1,2,5" → numbers. Error naming the option and the range, as wholeNumber gives it.
std::vector<int> numberList(const std::string& option, const std::string& text, int high) {
    std::vector<int> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        numbers.push_back(wholeNumber(option, text.substr(begin, end - begin), 0, high));
        begin = end + 1;
    }
    for (std::size_t k = 0; k < numbers.size(); ++k)
        if (std::find(numbers.begin(), numbers.begin() + std::ptrdiff_t(k), numbers[k]) !=
            numbers.begin() + std::ptrdiff_t(k))
            throw UsageError(option + ": " + std::to_string(numbers[k]) + " is there twice");
    return numbers;
}

void applyRecipeTo(RunConfig& config, const TrainRequest& request, TrainPlan& plan) {
    const bool guess = request.recipe.empty() && request.config.empty();
    const std::string recipe = guess ? recipeFor(plan.corpus) : request.recipe;
    if (recipe == "none" || (recipe.empty() && !guess))
        return;
    if (recipe.empty()) {
        plan.notes.push_back("no published recipe is known for " + plan.corpus.name + ": training with the defaults");
        return;
    }
    applyRecipe(config, recipe);
    if (const std::string note = recipeNote(recipeRow(recipe), plan.corpus.kind); !note.empty())
        plan.notes.push_back("recipe " + recipe + " " + note);
    plan.notes.push_back("recipe " + recipe +
                         (guess ? ", chosen automatically from the corpus (--recipe none leaves it out): " : ": ") +
                         recipeRow(recipe).help);
    if (config.train.folds > 0 && !plan.corpus.test.empty()) {
        config.train.folds = 0;
        plan.notes.push_back("the corpus has a test set: no cross-validation");
    }
}

/// Whether the model is one for the task; where a recipe of another task may be why it isn't, that is said.
void checkTask(const RunConfig& config, const TrainRequest& request, const Corpus& corpus) {
    try {
        countsOf(config, 2);
    } catch (const Error& error) {
        if (request.recipe.empty() || request.recipe == "none")
            throw;
        const std::string note = recipeNote(recipeRow(request.recipe), corpus.kind);
        throw Error(error.what() + (note.empty() ? note : ". The recipe " + request.recipe + " " + note));
    }
}

std::vector<int> foldsOf(const std::string& text, RunConfig& config) {
    if (text.empty())
        return {config.train.fold};
    if (config.train.folds < 2)
        throw UsageError("--folds: into how many parts? Give --set folds=10 too");
    if (text != "all")
        return numberList("--folds", text, config.train.folds - 1);
    std::vector<int> all;
    for (int fold = 0; fold < config.train.folds; ++fold)
        all.push_back(fold);
    return all;
}

void noteEvaluation(const RunConfig& config, const std::string& folds, TrainPlan& plan) {
    if (config.train.folds > 0 && folds.empty())
        plan.notes.push_back("fold " + std::to_string(config.train.fold) + " of 0 … " +
                             std::to_string(config.train.folds - 1) + " only (--folds all runs them all)");
    if (config.train.folds == 0 && plan.corpus.dev.empty() && plan.corpus.test.empty())
        plan.notes.push_back(
            "the corpus has neither dev nor test set, so nothing is evaluated: --set folds=10 makes "
            "ten folds, --data " +
            shellWord(plan.corpus.spec + (plan.corpus.spec.find('?') == std::string::npos ? "?" : "&") + "dev=0.1") +
            " holds out a tenth");
}

/// What a line's first word was taken for shows here at once when it is no label.
void noteLabels(const RunConfig& config, TrainPlan& plan) {
    constexpr std::size_t most = 12;
    const Corpus& corpus = plan.corpus;
    const auto labels = corpusKindRow(corpus.kind).labels;
    if (labels == CorpusKindRow::Labels::LevelsOfScores || labels == CorpusKindRow::Labels::None ||
        corpus.train.empty())
        return; // levels of a score are no labels
    const std::vector<std::int64_t> counts = statisticsOf(corpus, corpus.train).perLabel;
    std::string text = counted(std::int64_t(counts.size()), "label") + " of " +
                       (config.train.folds > 0 ? counted(std::int64_t(corpus.train.size()), "example") + " of all folds"
                                               : counted(std::int64_t(corpus.train.size()), "training example")) +
                       ":";
    for (std::size_t label = 0; label < std::min(counts.size(), most); ++label)
        text += (label ? ", " : " ") + printable(corpus.labels[label], 40) + ": " + grouped(counts[label]);
    plan.notes.push_back(text + (counts.size() > most ? " …" : ""));
}

void noteReading(TrainPlan& plan) {
    plan.notes.insert(plan.notes.end(), plan.corpus.notes.begin(), plan.corpus.notes.end());
    if (const int count = plan.corpus.emptyTexts)
        plan.notes.push_back(counted(count, "example") + " without text left out");
}

void noteCuts(const RunConfig& config, TrainPlan& plan) {
    const int most = config.classifier.maxTokens;
    if (const std::int64_t cut = countLonger(plan.corpus.train, most))
        plan.notes.push_back("max_tokens " + std::to_string(most) + ": " + std::to_string(cut) + " of " +
                             std::to_string(plan.corpus.train.size()) + " training texts are longer and are cut");
}

/// `attend` takes the two sentences of a pair, or a sentence and its predicate, as two arguments; of several probes
/// each must be one.
void checkProbes(const RunConfig& config) {
    const Task& task = taskRow(config.task);
    for (const std::string& probe : config.probes)
        if ((task.inputs() == 2 || task.hasPredicate()) && probe.find('\t') == std::string::npos)
            throw Error(
                "--probe \"" + printable(probe, 80) + "\": the task " + config.task +
                (task.hasPredicate()
                     ? " asks about a predicate: put a tab and its word behind the sentence, in a shell --probe "
                       "$'SENTENCE\\tPREDICATE'"
                     : " compares two sentences: put a tab between them, in a shell --probe $'FIRST\\tSECOND'"));
}

/// `base` is the configuration before the options of the command.
void noteRate(const RunConfig& config, const TrainOptions& base, const TrainRequest& request, TrainPlan& plan) {
    const std::string note = rateNote(config.train, base);
    if (!note.empty() && !isSet(request, "learning_rate"))
        plan.notes.push_back(note + ": --set learning_rate=" + optimizerRow(config.train.optimizer).usualRate);
}

} // namespace

TrainPlan planOf(const TrainRequest& request) {
    TrainPlan plan;
    RunConfig config = baseOf(request);
    if (!request.data.empty())
        config.data = request.data;
    if (config.data.empty())
        throw UsageError("--data: give a corpus: a file, a folder, or diagnostic:NAME");
    RunConfig withoutRecipe = config; // a wrong option is told before a large corpus is read
    setOptions(withoutRecipe, request.preset, request.set);
    checkOptions(withoutRecipe, request);
    checkModel(config, request);
    plan.corpus = openData(config.data);
    config.task = wantedTask(config, request, plan.corpus);
    withoutRecipe.task = config.task;
    checkTaskOptions(withoutRecipe); // a recipe of another task may be asked for
    applyRecipeTo(config, request, plan);
    const TrainOptions base = config.train;
    setOptions(config, request.preset, request.set);
    checkOptions(config, request);
    checkFold(config, request);
    if (config.train.folds > 0)
        checkFolds(plan.corpus, config.train.folds);
    checkTask(config, request, plan.corpus); // before anything is made of the run
    checkUnusedOptions(config, namesOf(request.set));
    if (!request.probes.empty())
        config.probes = request.probes;
    checkProbes(config);
    noteRate(config, base, request, plan);
    noteEvaluation(config, request.folds, plan);
    noteLabels(config, plan);
    noteReading(plan);
    noteCuts(config, plan);
    const std::vector<int> seeds = request.seeds.empty()
                                       ? std::vector<int>{config.train.seed}
                                       : numberList("--seeds", request.seeds, std::numeric_limits<int>::max());
    for (const int seed : seeds)
        for (const int fold : foldsOf(request.folds, config)) {
            RunConfig& run = plan.runs.emplace_back(config);
            run.train.seed = seed;
            run.train.fold = fold;
        }
    return plan;
}

} // namespace headlight
