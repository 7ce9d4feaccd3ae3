#include "store/run_recorder.h"

#include "core/json_text.h"
#include "core/paths.h"
#include "store/metric_writer.h"
#include "store/run_folder.h"
#include "store/run_series.h"
#include "train/learner.h"
#include "train/trainer.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

namespace headlight {

using Json = nlohmann::ordered_json;

namespace {

constexpr int mostSnapshots = 200; ///< epochs of one run
constexpr std::size_t defaultProbes = 3;
constexpr double storePatience = 60; ///< seconds for another program that writes: hours of training may depend on it

/// A probe's texts, which tabs separate; of a model that reads one, all is one.
std::vector<std::string> textsOf(const std::string& probe, const std::vector<InputText>& inputs) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t text = 1; text < inputs.size(); ++text) {
        const std::size_t tab = probe.find('\t', begin);
        if (tab == std::string::npos && inputs[text].optional)
            break;
        if (tab == std::string::npos)
            throw Error("expected two texts with a tab between them: " + inputs[text - 1].name + " and " +
                        inputs[text].name);
        parts.push_back(probe.substr(begin, tab - begin));
        begin = tab + 1;
    }
    parts.push_back(probe.substr(begin));
    return parts;
}

/// Writes what a trainer tells into the store, and passes it on.
class RunRecorder final : public TrainObserver {
public:
    RunRecorder(const std::filesystem::path& store, RunId id, const RunConfig& config, RunListener& listener)
        : m_store(store, storePatience), m_id(id), m_epochs(config.train.epochs), m_probes(config.probes),
          m_listener(listener) {}

    /// Of a run that is to go on: no other program may, from here on. What goes wrong is told by the run's row.
    void claim() {
        m_store.claim(m_id);
        m_hasStarted = true;
    }

    /// Before anybody hears of the run. A sentence that was asked for has to be one that the model can look at; of the
    /// corpus's own the next one serves as well.
    void readProbes(const Learner& learner) {
        m_labels = learner.labels();
        const std::shared_ptr<const Model> model = learner.model();
        for (std::size_t i = 0; i < m_probes.size(); ++i)
            try {
                m_sequences.push_back(model->read(textsOf(m_probes[i], model->inputs())));
            } catch (const Error& error) {
                throw Error("probe sentence " + std::to_string(i + 1) + ": " + error.what());
            }
        if (m_probes.empty())
            takeDefaultProbes(*model, learner.examples());
    }

    void started(const Learner&, const TrainStart& start) override {
        m_store.rewind(m_id, start.firstStep);
        m_store.setStatus(m_id, RunStatus::Running);
        m_writer = std::make_unique<MetricWriter>(m_store.path(), m_id);
        m_hasStarted = true;
        m_clockAfter = start.firstStep;
        add(run_metric::parameters, {}, double(start.parameters));
        m_listener.started(start);
    }

    void vectorsFound(const std::string& path, int found, int words) override {
        m_listener.vectorsFound(path, found, words);
    }

    void adapted(const std::string& what) override { m_listener.adapted(what); }

    void progressed(const TrainProgress& progress) override {
        const Place place{progress.step, progress.epoch, progress.seconds};
        setClock(place);
        add(run_metric::trainLoss, place, progress.loss);
        if (progress.accuracy)
            add(run_metric::trainAccuracy, place, *progress.accuracy);
        add(run_metric::learningRate, place, progress.learningRate);
        add(run_metric::speed, place, progress.tokensPerSecond);
        add(run_metric::memory, place, double(progress.peakBytes));
        if (progress.seconds - m_lastPlace.seconds >= 1 || progress.step == progress.steps)
            addPlace(place);
        m_listener.progressed(progress);
    }

    void evaluating(const std::string& split) override { m_listener.evaluating(split); }

    void evaluationProgressed(const EvaluationProgress& progress) override {
        m_listener.evaluationProgressed(progress);
    }

