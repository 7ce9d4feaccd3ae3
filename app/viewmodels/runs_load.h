#pragma once

#include "viewmodels/runs_entry.h"

namespace headlight {

class Store;
struct RunSummary;

/// A stored run as tables and plots show it.
RunEntry entryOf(const RunSummary& summary);

/// What a store that can be read is in the way of, in words for people; empty when there is nothing.
struct StoreTroubles {
    QString refusal; ///< why it takes no changes (Store::refusal)
    QString leftOut; ///< which runs are damaged, and why (leftOutText)
};

/// All runs of a store, deleted and damaged ones left out. A store that isn't there yet has none.
QList<RunEntry> loadRuns(const QString& store, StoreTroubles* troubles = nullptr);

/// One metric of one run, by step.
struct RunCurve {
    QVector<double> steps, epochs, seconds, wallTimes, values; ///< wallTimes: seconds since 1970
};
RunCurve loadCurve(const Store& store, qint64 run, const QString& metric);

/// "interrupted", "failed" or "stopped": training can go on from the last checkpoint; or "finished" with others of its
/// series still to begin.
bool canResume(const RunEntry& run);
/// Folder of the model that can be opened: that of the best evaluation, else of the end; empty when there is none.
QString modelFolder(const RunEntry& run);

} // namespace headlight
