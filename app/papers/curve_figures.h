#pragma once

#include "papers/paper_figure.h"

namespace headlight {

/// Bi-BloSAN's Figure 5: accuracy over the seconds of training (progress_figure.cpp).
PaperFigure biblosanProgress();

/// LAMA's Figure 5: accuracy for numbers of heads (heads_figure.cpp).
PaperFigure lamaHeads();

/// CSAN's Figure 2, BLEU for sizes of the window and of the area of heads; and its Figure 3, what they gain by n-gram
/// (translation_figures.cpp).
PaperFigure csanSizes();
PaperFigure csanNgrams();

} // namespace headlight
