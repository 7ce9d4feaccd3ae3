#pragma once

#include "style/series_look.h"
#include "viewmodels/runs_groups.h"

namespace headlight {

/// How a run or a group of runs is drawn, the same in every view.
inline SeriesLook lookOf(const RunEntry& run) {
    return {run.color, QColor(run.ownColor)};
}
inline SeriesLook lookOf(const RunGroup& group) {
    return {group.color, QColor(group.ownColor)};
}

} // namespace headlight
