#pragma once

#include "engine/models/recording.h"
#include "engine/results/intervention.h"

#include <QStringList>
#include <limits>

namespace headlight {

/// "“the (2)” → “city”"
QString cellName(const HeadCell& cell, const QStringList& queries, const QStringList& keys);

/// What a user changed in a model, for people, change by change: "layer 0 · head 1 is off".
/// Of what was recorded only what it shows, and tokens by what they are; else tokens and cells by their places. Of more
/// than `mostFeatures` that are changed alike it is said how many they are.
QStringList alterationsOf(const Intervention& all, const Recording* recording = nullptr,
                          std::size_t mostFeatures = std::numeric_limits<std::size_t>::max());
/// All in one: "layer 0 · head 1 is off; layer 0 · head 2 has the mask fw"; empty when nothing is. Of more than `most`
/// the first, and how many more, and then no long list of features either.
QString alterationsText(const Intervention& changes, const Recording* recording = nullptr,
                        qsizetype most = std::numeric_limits<qsizetype>::max());

} // namespace headlight
