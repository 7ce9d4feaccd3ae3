#pragma once

#include "papers/paper_figure.h"

namespace headlight {

/// LAMA's Figure 4, the weights of words by the ratings of the texts, and its Table 6, the top words by rating
/// (word_figures.cpp).
PaperFigure lamaWords();
PaperFigure lamaTopWords();

} // namespace headlight
