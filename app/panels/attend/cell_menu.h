#pragma once

#include "engine/results/intervention.h"
#include "matrix/heat_map_painter.h"

#include <QObject>
#include <optional>

class QAction;

namespace headlight {

class HeatMap;

/// The entries of a map's menu that forbid, force and clear the cell that it was opened at, above those of the picture.
class CellMenu : public QObject {
    Q_OBJECT
public:
    explicit CellMenu(HeatMap* map);

    /// What can be made of the cell; none: nothing can.
    struct State {
        CellMark mark = CellMark::None;
        bool isHidden = false; ///< by the mask, so that it can't be forbidden
        double weight = 1;     ///< of a forced cell
        QString what = {};     ///< "“old” → “dog”: weight 0.123 now"
        double others = 0;     ///< weight of the row's other forced cells
    };
    void showFor(const MapCell& cell, const std::optional<State>& state);

signals:
    void chosen(const headlight::MapCell& cell, headlight::CellMark mark, double weight);

private:
    QAction* add(const char* name, const QString& title, const QString& help);
    void forceWithWeight();

    HeatMap* m_map;
    QAction* m_before; ///< the first entry of the picture
    QAction *m_forbid, *m_force, *m_forceWithWeight, *m_clear;
    MapCell m_cell;
    State m_state;
};

} // namespace headlight
