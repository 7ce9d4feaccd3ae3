#pragma once

#include "figure/export.h"
#include "viewmodels/runs_groups.h"

#include <QWidget>

class QComboBox;

namespace headlight {

class FlowLayout;
class PlotWidget;
class RunsLibrary;

/// A tab of the plot area: a line of controls over one plot of the chosen runs.
class PlotTab : public QWidget {
    Q_OBJECT

public:
    PlotTab(RunsLibrary& library, QWidget* parent);

    void setRuns(const QList<qint64>& ids);
    void setPublished(bool on);
    virtual void refresh() = 0;

    /// What the user chose in the controls, by object name; to be remembered.
    virtual QVariantMap choices() const;
    virtual void setChoices(const QVariantMap& choices);

signals:
    void choicesChanged();
    void failed(const QString& message);
    void runClicked(qint64 id);
    void runsChosen(const QList<qint64>& ids);

protected:
    const QList<qint64>& runs() const { return m_runs; }
    void narrowTo(const QList<qint64>& ids) { m_runs = ids; } ///< in refresh(): draws these alone
    bool isPublished() const { return m_published; }
    const RunsModel& model() const;
    QString noRunsText() const; ///< of a plot without any

    /// A labelled choice in the line of controls. Its data is what choices() keeps.
    QComboBox* addChoice(const QString& name, const QString& title, const QString& help,
                         const QList<QPair<QString, QString>>& dataAndText);
    /// In the plot's own menu as well.
    void offerInMenu(QComboBox& choice, PlotWidget& plot);
    /// Until the user chooses there, that choice of a metric is the one that most of the runs are judged by.
    void followJudge(QComboBox& choice);
    void chooseJudge(); ///< to be called before the choice is read
    void addControl(QWidget* control);
    void setPlot(PlotWidget* plot);
    /// What chooses without a network on one of the shown runs' corpora.
    struct BesideCorpus {
        QString data;
        QList<std::pair<QString, double>> accuracies; ///< with their titles
    };
    /// Each corpus once; none where the measure is no accuracy.
    QList<BesideCorpus> besideOf(const QString& measure) const;
    /// What an exported picture says of itself: this, the runs and the program.
    PictureMetadata withRuns(PictureMetadata metadata) const;
    /// "mean of 2 to 3 runs", by how many runs are behind each of what is drawn; empty when none has more than one.
    static QString meanOf(const QList<int>& counts);
    /// "1 repeated run is not counted"; empty when there is none.
    static QString repeatedIn(const QList<RunGroup>& groups);
    /// What is said of means, and which runs are not in them, below the legend.
    static QString explanationOf(const QString& means, const QString& repeated);
    /// The choice between spreads, and what each of them is.
    static QList<QPair<QString, QString>> spreadChoices();
    static void explainSpreads(QComboBox& choice);
    /// Fills a choice anew; its selection stays when it still exists, and else comes back with it. An open list is
    /// filled when it closes.
    void fill(QComboBox& choice, const QList<QPair<QString, QString>>& dataAndText);
    /// The same, and what setChoices wanted as soon as it is there.
    void fillWanted(QComboBox& choice, const QList<QPair<QString, QString>>& dataAndText);
    static QString chosenIn(const QComboBox& choice);
    /// "setting", "model", "data" and the options in which the runs differ.
    QList<QPair<QString, QString>> groupings() const;
    QStringList keysOf(const QString& grouping) const;
    void changed();
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    RunsLibrary& m_library;
    FlowLayout* m_controls;
    PlotWidget* m_drawn = nullptr;
    QList<qint64> m_runs;
    QVariantMap m_wanted;         ///< choices of what isn't there now, or not yet
    QComboBox* m_judge = nullptr; ///< follows what the runs are judged by; null once the user has chosen
    bool m_published = false;
    bool m_isBehind = false; ///< an open list kept a choice from being filled
};

} // namespace headlight
