#pragma once

#include "papers/paper_figure.h"

#include <QDialog>
#include <QList>

class QComboBox;
class QLabel;
class QTabWidget;

namespace headlight {

/// A figure of a paper, drawn from what the store has, with the chosen runs beside its own. It says what is missing and
/// how to make it.
class PaperDialog : public QDialog {
    Q_OBJECT

public:
    PaperDialog(const PaperFigure& figure, const QString& store, QWidget* parent = nullptr);

    /// Draws and shows it: in the sizes of which the store has something, full before quick.
    void openWith(const QList<qint64>& own);
    /// Runs that are put beside those of the figure, where they are of its task and corpus.
    void setOwn(const QList<qint64>& runs);

signals:
    void failed(const QString& message);

private:
    void layOut();
    void draw();
    void present(const DrawnFigure& drawn, const std::vector<std::string>& missing, std::size_t needed);

    const PaperFigure& m_figure;
    QString m_store;
    QList<qint64> m_own;
    QComboBox* m_sizes;
    QTabWidget* m_tabs;
    QLabel* m_missing;
    QLabel* m_remarks;
    DrawnFigure m_drawn; ///< its plots stand in the tabs
};

} // namespace headlight
