#pragma once

#include "engine/store/sweep_records.h"
#include "jobs/scale_job.h"
#include "panels/panel.h"
#include "viewmodels/store_stamp.h"

#include <QTimer>
#include <QVariantMap>

class QLabel;
class QPushButton;
class QTabWidget;

namespace headlight {

class AccuracyPlot;
class ScalingPlots;
class SweepForm;
class SweepList;

/// The scaling lab: what an encoder costs, time and memory against length, measured on this machine. A form starts
/// sweeps, a list chooses which of the store's are drawn.
class ScalingPanel : public Panel {
    Q_OBJECT
public:
    ScalingPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);

    bool isComplete() const override;
    void remember() const override;

protected:
    void arrange() override;
    int neededWidth(const QDockWidget* dock) const override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeForm();
    void connectAll();
    /// Tells of an Error instead of letting it out.
    void attempt(const std::function<void()>& work);
    void start();
    void goOn();
    bool hasAll(qint64 sweep, const ScalePlan& plan) const; ///< what Continue would measure
    void explain(const ScalePlan& plan);
    void showProgress(const QString& text);
    void showComplete();
    void refresh();
    void refreshIfWritten();
    void setDeleted(qint64 sweep, bool deleted);
    void offerUndo();
    void showBusy();
    QList<qint64> ticksIn(const QString& store, const std::vector<SweepRecord>& sweeps) const;
    void report(const QString& message);

    ScaleJob m_job;
    SweepForm* m_form;
    SweepList* m_list;
    ScalingPlots* m_plots;
    AccuracyPlot* m_accuracy;
    QTabWidget* m_tabs;
    QPushButton *m_start = nullptr, *m_stop = nullptr, *m_goOn = nullptr;
    QLabel* m_status = nullptr;
    QString m_planNote; ///< of the sweep that is or was measured; often empty
    QString m_shownStore;
    StoreStamp m_shownStamp;
    QTimer m_looking;                    ///< whether the store was written, by another program too; while this is seen
    QVariantMap m_ticks;                 ///< as remembered: of which store, which sweeps
    QList<qint64> m_removed, m_restored; ///< the last at the end: what undo and redo are about
};

} // namespace headlight
