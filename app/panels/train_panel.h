#pragma once

#include "jobs/train_job.h"
#include "panels/panel.h"
#include "panels/train/shown_run.h"
#include "viewmodels/train_form.h"
#include "viewmodels/train_preview.h"

class QPushButton;
class QTimer;

namespace headlight {

class ProblemLine;
class TrainFormView;

/// Trains a model: the form on the left, what happens on the right.
class TrainPanel : public Panel {
    Q_OBJECT

public:
    TrainPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);
    ~TrainPanel() override;

    bool isComplete() const override { return !m_preview.isBusy() && !m_run.isBusy(); }

protected:
    QStringList presentedParts() const override { return {QStringLiteral("maps")}; }
    void arrange() override;
    int neededWidth(const QDockWidget* dock) const override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeLeft();
    void addParts();
    void connectForm();
    void connectJob();
    void remember() const override;
    void offerCorpora();
    void rememberCorpus();
    void loadCorpus();
    void checkCorpus();
    void estimate();
    QString problem() const; ///< what keeps it from starting; empty when nothing does
    void start();
    void begin();
    void prepare();
    void resumeRun(const QString& run);
    void showRun(const QString& run);
    void togglePause();
    QString judgedBy() const;
    void showAction();
    void report(const QString& message);

    TrainForm m_form;
    TrainJob m_job;
    ShownRun m_run;
    LatestJob m_preview, m_measuring;
    std::shared_ptr<const Corpus> m_corpus; ///< that of the form, once it is read
    QString m_corpusProblem;
    std::optional<double> m_estimate;
    TrainFormView* m_view;
    QPushButton* m_start;
    ProblemLine* m_missing; ///< why it cannot be pressed
    QTimer* m_settle;       ///< waits until typing rests before something is measured
    bool m_wasShown = false;
    bool m_startsWhenRead = false; ///< asked to start while the corpus is being read
};

} // namespace headlight
