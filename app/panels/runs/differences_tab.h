#pragma once

#include "figure/table_figure.h"
#include "panels/plot_tab.h"

class QStackedWidget;
class QTableWidget;

namespace headlight {

class EmptyState;
class FigureMenu;

/// What the chosen runs differ in: a row per option or measure, a column per run.
class DifferencesTab : public PlotTab {
    Q_OBJECT

public:
    explicit DifferencesTab(RunsLibrary& library, QWidget* parent = nullptr);

    void refresh() override;

private:
    QList<qint64> shownRuns() const;
    void fillTable();
    FigureTable figureTable() const;

    QTableWidget* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_pages;
    FigureMenu* m_menu;
};

} // namespace headlight
