#include "viewmodels/runs_library.h"

#include "engine/core/error.h"
#include "engine/store/store.h"
#include "viewmodels/run_colors.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace headlight {

namespace {

constexpr int againMilliseconds = 5000; ///< after which a store that failed is tried again
constexpr qsizetype mostUndo = 100;

/// Tells the file from another one in its place, also from one that has got the number of a deleted one; empty when
/// there is none.
QString identityOf(const QString& store) {
    struct stat file = {};
    if (::stat(QFile::encodeName(store).constData(), &file) != 0)
        return {};
    return QStringLiteral("%1 %2 %3")
        .arg(file.st_dev)
        .arg(file.st_ino)
        .arg(QFileInfo(store).birthTime().toMSecsSinceEpoch());
}

std::vector<std::string> tagsIn(const QString& text) {
    std::vector<std::string> tags;
    for (const QString& part : text.split(','))
        if (!part.trimmed().isEmpty())
            tags.push_back(part.trimmed().toStdString());
    return tags;
}

QString lossOf(const QString& store) {
    return RunsLibrary::tr("%1: the run store is gone: it was moved, renamed or deleted. Put it back, and its runs are "
                           "here again; or choose another file with --store. Training begins a new one in its place.")
        .arg(store);
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
    m_timer.setInterval(storePollMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &RunsLibrary::poll);
    connect(&m_model, &RunsModel::editRequested, this, [this](qint64 id, const QString& key, const QString& value) {
        edit({{id}, key, value});
    });
}

void RunsLibrary::setStore(const QString& path) {
    if (path == m_store)
        return;
    m_store = path;
    m_loaded = false;
    m_wasThere = false;
    m_loss.clear();
    m_identity.clear();
    say({});
    m_model.setRuns({});
    forgetUndo();
    reload();
}

void RunsLibrary::forgetUndo() {
    m_done.clear();
    m_undone.clear();
    emit undoChanged();
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
    // That a disk has room again, nobody writes into the store.
    const bool mayWork = !m_problem.isEmpty() && m_sinceReload.hasExpired(againMilliseconds);
    if (!m_loaded || mayBeDead || mayWork || stampOf(m_store) != m_stamp)
        reload();
}

void RunsLibrary::reload() {
    m_stamp = stampOf(m_store);
    m_sinceReload.start();
    m_loading.start(
        tr("Reading runs"),
        [store = m_store, wasThere = m_wasThere](JobControl&) {
            Loaded result;
            result.identity = identityOf(store);
            result.isGone = wasThere && !QFileInfo::exists(store);
            result.runs = loadRuns(store, &result.troubles);
            return result;
        },
        [this](const Loaded& result) { takeRuns(result); },
        [this](const QString& message) {
            m_loaded = true;
            m_loss = message;
            emit loaded();
            say(message);
        });
}

void RunsLibrary::takeRuns(const Loaded& result) {
    const bool isFirst = !std::exchange(m_loaded, true);
    m_wasThere = m_wasThere || QFileInfo::exists(m_store);
    m_loss = result.isGone ? lossOf(m_store) : QString();
    m_model.setRuns(colored(result.runs));
    if (result.identity != std::exchange(m_identity, result.identity))
        forgetUndo();
    emit loaded();
    if (const QList<qint64> ids = std::exchange(m_returning, {}); !ids.isEmpty())
        emit returned(ids);
    QStringList problems;
    if (!result.troubles.refusal.isEmpty())
        problems << tr("Runs can be seen but not changed. %1").arg(result.troubles.refusal);
    if (!result.troubles.leftOut.isEmpty())
        problems << result.troubles.leftOut;
    say(problems.join('\n'));
    if (isFirst && problems.isEmpty())
        emit worked(); // also where somebody else has found it to fail before
}

QList<RunEntry> RunsLibrary::colored(QList<RunEntry> runs) const {
    colorRuns(runs, m_colors);
    return runs;
}

void RunsLibrary::setColors(const QMap<qint64, QString>& colors) {
    if (colors == m_colors)
        return;
    m_colors = colors;
    m_model.setRuns(colored(m_model.runs()));
    if (m_loaded)
        emit loaded(); // whoever draws them does so again
}

/// What is wrong is said once, not every second.
void RunsLibrary::say(const QString& problem) {
    if (problem == std::exchange(m_problem, problem))
        return;
    if (problem.isEmpty())
        emit worked();
    else
        emit failed(problem);
}

void RunsLibrary::edit(const RunEdit& edit) {
    QHash<qint64, QString> before;
    for (const qint64 id : edit.ids)
        if (const int row = m_model.rowOf(id); row >= 0)
            before[id] = m_model.index(row, m_model.columnOf(edit.key)).data(Qt::EditRole).toString();
    if (before.isEmpty())
        return;
    const QString runs = whose(before.keys());
    const QString title =
        edit.key == QLatin1String("name") ? tr("Rename %1").arg(runs) : tr("Change %1 of %2").arg(edit.key, runs);
    const Command command{title,
                          [=](Store& store) {
                              for (const qint64 id : before.keys())
                                  write(store, id, edit.key, edit.value);
                          },
                          [=](Store& store) {
                              for (auto old = before.cbegin(); old != before.cend(); ++old)
                                  write(store, old.key(), edit.key, old.value());
                          }};
    run(command, [this, edit](const QString& message) {
        emit failed(tr("Not saved: %1 “%2”. %3").arg(edit.key, edit.value, message));
        emit editRefused(edit, message);
    });
}

QString RunsLibrary::whose(const QList<qint64>& ids) const {
    const RunEntry* only = ids.size() == 1 ? m_model.find(ids.front()) : nullptr;
    return only ? m_model.titleOf(*only) : tr("%1 runs").arg(ids.size());
}

void RunsLibrary::recolor(const QList<qint64>& ids, const QString& color) {
    Command command{tr("Change colour of %1").arg(whose(ids)), {}, {}};
    for (const qint64 id : ids) {
        command.colors.insert(id, color);
        command.earlier.insert(id, m_colors.value(id));
    }
    if (command.colors == command.earlier)
        return;
    keep(command);
    emit colorsWanted(command.colors);
}

void RunsLibrary::remove(const QList<qint64>& ids) {
    if (ids.isEmpty())
        return;
    const std::vector<RunId> list(ids.begin(), ids.end());
    run({tr("Delete %1").arg(whose(ids)), [list](Store& store) { store.remove(list); },
         [list](Store& store) { store.restore(list); }, ids},
        [this](const QString& message) { emit failed(message); });
}

void RunsLibrary::run(const Command& command, const Refused& refused) {
    change(
        command.title, command.apply, [this, command] { keep(command); }, refused);
}

void RunsLibrary::keep(const Command& command) {
    m_done.append(command);
    if (m_done.size() > mostUndo)
        m_done.removeFirst();
    m_undone.clear();
    emit undoChanged();
}

void RunsLibrary::change(const QString& title, const Change& change, const std::function<void()>& then,
                         const Refused& refused) {
    const QString path = m_store, identity = m_identity;
    const auto isThatStore = [this, path, identity] { return path == m_store && identity == m_identity; };
    Job* job = m_jobs.start(
        title,
        [path, identity, change](JobControl&) {
            if (!QFileInfo::exists(path)) // or it would be made anew, without a run
                throw Error(lossOf(path).toStdString());
            if (identityOf(path) != identity)
                throw Error(tr("%1: another run store is in its place now, with other runs.").arg(path).toStdString());
            Store store(path.toStdString());
            change(store);
        },
        this,
        [this, isThatStore, then] {
            if (!isThatStore())
                return;
            then();
            m_problem.clear(); // what still is one is said again
            emit worked();
            reload();
        });
    connect(job, &Job::failed, this, [this, isThatStore, refused](const QString& message) {
        if (isThatStore())
            refused(message);
        else
            emit failed(message);
    });
}

void RunsLibrary::undo() {
    step(m_done, m_undone, &Command::revert);
}

void RunsLibrary::redo() {
    step(m_undone, m_done, &Command::apply);
}

/// What the store refuses stays to be tried again.
void RunsLibrary::step(QList<Command>& from, QList<Command>& to, Change Command::*how) {
    if (from.isEmpty())
        return;
    const Command command = from.takeLast();
    emit undoChanged();
    const auto giveTo = [this, command](QList<Command>& list) {
        list.append(command);
        emit undoChanged();
    };
    if (!command.colors.isEmpty()) {
        giveTo(to);
        emit colorsWanted(how == &Command::revert ? command.earlier : command.colors);
        return;
    }
    change(
        command.title, command.*how,
        [this, giveTo, &to, command, isUndo = how == &Command::revert] {
            giveTo(to);
            if (isUndo)
                m_returning = command.removed;
        },
        [this, giveTo, &from](const QString& message) {
            giveTo(from);
            emit failed(message);
        });
}

QString RunsLibrary::undoTitle() const {
    return m_done.isEmpty() ? QString() : m_done.last().title;
}

QString RunsLibrary::redoTitle() const {
    return m_undone.isEmpty() ? QString() : m_undone.last().title;
}

} // namespace headlight
