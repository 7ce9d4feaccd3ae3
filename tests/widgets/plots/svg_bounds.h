#pragma once

#include <QColor>
#include <QRectF>
#include <QRegularExpression>
#include <QTransform>

namespace headlight {

/// All that a group of one colour draws as lines and areas, in the coordinates of the picture.
inline QRectF boundsOf(const QString& svg, const QString& attribute, const QColor& color) {
    static const QRegularExpression group(QStringLiteral("<g ([^>]*)>(.*?)</g>"),
                                          QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression matrix(QStringLiteral("matrix\\(([^)]*)\\)"));
    static const QRegularExpression shape(QStringLiteral("(?:points|d)=\"([^\"]*)\""));
    static const QRegularExpression point(QStringLiteral("(-?[0-9.e+-]+),(-?[0-9.e+-]+)"));
    QRectF bounds;
    for (auto groups = group.globalMatch(svg); groups.hasNext();) {
        const QRegularExpressionMatch one = groups.next();
        if (!one.captured(1).contains(QStringLiteral("%1=\"%2\"").arg(attribute, color.name())))
            continue;
        const QStringList m = matrix.match(one.captured(1)).captured(1).split(u',');
        const QTransform place(m[0].toDouble(), m[1].toDouble(), m[2].toDouble(), m[3].toDouble(), m[4].toDouble(),
                               m[5].toDouble());
        for (auto shapes = shape.globalMatch(one.captured(2)); shapes.hasNext();)
            for (auto points = point.globalMatch(shapes.next().captured(1)); points.hasNext();) {
                const QRegularExpressionMatch at = points.next();
                const QPointF pixel = place.map(QPointF(at.captured(1).toDouble(), at.captured(2).toDouble()));
                bounds = bounds.isNull() ? QRectF(pixel, QSizeF(1e-9, 1e-9))
                                         : bounds.united(QRectF(pixel, QSizeF(1e-9, 1e-9)));
            }
    }
    return bounds;
}

} // namespace headlight
