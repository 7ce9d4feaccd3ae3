#include "panels/attend/cell_menu.h"

#include "matrix/heat_map.h"
#include "panels/attend/cell_brush.h"

#include <QAction>

namespace headlight {

CellMenu::CellMenu(HeatMap* map) : QObject(map), m_map(map), m_before(map->actions().value(0)) {
    m_forbid = add("forbidCell", tr("Forbid this cell"),
                   tr("The row's token can't look at the column's, whatever the mask says"));
    m_force = add("forceCell", tr("Force this cell"), tr("All attention of the row's token goes to the column's"));
    m_forceWithWeight = add("forceCellWeight", tr("Force this cell with a weight…"),
                            tr("So much of the attention of the row's token goes to the column's"));
    m_clear = add("clearCell", tr("Clear this cell"), tr("As the mask and the scores have it"));
    const auto choose = [this](QAction* action, CellMark mark) {
        connect(action, &QAction::triggered, this, [this, mark] { emit chosen(m_cell, mark, 1); });
    };
    choose(m_forbid, CellMark::Forbidden);
    choose(m_force, CellMark::Forced);
    choose(m_clear, CellMark::None);
    connect(m_forceWithWeight, &QAction::triggered, this, &CellMenu::forceWithWeight);
    auto* separator = new QAction(this);
    separator->setSeparator(true);
    map->insertAction(m_before, separator);
}

QAction* CellMenu::add(const char* name, const QString& title, const QString& help) {
    auto* action = new QAction(title, this);
    action->setObjectName(name);
    action->setToolTip(help);
    m_map->insertAction(m_before, action);
    return action;
}

void CellMenu::showFor(const MapCell& cell, const std::optional<State>& state) {
    m_cell = cell;
    m_state = state.value_or(State());
    m_forbid->setEnabled(state && state->mark != CellMark::Forbidden && !state->isHidden);
    m_force->setEnabled(state && (state->mark != CellMark::Forced || state->weight != 1));
    m_forceWithWeight->setEnabled(state.has_value());
    m_clear->setEnabled(state && state->mark != CellMark::None);
}

/// The weight that the cell has by force is what is asked about first.
void CellMenu::forceWithWeight() {
    const MapCell cell = m_cell; // the question takes its time
    if (const auto weight = askCellWeight(m_state.weight, m_state.what, m_state.others, m_map))
        emit chosen(cell, CellMark::Forced, *weight);
}

} // namespace headlight
