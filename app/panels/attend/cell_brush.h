#pragma once

#include "session/session.h"
#include "viewmodels/attend_model.h"

#include <QToolButton>
#include <optional>

namespace headlight {

/// Asks for the weight of a forced cell, 0 to 1; none: the user left the question. `what` says which cell, and what it
/// has now; `others` is the weight of the other cells of its row that are forced.
std::optional<double> askCellWeight(double first, const QString& what, double others, QWidget* parent);

/// What a drag over the map does to its cells: nothing but moving the map, or forbidding, forcing or clearing them.
class CellBrush : public QToolButton {
    Q_OBJECT
public:
    CellBrush(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// None: a drag moves the map. Also none while no cell of the map can be changed.
    std::optional<CellMark> mark() const;
    /// That forced cells get.
    double weight() const { return m_weight; }
    /// To the next: forbid, force, clear, none.
    void next();
    /// True when there was something to leave.
    bool leave();
    /// What to do, for the line above the map; empty while nothing is painted.
    QString hint() const;
    /// As wide as its widest text: what is beside it stays where it is.
    QSize sizeHint() const override;

signals:
    void markChanged();

private:
    void choose(int tool);
    void refresh();
    void chooseWeight();
    void showWeight();

    Session& m_session;
    AttendModel& m_model;
    int m_tool = 0; ///< row of the menu
    double m_weight = 1;
    QAction* m_weightAction;
    std::optional<CellMark> m_told;
};

} // namespace headlight
