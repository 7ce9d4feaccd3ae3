#pragma once

#include <QString>

namespace headlight {

/// What a model folder is called by what was trained.
struct ModelTitle {
    QString name;   ///< of the corpus, "TREC"; of a folder of no run that is known, its own
    QString result; ///< what it reached, "90.2 %"; of a sentence chosen, "34.3 % (80.8 % without a network)"; empty
                    ///< where that is not known
};

/// Of best/ or last/ of a run in that store its corpus and its figure; else the folder's name, and the figure of
/// evaluation.json beside the model, which is what `headlight-cli eval --json` says. Reads the store.
ModelTitle modelTitleOf(const QString& folder, const QString& store);

} // namespace headlight
