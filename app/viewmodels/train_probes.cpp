#include "viewmodels/train_probes.h"

#include "wording/shown_text.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace headlight {

namespace {

struct Loaded {
    int probe = 0;
    QStringList sentences;
    std::optional<Snapshot> snapshot;
};

QString textOf(const std::vector<std::string>& tokens) {
    QStringList words;
    for (const std::string& token : tokens)
        words.append(shownText(token));
    return words.join(' ');
}

Loaded read(const QString& path, qint64 run, int epoch, int probe) {
    const Store store(path.toStdString());
    Loaded loaded;
    for (const SnapshotKey& key : store.snapshotKeys(run))
        if (key.epoch == epoch) {
            while (loaded.sentences.size() <= key.probe)
                loaded.sentences.append(QString());
            loaded.sentences[key.probe] = textOf(key.tokens);
        }
    loaded.probe = probe < loaded.sentences.size() ? probe : 0;
    if (!loaded.sentences.isEmpty())
        loaded.snapshot = store.snapshot(run, epoch, loaded.probe);
    return loaded;
}

} // namespace

TrainProbes::TrainProbes(Jobs& jobs, QObject* parent) : QObject(parent), m_job(jobs, this) {}

void TrainProbes::setRun(const QString& store, qint64 run) {
    m_job.cancel();
    m_store = store;
    m_run = run;
    m_epochs.clear();
    m_epoch = -1;
    m_probe = 0;
    m_sentences.clear();
    m_snapshot.reset();
    m_problem.clear();
    emit epochsChanged();
    emit snapshotChanged();
}

void TrainProbes::setStored(const QString& store, qint64 run, const QList<int>& epochs, int epoch, int probe) {
    setRun(store, run);
    m_probe = std::max(0, probe);
    m_epochs = epochs;
    emit epochsChanged();
    if (!epochs.isEmpty())
        setEpoch(epoch < 0 ? epochs.last() : epoch);
}

void TrainProbes::addEpochs(const QList<int>& epochs) {
    if (epochs.isEmpty())
        return;
    const bool following = follows();
    for (const int epoch : epochs)
        if (!m_epochs.contains(epoch))
            m_epochs.append(epoch);
    std::sort(m_epochs.begin(), m_epochs.end());
    emit epochsChanged();
    if (following)
        look(m_epochs.last());
}

void TrainProbes::setEpoch(int epoch) {
    m_problem.clear(); // who asks is answered
    look(epoch);
}

void TrainProbes::look(int epoch) {
    if (m_epochs.isEmpty())
        return;
    const int nearest = *std::min_element(m_epochs.begin(), m_epochs.end(),
                                          [epoch](int a, int b) { return std::abs(a - epoch) < std::abs(b - epoch); });
    if (nearest == m_epoch)
        return;
    m_epoch = nearest;
    emit epochChanged(m_epoch);
    load();
}

void TrainProbes::setProbe(int probe) {
    if (probe == m_probe || probe < 0)
        return;
    m_probe = probe;
    m_problem.clear();
    load();
}

void TrainProbes::fail(const QString& message) {
    if (message != std::exchange(m_problem, message))
        emit failed(message);
}

void TrainProbes::load() {
    if (m_epoch < 0)
        return;
    m_job.start(
        tr("Reading probe maps"),
        [store = m_store, run = m_run, epoch = m_epoch, probe = m_probe](JobControl&) {
            return read(store, run, epoch, probe);
        },
        [this](const Loaded& loaded) {
            m_probe = loaded.probe;
            m_sentences = loaded.sentences;
            m_snapshot = loaded.snapshot;
            emit snapshotChanged();
        },
        [this](const QString& message) { fail(message); });
}

} // namespace headlight
