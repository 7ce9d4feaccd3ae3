#pragma once

#include "papers/table_figure.h"

namespace headlight {

/// MTSA's tables of SNLI: encoders (Table 1) and ablations (Table 3); REFERENCE §5.1.
PaperTable mtsaEncoders();
PaperTable mtsaAblations();

/// MPSAN's tables of SST-5: masks (2), fusion (3), score dimension (4) and components (5); REFERENCE §5.3.
PaperTable mpsanMasks();
PaperTable mpsanFusion();
PaperTable mpsanScores();
PaperTable mpsanComponents();

} // namespace headlight
