#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/data/source_file.h"
#include "engine/tasks/bleu.h"
#include "engine/tasks/chrf.h"
#include "engine/tasks/paired_bootstrap.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct BleuArguments {
    std::string translations, against, tokenizer = "13a";
    std::vector<std::string> references;
    bool lowerCase = false, json = false;
};

/// A text for each line; an empty line is an empty text.
std::vector<std::string> textsOf(const SourceFile& file) {
    std::vector<std::string> texts;
    for (std::size_t begin = 0; begin < file.text.size();) {
        const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
        std::string text = file.text.substr(begin, end - begin);
        if (text.ends_with('\r'))
            text.pop_back();
        texts.push_back(std::move(text));
        begin = end + 1;
    }
    return texts;
}

/// What was read as Latin-1 is told: its scores are those of what it was taken for.
SourceFile told(SourceFile file) {
    std::vector<std::string> notes;
    noteLatin1(file, notes);
    for (const std::string& line : notes)
        note(line);
    return file;
}

/// The same of a file that must have as many lines as the translations.
std::vector<std::string> textsAs(const SourceFile& file, const std::string& translations, std::size_t lines) {
    std::vector<std::string> texts = textsOf(file);
    if (texts.size() != lines)
        throw Error(printable(file.path) + " has " + counted(std::int64_t(texts.size()), "line") + ", and " +
                    printable(translations) + " has " + grouped(std::int64_t(lines)) + ": they must belong together");
    return texts;
}

std::string printed(double value, const char* form = "%.2f") {
    char text[64];
    std::snprintf(text, sizeof text, form, value);
    return text;
}

/// Of two systems, for one score.
struct Comparison {
    std::string name;
    PairedBootstrap result;
};

std::string textOf(const Comparison& comparison) {
    const PairedBootstrap& r = comparison.result;
    const std::string figures =
        comparison.name + " " + printed(r.difference, "%+.2f") + " against " + printed(r.baseline.score);
    if (r.lower == 0 && r.upper == 0) // sacreBLEU's p of it is small, and would be misread
        return figures + ", no difference in 95 % of the samples\n";
    return figures + ", 95 % of the samples between " + printed(r.lower, "%+.2f") + " and " +
           printed(r.upper, "%+.2f") + ", better in " + percent(r.better) + ", p = " + printed(r.pValue, "%.4f") +
           " (sacreBLEU's, nearly one-sided: " + printed(r.sacreBleuP, "%.4f") + ")\n";
}

Json documentOf(const Comparison& comparison) {
    const PairedBootstrap& r = comparison.result;
    return {{"baseline", r.baseline.score},
            {"difference", r.difference},
            {"lower", r.lower},
            {"upper", r.upper},
            {"better", r.better},
            {"p", r.pValue},
            {"sacrebleu_p", r.sacreBleuP}};
}

void run(const BleuArguments& arguments) {
    const BleuOptions options{choiceOf(translationTokenizerNames(), arguments.tokenizer), arguments.lowerCase};
    const ChrfOptions characters{0, arguments.lowerCase};
    const std::vector<std::string> translations = textsOf(told(readPossiblyEmpty(arguments.translations)));
    std::vector<std::vector<std::string>> references;
    for (const std::string& path : arguments.references)
        references.push_back(textsAs(told(readSource(path)), arguments.translations, translations.size()));
    const auto bleus = bleuCounts(translations, references, options);
    const auto chrfs = chrfCounts(translations, references, characters);
    const Bleu bleu = bleuOf(bleus);
    const std::string signature = bleuSignature(options, references.size()),
                      chrfSigned = chrfSignature(characters, references.size());
    std::vector<Comparison> comparisons;
    if (!arguments.against.empty()) {
        const std::vector<std::string> others =
            textsAs(told(readPossiblyEmpty(arguments.against)), arguments.translations, translations.size());
        comparisons.push_back({"BLEU", pairedBootstrap(bleuCounts(others, references, options), bleus)});
        comparisons.push_back({"chrF2", pairedBootstrap(chrfCounts(others, references, characters), chrfs)});
    }
    if (!arguments.json) {
        print(bleuReport(bleu, signature) + "\n");
        print("chrF2|" + chrfSigned + " = " + printed(chrfOf(chrfs)) + "\n");
        for (const Comparison& comparison : comparisons)
            print(textOf(comparison));
        return;
    }
    Json document = {{"bleu", bleu.score},
                     {"signature", signature},
                     {"precisions", bleu.precisions},
                     {"brevity_penalty", bleu.brevityPenalty},
                     {"hypothesis_tokens", bleu.hypothesisLength},
                     {"reference_tokens", bleu.referenceLength},
                     {"chrf", chrfOf(chrfs)},
                     {"chrf_signature", chrfSigned},
                     {"sentences", translations.size()}};
    for (const Comparison& comparison : comparisons)
        document["against"][comparison.name] = documentOf(comparison);
    printDocument(document);
}

void defineBleu(CLI::App& app, int&) {
    const auto o = std::make_shared<BleuArguments>();
    app.add_option("TRANSLATIONS", o->translations, "file of translations, one a line")->required();
    app.add_option("REFERENCES", o->references,
                   "file of references, line by line; several files are several references")
        ->required();
    app.add_option("--against", o->against, "other translations, a baseline: a paired bootstrap of the difference");
    app.add_option("--tokenize", o->tokenizer,
                   "13a or intl cut the text as sacreBLEU does; none: it is cut into words already")
        ->check(oneOf(choiceTexts(translationTokenizerNames())))
        ->capture_default_str();
    app.add_flag("--lower-case", o->lowerCase, "without regard to capitals");
    app.add_flag("--json", o->json, "a JSON document");
    app.callback([o] { run(*o); });
}

} // namespace

Command bleuCommand() {
    return {"bleu", "Score translations by BLEU and chrF",
            "\nScores are computed as sacreBLEU computes them; its signature says how.\n"
            "\nWith --against, p is how probable so large a difference, of either sign, is by chance: the share of the "
            "samples whose difference is as far from the mean of all. What sacreBLEU prints as p stands beside it; it "
            "is nearly one-sided, about half of the other.\n"
            "\nExamples:\n"
            "  headlight-cli bleu test.out.de test.de\n"
            "  headlight-cli bleu test.out.tok.de test.tok.de --tokenize none --against baseline.tok.de",
            defineBleu};
}

} // namespace headlight
