#include "cli/figure_flags.h"

#include "cli/options.h"
#include "cli/terminal.h"

#include <CLI/CLI.hpp>
#include <QFontDatabase>

namespace headlight {

namespace {

/// --no-title leaves the title out.
void addWithout(CLI::App& app, const char* name, FigurePart part, FigureOptions& options, const char* help) {
    app.add_flag_callback(
        name, [&options, part] { options.parts.setFlag(part, false); }, help);
}

} // namespace

void addFigureFlags(CLI::App& app, FigureOptions& options) {
    app.add_option("--width-mm", options.widthMm,
                   "of pictures: width on paper; columns of journals have 85, 120 (one and a half) and 180 (two)")
        ->check(numbersWithin(figureWidths.low, figureWidths.high))
        ->capture_default_str();
    app.add_option("--height-mm", options.heightMm, "of pictures: height on paper (default: as high as it needs)")
        ->check(numbersWithin(figureHeights.low, figureHeights.high));
    app.add_option_function<std::string>(
        "--font", [&options](const std::string& family) { options.font = QString::fromStdString(family); },
        "of pictures: the family of the font, as \"DejaVu Serif\"");
    app.add_option("--font-size", options.fontPoints, "of pictures: points on paper")
        ->check(numbersWithin(figureFontSizes.low, figureFontSizes.high))
        ->capture_default_str();
    addWithout(app, "--no-title", FigurePart::Title, options, "of pictures: no title above");
    addWithout(app, "--no-labels", FigurePart::Labels, options, "of pictures: no tokens nor names at the axes");
    addWithout(app, "--no-color-bar", FigurePart::ColorBar, options, "of pictures: no colour bar");
    addWithout(app, "--no-legend", FigurePart::Legend, options, "of pictures of all maps: no legend of their marks");
    app.add_flag_callback(
        "--values", [&options] { options.parts.setFlag(FigurePart::Values); },
        "of pictures of one map: the number of each cell, where it has room");
    app.add_option("--digits", options.digits, "of --values: digits behind the point")
        ->check(wholeNumbers(figureDigits.low, figureDigits.high))
        ->capture_default_str();
    app.add_option_function<std::string>(
           "--theme",
           [&options](const std::string& theme) { options.theme = theme == "dark" ? Theme::Dark : Theme::Light; },
           "of pictures: light or dark")
        ->check(oneOf({"light", "dark"}))
        ->default_str("light");
    app.add_flag("--transparent", options.transparent, "of pictures: nothing behind them");
    app.add_option("--dpi", options.dpi, "of PNG: pixels to the inch")
        ->check(wholeNumbers(figureDpis.low, figureDpis.high))
        ->capture_default_str();
}

void checkFont(const FigureOptions& options) {
    if (!options.font.isEmpty() && !QFontDatabase::families().contains(options.font, Qt::CaseInsensitive))
        throw Error("--font " + printable(options.font.toStdString()) +
                    ": no font of this name is installed (fc-list : family lists them)");
}

} // namespace headlight
