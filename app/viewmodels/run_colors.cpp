#include "viewmodels/run_colors.h"

#include <QHash>
#include <algorithm>

namespace headlight {

void colorRuns(QList<RunEntry>& runs, const QMap<qint64, QString>& byHand) {
    QHash<int, qint64> owners; // of the places that were given by hand: the oldest run there
    for (RunEntry& run : runs) {
        run.setColor(byHand.value(run.id));
        if (run.chosenColor.isEmpty() || !run.ownColor.isEmpty())
            continue;
        const auto owner = owners.constFind(run.color);
        owners[run.color] = owner == owners.cend() ? run.id : std::min(*owner, run.id);
    }
    // Each owner left another place, and none the one of an automatic run: the way ends, and for two runs apart.
    // (Numbers a million apart share a place, so the steps are counted.)
    for (RunEntry& run : runs)
        for (qsizetype step = 0; step < owners.size() && run.chosenColor.isEmpty() && owners.contains(run.color);
             ++step)
            run.color = RunEntry::colorByNumber(owners.value(run.color));
}

} // namespace headlight
