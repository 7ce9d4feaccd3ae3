#pragma once

#include "style/colors.h"

#include <qcustomplot.h>

namespace headlight {

/// Circles of any size and colour with labels that never cover each other or another mark.
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

    void setMarks(const QList<Mark>& marks) { m_marks = marks; }
    /// Labels a little smaller than the widget's font.
    void setLook(const QFont& widgetFont, Theme theme);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

private:
    QRectF circle(const Mark& mark) const;
    void drawLabels(QCPPainter* painter) const;

    QList<Mark> m_marks;
    QFont m_font;
    QColor m_text;
    QColor m_ring;
    QColor m_behind;
};

} // namespace headlight
