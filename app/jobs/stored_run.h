#pragma once

#include "jobs/train_job.h"

#include <QMap>
#include <QStringList>
#include <optional>

namespace headlight {

/// A run as its training told it, read from the store after the program that trained it has ended.
struct StoredRun {
    TrainRunInfo info;
    QString status; ///< "finished", "stopped" …, as in the store
    QString early;  ///< earlyText of a finished run that has not made all its steps
    TrainProgress progress;
    QList<TrainPoint> points;
    QList<int> epochs;                ///< whose probe maps are stored
    std::optional<int> runsAfter = 0; ///< of its series, which Resume trains then; none where that can't be read
    QStringList log;                  ///< as far as the store knows: which run, its evaluations, its end

    bool isLive() const { return status == QLatin1String("running") || status == QLatin1String("paused"); }
};

/// None when the store or the run isn't there, or the run is deleted. Error when the store can't be read.
std::optional<StoredRun> readStoredRun(const QString& path, qint64 id);

/// How far a run of so many epochs was at its last point; nothing of one without points.
TrainProgress storedProgress(const Store& store, RunId run, int epochs);
/// Loss and what the run is judged by on the training, dev and test set.
QList<TrainPoint> storedPoints(const Store& store, RunId run, const QString& judgedBy);
/// Those with probe maps, ascending.
QList<int> storedEpochs(const Store& store, RunId run);

/// What chooses without a network, as the last evaluation of each split tells it: titles and accuracies.
QMap<QString, QList<std::pair<QString, double>>> storedBeside(const Store& store, RunId run);

/// The corpus of a run that is to go on; it may have been moved since, and `advice` ends the sentence that says so.
/// Error as openData.
Corpus corpusOfRun(const std::string& specification, const std::string& advice);

} // namespace headlight
