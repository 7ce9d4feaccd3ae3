#pragma once

#include "session/session.h"
#include "viewmodels/attend_model.h"

#include <QToolButton>
#include <optional>

namespace headlight {

/// What a drag over the map does to its cells: nothing but moving the map, or forbidding, forcing or clearing them.
class CellBrush : public QToolButton {
    Q_OBJECT
public:
    CellBrush(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// None: a drag moves the map. Also none while no cell of the map can be changed.
    std::optional<CellMark> mark() const;
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

    Session& m_session;
    AttendModel& m_model;
    int m_tool = 0; ///< row of the menu
    std::optional<CellMark> m_told;
};

} // namespace headlight
