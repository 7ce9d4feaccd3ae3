#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "diagnostic.h"
#include "engine/models/model_folder.h"
#include "engine/train/evaluate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct EvalOptions {
    std::string folder, data, split;
    int threads = ThreadPool::processors();
    bool json = false;
};

struct Part {
    std::string name;
    std::vector<Example>& examples;
};

Part partOf(Corpus& corpus, const std::string& split) {
    const Part parts[] = {{"test", corpus.test}, {"dev", corpus.dev}, {"train", corpus.train}};
    std::string present;
    for (const Part& part : parts) {
        if (!part.examples.empty() && (split.empty() || split == part.name))
            return part;
        if (!part.examples.empty())
            present += (present.empty() ? "" : ", ") + part.name;
    }
    throw Error(corpus.spec + ": there is no " + (split.empty() ? "example" : "split \"" + split + "\"") +
                (present.empty() ? "" : "; it has " + present));
}

/// Figures of a model that can't tell one example's words from another's say nothing.
void noteUnknown(const SentenceClassifier& model, const std::vector<Example>& examples) {
    const auto isKnown = [&](const std::string& token) { return model.vocabulary().contains(token); };
    const auto hasKnown = [&](const std::vector<std::string>& tokens) {
        return std::any_of(tokens.begin(), tokens.begin() + std::ptrdiff_t(model.readLength(tokens.size())), isKnown);
    };
    if (std::none_of(examples.begin(), examples.end(),
                     [&](const Example& example) { return hasKnown(example.tokens) || hasKnown(example.second); }))
        note("the model knows none of the words of these examples: the figures say nothing about it");
}

void printReadable(const Evaluation& result, const std::vector<std::string>& labels) {
    print(counted(result.examples, "example") + ", " + figuresText(result.shownFigures()) + ", loss " +
          brief(result.loss) + "\n");
    if (result.fit)
        return;
    print("\nRows: true label, columns: predicted label\n");
    std::vector<std::vector<std::string>> rows = {{""}};
    std::vector<std::size_t> right;
    for (std::size_t k = 0; k < labels.size(); ++k) {
        rows[0].push_back(printable(labels[k], longestWord));
        right.push_back(k + 1);
    }
    rows[0].push_back("right");
    right.push_back(labels.size() + 1);
    for (std::size_t k = 0; k < labels.size(); ++k) {
        rows.push_back({rows[0][k + 1]});
        int sum = 0;
        for (const int count : result.confusion[k]) {
            rows.back().push_back(grouped(count));
            sum += count;
        }
        rows.back().push_back(percent(sum == 0 ? -1 : double(result.confusion[k][k]) / sum));
    }
    printText(table(rows, right));
}

void run(const EvalOptions& options) {
    const auto model = loadModel(options.folder);
    Corpus corpus = openDataSplit(options.data, options.split);
    for (const std::string& line : corpus.notes)
        note(line);
    const Part part = partOf(corpus, options.split);
    adoptLabels(*model, corpus, part.examples);
    note("evaluating " + counted(std::int64_t(part.examples.size()), "example") + " of the split " + part.name +
         " of " + corpus.name);
    if (const int most = model->description().classifier.maxTokens;
        const std::int64_t cut = countLonger(part.examples, most))
        note(grouped(cut) + " of them are longer than the " + grouped(most) +
             " tokens that the model reads (max_tokens), and are cut");
    noteUnknown(*model, part.examples);
    ThreadPool pool(options.threads);
    const Evaluation result = evaluate(*model, part.examples, pool);
    const std::vector<std::string>& labels = model->description().labels;
    if (!options.json)
        return printReadable(result, labels);
    Json document = {{"examples", result.examples}};
    for (const auto& [name, value] : result.shownFigures()) // JSON writes what is not a number as null
        document[name] = value;
    document["loss"] = result.loss;
    if (!result.fit)
        document["confusion"] = result.confusion;
    document["labels"] = labels;
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
