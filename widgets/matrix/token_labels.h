#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QSet>
#include <QString>
#include <QStringList>

namespace headlight {

/// A token as it can be seen: white space becomes a sign, but for a blank between two words, an empty token a small
/// circle with a stroke.
QString visibleToken(const QString& token);

/// A token that is left out: with a stroke over each letter, in any font and any view. It is numbered as what it is.
QString struckThrough(const QString& token);

/// Labels of an axis: visible tokens, repeated ones numbered by occurrence, "the", "the (2)".
QStringList axisLabels(const QStringList& tokens);
QString axisLabel(const QStringList& tokens, int index); ///< one of them

enum class LabelDirection { Level, Turned };

/// One axis of a matrix on screen. Position p along the axis (cells, 0 at the first edge) is at origin + p · cell.
struct LabelAxis {
    bool vertical = true;   ///< rows: labels are stacked, to the left of `edge`; columns: side by side, above `edge`
    double origin = 0.0;    ///< where cell 0 begins, may be outside when zoomed
    double cell = 0.0;      ///< size of a cell
    double visibleFrom = 0; ///< only cells with their centre between these two get a label
    double visibleTo = 0;
    double edge = 0.0;  ///< the side of the plot at which labels end
    double depth = 0.0; ///< room away from the plot; longer labels are elided
    LabelDirection direction = LabelDirection::Level;
    double overhang = 0.0; ///< how far a label may reach beyond the plot at the ends of the axis
};

struct PlacedLabel {
    int index = 0;
    QString text; ///< elided to fit
    QRectF box;
};

/// The labels that can be drawn without touching each other. Those in `important` (in this order) come first; of the
/// others every 1st, 2nd, 5th, 10th … is taken, as many as there is room for.
QList<PlacedLabel> placeLabels(const QStringList& labels, const LabelAxis& axis, const QFont& font,
                               const QList<int>& important);

} // namespace headlight
