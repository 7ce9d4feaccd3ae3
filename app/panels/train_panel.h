#pragma once

#include "jobs/train_job.h"
#include "models/train_form.h"
#include "models/train_preview.h"
#include "models/train_probes.h"
#include "panels/panel.h"

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTimer;

namespace headlight {

class ProbeView;
class TrainCurves;
class TrainFormView;

/// Trains a model: the form on the left, what happens on the right.
class TrainPanel : public Panel {
    Q_OBJECT

public:
    TrainPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);
    ~TrainPanel() override;

    bool isComplete() const override { return !m_preview.isBusy(); }

protected:
    void arrange() override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeLeft();
    QWidget* makeCentre();
    void addParts();
    QPushButton* button(const QString& text, const QString& name, const QString& help);
    void connectForm();
    void connectJob();
    void remember();
    void loadCorpus();
    void estimate();
    QString problem() const; ///< what keeps it from starting; empty when nothing does
    void start();
    void begin();
    void forgetRun();
    void resumeRun(const QString& run);
    void togglePause();
    void openModel();
    void showAction();
    void showPhase();
    void showRate();
    void report(const QString& message);

    TrainForm m_form;
    TrainJob m_job;
    TrainProbes m_probes;
    LatestJob m_preview, m_measuring;
    std::shared_ptr<const Corpus> m_corpus; ///< that of the form, once it is read
    QString m_corpusProblem;
    std::optional<double> m_estimate;
    TrainFormView* m_view;
    TrainCurves* m_curves;
    ProbeView* m_maps;
    QPlainTextEdit* m_log;
    QPushButton *m_start, *m_pause, *m_stop, *m_open;
    QLabel *m_state, *m_rate;
    QProgressBar* m_progress;
    QTimer* m_settle;        ///< waits until typing rests before something is measured
    TrainRunInfo m_run;      ///< the one that is shown
    qint64 m_stoppedRun = 0; ///< the last run, if it can be resumed
    bool m_wasShown = false;
    bool m_startsWhenRead = false; ///< asked to start while the corpus is being read
};

} // namespace headlight
