#pragma once

#include "forms/faint_picture.h"

#include <QColor>
#include <QList>
#include <QWidget>
#include <optional>

class QLabel;

namespace headlight {

/// What lies over a plot and changes with every move of the mouse: zoom rectangle, cursor line, marked points,
/// read-out, the sentence of an empty plot, focus ring. Drawn apart from the plot, which is not repainted for it and
/// doesn't export it.
class PlotOverlay : public QWidget {
    Q_OBJECT

public:
    struct Marker {
        QPointF at;
        QColor color;
    };

    explicit PlotOverlay(QWidget* plot);

    void setAxes(const QRectF& rect) { m_axes = rect; }
    void setRectangle(const std::optional<QRectF>& rectangle);
    void setCursorLine(const std::optional<double>& x); ///< pixels
    void setReadout(const QList<Marker>& markers, const QString& html, const QPointF& at);
    void clearReadout();
    void setEmptyText(const QString& text);     ///< shown while not empty
    void setEmptyPicture(FaintPicture picture); ///< above it, where there is room
    void setFocusRing(bool visible);

    QString readout() const; ///< the HTML that is shown, or nothing
    QString emptyText() const { return m_empty; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintEmpty(QPainter& painter) const;

    QLabel* m_readout;
    QRectF m_axes;
    std::optional<QRectF> m_rectangle;
    std::optional<double> m_cursor;
    QList<Marker> m_markers;
    QString m_empty;
    FaintPicture m_picture = FaintPicture::Curves;
    bool m_focusRing = false;
};

} // namespace headlight
