#include "cli/command.h"
#include "cli/map_progress.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/thread_pool.h"
#include "engine/data/corpus_part.h"
#include "engine/train/judged_model.h"
#include "open_data.h"

#include <CLI/CLI.hpp>
#include <QString>
#include <algorithm>
#include <memory>
#include <mutex>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct EvalOptions {
    std::string folder, data, split;
    int threads = ThreadPool::processors();
    bool json = false;
};

std::string cellText(double value, EvaluationTable::Unit unit) {
    switch (unit) {
    case EvaluationTable::Unit::Share:
        return percent(value);
    case EvaluationTable::Unit::Score:
        return QString::number(value, 'f', 2).toStdString();
    case EvaluationTable::Unit::Count:
        break;
    }
    return grouped(std::int64_t(value));
}

void printTable(const EvaluationTable& shown) {
    if (shown.rows.empty())
        return;
    print("\n" + shown.title + "\n");
    std::vector<std::vector<std::string>> rows = {{""}};
    std::vector<std::size_t> right;
    for (const EvaluationTable::Column& column : shown.columns) {
        right.push_back(rows[0].size());
        rows[0].push_back(printable(column.name, longestWord));
    }
    for (std::size_t k = 0; k < shown.rows.size(); ++k) {
        rows.push_back({printable(shown.rows[k], longestWord)});
        for (std::size_t c = 0; c < shown.columns.size(); ++c)
            rows.back().push_back(cellText(shown.values[k][c], shown.columns[c].unit));
    }
    printText(table(rows, right));
}

/// Tells how far it is.
Evaluation evaluated(const JudgedModel& model, const std::vector<Example>& examples, int threads) {
    MapProgress progress(double(examples.size()), "examples");
    std::mutex mutex;
    const auto answered = [&](int count) {
        const std::lock_guard lock(mutex);
        progress.advance(count);
    };
    return model.evaluate(examples, threads, {{}, answered});
}

void run(const EvalOptions& options) {
    const JudgedModel model(options.folder);
    Corpus corpus = openDataSplit(options.data, options.split);
    for (const std::string& line : corpus.notes)
        note(line);
    const CorpusPart part = partOf(corpus, options.split);
    model.adopt(corpus, part.examples);
    note("evaluating " + counted(std::int64_t(part.examples.size()), "example") + " of the split " + part.name +
         " of " + corpus.name);
    if (const std::int64_t cut = countLonger(part.examples, model.mostTokens()))
        note(grouped(cut) + " of them are longer than the " + grouped(model.mostTokens()) +
             " tokens that the model reads (max_tokens), and are cut");
    if (const std::string line = model.positionsNote(part.examples); !line.empty())
        note(line);
    if (!model.knowsWords(part.examples))
        note("the model knows none of the words of these examples: the figures say nothing about it");
    const Evaluation result = evaluated(model, part.examples, options.threads);
    if (const std::string cut = notEndedText(result.details); !cut.empty())
        note(cut);
    if (!options.json) {
        print(counted(result.examples, "example") + ", " + metricsText(result.metrics) + ", loss " +
              brief(result.loss) + "\n");
        return printTable(result.table);
    }
    Json document = {{"examples", result.examples}};
    for (const MetricValue& metric : result.metrics) // JSON writes what is not a number as null
        document[metric.name] = metric.value;
    document["loss"] = result.loss;
    document.update(result.details);
    document["labels"] = model.labels();
    document["split"] = part.name;
    document["cut"] = result.cut;
    printDocument(document);
}

void defineEval(CLI::App& app, int&) {
    const auto options = std::make_shared<EvalOptions>();
    app.add_option("MODEL_DIR", options->folder, "a model folder")->required();
    app.add_option("--data", options->data, "corpus: a file, a folder, or diagnostic:NAME?key=value")->required();
    app.add_option("--split", options->split, "test, dev or train (default: test, else dev, else train)")
        ->check(oneOf({"test", "dev", "train"}));
    app.add_option("--threads", options->threads, "threads to use; the figures do not depend on it")
        ->check(wholeNumbers(1, 1024))
        ->capture_default_str();
    app.add_flag("--json", options->json, "a JSON document");
    app.callback([options] { run(*options); });
}

} // namespace

Command evalCommand() {
    return {"eval", "Evaluate a model on a corpus",
            "\nExamples:\n"
            "  headlight-cli eval runs/1/best --data trec\n"
            "  headlight-cli eval runs/1/best --data reviews.csv?text=body --split train --json",
            defineEval};
}

} // namespace headlight
