#pragma once

#include "panels/plot_tab.h"
#include "plots/parallel_plot.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace headlight {

class CheckMenu;

/// Parallel coordinates of all shown runs: an axis for each option in which they differ and for what they reached. The
/// chosen runs are drawn thick.
class ParallelTab : public PlotTab {
    Q_OBJECT

public:
    explicit ParallelTab(RunsLibrary& library, QWidget* parent = nullptr);

    void refresh() override;
    void setChosen(const QList<qint64>& ids);
    ParallelPlot& plot() const { return *m_plot; }

    QVariantMap choices() const override;
    void setChoices(const QVariantMap& choices) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QStringList offeredAxes() const; ///< keys of the columns in which a shown run has a value
    QStringList usualAxes() const;   ///< as long as the user chose none
    QString judgedBy() const;
    bool hasSeveral(const RunColumn& column) const; ///< values among the shown runs
    void fillAxesMenu();
    void toggleAxis(const QString& key, bool on);
    ParallelAxis axisOf(const RunColumn& column) const;
    double valueAlong(const RunEntry& run, const RunColumn& column, const ParallelAxis& axis) const;
    void showKept();
    QString besideNote(const QList<RunColumn>& columns) const; ///< what chooses without a network; may be empty

    ParallelPlot* m_plot;
    QToolButton* m_axes;
    CheckMenu *m_axesMenu, *m_optionsMenu;
    bool m_isOpening = false; ///< the menu: the button of the mouse has been pressed on what opens it
    QPushButton *m_choose, *m_all;
    QLabel *m_note, *m_beside;
    QStringList m_chosenAxes; ///< empty: the usual ones
};

} // namespace headlight
