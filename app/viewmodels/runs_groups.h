#pragma once

#include "viewmodels/runs_model.h"

namespace headlight {

/// Of the runs of a group that have a value.
struct RunStatistics {
    int count = 0;
    double mean = std::nan(""), median = std::nan("");
    double deviation = std::nan(""); ///< n − 1; 0 for a single run
    double low = std::nan(""), high = std::nan("");

    static RunStatistics of(QList<double> values); ///< NaN is left out
};

/// Runs that agree in what they are grouped by.
struct RunGroup {
    QString name;       ///< the values by which it differs from the other groups
    QList<qint64> ids;  ///< of runs that were trained again with the same options, seed and fold only one
    int color = 0;      ///< that of the oldest run in `ids`, however they are sorted; what draws it uses another mark
    QStringList values; ///< one per key, as people read them
    QString ownColor = {};
    QList<qint64> repeated = {}; ///< the others of those: they count in no mean
};

/// What seeds of one setting share: model, data and every option but seed and fold.
QStringList keysOfSetting(const RunsModel& runs);

/// A run's colour is its own in every view, so a group takes that of one of the runs that it stands for.
void takeColor(RunGroup& group, const RunsModel& runs);

/// Groups in the order of their first run. Of runs that agree in model, data and every option, seed and fold included,
/// the newest one that has finished counts, or the newest one: a seed that is trained twice is one seed. An unknown key
/// is a std::invalid_argument; no key gives a single group.
QList<RunGroup> groupRuns(const RunsModel& runs, const QList<qint64>& ids, const QStringList& keys);

/// A measure of runs and of papers that is no column: seconds of a pass over the training set.
inline const QString perEpochKey = QStringLiteral("time per epoch");

/// Columns that can be averaged: accuracy, loss, time, memory …
QList<RunColumn> measuredColumns();

/// The unit in which plots show a measure: "%" of an accuracy, "MB" of memory. Empty when it has none, or when the
/// numbers bring it along (times).
QString unitOfMeasure(const QString& key);
/// What is stored, in that unit.
double inUnitOfMeasure(double value, const QString& key);

RunStatistics statisticsOf(const RunsModel& runs, const RunGroup& group, const QString& key);

} // namespace headlight
