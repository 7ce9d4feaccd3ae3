#pragma once

#include "engine/store/run_series.h"
#include "jobs/train_log.h"
#include "jobs/train_shared.h"

namespace headlight {

/// Tells the window's thread what a run tells, and writes the log.
class TrainJob::Listener final : public RunListener {
public:
    Listener(Shared& shared, JobControl& job) : m_shared(shared), m_job(job) {}

    int number = 0; ///< of the run that begins next
    int count = 1;  ///< of all
    QString store;  ///< of a run that is resumed

    /// `rest` is what is to follow this run.
    void begin(const RunConfig& config, const std::string& corpus, const std::vector<PlannedRun>& rest) {
        m_series.setRest(rest);
        m_title = runTitle(config, QString::fromStdString(corpus));
        m_options = config.train;
    }
    void goOnBehind(const std::filesystem::path& folder) { m_series.setBefore(folder); } ///< of a run that has ended
    void setCorpus(const Corpus& corpus) { m_split = splitLine(corpus, m_options); }
    JobControl& job() const { return m_job; }
    bool isToEnd() const { return m_shared.isStopping() || m_job.isCancelled(); }

    void placed(const std::filesystem::path& folder) override { m_series.placed(folder); }
    void recorded(RunId id, const std::filesystem::path& folder) override {
        m_info.id = id;
        m_info.folder = QString::fromStdString(folder.string());
        m_series.setFolder(folder);
    }

    void started(const TrainStart& start) override;
    void vectorsFound(const std::string& path, int found, int words) override;
    void adapted(const std::string& what) override { log(QString::fromStdString(what)); }
    void progressed(const TrainProgress& progress) override;
    void evaluating(const std::string& split) override { m_shared.evaluates(QString::fromStdString(split)); }
    void evaluationProgressed(const EvaluationProgress& progress) override;
    void evaluated(const TrainEvaluation& evaluation) override;
    void epochFinished(int epoch, std::int64_t) override;
    void paused(bool paused) override;
    void ended(const RecordedRun& run);
    /// Of several seeds or folds, when all have ended.
    void endedAll();

    void log(const QString& line) {
        m_job.log(line);
        m_shared.post([line](TrainJob& job) { emit job.logged(line); });
    }

private:
    void tell(const std::function<void(TrainNews&)>& add) {
        m_shared.tell([&](TrainNews& news) {
            news.run = m_info.id;
            news.progress = m_last;
            add(news);
        });
    }

    /// The curves so far of a resumed run.
    void tellStored();

    Shared& m_shared;
    JobControl& m_job;
    SeriesKeeper m_series;
    TrainOptions m_options;
    QString m_title, m_split;
    TrainRunInfo m_info;
    TrainProgress m_last;
    int m_epoch = 0;                            ///< the last that has ended
    std::vector<ReachedMetric> m_best, m_lasts; ///< of the runs that have ended
};

} // namespace headlight
