#include "cli/command.h"
#include "cli/open_store.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/scale_output.h"
#include "cli/terminal.h"
#include "engine/store/kept_sweep.h"
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
    std::string list, out = "papers", store;
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

/// What a figure needs is in the store afterwards; false when the user stopped it.
bool measureFor(const PaperFigure& figure, const PaperSweep& sweep, const std::filesystem::path& store,
                const std::atomic<bool>& cancelled) {
    SweepListener listener;
    listener.recorded = [&](SweepId id) { note(figure.id + ": sweep " + std::to_string(id)); };
    listener.points.progressed = [&](const ScaleProgress& progress) {
        note(figure.id + ": point " + std::to_string(progress.done + 1) + " of " + std::to_string(progress.points) +
             ": " + curveName(progress.next) + ", length " + std::to_string(progress.next.length) +
             (progress.secondsRemaining > 0 ? "; about " + duration(progress.secondsRemaining) + " left" : ""));
    };
    return measureMissing(store, sweep.name, sweep.plan, usualMemoryLimit(), cancelled, listener);
}

void reproduce(const ReproduceOptions& options, int& code) {
    const std::vector<const PaperFigure*> figures = paperFiguresOf(options.list);
    prepareFolder(options.out);
    const std::filesystem::path store = storePath(options.store);
    std::atomic<bool> cancelled = false;
    {
        const StopSignals watching([&] { cancelled = true; });
        for (const PaperFigure* figure : figures)
            if (!measureFor(*figure, figure->sweep(options.quick), store, cancelled)) {
                note("stopped; the same command goes on where it was");
                code = exitByUser;
                return;
            }
    }
    const PaperDrawing drawing;
    const QString folder = QFile::decodeName(options.out.c_str());
    std::vector<std::pair<const PaperFigure*, DrawnFigure>> drawn;
    for (const PaperFigure* figure : figures) {
        const Store opened(store);
        const PaperSweep sweep = figure->sweep(options.quick);
        const SweepId id = keptSweep(opened, sweep.name, sweep.plan);
        drawn.emplace_back(figure, figure->draw(*figure, opened.measurements(id), options.quick));
        writeFigure(*figure, drawn.back().second, folder);
    }
    const QByteArray page = paperPage(drawn);
    writeStream(options.out + "/index.html", [&](const auto& sink) { sink({page.data(), std::size_t(page.size())}); });
    printText(options.out + "/index.html\n");
}

void defineReproduce(CLI::App& app, int& code) {
    const auto options = std::make_shared<ReproduceOptions>();
    app.add_option("LIST", options->list, "figures between commas, or all: " + idsOf(paperFigures()))->required();
    app.add_option("--out", options->out, "folder for plots, tables and index.html")->capture_default_str();
    app.add_flag("--quick", options->quick, "small sizes, which take minutes; not the papers'");
    app.add_option("--store", options->store, "run store");
    app.callback([options, &code] { reproduce(*options, code); });
}

} // namespace

Command reproduceCommand() {
    return {"reproduce", "Make figures of the papers: measure what is missing, draw the rest from the store",
            "\nWhat the store has of a figure is used; what was interrupted goes on.\n"
            "\nExamples:\n"
            "  headlight-cli reproduce all --quick\n"
            "  headlight-cli reproduce mtsa-figure-1 --out figures",
            defineReproduce};
}

} // namespace headlight
