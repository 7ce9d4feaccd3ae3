#pragma once

#include "panels/panel.h"
#include "viewmodels/runs_curves.h"
#include "viewmodels/runs_library.h"

#include <QPointer>

namespace headlight {

class PaperDialog;
struct ChosenRun;
class RunsPlots;
class RunsTable;

/// All runs of the store: a table, and plots of those that are chosen.
class RunsPanel : public Panel {
    Q_OBJECT

public:
    RunsPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);

    bool isComplete() const override;
    void remember() const override;

protected:
    void arrange() override;
    void showControls(bool shown) override;
    void presentationEnded() override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectAll();
    void showRuns();
    void openModel(qint64 id);
    void openPaper(const QString& id);
    QList<ChosenRun> chosenRuns() const;
    void report(const QString& message);

    RunsLibrary m_library;
    RunsCurves m_curves;
    RunsTable* m_table;
    RunsPlots* m_plots;
    QPointer<PaperDialog> m_paper; ///< the last that was opened
};

} // namespace headlight