    void evaluated(const TrainEvaluation& evaluation) override {
        const Place place{evaluation.step, evaluation.epoch, evaluation.seconds};
        setClock(place);
        add(evaluation.split + ".loss", place, evaluation.result.loss);
        add(evaluation.split + ".seconds", place, evaluation.passSeconds);
        // The dev set comes first and says which model is kept; the test set then says what that one is worth.
        if (evaluation.best)
            m_bestStep = evaluation.step;
        addPlace(place);
        Json details = {{"examples", evaluation.result.examples},
                        {"loss", evaluation.result.loss},
                        {"best", evaluation.best},
                        {"labels", m_labels}};
        for (const MetricValue& metric : evaluation.result.metrics) {
            const double value = comparable(metric.value);
            add(evaluation.split + "." + metric.name, place, value);
            if (m_bestStep == evaluation.step)
                add(run_metric::best + metric.name, place, value);
            details[metric.name] = value;
        }
        details.update(evaluation.result.details);
        m_store.addEvaluation(m_id, {evaluation.step, evaluation.epoch, evaluation.split, jsonText(details)});
        m_listener.evaluated(evaluation);
    }

    void epochFinished(const Learner& learner, int epoch, std::int64_t step) override {
        m_latestMaps.clear();
        const std::shared_ptr<const Model> model = learner.model();
        for (std::size_t probe = 0; probe < m_sequences.size(); ++probe)
            addMaps(*model, learner.task().inputs(), epoch, step, probe);
        if (keepsMaps(epoch, m_epochs))
            storeMaps();
        m_listener.epochFinished(epoch, step);
    }

    void checkpointing() override {
        m_writer->flush();
        m_listener.checkpointing();
    }

    void checkpointed(std::int64_t step) override { m_listener.checkpointed(step); }

    void paused(bool paused) override {
        m_store.setStatus(m_id, paused ? RunStatus::Paused : RunStatus::Running);
        if (!paused)
            m_clockAfter = m_place.step;
        m_listener.paused(paused);
    }

    void finish(const TrainResult& result) {
        storeMaps(); // patience or a stop may end a run after any epoch
        if (m_place.step > 0) {
            m_place.seconds =
                std::max(m_place.seconds, result.seconds); // an evaluation that was stopped takes time, too
            addPlace(m_place);
        }
        if (m_writer)
            m_writer->finish();
        m_store.setStatus(m_id, result.finished ? RunStatus::Finished : RunStatus::Stopped,
                          "after step " + std::to_string(result.step));
    }

    /// The reason is what the user has to hear, so trouble with the store on top of it is left out.
    void fail(const std::string& reason) {
        try {
            m_writer.reset();
            m_store.setStatus(m_id, RunStatus::Failed, reason);
        } catch (const Error&) {
            // The run will read as interrupted, for nobody has its folder's lease any more.
        }
    }

    bool hasStarted() const { return m_hasStarted; }

private:
    struct Place {
        std::int64_t step = 0;
        double epoch = 0, seconds = 0;
    };

    /// Seconds of training stand still in a pause and between stop and resume; the first point after them tells for how
    /// long.
    void setClock(const Place& place) {
        if (m_clockAfter) {
            const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
            m_store.setClock(m_id, *m_clockAfter, now.count() - place.seconds);
        }
        m_clockAfter.reset();
        m_place = place;
    }

    void add(const std::string& name, const Place& place, double value) {
        m_writer->add({name, place.step, place.epoch, place.seconds, value});
    }

    void addPlace(const Place& place) {
        m_lastPlace = place;
        add(run_metric::seconds, place, place.seconds);
        add(run_metric::epochs, place, place.epoch);
    }

    /// Of a sentence with several predicates one is taken: the store has tokens, not which of them was asked about, and
    /// two probes with the same tokens could not be told apart.
    void takeDefaultProbes(const Model& model, const std::vector<ExampleText>& examples) {
        const bool hasPredicate = model.inputs().back().isPredicate;
        std::set<std::string> taken;
        for (const ExampleText& example : examples) {
            if (m_sequences.size() == defaultProbes)
                return;
            if (hasPredicate && !taken.insert(example.text.substr(0, example.text.find('\t'))).second)
                continue;
            try {
                m_sequences.push_back(model.read(textsOf(example.text, model.inputs())));
            } catch (const Error&) {
                continue; // it is too long to be looked at, and trained on all the same
            }
        }
    }

    /// The texts of an example are stored as a probe each, but not what a model writes, which is another one after each
    /// epoch.
    void addMaps(const Model& model, int texts, int epoch, std::int64_t step, std::size_t example) {
        const std::shared_ptr<const Recording> recording = model.run(m_sequences[example], {}, {});
        for (int text = 0; text < texts; ++text)
            addMaps(*recording, text, epoch, step, int(example) * texts + text);
    }

