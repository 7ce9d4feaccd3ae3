#include "matrix/thumbnail_note.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "matrix/text_widths.h"
#include "style/color_map.h"

namespace headlight {

static constexpr double noteBarEm = 0.3, noteGapEm = 0.25;

double noteHeight(const QFont& font) {
    return std::ceil(QFontMetricsF(font).height() + (noteBarEm + noteGapEm) * QFontInfo(font).pixelSize());
}

QString noteText(const ThumbnailNote& note, qsizetype less) {
    return less == 0 || note.shorter.isEmpty() ? note.text : note.shorter[std::min(less, note.shorter.size()) - 1];
}

qsizetype digitsTooMany(const QList<ThumbnailNote>& notes, const QFont& font, double width) {
    const TextWidths widths(font);
    qsizetype less = 0;
    for (const ThumbnailNote& note : notes) // none needs more than one that had room for more
        while (less < note.shorter.size() && widths.ofNumber(noteText(note, less)) > width)
            ++less;
    return less;
}

void paintNote(QPainter& painter, const QRectF& image, const ThumbnailNote& note, qsizetype less, const QFont& font,
               Theme theme) {
    const double em = QFontInfo(font).pixelSize();
    if (const double share = std::clamp(note.share, -1.0, 1.0); share != 0.0) {
        const double reach = std::max(1.0, std::abs(share) * image.width() / 2);
        const QRectF bar(share < 0 ? image.center().x() - reach : image.center().x(), image.bottom() + noteGapEm * em,
                         reach, std::max(2.0, std::round(noteBarEm * em)));
        painter.fillRect(bar, QColor::fromRgb(ColorMap(ColorMapId::Diverging, theme).at(share < 0 ? 0.1 : 0.9)));
    }
    painter.setFont(font);
    painter.setPen(color(ColorRole::MutedText, theme));
    painter.drawText(QRectF(image.left(), image.bottom(), image.width(), noteHeight(font)),
                     Qt::AlignHCenter | Qt::AlignBottom,
                     TextWidths(font).elided(noteText(note, less), Qt::ElideRight, image.width()));
}

} // namespace headlight
