#pragma once

#include "jobs/job.h"
#include "viewmodels/runs_load.h"
#include "viewmodels/runs_model.h"
#include "viewmodels/store_stamp.h"

#include <QElapsedTimer>
#include <QTimer>
#include <functional>

namespace headlight {

/// A text that the user gives to runs.
struct RunEdit {
    QList<qint64> ids;
    QString key; ///< "name", "tags" (separated by commas) or "notes"
    QString value;
};

/// The runs of a store, kept up to date while something looks at them: loads and changes as jobs, with undo. Two
/// programs may use the store at once.
class RunsLibrary : public QObject {
    Q_OBJECT

public:
    RunsLibrary(Jobs& jobs, QObject* parent = nullptr);

    RunsModel& model() { return m_model; }
    const RunsModel& model() const { return m_model; }

    QString store() const { return m_store; }
    /// Forgets the runs of another store, and undo. So does another store that is put in the place of this one, whose
    /// numbers of runs mean other runs; a change that was meant for the old one is refused.
    void setStore(const QString& path);
    /// Looks once a second whether the store was written to, and now and then whether running runs are still alive.
    void setWatching(bool on);
    /// What was given by hand, by runs (Session::runColors).
    void setColors(const QMap<qint64, QString>& colors);
    void reload();
    bool isLoaded() const { return m_loaded; } ///< or refused, at least once since setStore
    /// Why there is nothing to read: the store, which was there, is gone, or it is refused; else empty.
    QString loss() const { return m_loss; }

    void edit(const RunEdit& edit);
    /// Asks for another colour of the runs (as Session::setRunColors takes it), which undo takes back.
    void recolor(const QList<qint64>& ids, const QString& color);
    /// Hides the runs from every view; undo brings them back. Their folders stay. One that is going on is refused, and
    /// all with it.
    void remove(const QList<qint64>& ids);
    void undo();
    void redo();
    QString undoTitle() const; ///< "Delete 2 runs"; empty when there is nothing to undo
    QString redoTitle() const;

signals:
    void loaded();                                          ///< or refused
    void colorsWanted(const QMap<qint64, QString>& colors); ///< by runs; empty: that of its number
    void undoChanged();
    void returned(const QList<qint64>& ids); ///< after loaded: undo has brought these runs back
    void failed(const QString& message);     ///< also where some runs are damaged and left out
    void worked(); ///< the store can be read and changed again, or was changed: what failed() said is over
    void editRefused(const headlight::RunEdit& edit, const QString& message); ///< besides failed

private:
    using Change = std::function<void(Store&)>;
    using Refused = std::function<void(const QString& message)>;
    struct Command {
        QString title;
        Change apply, revert;
        QList<qint64> removed = {};         ///< the runs that revert brings back
        QMap<qint64, QString> colors = {};  ///< after it: the store knows nothing of colours
        QMap<qint64, QString> earlier = {}; ///< colours before it
    };
    QString whose(const QList<qint64>& ids) const; ///< "run 3", "2 runs"
    void keep(const Command& command);             ///< that is done
    void run(const Command& command, const Refused& refused);
    void change(const QString& title, const Change& change, const std::function<void()>& then, const Refused& refused);
    void step(QList<Command>& from, QList<Command>& to, Change Command::*how);
    struct Loaded {
        QList<RunEntry> runs;
        StoreTroubles troubles;
        QString identity; ///< of the file that was read
        bool isGone = false;
    };
    void takeRuns(const Loaded& result);
    QList<RunEntry> colored(QList<RunEntry> runs) const;
    void forgetUndo();
    void say(const QString& problem);
    void poll();

    Jobs& m_jobs;
    LatestJob m_loading;
    RunsModel m_model;
    QMap<qint64, QString> m_colors;
    QString m_store;
    QString m_identity; ///< of the file whose runs these are; empty while there is none
    QTimer m_timer;
    StoreStamp m_stamp; ///< of the store's files when last read
    bool m_loaded = false, m_wasThere = false;
    QString m_problem; ///< of reading or changing, as it was said
    QString m_loss;
    QElapsedTimer m_sinceReload;
    QList<Command> m_done, m_undone;
    QList<qint64> m_returning; ///< in the store again, and with the next reading in the model
};

} // namespace headlight