    void addMaps(const Recording& recording, int sequence, int epoch, std::int64_t step, int probe) {
        Snapshot snapshot;
        snapshot.epoch = epoch;
        snapshot.step = step;
        snapshot.probe = probe;
        for (const Token& token : recording.sequences()[std::size_t(sequence)].tokens)
            snapshot.tokens.push_back(token.text);
        for (const MapAddress& address : recording.heads(sequence)) {
            AttentionMap map = recording.map({address, sequence});
            SnapshotMap stored{
                address, map.stage, map.mask, {}, std::move(map.values), map.label, map.mechanismFeatures};
            if (hasQueries(address.part))
                stored.shape.push_back(map.queries);
            stored.shape.push_back(map.keys);
            snapshot.maps.push_back(std::move(stored));
        }
        m_latestMaps.push_back(std::move(snapshot));
    }

    void storeMaps() {
        for (const Snapshot& snapshot : m_latestMaps)
            m_store.addSnapshot(m_id, snapshot);
        m_latestMaps.clear();
    }

    Store m_store;
    RunId m_id;
    int m_epochs;
    std::vector<std::string> m_probes, m_labels;
    std::vector<std::vector<Sequence>> m_sequences; ///< of each probe
    std::vector<Snapshot> m_latestMaps;             ///< of the last epoch, unless they are in the store
    RunListener& m_listener;
    std::int64_t m_bestStep = -1;
    bool m_hasStarted = false;
    std::optional<std::int64_t> m_clockAfter; ///< a stop or pause was after this step, and no point has come since
    Place m_place, m_lastPlace;               ///< of the last point, and of the last whose place is in the store
    std::unique_ptr<MetricWriter> m_writer;
};

/// A store beside this one, or one that was here before, may have a run of this number.
ClaimedFolder freeFolder(const Store& store, RunId id) {
    const std::filesystem::path usual = runFolder(store.path(), id);
    if (auto claimed = ClaimedFolder::claim(usual))
        return std::move(*claimed);
    for (int n = 2;; ++n)
        if (auto claimed = ClaimedFolder::claim(usual.string() + "-" + std::to_string(n)))
            return std::move(*claimed);
}

/// Nothing when no folder was named.
std::optional<ClaimedFolder> namedFolder(const std::filesystem::path& folder) {
    if (folder.empty())
        return {};
    auto claimed = ClaimedFolder::claim(folder);
    checkFreeForRun(folder);
    if (!claimed)
        throw Error(folder.string() + ": another run is being trained there: name another folder");
    return claimed;
}

RunId createRow(Store& store, const RunConfig& config, const Corpus& corpus, int threads, const RunLabel& label) {
    NewRun row;
    row.tags = label.tags;
    row.model = config.encoder;
    row.task = config.task;
    RunConfig stored = config;
    stored.data = corpus.spec; // with the whole path, so that the run can be resumed from any folder
    row.datasetSpec = stored.data;
    row.datasetName = corpus.name;
    row.configuration = jsonText(stored.toJson());
    row.seed = std::uint64_t(config.train.seed);
    if (config.train.folds > 0)
        row.fold = config.train.fold;
    row.name = label.name.empty() ? usualName(row.model, row.datasetName, row.seed, row.fold) : label.name;
    row.threads = threads;
    return store.createRun(row);
}

bool hasCheckpoint(RunId id, const std::filesystem::path& folder) {
    try {
        return isThere(folder / "resume");
    } catch (const Error& error) {
        throw Error("run " + std::to_string(id) +
                    ": the folder that the store names for it can't be used: " + error.what());
    }
}

TrainResult runAndRecord(Trainer& trainer, RunRecorder& recorder, TrainControl& control,
                         const std::filesystem::path& folder) {
    try {
        TrainResult result = trainer.run(recorder, control);
        recorder.finish(result);
        return result;
    } catch (const StoreGone& gone) {
        throw StoreGone(std::string(gone.what()) +
                        ". The training was ended; best/, last/ and resume/, as far as they "
                        "were written, are kept in " +
                        shownPath(folder));
    } catch (const std::exception& error) {
        if (recorder.hasStarted())
            recorder.fail(reasonOf(error));
        throw;
    }
}

} // namespace

