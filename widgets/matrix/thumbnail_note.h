#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "style/colors.h"

class QPainter;

namespace headlight {

/// What stands below a thumbnail: a number, and as a bar from the middle how large it is.
struct ThumbnailNote {
    QString text;
    double share = 0; ///< −1 … 1 of the half width, below 0 to the left
    QString toolTip = {};
    QStringList shorter = {}; ///< the text with fewer digits, the longest first
};

double noteHeight(const QFont& font);
/// In so many digits less than the text has.
QString noteText(const ThumbnailNote& note, qsizetype less);
/// The fewest that must go, so that all of the notes have room, as far as that can be: numbers side by side have one
/// form.
qsizetype digitsTooMany(const QList<ThumbnailNote>& notes, const QFont& font, double width);
/// Below the image of the thumbnail.
void paintNote(QPainter& painter, const QRectF& image, const ThumbnailNote& note, qsizetype less, const QFont& font,
               Theme theme);

} // namespace headlight
