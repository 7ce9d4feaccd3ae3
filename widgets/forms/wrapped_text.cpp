#include "forms/wrapped_text.h"

#include <QLabel>
#include <algorithm>

namespace headlight {

void fitWrapped(QLabel& label, int width) {
    // What an earlier text or width took is asked for again otherwise, and it only ever grows.
    label.setMinimumHeight(0);
    label.setMinimumHeight(std::max(0, label.heightForWidth(width))); // −1 without a text
}

} // namespace headlight
