#pragma once

#include <QVariantMap>
#include <QWidget>

class QCheckBox;
class QTabWidget;

namespace headlight {

class PlotTab;
class RunsCurves;
class RunsLibrary;

/// The plot area of the runs: curves, scatter, bars, parallel coordinates and the table of differences of the chosen
/// runs.
class RunsPlots : public QWidget {
    Q_OBJECT

public:
    RunsPlots(RunsLibrary& library, RunsCurves& curves, QWidget* parent = nullptr);

    /// All but the differences show `shown` when nothing is chosen, of which curves draw the first few.
    void setRuns(const QList<qint64>& chosen, const QList<qint64>& shown);

    QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);

signals:
    void choicesChanged();
    void failed(const QString& message);
    void runClicked(qint64 id);
    void runsChosen(const QList<qint64>& ids);

private:
    void add(PlotTab* tab, const QString& title, const QString& help);
    void showCurrent();

    QTabWidget* m_tabs;
    QCheckBox* m_published;
    QList<PlotTab*> m_pages;
    QList<qint64> m_allRuns, m_chosen, m_shown;
};

} // namespace headlight
