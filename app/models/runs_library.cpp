#include "models/runs_library.h"

#include "models/runs_load.h"

#include <QFileInfo>
#include <algorithm>

namespace headlight {

namespace {

constexpr int pollMilliseconds = 1000;
constexpr qsizetype mostUndo = 100;

QList<std::pair<QDateTime, qint64>> stampOf(const QString& store) {
    QList<std::pair<QDateTime, qint64>> stamp;
    for (const QString& file : {store, store + QStringLiteral("-wal")}) {
        const QFileInfo info(file);
        stamp.append({info.lastModified(), info.exists() ? info.size() : -1});
    }
    return stamp;
}

std::vector<std::string> tagsIn(const QString& text) {
    std::vector<std::string> tags;
    for (const QString& part : text.split(','))
        if (!part.trimmed().isEmpty())
            tags.push_back(part.trimmed().toStdString());
    return tags;
}

void write(Store& store, qint64 id, const QString& key, const QString& value) {
    if (key == QLatin1String("tags"))
        store.setTags(id, tagsIn(value));
    else if (key == QLatin1String("notes"))
        store.setNotes(id, value.toStdString());
    else
        store.setName(id, value.toStdString());
}

} // namespace

RunsLibrary::RunsLibrary(Jobs& jobs, QObject* parent) : QObject(parent), m_jobs(jobs), m_loading(jobs, this) {
    m_timer.setInterval(pollMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &RunsLibrary::poll);
    connect(&m_model, &RunsModel::editRequested, this, &RunsLibrary::edit);
}

void RunsLibrary::setStore(const QString& path) {
    if (path == m_store)
        return;
    m_store = path;
    m_loaded = false;
    m_done.clear();
    m_undone.clear();
    m_model.setRuns({});
    emit undoChanged();
    reload();
}

void RunsLibrary::setWatching(bool on) {
    if (on == m_timer.isActive())
        return;
    if (!on) {
        m_timer.stop();
        return;
    }
    m_timer.start();
    poll();
}

void RunsLibrary::poll() {
    if (m_store.isEmpty() || m_loading.isBusy())
        return;
    // A process that dies writes nothing more: that its run is interrupted is only known by asking again.
    const auto goesOn = [](const RunEntry& run) {
        return run.status == QLatin1String("running") || run.status == QLatin1String("paused");
    };
    const bool mayBeDead = m_sinceReload.hasExpired(qint64(1000 * Store::interruptedAfter)) &&
                           std::any_of(m_model.runs().begin(), m_model.runs().end(), goesOn);
    if (!m_loaded || mayBeDead || stampOf(m_store) != m_stamp)
        reload();
}

void RunsLibrary::reload() {
    m_stamp = stampOf(m_store);
    m_sinceReload.start();
    m_loading.start(
        tr("Reading runs"), [store = m_store](JobControl&) { return loadRuns(store); },
        [this](const QList<RunEntry>& runs) { takeRuns(runs); },
        [this](const QString& message) {
            m_loaded = true; // what is wrong is said once, not every second
            emit failed(message);
        });
}

void RunsLibrary::takeRuns(const QList<RunEntry>& runs) {
    m_loaded = true;
    m_model.setRuns(runs);
    emit loaded();
}

void RunsLibrary::edit(qint64 id, const QString& key, const QString& value) {
    const RunEntry* entry = m_model.find(id);
    if (!entry)
        return;
    const QString before = m_model.index(m_model.rowOf(id), m_model.columnOf(key)).data(Qt::EditRole).toString();
    const QString title =
        key == QLatin1String("name") ? tr("Rename %1").arg(entry->name) : tr("Change %1 of %2").arg(key, entry->name);
    run({title, [=](Store& store) { write(store, id, key, value); },
         [=](Store& store) { write(store, id, key, before); }});
}

void RunsLibrary::remove(const QList<qint64>& ids) {
    if (ids.isEmpty())
        return;
    const RunEntry* first = m_model.find(ids.front());
    const std::vector<RunId> list(ids.begin(), ids.end());
    const QString title =
        ids.size() == 1 && first ? tr("Delete %1").arg(first->name) : tr("Delete %1 runs").arg(ids.size());
    run({title, [list](Store& store) { store.remove(list); }, [list](Store& store) { store.restore(list); }});
}

void RunsLibrary::run(Command command) {
    change(command.title, command.apply, [this, command] {
        m_done.append(command);
        if (m_done.size() > mostUndo)
            m_done.removeFirst();
        m_undone.clear();
        emit undoChanged();
    });
}

void RunsLibrary::change(const QString& title, const Change& change, const std::function<void()>& then) {
    const QString path = m_store;
    Job* job = m_jobs.start(
        title,
        [path, change](JobControl&) {
            Store store(path.toStdString());
            change(store);
        },
        this,
        [this, path, then] {
            if (path != m_store)
                return;
            then();
            reload();
        });
    connect(job, &Job::failed, this, &RunsLibrary::failed);
}

void RunsLibrary::undo() {
    if (m_done.isEmpty())
        return;
    const Command command = m_done.takeLast();
    change(command.title, command.revert, [this, command] {
        m_undone.append(command);
        emit undoChanged();
    });
    emit undoChanged();
}

void RunsLibrary::redo() {
    if (m_undone.isEmpty())
        return;
    const Command command = m_undone.takeLast();
    change(command.title, command.apply, [this, command] {
        m_done.append(command);
        emit undoChanged();
    });
    emit undoChanged();
}

QString RunsLibrary::undoTitle() const {
    return m_done.isEmpty() ? QString() : m_done.last().title;
}

QString RunsLibrary::redoTitle() const {
    return m_undone.isEmpty() ? QString() : m_undone.last().title;
}

} // namespace headlight
