#pragma once

#include "viewmodels/attend_model.h"

#include <QStringList>
#include <vector>

namespace headlight {

/// A sentence of the passage that a model chooses from, as people read it.
struct SelectionLine {
    QString text; ///< as it was typed
    double probability = 0;
    std::optional<double> was = {}; ///< of the unaltered model, while something is altered
    bool best = false;              ///< the model chooses it
    bool right = false;             ///< it answers the question, as the model's corpus has it
    bool shown = false;             ///< the maps are of it
    bool isRead = true;
    QStringList chosenBy = {}; ///< what needs no network and chooses it, too
};

/// Of each sentence of the shown answer; empty where that is no sentence of a passage.
std::vector<SelectionLine> selectionLines(const AttendModel& model);
/// Whether the corpus's right sentences of these texts are known.
bool knowsRightSentence(const AttendModel& model);

} // namespace headlight
