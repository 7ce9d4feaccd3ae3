#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

#include "style/colors.h"

class QPainter;

namespace headlight {

/// What stands below a thumbnail: a number, and as a bar from the middle how large it is.
struct ThumbnailNote {
    QString text;
    double share = 0; ///< −1 … 1 of the half width, below 0 to the left
    QString toolTip = {};
};

double noteHeight(const QFont& font);
/// Below the image of the thumbnail.
void paintNote(QPainter& painter, const QRectF& image, const ThumbnailNote& note, const QFont& font, Theme theme);

} // namespace headlight
