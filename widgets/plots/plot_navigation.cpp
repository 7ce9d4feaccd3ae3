#include "plots/plot_navigation.h"

#include "plots/plot_widget.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

namespace headlight {
namespace {

constexpr double perNotch = 0.8; // of the range that stays when the wheel turns by one notch
constexpr double thinStrip = 12; // a rectangle narrower than this zooms the other axis only

constexpr qsizetype mostNames = 40; // in a tooltip

} // namespace

PlotNavigation::PlotNavigation(PlotWidget* plot) : QObject(plot), m_plot(plot) {
    plot->setMouseTracking(true);
    plot->setFocusPolicy(Qt::StrongFocus);
    plot->installEventFilter(this);
}

bool PlotNavigation::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        return move(static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return release(static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
        if (static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
            return false;
        doubleClick(static_cast<QMouseEvent*>(event)->position());
        return true;
    case QEvent::Wheel:
        return wheel(static_cast<QWheelEvent*>(event));
    case QEvent::KeyPress:
        return key(static_cast<QKeyEvent*>(event));
    case QEvent::ToolTip:
        return tip(static_cast<QHelpEvent*>(event));
    case QEvent::Leave:
    case QEvent::ContextMenu: // the pointer goes its own way in menus and dialogs
    case QEvent::WindowDeactivate:
        m_plot->leave();
        return false;
    default:
        return QObject::eventFilter(watched, event);
    }
}

bool PlotNavigation::press(QMouseEvent* event) {
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && control))
        m_drag = Drag::Pan;
    else if (event->button() == Qt::LeftButton)
        m_drag = Drag::Rectangle;
    else
        return false;
    m_start = m_last = event->position();
    m_moved = false;
    return true;
}

bool PlotNavigation::move(QMouseEvent* event) {
    const QPointF at = event->position();
    if (m_drag == Drag::None) {
        m_plot->hover(at);
        return false;
    }
    if (!m_moved && (at - m_start).manhattanLength() < QApplication::startDragDistance())
        return true;
    if (!m_moved)
        m_plot->leave();
    m_moved = true;
    if (m_drag == Drag::Pan)
        m_plot->pan(at - m_last);
    else
        m_plot->setRubberBand(QRectF(m_start, at).normalized());
    m_last = at;
    return true;
}

bool PlotNavigation::release(QMouseEvent* event) {
    const Drag drag = m_drag;
    m_drag = Drag::None;
    if (drag == Drag::None)
        return false;
    m_plot->setRubberBand({});
    if (!m_moved) {
        if (drag == Drag::Rectangle)
            m_plot->click(event->position());
    } else if (drag == Drag::Rectangle) {
        zoomInto(QRectF(m_start, event->position()).normalized());
    }
    return true;
}

void PlotNavigation::zoomInto(const QRectF& dragged) {
    const QRectF axes = m_plot->axesRect();
    QRectF rectangle;
    rectangle.setLeft(qBound(axes.left(), dragged.left(), axes.right()));
    rectangle.setRight(qBound(axes.left(), dragged.right(), axes.right()));
    rectangle.setTop(qBound(axes.top(), dragged.top(), axes.bottom()));
    rectangle.setBottom(qBound(axes.top(), dragged.bottom(), axes.bottom()));
    const QPointF low = m_plot->toData(rectangle.bottomLeft());
    const QPointF high = m_plot->toData(rectangle.topRight());
    const bool wide = rectangle.width() >= thinStrip;
    const bool tall = rectangle.height() >= thinStrip;
    if (wide)
        m_plot->setRange(PlotWidget::Axis::X, low.x(), high.x());
    if (tall)
        m_plot->setRange(PlotWidget::Axis::Y, low.y(), high.y());
}

/// On an axis or its title it asks for the limits, in the plot it ends a zoom.
void PlotNavigation::doubleClick(const QPointF& at) {
    const QRectF axes = m_plot->axesRect();
    m_drag = Drag::None;
    if (at.y() > axes.bottom() && at.x() >= axes.left())
        m_plot->askLimits(PlotWidget::Axis::X);
    else if (at.x() < axes.left() && at.y() >= axes.top() && at.y() <= axes.bottom())
        m_plot->askLimits(PlotWidget::Axis::Y);
    else
        m_plot->resetZoom();
}

bool PlotNavigation::wheel(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.;
    if (notches == 0)
        return false;
    const QRectF axes = m_plot->axesRect();
    const QPointF at = event->position();
    const bool overX = at.y() > axes.bottom();
    const bool overY = at.x() < axes.left();
    if (at.y() < axes.top() || (overX && overY))
        return false;
    m_plot->zoom(std::pow(perNotch, notches), at, !overY, !overX);
    event->accept();
    return true;
}

bool PlotNavigation::key(QKeyEvent* event) {
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    const QPointF middle = m_plot->axesRect().center();
    switch (event->key()) {
    case Qt::Key_Left:
        m_plot->step(-1, 0);
        return true;
    case Qt::Key_Right:
        m_plot->step(1, 0);
        return true;
    case Qt::Key_Up:
        m_plot->step(0, 1);
        return true;
    case Qt::Key_Down:
        m_plot->step(0, -1);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_plot->zoom(perNotch, middle, true, true);
        return true;
    case Qt::Key_Minus:
        m_plot->zoom(1 / perNotch, middle, true, true);
        return true;
    case Qt::Key_0:
        m_plot->resetZoom();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_plot->activate();
        return true;
    case Qt::Key_Escape:
        if (m_drag == Drag::None) {
            m_plot->leave();
            return false;
        }
        m_drag = Drag::None;
        m_plot->setRubberBand({});
        return true;
    default:
        return false;
    }
}

/// Over the legend: all names, whole, also those that it has no room for.
bool PlotNavigation::tip(QHelpEvent* event) {
    const QStringList names = m_plot->legendNames();
    if (names.isEmpty() || event->pos().y() >= m_plot->axesRect().top())
        return false;
    QStringList lines = names.first(qMin(names.size(), mostNames));
    if (names.size() > mostNames)
        lines += tr("and %1 more").arg(names.size() - mostNames);
    QToolTip::showText(event->globalPos(), lines.join(u'\n'), m_plot);
    return true;
}

} // namespace headlight
