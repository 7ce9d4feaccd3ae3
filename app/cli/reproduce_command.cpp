#include "cli/command.h"
#include "cli/open_store.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/paper_making.h"
#include "cli/terminal.h"
#include "engine/store/store_file.h"
#include "engine/store/store_path.h"
#include "jobs/stop_signals.h"
#include "papers/paper_drawing.h"
#include "papers/paper_page.h"

#include <CLI/CLI.hpp>
#include <QFile>
#include <memory>

namespace headlight {

namespace {

struct ReproduceOptions {
    std::string list, out = "papers", data, store;
    bool quick = false;
};

/// The folder is there, and files can be made in it: known before measuring, which may take hours.
void prepareFolder(const std::string& folder) {
    std::error_code code;
    if (std::filesystem::exists(folder, code) && !std::filesystem::is_directory(folder, code))
        throw Error("--out " + printable(folder) + ": expected a folder, this is a file; choose another name");
    std::filesystem::create_directories(folder, code);
    if (code)
        throw Error("--out " + printable(folder) + ": the folder can't be made (" + code.message() +
                    "); choose another place");
    checkWritable(folder + "/index.html");
}

/// A mistyped folder is told before measuring, too: without it all figures but those of costs would be left out.
void checkData(const std::string& folder) {
    std::error_code code;
    if (folder.empty() || std::filesystem::is_directory(folder, code))
        return;
    throw Error(
        "--data " + printable(folder) +
        (std::filesystem::exists(folder, code) ? ": expected a folder, this is a file" : ": there is no such folder") +
        "; name the folder that holds the corpora");
}

void leaveOut(PaperSection& section, const std::string& why) {
    note(section.figure->id + " is left out: " + why);
    section.leftOut = QString::fromStdString(why);
}

/// Makes what is missing of each, or says why it is left out: what can be known of that before the first is made. False
/// when the user stopped it.
bool makeAll(std::vector<PaperSection>& sections, const PaperPlace& place) {
    Stopping stopping;
    const StopSignals watching([&] { stopping.stop(); });
    for (PaperSection& section : sections)
        if (const std::string lack = lackOf(*section.figure, place); !lack.empty())
            leaveOut(section, lack);
    for (PaperSection& section : sections) {
        if (!section.leftOut.isEmpty())
            continue;
        try {
            if (!makeMissing(*section.figure, place, stopping))
                return false;
        } catch (const StoreGone&) {
            throw;
        } catch (const Error& error) { // the others may do
            leaveOut(section, error.what());
        }
    }
    return true;
}

/// Draws what the store has into files; false when something is missing.
bool drawAll(std::vector<PaperSection>& sections, const PaperPlace& place, const std::string& out) {
    const PaperDrawing drawing;
    const Store store(place.store);
    bool isWhole = true;
    for (PaperSection& section : sections) {
        isWhole = isWhole && section.leftOut.isEmpty();
        if (!section.leftOut.isEmpty())
            continue;
        const PaperMaterial material = materialOf(section.figure->needs(place.quick), store, place.folder, place.quick);
        isWhole = isWhole && material.missing.empty();
        section.drawn = section.figure->draw(material);
        writeFigure(*section.figure, section.drawn, QFile::decodeName(out.c_str()));
    }
    const QByteArray page = paperPage(sections);
    writeStream(out + "/index.html", [&](const auto& sink) { sink({page.data(), std::size_t(page.size())}); });
    for (PaperSection& section : sections)
        section.drawn = {}; // plots go before the application
    return isWhole;
}

void reproduce(const ReproduceOptions& options, int& code) {
    std::vector<PaperSection> sections;
    for (const PaperFigure* figure : paperFiguresOf(options.list))
        sections.push_back({figure});
    checkData(options.data);
    prepareFolder(options.out);
    const PaperPlace place{storePath(options.store), options.data, options.quick};
    Store(place.store); // which may refuse it: once, not as what each figure lacks
    if (!makeAll(sections, place)) {
        note("stopped; the same command goes on where it was");
        code = exitByUser;
        return;
    }
    if (!drawAll(sections, place, options.out))
        code = 1;
    printText(options.out + "/index.html\n");
}

void defineReproduce(CLI::App& app, int& code) {
    const auto options = std::make_shared<ReproduceOptions>();
    app.add_option("LIST", options->list, "figures between commas, or all: " + idsOf(paperFigures()))->required();
    app.add_option("--out", options->out, "folder for plots, tables and index.html")->capture_default_str();
    app.add_option("--data", options->data,
                   "folder that holds the corpora, each in a folder of its own; a figure that lacks one names it");
    app.add_flag("--quick", options->quick,
                 "small sizes and a cut of the corpora, which take minutes; not the papers'");
    app.add_option("--store", options->store, "run store");
    app.callback([options, &code] { reproduce(*options, code); });
}

} // namespace

Command reproduceCommand() {
    return {"reproduce", "Make figures of the papers: measure and train what is missing, draw all from the store",
            "\nWhat the store has of a figure is used; what was interrupted goes on.\n"
            "\nExamples:\n"
            "  headlight-cli reproduce all --quick --data corpora\n"
            "  headlight-cli reproduce mtsa-figure-1 --out figures",
            defineReproduce};
}

} // namespace headlight
