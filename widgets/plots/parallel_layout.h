#pragma once

#include <QFontMetricsF>
#include <QList>
#include <QRectF>
#include <QStringList>

namespace headlight {

/// What stands at one axis of parallel coordinates.
struct ParallelTexts {
    QString title;         ///< without its unit, in two lines with `below`
    QString below;         ///< unit and scale
    QString turned;        ///< all of it in one line, as it is turned
    QStringList labels;    ///< of its ticks
    QStringList brief;     ///< as many: shorter numbers; of words the same
    bool areWords = false; ///< which may be broken into lines; numbers may not
};

/// Where the axes stand, and what there is room for at each. A label stands before its axis and ends behind the axis
/// before, so axes with long labels are further from the one before them; else they are evenly spaced. Where there is
/// too little room for all of it numbers become brief and words are broken into lines, then titles are turned, and at
/// last words are cut.
struct ParallelLayout {
    static constexpr double flatHead = 3; ///< height in lines of titles that are not turned

    QRectF area;               ///< the axes, from the first to the last
    QList<double> x;           ///< of every axis
    QList<QStringList> labels; ///< of every axis, with line breaks
    bool turned = false;       ///< titles
    bool lacksRoom = false;    ///< something is cut
    double head = 0;           ///< that titles would take in any height

    static ParallelLayout of(const QList<ParallelTexts>& axes, const QFontMetricsF& metrics, const QSizeF& size);
};

/// In lines no wider than the room where its words allow it; at most three, the last one may be wider.
QString brokenIntoLines(const QString& text, const QFontMetricsF& metrics, double room);

} // namespace headlight
