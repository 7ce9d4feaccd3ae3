#pragma once

#include "jobs/train_job.h"

#include "style/series_look.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace headlight {

class RunMark;

/// What the shown run is doing: its state, how far it is, and the buttons that pause, stop and open it. It has the
/// focus itself while the button that had it can't be pressed, and gives it to Pause or Resume as soon as they can.
class TrainStatus : public QWidget {
    Q_OBJECT

public:
    struct View {
        TrainJob::Phase phase = TrainJob::Phase::Idle;
        TrainRunInfo run;                 ///< id 0: none
        QString status;                   ///< of the run in the store, while nothing is going on here
        QString early;                    ///< StoredRun::early
        std::optional<int> runsAfter = 0; ///< StoredRun::runsAfter
        TrainProgress progress;
        std::optional<double> secondsLeft;
        QString waiting;                ///< TrainJob::waiting
        std::optional<SeriesLook> look; ///< of the run

        bool isBusy() const { return phase != TrainJob::Phase::Idle; }
        bool canGoOn() const; ///< paused, or ended before its end
    };

    explicit TrainStatus(QWidget* parent = nullptr);

    void setView(const View& view);

signals:
    void pauseClicked(); ///< also to go on
    void stopClicked();
    void openClicked();

private:
    QPushButton* addButton(const QString& text, const QString& name, const QString& help);

    RunMark* m_dot;
    QPushButton *m_pause, *m_stop, *m_open;
    QLabel *m_state, *m_rate;
    QProgressBar* m_progress;
};

} // namespace headlight
