#pragma once

#include "jobs/job.h"
#include "viewmodels/runs_load.h"
#include "viewmodels/runs_model.h"

#include <QHash>

namespace headlight {

/// Curves of the runs that are looked at: read when first asked for, on a thread of their own, and followed while their
/// run goes on.
class RunsCurves : public QObject {
    Q_OBJECT

public:
    RunsCurves(Jobs& jobs, const RunsModel& runs, QObject* parent = nullptr);

    void setStore(const QString& path);
    /// What is to be shown from now on; `loaded` follows when something of it has to be read.
    void show(const QList<qint64>& runs, const QStringList& metrics);
    /// Reads curves of runs that have gone on since.
    void follow();
    const RunCurve* find(qint64 run, const QString& metric) const; ///< null while not read
    bool isBusy() const { return m_job.isBusy(); }

signals:
    void loaded();
    void busyChanged(bool busy);
    void failed(const QString& message); ///< once, not at every look at a run that goes on

private:
    using Key = std::pair<qint64, QString>;
    void load(const QList<Key>& wanted);

    const RunsModel& m_runs;
    LatestJob m_job;
    QString m_store;
    QStringList m_metrics;
    QString m_problem; ///< told already, and not over yet
    QList<qint64> m_shown;
    QHash<Key, RunCurve> m_curves;
    QHash<Key, double> m_readUntil; ///< seconds of training when the curve was read
};

} // namespace headlight
