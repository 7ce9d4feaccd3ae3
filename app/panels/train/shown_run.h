#pragma once

#include "jobs/train_job.h"
#include "panels/train/train_status.h"
#include "session/session.h"
#include "viewmodels/train_probes.h"

#include <QStringList>

class QPlainTextEdit;
class QStackedWidget;
class QTimer;

namespace headlight {

class BusyBar;
class EmptyState;
class ProbeView;
class TrainCurves;
struct StoredRun;

/// The run that the Train view shows: the one that trains here, else the last one as the store has it. A run that
/// begins takes its place only when its first step is to come; one that fails before leaves what was shown.
class ShownRun : public QObject {
    Q_OBJECT

public:
    ShownRun(Session& session, Jobs& jobs, TrainJob& job, QObject* parent);

    QWidget* progress() const { return m_progress; } ///< its state over its curves
    QWidget* maps() const;
    QWidget* log() const;

    bool isBusy() const { return m_recalling.isBusy() || m_probes.isBusy(); }
    qint64 id() const { return m_shown.run.id; } ///< 0: none
    bool canGoOn() const { return m_shown.canGoOn(); }
    /// What is said, and offered on a button, while there is no run.
    void setNext(const QString& sentence, const QString& button, bool canBePressed = true);
    /// Between the button that began a training and the first one that can be pressed then, see TrainStatus.
    void holdFocus();
    bool holdsFocus() const;
    /// The run that was shown when the program ended.
    void recall();
    /// One of the store, at its last epoch.
    void show(qint64 run);

signals:
    void nextClicked(); ///< the button of setNext
    void pauseClicked();
    void failed(const QString& message);

private:
    void makeWidgets();
    void makeLog();
    void setLog(const QStringList& lines);
    void connectJob();
    void connectViews();
    void begin(const TrainRunInfo& run);
    void remember();
    void recall(const QVariantMap& kept);
    void showStored(const StoredRun& run, const QVariantMap& kept);
    void forget();
    void openModel();
    void showState();
    std::optional<SeriesLook> look() const;

    Session& m_session;
    TrainJob& m_job;
    TrainProbes m_probes;
    LatestJob m_recalling;
    QWidget* m_progress;
    TrainStatus* m_status;
    TrainCurves* m_curves;
    EmptyState* m_empty;
    QStackedWidget* m_pages; ///< curves, or what is offered while there is no run
    BusyBar* m_busy;
    ProbeView* m_maps;
    QPlainTextEdit* m_log;
    QStackedWidget* m_logPages; ///< the log, or what it will tell
    bool m_followsLog = true;   ///< its end is seen, until the user scrolls up
    QTimer* m_elsewhere;        ///< looks again at a run that goes on in another program
    TrainStatus::View m_shown;
    bool m_isBeginning = false; ///< another run is being prepared
    QStringList m_opening;      ///< what that one has logged
};

} // namespace headlight
