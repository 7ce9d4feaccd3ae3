#pragma once

#include "papers/paper_figure.h"

#include <QDialog>
#include <QList>

class QComboBox;
class QLabel;
class QTabWidget;

namespace headlight {

/// A run that was chosen in the table, as all views draw it.
struct ChosenRun {
    qint64 id = 0;
    SeriesLook look = {};
    bool operator==(const ChosenRun&) const = default;
};

/// A figure of a paper, drawn from what the store has, with the chosen runs beside its own. Below it stands which of
/// these it can't show and why, then what is missing and how to make it.
class PaperDialog : public QDialog {
    Q_OBJECT

public:
    PaperDialog(const PaperFigure& figure, const QString& store, QWidget* parent = nullptr);

    /// Draws and shows it: in the sizes of which the store has something, full before quick.
    void openWith(const QList<ChosenRun>& own);
    /// Runs that are put beside those of the figure, where they are of its task and corpus.
    void setOwn(const QList<ChosenRun>& runs);

signals:
    void failed(const QString& message);

private:
    void layOut();
    void draw();
    void present(const DrawnFigure& drawn, const std::vector<std::string>& missing, std::size_t needed);
    QString missingText(const std::vector<std::string>& missing, std::size_t needed) const;

    const PaperFigure& m_figure;
    QString m_store;
    QList<ChosenRun> m_own;
    QComboBox* m_sizes;
    QTabWidget* m_tabs;
    QLabel* m_leftOut;
    QLabel* m_missing;
    QLabel* m_remarks;
    DrawnFigure m_drawn; ///< its plots stand in the tabs
};

} // namespace headlight
