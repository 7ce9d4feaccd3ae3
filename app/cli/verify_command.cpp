#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/thread_pool.h"
#include "engine/models/formats.h"
#include "engine/models/reference/reference_file.h"
#include "wording/parity_words.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct VerifyArguments {
    std::string model, reference;
    int threads = ThreadPool::processors();
    bool json = false;
};

Json documentOf(const ParityLayer& layer) {
    return {{"largest", layer.largest}, {"magnitude", layer.magnitude}, {"relative", layer.relative()},
            {"head", layer.head},       {"token", layer.token},         {"entry", layer.entry}};
}

Json documentOf(const ParityPart& part) {
    Json document = {{"name", nameOf(part.part)}, {"verdict", nameOf(part.verdict())}, {"shape", part.theirs}};
    if (!part.fits()) {
        document["model_shape"] = part.ours.empty() ? Json() : Json(part.ours);
        return document;
    }
    const std::size_t largest = part.largestAt(), relative = part.relativeAt();
    document["largest"] = part.layers[largest].largest;
    document["largest_layer"] = largest;
    document["relative"] = part.layers[relative].relative();
    document["relative_layer"] = relative;
    for (const ParityLayer& layer : part.layers)
        document["layers"].push_back(documentOf(layer));
    return document;
}

Json documentOf(const ParityReport& report) {
    const std::optional<double> relative = report.relative();
    Json document = {{"reference", report.reference.string()},
                     {"verdict", nameOf(report.verdict())},
                     {"relative", relative ? Json(*relative) : Json()},
                     {"bounds", {{"green", greenParity}, {"yellow", yellowParity}}}};
    for (const ParityText& text : report.texts) {
        Json& own = document["texts"].emplace_back(Json{{"name", text.name}, {"tokens", text.tokens}});
        for (const ParityPart& part : text.parts)
            own["arrays"].push_back(documentOf(part));
    }
    return document;
}

std::vector<std::string> rowOf(const ParityText& text, const ParityPart& part) {
    const std::string name = (text.name.empty() ? "" : text.name + ".") + nameOf(part.part);
    const std::string shape = arrayShapeText(part.theirs).toStdString();
    if (!part.fits())
        return {name, shape, "—", "—", parityMismatch(part).toStdString(), nameOf(part.verdict())};
    const std::size_t worst = part.relativeAt();
    return {name,
            shape,
            parityFigure(part.layers[part.largestAt()].largest).toStdString(),
            parityFigure(part.layers[worst].relative()).toStdString(),
            parityPlace(part, worst).toStdString(),
            nameOf(part.verdict())};
}

void printReport(const std::string& model, const ParityReport& report) {
    std::vector<std::vector<std::string>> rows = {{"array", "shape", "largest", "relative", "at", "verdict"}};
    for (const ParityText& text : report.texts)
        for (const ParityPart& part : text.parts)
            rows.push_back(rowOf(text, part));
    printText(table(rows, {2, 3}) + "\n");
    printText(model + ": " + nameOf(report.verdict()) + ", the model " + parityWord(report.verdict()).toStdString() +
              (report.verdict() == ParityVerdict::Red ? " from " : " with ") + report.reference.string() + "\n");
}

void run(const VerifyArguments& arguments, int& code) {
    const std::filesystem::path beside = referenceBeside(arguments.model);
    std::error_code ignored;
    if (arguments.reference.empty() && !std::filesystem::exists(beside, ignored))
        throw Error(
            arguments.model + ": there is no " + referenceFileName +
            " beside the model; datasets/headlight_reference.py writes one, and --reference names another file");
    RunControl control;
    control.threads = arguments.threads;
    const ParityReport report =
        checkParity(*openModel(arguments.model),
                    arguments.reference.empty() ? beside : std::filesystem::path(arguments.reference), control);
    if (arguments.json) {
        Json document = {{"model", arguments.model}};
        document.update(documentOf(report));
        printDocument(document);
    } else {
        printReport(arguments.model, report);
    }
    code = report.verdict() == ParityVerdict::Red ? 1 : 0;
}

void defineVerify(CLI::App& app, int& code) {
    const auto o = std::make_shared<VerifyArguments>();
    app.add_option("MODEL", o->model, "folder or file of a published model")->required();
    app.add_option("--reference", o->reference, "the file that it is compared with; else the one beside the model");
    app.add_option("--threads", o->threads, "threads to use; the result does not depend on it")
        ->check(wholeNumbers(1, 1024))
        ->capture_default_str();
    app.add_flag("--json", o->json, "a JSON document, with every layer");
    app.callback([o, &code] { run(*o, code); });
}

} // namespace

Command verifyCommand() {
    static const std::string help =
        "\nThe model reads exactly the ids of headlight_reference.npz, and its logits, hidden states and attentions "
        "are "
        "compared\nwith those of the file, which datasets/headlight_reference.py writes from PyTorch.\n\n" +
        parityBounds().toStdString() +
        "\nThe exit code is 0 for green and yellow, 1 for red.\n"
        "\nExamples:\n"
        "  headlight-cli verify bert-base-uncased\n"
        "  headlight-cli verify gpt2.gguf --reference gpt2-float32.npz --json";
    return {"verify", "Compare a published model with a reference of PyTorch's", help, defineVerify};
}

} // namespace headlight
