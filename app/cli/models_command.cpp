#include "cli/command.h"
#include "cli/model_options.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/encoders/registry.h"
#include "engine/tasks/task.h"
#include "engine/train/learner_rows.h"
#include "engine/train/unused_options.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct ModelsOptions {
    std::string id, preset, task = "classify";
    std::vector<std::string> set;
    int classes = 2;
    bool json = false;
};

Json countsDocument(const RunConfig& config, int classes) {
    const ParameterCounts counts = countsOf(config, classes);
    Json document;
    for (const auto& [name, part] : learnerRow(config).parts)
        document[name] = counts.*part;
    document["total"] = counts.total();
    return document;
}

Json document(const EncoderRow& row, const RunConfig& config, int classes) {
    Json options = Json::array();
    for (const OptionRow& option : config.encoderConfig->rows())
        options.push_back({{"name", option.name},
                           {"type", option.typeName()},
                           {"default", typedValue(option, option.defaultValue)},
                           {"range", option.range()},
                           {"help", option.help}});
    return {{"id", row.id},       {"title", row.title},     {"paper", row.paper},
            {"options", options}, {"exposes", row.exposes}, {"parameters", countsDocument(config, classes)}};
}

RunConfig configOf(const std::string& id, const ModelsOptions& options) {
    RunConfig config = RunConfig::forEncoder(id);
    config.task = taskRow(options.task).id;
    setOptions(config, options.preset, options.set);
    checkTaskOptions(config);
    return config;
}

std::string section(const std::string& title, const std::vector<OptionRow>& rows, const RunConfig& config) {
    std::vector<std::string> values;
    for (const OptionRow& row : rows)
        values.push_back(config.get(row.name));
    return "\n" + title + "\n" + optionTable(rows, values);
}

void describe(const EncoderRow& row, const RunConfig& config, int classes) {
    const ParameterCounts counts = countsOf(config, classes); // first: it may say that the options don't fit
    print(row.id + ": " + row.title + "\n" + row.paper + "\n\nShows:");
    for (const std::string& map : row.exposes)
        print((&map == &row.exposes.front() ? " " : ", ") + map);
    const LearnerRow& learner = learnerRow(config);
    print("\nParameters " + learner.countedFor(config, classes) + ":\n  ");
    for (const auto& [name, part] : learner.parts)
        print(std::string(name) + " " + grouped(counts.*part) + ", ");
    print("total " + grouped(counts.total()) + "\n\nPresets (--preset):\n");
    for (const Preset& preset : row.presets)
        print("  " + padded(preset.id, 18) + preset.help + "\n");
    if (const auto own = config.encoderConfig->rows(); !own.empty())
        printText(section("Options of the encoder (--set name=value):", own, config));
    printText(section(std::string(learner.optionsTitle) + ":", learner.options(), config));
    printText(section("Options of training:", trainFields().rows(), config));
}

/// Options of one model are not those of all.
RunConfig configInList(const std::string& id, const ModelsOptions& options) {
    try {
        return configOf(id, options);
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        throw Error(id + ": " + error.what() +
                    " Without the ID of a model, --set and --preset are for all of them: headlight-cli models ID …");
    }
}

/// Some make one vector of a sentence, and can't answer each token.
bool suits(const RunConfig& config, int classes) {
    if (!taskRow(config.task).answersTokens())
        return true; // a mistake in the options is to be told
    try {
        countsOf(config, classes);
        return true;
    } catch (const Error&) {
        return false;
    }
}

void listAll(const ModelsOptions& options) {
    if (options.json) {
        Json list = Json::array();
        for (const EncoderRow& row : encoderRows())
            if (const RunConfig config = configInList(row.id, options); suits(config, options.classes))
                list.push_back(document(row, config, options.classes));
        printDocument(list);
        return;
    }
    std::vector<std::vector<std::string>> rows = {{"id", "title", "parameters", "paper"}};
    for (const EncoderRow& row : encoderRows())
        if (const RunConfig config = configInList(row.id, options); suits(config, options.classes))
            rows.push_back({row.id, row.title, grouped(countsOf(config, options.classes).total()), row.paper});
    print(table(rows, {2}, widestCellOfOutput()));
}

void run(const ModelsOptions& options) {
    if (options.id.empty())
        return listAll(options);
    checkModelName(options.id);
    const EncoderRow& row = encoderRow(options.id);
    const RunConfig config = configOf(options.id, options);
    checkUnusedOptions(config, namesOf(options.set)); // one model's: of all of them some may use the option
    if (options.json)
        printDocument(document(row, config, options.classes));
    else
        describe(row, config, options.classes);
}

void defineModels(CLI::App& app, int&) {
    const auto options = std::make_shared<ModelsOptions>();
    app.add_option("ID", options->id, "a model; without it, all are listed");
    app.add_option("--preset", options->preset, "values of options that belong together, named by the model");
    addRepeated(app, "--set", options->set, "key=value: count parameters with this option; may be repeated");
    app.add_option("--task", options->task, "task to count parameters for: " + alternativesOf(taskIds()))
        ->check(oneOf(taskIds()))
        ->capture_default_str();
    app.add_option("--classes", options->classes, "classes to count parameters for")
        ->check(wholeNumbers(1, 10000))
        ->capture_default_str();
    app.add_flag("--json", options->json, "a JSON document (an array of them without ID)");
    app.callback([options] { run(*options); });
}

} // namespace

Command modelsCommand() {
    return {"models", "List the models, their options and how many parameters they have",
            "\nExamples:\n"
            "  headlight-cli models\n"
            "  headlight-cli models mtsa --preset classification --set heads=4\n"
            "  headlight-cli models disa --json --classes 6",
            defineModels};
}

} // namespace headlight
