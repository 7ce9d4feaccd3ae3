#include "cli/command.h"
#include "cli/figure_flags.h"
#include "cli/mask_mark.h"
#include "cli/mask_picture.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/masks/mask.h"
#include "views/mask_view.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

namespace headlight {

namespace {

struct MaskOptions {
    std::string expression, out;
    FigureOptions figure;
    int length = 0;
};

constexpr int longestPicture = 4096;

/// Shades from hidden to seen without loss: the weight exp(M) that a bias leaves.
std::string shade(const Mask& mask, Index key, Index query) {
    if (!mask.visible(key, query))
        return "·";
    const double weight = std::exp(double(mask.bias(key, query)));
    return weight > 0.75 ? "█" : weight > 0.5 ? "▓" : weight > 0.25 ? "▒" : "░";
}

std::string maskText(const Mask& mask, Index length) {
    std::string text = mask.text() + ": rows are queries, columns keys; " +
                       (mask.hasBias() ? "█▓▒░ seen (lighter: weighed down), · hidden\n" : "█ seen, · hidden\n");
    for (Index query = 0; query < length; ++query) {
        for (Index key = 0; key < length; ++key)
            text += shade(mask, key, query);
        text += "\n";
    }
    return text;
}

void run(const MaskOptions& options) {
    const std::vector<Mask> masks = pointing(options.expression, [&] { return parseMasks(options.expression); });
    if (options.out.empty() || options.out == "-") {
        for (std::size_t head = 0; head < masks.size(); ++head)
            if (head == 0 || !(masks[head] == masks[head - 1]))
                print((head ? "\n" : "") + maskText(masks[head], options.length));
        return;
    }
    const std::string extension = extensionOf(options.out, {"csv", "png", "svg", "pdf"});
    const Mask& mask = masks.front();
    for (const Mask& other : masks)
        if (!(other == mask))
            throw Error("a file holds one mask: give one head's expression, not the list " + printMasks(masks));
    const MaskShape shape = maskShape(mask, options.length);
    if (extension == "csv")
        writeStream(options.out, [&](const auto& sink) {
            sink(csvLine(biasHeader(shape)).toStdString());
            for (int query = 0; query < shape.length; ++query)
                sink(csvLine(biasRow(shape, query)).toStdString());
        });
    else
        writeMaskPicture(shape, options.out, options.figure);
}

void defineMask(CLI::App& app, int&) {
    const auto options = std::make_shared<MaskOptions>();
    app.add_option("EXPR", options->expression, "mask expression, such as fw or \"bw+window(3)\"")->required();
    app.add_option("--length", options->length, "tokens of the sentence")
        ->required()
        ->check(wholeNumbers(1, longestPicture));
    app.add_option("--out", options->out, "FILE.csv, .png, .svg or .pdf (default: drawn as text)");
    addFigureFlags(app, options->figure);
    app.callback([options] { run(*options); });
}

std::string termList() {
    std::string text = "\nTerms, joined by + (several heads by , and repeated with x4):\n";
    for (const MaskTerm& term : maskTerms())
        text += "  " + padded(term.example(), 14) + std::string(term.title) + ": " + std::string(term.help) + "\n";
    return text + "\nExamples:\n"
                  "  headlight-cli mask \"fw+window(3)\" --length 12\n"
                  "  headlight-cli mask bw+logdist --length 40 --out mask.csv";
}

} // namespace

Command maskCommand() {
    return {"mask", "Draw what a mask expression lets a head see", termList(), defineMask};
}

} // namespace headlight
