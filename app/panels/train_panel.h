#pragma once

#include "jobs/train_job.h"
#include "models/train_form.h"
#include "models/train_preview.h"
#include "models/train_probes.h"
#include "panels/panel.h"
#include "panels/train/train_status.h"

class QPlainTextEdit;
class QPushButton;
class QTimer;

namespace headlight {

class ProbeView;
class TrainCurves;
class TrainFormView;
struct StoredRun;

/// Trains a model: the form on the left, what happens on the right.
class TrainPanel : public Panel {
    Q_OBJECT

public:
    TrainPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);
    ~TrainPanel() override;

    bool isComplete() const override { return !m_preview.isBusy() && !m_recalling.isBusy() && !m_probes.isBusy(); }

protected:
    void arrange() override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeLeft();
    QWidget* makeCentre();
    void addParts();
    void connectForm();
    void connectJob();
    void remember();
    void rememberRun();
    void recallRun(const QVariantMap& kept);
    void showStored(const StoredRun& run, const QVariantMap& kept);
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
    void report(const QString& message);

    TrainForm m_form;
    TrainJob m_job;
    TrainProbes m_probes;
    LatestJob m_recalling, m_preview, m_measuring;
    std::shared_ptr<const Corpus> m_corpus; ///< that of the form, once it is read
    QString m_corpusProblem;
    std::optional<double> m_estimate;
    TrainFormView* m_view;
    TrainCurves* m_curves;
    ProbeView* m_maps;
    QPlainTextEdit* m_log;
    QPushButton* m_start;
    TrainStatus* m_status;
    QTimer* m_settle;          ///< waits until typing rests before something is measured
    QTimer* m_elsewhere;       ///< looks again at a run that goes on in another program
    TrainStatus::View m_shown; ///< the run that is shown
    bool m_wasShown = false;
    bool m_startsWhenRead = false; ///< asked to start while the corpus is being read
};

} // namespace headlight
