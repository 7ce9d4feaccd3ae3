#pragma once

#include "papers/paper_figure.h"
#include "papers/paper_settings.h"

namespace headlight {

/// MTSA's Figure 1 and Bi-BloSAN's Figure 6: time and memory of a step against the length of the input
/// (cost_figure.cpp).
PaperFigure mtsaCosts();
PaperFigure biblosanCosts();

/// Bi-BloSAN's Figure 5: accuracy over the seconds of training (progress_figure.cpp).
PaperFigure biblosanProgress();

/// LAMA's Figure 5: accuracy for numbers of heads (heads_figure.cpp). Its training, and its setting of so many heads,
/// which LAMA's other figures share.
PaperFigure lamaHeads();
PaperTraining filmReviews();
PaperSetting lamaOfHeads(int heads);

/// CSAN's Figure 2, BLEU for sizes of the window and of the area of heads; and its Figure 3, what they gain by n-gram
/// (translation_figures.cpp).
PaperFigure csanSizes();
PaperFigure csanNgrams();

} // namespace headlight