std::string usualName(const std::string& model, const std::string& corpus, std::uint64_t seed,
                      std::optional<int> fold) {
    const std::string name = model + " " + corpus + " seed " + std::to_string(seed);
    return fold ? name + " fold " + std::to_string(*fold) : name;
}

bool keepsMaps(int epoch, int epochs) {
    const int every = (epochs + mostSnapshots - 1) / mostSnapshots;
    return epoch % every == 0 || epoch == epochs;
}

std::filesystem::path runFolder(const std::filesystem::path& store, RunId id) {
    return wholePath(store).parent_path() / "runs" / std::to_string(id);
}

RunConfig configurationOf(const RunRecord& run) {
    const std::string where = "run " + std::to_string(run.id);
    const auto document = jsonFrom(run.configuration);
    if (!document)
        throw Error(where + ": its stored configuration is damaged: train it anew");
    return RunConfig::fromJson(*document, where);
}

RecordedRun trainRecorded(const std::filesystem::path& storePath, const RunConfig& config, const Corpus& corpus,
                          int threads, TrainControl& control, RunListener& listener, const RunLabel& label) {
    RunConfig whole = config;
    whole.task = taskOf(config, corpus).id;
    Store store(storePath);
    std::optional<ClaimedFolder> folder = namedFolder(label.folder);
    RecordedRun run;
    run.id = createRow(store, whole, corpus, threads, label);
    RunRecorder recorder(storePath, run.id, whole, listener);
    try {
        if (!folder)
            folder.emplace(freeFolder(store, run.id));
        run.folder = wholePath(folder->path());
        listener.placed(run.folder);
        store.setCheckpoint(run.id, run.folder.string());
        Trainer trainer(whole, corpus, run.folder, threads, control.token());
        recorder.readProbes(trainer.learner());
        listener.recorded(run.id, run.folder);
        run.result = runAndRecord(trainer, recorder, control, run.folder);
    } catch (...) {
        if (!recorder.hasStarted()) {
            store.setStatus(run.id, RunStatus::Failed); // one that is going on is not deleted
            store.remove({run.id});
            store.purge({run.id});
            if (!run.folder.empty())
                keepRunsAfter(run.folder, {});
        }
        throw;
    }
    return run;
}

RecordedRun resumeRecorded(const std::filesystem::path& storePath, RunId id,
                           const std::function<Corpus(const std::string&)>& open, int threads, TrainControl& control,
                           RunListener& listener) {
    Store store(storePath);
    const RunRecord record = store.run(id);
    checkMayGoOn(record); // at once; the claim is for when the corpus has been read
    RecordedRun run;
    run.id = id;
    run.folder = record.checkpoint.empty() ? runFolder(storePath, id) : std::filesystem::path(record.checkpoint);
    const RunConfig config = configurationOf(record);
    const bool isBegun = hasCheckpoint(id, run.folder);
    const StoreFile file(storePath);
    const Corpus corpus = open(config.data);
    Trainer trainer(config, corpus, run.folder, threads);
    if (isBegun)
        trainer.resume();
    else if (corpus.spec != config.data) // a checkpoint would know whether it is the same one at another place
        throw Error("run " + std::to_string(id) + " has no checkpoint yet and was begun with " + config.data +
                    "; it can't go on with " + corpus.spec + ". Resume it with its own corpus, or train anew");
    else if (!store.metric(id, run_metric::trainLoss).empty()) // beginning anew would erase what is stored
        throw Error((run.folder / "resume").string() + ": the checkpoint of run " + std::to_string(id) +
                    " is missing: put it back, or train anew");
    file.check(); // opening one that is gone would make an empty one
    RunRecorder recorder(storePath, id, config, listener);
    const auto folder = ClaimedFolder::claimAgain(run.folder);
    if (!folder)
        throw Error(shownPath(run.folder) + ": another program is training there: stop it, then resume run " +
                    std::to_string(id));
    recorder.readProbes(trainer.learner());
    recorder.claim();
    listener.recorded(id, run.folder);
    run.result = runAndRecord(trainer, recorder, control, run.folder);
    return run;
}

} // namespace headlight
