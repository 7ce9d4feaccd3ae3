#pragma once

#include "panels/panel.h"

#include <functional>
#include <vector>

namespace headlight {

/// One view of the window. Adding one is a row here and nothing else.
struct PanelRow {
    QString id;    ///< of --view and the settings
    QString title; ///< of the tab
    QString help;  ///< of the tab's tooltip
    std::function<Panel*(Session&, Jobs&, QWidget* parent)> make;
};

/// In the order of the tabs and their shortcuts, Ctrl+1 …
const std::vector<PanelRow>& panelRows();

/// How colour maps, their ranges and scales are named in the settings and in view files.
struct LookNames {
    QStringList colorMaps, ranges, scales;
};
LookNames lookNames();

} // namespace headlight
