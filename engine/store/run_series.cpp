#include "store/run_series.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "core/paths.h"
#include "text/unicode.h"

#include <algorithm>
#include <limits>

namespace headlight {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t mostBytes = 64u << 20;

std::filesystem::path fileIn(const std::filesystem::path& folder) {
    return folder / "series.json";
}

/// A list, since a document may have far more values than names: a series may be long.
Json rowOf(const PlannedRun& run) {
    const RunLabel& label = run.label;
    return Json::array({run.config.train.seed, run.config.train.fold, label.name, label.tags, label.folder.string()});
}

std::string lineOf(const Json& entry, const std::string& what) {
    if (!entry.is_string())
        throw Error(what + ": expected a text");
    auto text = entry.get<std::string>();
    const bool isBlank = !text.empty() && text.find_first_not_of(' ') == std::string::npos;
    if (isBlank || std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }))
        throw Error(what + ": expected a text of one line, got \"" + printable(text) + "\"");
    return text;
}

int numberOf(const Json& entry, const std::string& what, int high) {
    const auto number = wholeNumberOf(entry, 0, high);
    if (!number)
        throw Error(what + ": expected 0 … " + std::to_string(high) + ", got " + printable(jsonText(entry), 40));
    return int(*number);
}

RunLabel labelOf(const Json& name, const Json& tags, const Json& folder) {
    RunLabel label;
    label.name = lineOf(name, "name");
    if (!tags.is_array())
        throw Error("tags: expected a list");
    for (const Json& tag : tags)
        if (label.tags.emplace_back(lineOf(tag, "tag")).empty())
            throw Error("tag: expected a text of one line, got an empty one");
    label.folder = lineOf(folder, "folder");
    if (!label.folder.empty() && !label.folder.is_absolute())
        throw Error("folder: expected a whole path, or none, got \"" + printable(label.folder.string()) + "\"");
    return label;
}

PlannedRun plannedRun(const Json& row, const RunConfig& begun) {
    if (!row.is_array() || row.size() != 5)
        throw Error("expected a list of seed, fold, name, tags and folder");
    PlannedRun run{begun};
    TrainOptions& train = run.config.train;
    train.seed = numberOf(row[0], "seed", std::numeric_limits<int>::max());
    train.fold = numberOf(row[1], "fold", std::max(train.folds, 1) - 1);
    run.label = labelOf(row[2], row[3], row[4]);
    return run;
}

std::vector<PlannedRun> plannedRuns(const Json& document, const RunConfig& begun) {
    if (!document.is_array())
        throw Error("expected a list of runs");
    std::vector<PlannedRun> runs;
    for (std::size_t k = 0; k < document.size(); ++k) {
        try {
            runs.push_back(plannedRun(document[k], begun));
        } catch (const Error& error) {
            throw Error("run " + std::to_string(k + 1) + " of " + std::to_string(document.size()) + ": " +
                        error.what());
        }
    }
    return runs;
}

/// For a person who can't mend the file.
std::string withoutTheFile(const RunRecord& run) {
    return run.status == RunStatus::Finished
               ? "; run " + std::to_string(run.id) + " itself is finished: without this file nothing more follows it"
               : "; without this file the run goes on by itself";
}

} // namespace

std::vector<PlannedRun> runsAfter(const RunRecord& run) {
    if (!hasRunsAfter(run.checkpoint))
        return {};
    const std::filesystem::path file = fileIn(run.checkpoint);
    const RunConfig begun = configurationOf(run);
    Json document;
    try {
        document = parseJson(readFile(file, mostBytes), shownPath(file));
    } catch (const Error& error) {
        throw Error(error.what() + withoutTheFile(run));
    }
    try {
        return plannedRuns(document, begun);
    } catch (const Error& error) {
        throw Error(shownPath(file) + ": " + error.what() + withoutTheFile(run));
    }
}

bool hasRunsAfter(const std::filesystem::path& folder) {
    std::error_code ignored;
    return !folder.empty() && std::filesystem::exists(fileIn(folder), ignored);
}

void checkKeepable(const std::vector<PlannedRun>& runs) {
    for (const PlannedRun& run : runs)
        if (invalidUtf8At(run.label.folder.string()))
            throw Error(shownPath(run.label.folder) +
                        ": this name is no UTF-8, so the file that keeps what is left of several runs can't name it; "
                        "choose another folder");
}

void keepRunsAfter(const std::filesystem::path& folder, const std::vector<PlannedRun>& runs) {
    checkKeepable(runs);
    if (runs.empty()) {
        std::error_code ignored; // nothing was kept
        std::filesystem::remove(fileIn(folder), ignored);
        return;
    }
    Json document = Json::array();
    for (const PlannedRun& run : runs)
        document.push_back(rowOf(run));
    writeFile(fileIn(folder), jsonText(document) + "\n");
}

void SeriesKeeper::placed(const std::filesystem::path& folder) {
    keepRunsAfter(folder, m_rest);
    setFolder(folder);
}

void SeriesKeeper::begun() {
    keepRunsAfter(m_folder, m_rest);
    if (!m_before.empty() && m_before != m_folder)
        keepRunsAfter(m_before, {});
    m_before = m_folder;
}

} // namespace headlight
