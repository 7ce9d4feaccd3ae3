#include "style/series_look.h"

#include <QPainter>
#include <QPainterPath>
#include <array>

namespace headlight {

QColor SeriesLook::in(Theme theme) const {
    return color.isValid() ? color : seriesStyle(index, theme).color;
}

QPen SeriesLook::pen(Theme theme, double width) const {
    QPen pen(in(theme), width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    const QList<qreal> dashes = dashed ? QList<qreal>{4, 3} : seriesStyle(index, theme).dashes;
    if (!dashes.isEmpty()) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern(dashes);
    }
    return pen;
}

QBrush SeriesLook::brush(Theme theme) const {
    static constexpr std::array patterns{Qt::SolidPattern,     Qt::BDiagPattern, Qt::FDiagPattern,
                                         Qt::DiagCrossPattern, Qt::HorPattern,   Qt::VerPattern};
    const std::size_t dozen = color.isValid() ? 0 : std::size_t(index / seriesColorCount);
    return QBrush(in(theme), patterns[(dozen + std::size_t(hatch)) % patterns.size()]);
}

void paintDot(QPainter& painter, const SeriesLook& look, Theme theme, const QRectF& disc) {
    QPainterPath shape; // with a hole rather than a second disc: the ground may be of any colour, or of none
    shape.addEllipse(disc);
    if (!look.color.isValid() && look.index >= seriesColorCount) {
        const double wall = disc.width() * 0.3;
        shape.addEllipse(disc.adjusted(wall, wall, -wall, -wall));
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(shape, look.in(theme));
    painter.restore();
}

} // namespace headlight
