#include "forms/wrapped_text.h"

#include <QLabel>
#include <algorithm>

namespace headlight {

void fitWrapped(QLabel& label, int width) {
    label.setMinimumHeight(
        0); // what an earlier text or width took is asked for again otherwise, and it only ever grows
    label.setMinimumHeight(std::max(0, label.heightForWidth(width))); // −1 without a text
}

} // namespace headlight
