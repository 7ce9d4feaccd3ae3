#pragma once

#include "figure/table_figure.h"
#include "viewmodels/tensor_table.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace headlight {

class EmptyState;

/// The table of tensors: filter, order, choice, what is computed for all of them, and the model they are compared with.
class TensorTableView : public QWidget {
    Q_OBJECT

public:
    explicit TensorTableView(TensorsModel& model, QWidget* parent = nullptr);

    EmptyState& empty() const { return *m_empty; }        ///< while there are no tensors
    QMenu& comparisons() const { return *m_comparisons; } ///< with what models may be compared; filled when it opens

signals:
    void failed(const QString& message); ///< an export went wrong

private:
    QWidget* makeToolbar();
    void makeTable();
    void addFigure();
    void showEntries();
    void showProgress();
    void fitColumns();
    void choose();
    QString countText() const;
    FigureTable figureTable() const;

    TensorsModel& m_model;
    TensorTable m_tensors;
    TensorRows m_rows;
    QLineEdit* m_filter;
    QPushButton *m_measure, *m_stop;
    QToolButton* m_compare;
    QMenu* m_comparisons;
    QTableView* m_table;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    QLabel *m_count, *m_progress;
    std::shared_ptr<const WeightsContent> m_shown; ///< whose columns have their widths
};

} // namespace headlight
