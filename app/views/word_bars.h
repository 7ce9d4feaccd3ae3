#pragma once

#include "engine/analysis/word_weights.h"

#include <QStringList>

namespace headlight {

class BarPlot;

/// The weights of some words by class: a bar up to the median, a whisker from quartile to quartile. Below the legend
/// stands of each word whether that shifts, and how it is tested. `names` are those of the words for people.
void drawWordBars(BarPlot& plot, const QStringList& classes, bool isOrdered, const std::vector<WordShift>& words,
                  const QStringList& names);

} // namespace headlight
