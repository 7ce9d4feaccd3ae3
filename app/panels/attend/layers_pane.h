#pragma once

#include "figure/table_figure.h"
#include "figure/value_table.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QTableWidget;

namespace headlight {

class AttendModel;
class BarList;
class LayerWords;
class Session;

/// What each layer of a model that tells words would say: a row for each layer, a column for each token, in each cell
/// the likeliest word on a ground that says how likely it is; below, the ten likeliest of the chosen cell.
class LayersPane : public QWidget {
    Q_OBJECT
public:
    LayersPane(Session& session, const AttendModel& model, LayerWords& words, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void fill();
    void showCandidates();
    void addFigure();
    FigureTable figureTable() const;
    ValueTable values() const;

    Session& m_session;
    const AttendModel& m_model;
    const LayerWords& m_words;
    QLabel* m_note; ///< why there is nothing, else what is shown
    QTableWidget* m_table;
    QScrollArea* m_candidates;
    BarList* m_bars; ///< in it
};

} // namespace headlight
