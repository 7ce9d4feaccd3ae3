#include "diagnostic.h"

#include <algorithm>

namespace headlight {

namespace {

const std::string prefix = "diagnostic:";

const DiagnosticTask& findTask(const std::string& name) {
    std::vector<std::string> names;
    for (const DiagnosticTask& task : diagnosticTasks()) {
        if (task.name == name)
            return task;
        names.push_back(task.name);
    }
    std::string list;
    for (const std::string& known : names)
        list += (list.empty() ? "" : ", ") + known;
    throw Error("unknown diagnostic task \"" + name + "\"; there are " + list + "." + suggestion(name, names));
}

DiagnosticOptions readOptions(const DiagnosticTask& task, const ParsedSpec& parsed) {
    DiagnosticOptions options;
    for (const auto& [key, value] : parsed.options) {
        if (std::find(task.options.begin(), task.options.end(), key) == task.options.end())
            throw Error("the task " + task.name + " has no option \"" + key + "\"." + suggestion(key, task.options));
        diagnosticFields().set(options, key, value);
    }
    if (task.check)
        task.check(options);
    return options;
}

std::vector<Example> generate(const DiagnosticTask& task, const DiagnosticOptions& options, int count, int labels,
                              RandomKey key) {
    std::vector<Example> examples;
    for (int i = 0; i < count; ++i) {
        Random random(key.with(std::uint64_t(i)));
        const int label = i % labels;
        examples.push_back({{task.sentence(options, label, random)}, label});
    }
    Random(key.with(std::uint64_t(count))).shuffle(examples);
    return examples;
}

} // namespace

const Fields<DiagnosticOptions>& diagnosticFields() {
    using Options = DiagnosticOptions;
    static const auto table =
        Fields<Options>()
            .integer("length", "Tokens of a sentence", &Options::length, 4, 10000, "tokens of every sentence")
            .integer("seed", "Random seed", &Options::seed, 0, 1000000000, "another seed, another corpus")
            .integer("train", "Training sentences", &Options::train, 1, 1000000, "sentences to train on")
            .integer("dev", "Dev sentences", &Options::dev, 0, 1000000, "sentences to choose by")
            .integer("test", "Test sentences", &Options::test, 0, 1000000, "sentences to judge by")
            .integer("vocabulary", "Vocabulary", &Options::vocabulary, 4, 100000, "different words to draw from")
            .integer("classes", "Classes", &Options::classes, 2, 26, "kinds of words, one label each")
            .integer("back", "Places before the last token", &Options::back, 1, 9999, "places before the last token");
    return table;
}

bool isDiagnostic(const std::string& spec) {
    return spec.starts_with(prefix);
}

Corpus makeDiagnostic(const std::string& spec) {
    const ParsedSpec parsed = parseSpec(spec);
    if (!isDiagnostic(parsed.path))
        throw Error(spec + ": expected " + prefix + "NAME");
    try {
        const DiagnosticTask& task = findTask(parsed.path.substr(prefix.size()));
        const DiagnosticOptions options = readOptions(task, parsed);
        Corpus corpus;
        corpus.name = parsed.path;
        corpus.spec = spec;
        corpus.labels = task.labels(options);
        const RandomKey key(std::uint64_t(options.seed));
        const int labels = int(corpus.labels.size());
        corpus.train = generate(task, options, options.train, labels, key.with(0));
        corpus.dev = generate(task, options, options.dev, labels, key.with(1));
        corpus.test = generate(task, options, options.test, labels, key.with(2));
        return corpus;
    } catch (const Error& error) {
        throw Error(spec + ": " + error.what());
    }
}

} // namespace headlight
