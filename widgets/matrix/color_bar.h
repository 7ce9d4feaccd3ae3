#pragma once

#include <QFont>
#include <QRectF>

#include "matrix/matrix_view.h"

class QPainter;

namespace headlight {

/// A colour bar with its ends printed, what the colours mean, and a sample of masked cells when there are any.
struct ColorBar {
    ValueRange range;
    ColorMapId colorMap = ColorMapId::Blues;
    QString valueName;
    bool hasMasked = false;

    double widthFor(const QFont& font) const; ///< of everything on one line
    /// Onto one line when the rectangle is that wide, else onto two.
    void paint(QPainter& painter, const QRectF& rect, const QFont& font, Theme theme) const;

private:
    QString lowText() const;
    QString highText() const;
    QString words() const;
};

} // namespace headlight
