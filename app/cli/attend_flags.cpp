#include "cli/attend_flags.h"

#include "cli/attend_form.h"
#include "cli/attend_vectors.h"
#include "cli/figure_flags.h"
#include "cli/options.h"
#include "engine/analysis/query_products.h"

#include <CLI/CLI.hpp>

namespace headlight {

template <class Display>
static std::vector<std::string> displayNames(const std::vector<Display>& displays) {
    std::vector<std::string> names;
    for (const Display display : displays)
        names.push_back(nameOf(display));
    return names;
}

void addAttendFlags(CLI::App& app, const std::shared_ptr<AttendOptions>& o) {
    app.add_option("MODEL_DIR", o->folder, "a model folder, or a file of maps (.npz, .npy, .json)")->required();
    app.add_option_function<std::string>(
        "SENTENCE",
        [o](const std::string& text) {
            o->sentence = text;
            o->hasSentence = true;
        },
        "what the model is to read, in quotes; - starts no option after --. Of a file of maps the title of one of its "
        "texts, or its number; it may be missing where there is one. Of a model that sees images the path of an image "
        "file");
    app.add_option_function<std::string>(
        "SECOND",
        [o](const std::string& text) {
            o->second = text;
            o->hasSecond = true;
        },
        "the second sentence, for a model that compares two; of a model of roles the predicate: its word, or the "
        "number of its token from 1, as #4 (default: the first word that mostly is one); of a model that is asked "
        "questions the passage; of a translation model how the translation begins");
    app.add_option(
           "--side", o->side,
           "1 or 2: the sentence whose maps CSV and pictures show; 2 of a translation model: the translation; of a "
           "question with a passage 1: between its sentences, 2: within its first one, and so on, at last the "
           "question")
        ->check(wholeNumbers(1, 20000))
        ->capture_default_str();
    app.add_option("--layer", o->layer, "attention layer, from 0, or several: 0,2-3 (default: all)");
    app.add_option(
        "--head", o->head,
        "head of the layer, from 0, or several: 0,2-3; or gate.0, blocks.0 … of what else has maps; or with their "
        "layers: 0.1,dec.2.cross.3 (default: all)");
    app.add_option(
           "--combine", o->combine,
           "one map of the chosen heads' weights: mean or max of them, or rollout, what reaches a token through "
           "all chosen layers (each layer's mean with half of the token itself)")
        ->check(oneOf({"mean", "max", "rollout"}));
    app.add_option(
        "--query", o->query,
        "a token: of an image the one whose map a picture draws over it, ROW,COLUMN of its patch from 1, or its "
        "number from 0 (default: 0, the class token); of --vectors product whose products, its number");
    app.add_option("--feature,--features", o->feature,
                   "of feature-wise heads: a number from 0, all, mean, max, std, or cluster:K, the mean of the K-th "
                   "largest cluster "
                   "of features that attend alike (of N with cluster:K/N) (default: all in JSON and NPZ, else mean)");
    app.add_option("--stage", o->stage,
                   "score, masked (score and mask) or weight; or where scores are a sum a part of them: content, "
                   "content-position, position-content or bias (default: all in JSON and NPZ, else weight)")
        ->check(oneOf(stageNames()));
    app.add_option(
           "--vectors", o->vectors,
           "in place of maps what the scores of one head are made of, as they meet, behind norms and rotations: "
           "query, key, value, or product, what each feature has of the products of --query N with all keys")
        ->check(oneOf(choiceTexts(vectorKindNames())));
    app.add_option(
           "--between", o->between,
           "of two texts that the model reads as one sequence, the part of the maps in which the tokens of one look "
           "at those of another: " +
               alternativesOf(betweenNames()) + "; rows of a part no longer add up to 1")
        ->check(oneOf(betweenNames()))
        ->capture_default_str();
    app.add_option(
           "--pieces", o->pieces,
           "tokens raw, as the vocabulary has them; pretty, as they are read, · before a piece that continues a "
           "word; or merged to words: weights to a word are summed over its pieces, those from it are their "
           "mean, so that rows still add up to 1")
        ->check(oneOf(displayNames(pieceDisplays())))
        ->capture_default_str();
    app.add_option("--specials", o->specials,
                   "rows and columns of the model's own marks, as [CLS], [SEP], <s>: shown; hidden, the other weights "
                   "as they are; or hidden and renormalised, the other weights of each row divided by their sum")
        ->check(oneOf(displayNames(markDisplays())))
        ->capture_default_str();
    addRepeated(app, "--off", o->off, "L.H: switch this head off, or L.H:3,5-9 these features of it; may be repeated");
    addRepeated(app, "--scale", o->scale,
                "L.H=FACTOR: scale this head's output, behind its gate if it has one; L.H:3,5-9=FACTOR these features "
                "of it; may be repeated");
    addRepeated(app, "--mask", o->mask,
                "EXPR for every head (a list is spread over them), or L.H=EXPR for one; may be repeated");
    addRepeated(app, "--forbid", o->forbid,
                "L.H:QUERY,KEY: hide this cell, by positions from 0, whatever the mask says; may be repeated");
    addRepeated(app, "--force", o->force,
                "L.H:QUERY,KEY=WEIGHT: give this cell a weight from 0 to 1 (without WEIGHT 1) in every feature; the "
                "other keys share the rest in proportion to their own weights; may be repeated");
    addRepeated(app, "--leave-out", o->leaveOut,
                "N,M…: these tokens are not read, as if they had not been typed, from 0; second.N of a pair's second "
                "sentence; may be repeated");
    app.add_option("--out", o->out, "FILE.json, .npz, .csv, .html, .png, .svg or .pdf (default: a readable table)");
    addFigureFlags(app, o->figure);
    app.add_option("--range", o->look.range,
                   "what the colours of a picture span: automatic (0 to 1 while weights are seen in it, else up to a "
                   "quantile), fixed (0 to 1), map (least to largest), row (each to its own maximum) or LOW:HIGH")
        ->capture_default_str();
    app.add_option(
           "--color-scale", o->look.scale,
           "how values are spread over the colours: " + alternativesOf(colorScaleNames()) +
               "; automatic is logarithmic where in most heads the first token takes most of the attention, else "
               "linear")
        ->check(oneOf(colorScaleNames()))
        ->capture_default_str();
    app.add_option("--colors", o->look.colors, alternativesOf(colorMapNames()))
        ->check(oneOf(colorMapNames()))
        ->capture_default_str();
    app.add_flag("--own-range", o->look.eachItsOwn, "each map has a range of its own, else all heads have the same");
    app.add_flag(
        "--effects", o->effects,
        "with the table or the document: how the log-odds of the answer (or the score) change without each head "
        "and without each token");
    app.add_flag("--lens", o->lens,
                 "with the table or the document, of a masked or causal language model: the likeliest words at each "
                 "token behind each layer, by the model's own final norm and scores (logit lens)");
    app.add_flag("--statistics", o->statistics,
                 "with the table or the document: each head's entropy, mean distance, and how much of its attention "
                 "goes to the token itself, the previous, the next, the first and the model's own marks behind it");
    app.add_flag("--json", o->json, "print the document of --out FILE.json instead of the table");
}

void refuseUnused(const CLI::App& app, const AttendOptions& options) {
    if (formOf(options) == AttendForm::Picture)
        return;
    for (const char* name : {"--range", "--color-scale", "--colors", "--own-range", "--width-mm", "--height-mm",
                             "--font", "--font-size", "--no-title", "--no-labels", "--no-color-bar", "--no-legend",
                             "--values", "--digits", "--theme", "--transparent", "--dpi"})
        if (app.count(name) > 0)
            throw UsageError(std::string(name) + ": it is of pictures: give --out FILE.png, .svg or .pdf with it");
    if (!options.query.empty() && options.vectors.empty())
        throw UsageError(
            "--query: it is of --vectors product, or of a picture: give --out FILE.png, .svg or .pdf with it");
}

} // namespace headlight
