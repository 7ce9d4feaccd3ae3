#pragma once

#include "panels/plot_tab.h"

#include <memory>

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
    ~DifferencesTab() override;

    void refresh() override;

private:
    QList<qint64> shownRuns() const;
    void fillTable(QTableWidget& table, Theme theme) const;

    QTableWidget* m_table;
    std::unique_ptr<QTableWidget> m_figureTable; ///< the same, in the colours of a figure; never on the screen
    EmptyState* m_empty;
    QStackedWidget* m_pages;
    FigureMenu* m_menu;
};

} // namespace headlight
