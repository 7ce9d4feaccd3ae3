#pragma once

#include "plots/label_places.h"
#include "style/colors.h"

#include <qcustomplot.h>

namespace headlight {

/// Circles of any size and colour with labels that never cover each other or another mark, and lines only where there
/// is no other room nearby. One that could not stay at its mark has a thin line to it.
class MarkPlottable : public QCPAbstractPlottable {
public:
    struct Mark {
        double x = 0;
        double y = 0;
        double diameter = 10; ///< device-independent pixels
        QColor color;
        QString label;
        bool hollow = false;
        bool current = false;
        bool square = false;  ///< a group, else a disc
        bool pierced = false; ///< its colour comes a second time, as at the dot of a run
    };

    MarkPlottable(QCPAxis* x, QCPAxis* y) : QCPAbstractPlottable(x, y) {}

    using Line = QList<QPointF>; ///< as the axes count; NaN breaks it

    void setMarks(const QList<Mark>& marks) { m_marks = marks; }
    void setLines(const QList<Line>& lines) { m_lines = lines; } ///< that others draw and labels keep off
    /// Labels a little smaller than the widget's font.
    void setLook(const QFont& widgetFont, Theme theme);
    bool lacksRoom() const { return m_lacksRoom; } ///< for a label, when it was drawn last

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

private:
    QRectF circle(const Mark& mark) const;
    void drawLabels(QCPPainter* painter);
    QList<LabelPlaces::Polyline> linesInPixels() const;

    QList<Mark> m_marks;
    QList<Line> m_lines;
    QFont m_font;
    QColor m_text;
    QColor m_ring;
    QColor m_behind, m_ground; ///< in a pierced mark, below a label
    bool m_lacksRoom = false;
};

} // namespace headlight
