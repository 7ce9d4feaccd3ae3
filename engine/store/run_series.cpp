#include "store/run_series.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "core/paths.h"

#include <utility>

namespace headlight {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t mostBytes = 64u << 20;

std::filesystem::path fileIn(const std::filesystem::path& folder) {
    return folder / "series.json";
}

Json documentOf(const PlannedRun& run) {
    return {{"name", run.label.name},
            {"tags", run.label.tags},
            {"folder", run.label.folder.string()},
            {"configuration", run.config.toJson()}};
}

PlannedRun plannedRun(const Json& document, const std::string& where) {
    PlannedRun run;
    run.config = RunConfig::fromJson(document.at("configuration"), where);
    run.label.name = document.at("name").get<std::string>();
    run.label.tags = document.at("tags").get<std::vector<std::string>>();
    run.label.folder = document.at("folder").get<std::string>();
    return run;
}

} // namespace

std::vector<PlannedRun> runsAfter(const std::filesystem::path& folder) {
    std::vector<PlannedRun> runs;
    if (!hasRunsAfter(folder))
        return runs;
    const std::string where = shownPath(fileIn(folder));
    try {
        const Json document = parseJson(readFile(fileIn(folder), mostBytes), where);
        if (!document.is_array())
            throw Error(where + ": expected a list of runs");
        for (const Json& run : document)
            runs.push_back(plannedRun(run, where));
    } catch (const Json::exception&) {
        throw Error(where + ": expected runs with name, tags, folder and configuration; without this file the run goes "
                            "on by itself");
    } catch (const Error& error) {
        throw Error(std::string(error.what()) + "; without this file the run goes on by itself");
    }
    return runs;
}

bool hasRunsAfter(const std::filesystem::path& folder) {
    std::error_code ignored;
    return !folder.empty() && std::filesystem::exists(fileIn(folder), ignored);
}

void keepRunsAfter(const std::filesystem::path& folder, const std::vector<PlannedRun>& runs) {
    if (runs.empty()) {
        std::error_code ignored; // nothing was kept
        std::filesystem::remove(fileIn(folder), ignored);
        return;
    }
    Json document = Json::array();
    for (const PlannedRun& run : runs)
        document.push_back(documentOf(run));
    writeFile(fileIn(folder), jsonText(document, 1) + "\n");
}

void SeriesKeeper::begun() {
    keepRunsAfter(m_folder, m_rest);
    if (!m_before.empty() && m_before != m_folder)
        keepRunsAfter(m_before, {});
    m_before = m_folder;
}

} // namespace headlight
