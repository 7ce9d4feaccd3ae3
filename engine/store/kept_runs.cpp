#include "store/kept_runs.h"

#include "core/json_text.h"

namespace headlight {

namespace {

/// Everything but the corpus.
std::string withoutCorpus(const RunConfig& config) {
    nlohmann::ordered_json rest = config.toJson();
    rest.erase("data");
    return jsonText(rest);
}

/// As this program reads it: an option that was not there when the run was stored has its default. Empty when it can't
/// be read.
std::string storedWithoutCorpus(const std::string& configuration) {
    try {
        return withoutCorpus(RunConfig::fromJson(parseJson(configuration, "configuration"), "configuration"));
    } catch (const Error&) {
        return {};
    }
}

bool isSameCorpus(const std::string& stored, const std::string& wanted) {
    return stored == wanted || (!wanted.starts_with('/') && stored.ends_with('/' + wanted));
}

} // namespace

KeptRuns::KeptRuns(const Store& store) {
    std::vector<DamagedRow> damaged;
    for (RunSummary& summary : store.runs(false, &damaged)) {
        if (summary.run.programVersion != HEADLIGHT_VERSION)
            continue;
        const std::string key = storedWithoutCorpus(summary.run.configuration);
        if (!key.empty())
            m_runs.insert({key, {summary.run.datasetSpec, std::move(summary)}});
    }
}

const RunSummary* KeptRuns::find(const RunConfig& config) const {
    const RunSummary* found = nullptr;
    const auto [first, last] = m_runs.equal_range(withoutCorpus(config));
    for (auto kept = first; kept != last; ++kept) {
        const RunSummary& summary = kept->second.summary;
        const bool isFinished = summary.run.status == RunStatus::Finished;
        if (isSameCorpus(kept->second.data, config.data) &&
            (!found || isFinished || found->run.status != RunStatus::Finished))
            found = &summary;
    }
    return found;
}

bool trainMissing(const std::filesystem::path& storePath, const RunConfig& config,
                  const std::function<Corpus(const std::string&)>& open, int threads, TrainControl& control,
                  RunListener& listener, const RunLabel& label) {
    RunId id = 0;
    {
        const KeptRuns kept{Store(storePath)};
        if (const RunSummary* found = kept.find(config)) {
            if (found->run.status == RunStatus::Finished)
                return true;
            id = found->run.id;
        }
    }
    const RecordedRun run =
        id > 0 ? resumeRecorded(storePath, id, open, threads, control, listener)
               : trainRecorded(storePath, config, open(config.data), threads, control, listener, label);
    return run.result.finished;
}

} // namespace headlight
