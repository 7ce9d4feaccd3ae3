#pragma once

#include <QObject>
#include <QPointF>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace headlight {

class PlotWidget;

/// Mouse and keys of a plot, as users of plotting programs know them: left drag zooms into a rectangle, Ctrl or middle
/// drag pans, the wheel zooms about the pointer (over an axis only that axis), double click resets, on an axis it asks
/// for limits; arrows move the cursor, + − zoom, 0 resets.
class PlotNavigation : public QObject {
    Q_OBJECT

public:
    explicit PlotNavigation(PlotWidget* plot);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Rectangle, Pan };
    bool press(QMouseEvent* event);
    bool move(QMouseEvent* event);
    bool release(QMouseEvent* event);
    bool wheel(QWheelEvent* event);
    bool key(QKeyEvent* event);
    bool tip(QHelpEvent* event);
    void zoomInto(const QRectF& dragged);
    void doubleClick(const QPointF& at);

    PlotWidget* m_plot;
    Drag m_drag = Drag::None;
    QPointF m_start;
    QPointF m_last;
    bool m_moved = false;
};

} // namespace headlight
