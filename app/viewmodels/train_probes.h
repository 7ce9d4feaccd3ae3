#pragma once

#include "engine/store/store.h"
#include "jobs/job.h"

#include <QStringList>

namespace headlight {

/// The attention of a run's probe sentences as stored after every epoch: which epoch and sentence is looked at, and its
/// maps, read on a thread of their own. While the last epoch is looked at, new ones are followed.
class TrainProbes : public QObject {
    Q_OBJECT

public:
    explicit TrainProbes(Jobs& jobs, QObject* parent = nullptr);

    void setRun(const QString& store, qint64 run); ///< nothing is stored yet
    /// A run of which these epochs are stored; an epoch of −1 is the last. A sentence that it doesn't have is the
    /// first.
    void setStored(const QString& store, qint64 run, const QList<int>& epochs, int epoch, int probe);
    void addEpochs(const QList<int>& epochs);
    bool isBusy() const { return m_job.isBusy(); }

    const QList<int>& epochs() const { return m_epochs; }
    int epoch() const { return m_epoch; } ///< −1: none
    bool follows() const { return m_epochs.isEmpty() || m_epoch == m_epochs.last(); }
    void setEpoch(int epoch); ///< the nearest stored one
    int probe() const { return m_probe; }
    void setProbe(int probe);
    const QStringList& sentences() const { return m_sentences; } ///< tokens joined by spaces
    const std::optional<Snapshot>& snapshot() const { return m_snapshot; }

signals:
    void epochsChanged();
    void epochChanged(int epoch);
    void snapshotChanged();
    void failed(const QString& message); ///< once, not at every epoch that is followed

private:
    void look(int epoch);
    void load();
    void fail(const QString& message);

    LatestJob m_job;
    QString m_store;
    qint64 m_run = 0;
    QList<int> m_epochs;
    QStringList m_sentences;
    int m_epoch = -1, m_probe = 0;
    std::optional<Snapshot> m_snapshot;
    QString m_problem; ///< told already
};

} // namespace headlight
