#include "cli/paper_making.h"

#include "cli/scale_output.h"
#include "cli/terminal.h"
#include "cli/train_progress.h"
#include "cli/word_weighing.h"
#include "engine/core/paths.h"
#include "engine/core/thread_pool.h"
#include "engine/data/corpus_part.h"
#include "engine/models/formats.h"
#include "engine/store/kept_sweep.h"
#include "open_data.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

namespace headlight {

namespace {

bool measureFor(const PaperFigure& figure, const PaperSweep& sweep, const PaperPlace& place, const Stopping& stopping) {
    SweepListener listener;
    listener.recorded = [&](SweepId id) { note(figure.id + ": sweep " + std::to_string(id)); };
    listener.points.progressed = [&](const ScaleProgress& progress) {
        note(figure.id + ": point " + std::to_string(progress.done + 1) + " of " + std::to_string(progress.points) +
             ": " + curveName(progress.next) + ", length " + std::to_string(progress.next.length) +
             (progress.secondsRemaining > 0 ? "; about " + duration(progress.secondsRemaining) + " left" : ""));
    };
    return measureMissing(place.store, sweep.name, sweep.plan, usualMemoryLimit(), stopping.flag(), listener);
}

/// The corpus of the last run stays open: most figures have one.
class LastCorpus {
public:
    Corpus open(const std::string& spec) {
        if (m_spec != spec) {
            m_corpus = openData(spec);
            m_spec = spec;
        }
        return m_corpus;
    }

private:
    std::string m_spec;
    Corpus m_corpus;
};

/// The runs of one figure, one after the other.
class FigureTraining {
public:
    FigureTraining(const PaperFigure& figure, const PaperPlace& place, Stopping& stopping)
        : m_figure(figure), m_place(place), m_stopping(stopping) {}

    bool train(const std::vector<PaperRun>& runs) {
        const std::vector<const PaperRun*> lacking = lackingOf(runs);
        for (std::size_t k = 0; k < lacking.size(); ++k) {
            note(m_figure.id + ": run " + std::to_string(k + 1) + " of " + std::to_string(lacking.size()) + ": " +
                 titleOf(*lacking[k]) + leftText(lacking.size() - k));
            if (!train(*lacking[k]))
                return false;
        }
        return true;
    }

private:
    RunConfig configOf(const PaperRun& run) const {
        RunConfig config = run.config;
        config.data = corpusBelow(m_place.folder, config.data);
        return config;
    }

    /// Each configuration once, though a figure may show it twice.
    std::vector<const PaperRun*> lackingOf(const std::vector<PaperRun>& runs) const {
        const KeptRuns kept{Store(m_place.store)};
        std::set<nlohmann::ordered_json> seen;
        std::vector<const PaperRun*> lacking;
        for (const PaperRun& run : runs) {
            const RunConfig config = configOf(run);
            const RunSummary* found = kept.find(config);
            const bool isThere = found && found->run.status == RunStatus::Finished;
            if (!isThere && seen.insert(config.toJson()).second)
                lacking.push_back(&run);
        }
        return lacking;
    }

    /// By the mean of those that were trained before.
    std::string leftText(std::size_t left) const {
        if (m_seconds.empty())
            return {};
        const double mean = std::accumulate(m_seconds.begin(), m_seconds.end(), 0.0) / double(m_seconds.size());
        return "; about " + duration(mean * double(left)) + " left";
    }

    bool train(const PaperRun& run) {
        const RunConfig config = configOf(run);
        waitForLast(config);
        TrainControl control;
        TrainProgressLine line;
        m_stopping.watch(&control);
        bool isFinished = false;
        try {
            isFinished = trainMissing(
                m_place.store, config, [this](const std::string& spec) { return m_corpus.open(spec); },
                ThreadPool::processors(), control, line, {m_figure.id + ": " + titleOf(run), {m_figure.id}, {}});
        } catch (const DivergedError& error) { // so it would again; the store says it, too
            note(m_figure.id + ": " + titleOf(run) + " is left out: " + error.what());
            isFinished = true;
        } catch (...) {
            m_stopping.watch(nullptr);
            throw;
        }
        m_stopping.watch(nullptr);
        m_seconds.push_back(line.seconds());
        return isFinished;
    }

    void waitForLast(const RunConfig& config) const {
        RunId id = 0;
        {
            const KeptRuns kept{Store(m_place.store)};
            if (const RunSummary* found = kept.find(config))
                id = found->run.id;
        }
        if (id > 0)
            waitForEnd(m_place.store, id, m_stopping);
    }

    const PaperFigure& m_figure;
    const PaperPlace& m_place;
    Stopping& m_stopping;
    LastCorpus m_corpus;
    std::vector<double> m_seconds; ///< that each took
};

/// What the best model of each run says about the words of its corpus.
bool weighFor(const PaperFigure& figure, const PaperNeeds& needs, const PaperPlace& place, const Stopping& stopping) {
    const WordsPlan& plan = *needs.words;
    const KeptRuns kept{Store(place.store)};
    for (const PaperRun& run : needs.runs) {
        RunConfig config = run.config;
        config.data = corpusBelow(place.folder, config.data);
        const RunSummary* found = kept.find(config);
        if (!found || found->run.status != RunStatus::Finished)
            continue;
        const std::filesystem::path folder = found->run.checkpoint;
        if (keptWords(folder, plan))
            continue;
        const std::string spec = corpusOf(found->run, plan);
        note(figure.id + ": " + titleOf(run) + ": weighing the words of " + printable(spec));
        const auto model = openModel(folder / "best");
        Corpus corpus = openDataSplit(spec, plan.split);
        const ClassCorpus texts = classCorpus(corpus, partOf(corpus, plan.split).examples);
        const auto weights = weighWords(*model, texts, wordHeads(*model), stopping.flag());
        if (!weights)
            return false;
        keepWords(folder, plan, wordReport(texts, *weights, plan.question));
    }
    return true;
}

} // namespace

std::string lackOf(const PaperFigure& figure, const PaperPlace& place) {
    std::string lacking;
    for (const std::string& path : corporaOf(figure.needs(place.quick)))
        if (place.folder.empty() || !isThere(corpusBelow(place.folder, path)))
            lacking += (lacking.empty() ? "" : ", ") + path;
    if (lacking.empty())
        return {};
    return "it needs the corpus " + lacking +
           (place.folder.empty() ? ": give the folder that holds it with --data"
                                 : ", which is not in " + printable(place.folder) +
                                       ": put it there, or give another folder with --data");
}

bool makeMissing(const PaperFigure& figure, const PaperPlace& place, Stopping& stopping) {
    const PaperNeeds needs = figure.needs(place.quick);
    for (const PaperSweep& sweep : needs.sweeps)
        if (!measureFor(figure, sweep, place, stopping))
            return false;
    if (!needs.runs.empty() && !FigureTraining(figure, place, stopping).train(needs.runs))
        return false;
    return !needs.words || weighFor(figure, needs, place, stopping);
}

} // namespace headlight
