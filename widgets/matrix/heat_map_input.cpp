#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "matrix/heat_map.h"

namespace headlight {

namespace {

constexpr double wheelStep = 1.25; // a notch of the wheel
constexpr int wheelRows = 3;
constexpr int pageCells = 10;

void toggle(QList<int>& list, int index, bool add) {
    const bool was = list.contains(index);
    if (!add)
        list.clear();
    if (was)
        list.removeAll(index);
    else
        list.append(index);
}

} // namespace

void HeatMap::pointAt(const QPointF& point) {
    m_pointer = point;
    m_byKeys = false;
    const HeatMapGeometry where = mapGeometry();
    const MapCell cell = where.cellAt(point).value_or(where.labelAt(point));
    m_pointed = cell != MapCell{};
    if (cell == m_painter.hover())
        return update();
    m_painter.setHover(cell);
    update();
    if (!m_pointed)
        return void(emit left());
    emit hovered(cell.row, cell.column);
    announce(this, spokenValue());
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    m_pressed = m_dragged = event->position();
    m_drag = Drag::Pressed;
    if (m_painter.minimapRect(mapGeometry()).contains(m_pressed)) {
        m_drag = Drag::Minimap;
        panMinimapTo(m_pressed);
    } else if (m_painting && mapGeometry().cellAt(m_pressed)) {
        m_drag = Drag::Painting;
        paintTo(m_pressed);
    }
}

void HeatMap::setPainting(bool painting) {
    m_painting = painting;
    m_painter.setPainting(painting);
    endStroke();
    if (painting)
        setCursor(Qt::CrossCursor);
    else
        unsetCursor();
}

MapCell HeatMap::cellFor(const QContextMenuEvent& event) const {
    return event.reason() == QContextMenuEvent::Keyboard ? m_focus
                                                         : mapGeometry().cellAt(event.pos()).value_or(MapCell{});
}

/// From the last cell of the stroke on, also over cells that a quick pointer has jumped.
void HeatMap::paintTo(const QPointF& point) {
    const auto cell = mapGeometry().cellAt(point);
    if (!cell)
        return;
    QList<MapCell> stroke = m_painter.stroke();
    const MapCell from = stroke.isEmpty() ? *cell : m_strokeEnd;
    const int steps = std::max({1, std::abs(cell->row - from.row), std::abs(cell->column - from.column)});
    for (int step = 0; step <= steps; ++step) {
        const double way = static_cast<double>(step) / steps;
        const MapCell next{static_cast<int>(std::lround(std::lerp(from.row, cell->row, way))),
                           static_cast<int>(std::lround(std::lerp(from.column, cell->column, way)))};
        if (!stroke.contains(next))
            stroke << next;
    }
    m_strokeEnd = *cell;
    m_painter.setStroke(stroke);
    update();
}

void HeatMap::endStroke() {
    m_painter.setStroke({});
    update();
}

void HeatMap::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = event->position();
    if (m_drag == Drag::Minimap)
        return panMinimapTo(point);
    if (m_drag == Drag::Painting)
        paintTo(point);
    if (m_drag == Drag::Pressed && (point - m_pressed).manhattanLength() >= QApplication::startDragDistance() &&
        mapGeometry().plot.contains(m_pressed)) {
        m_drag = Drag::Panning;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::Panning) {
        setViewport(panned(mapGeometry(), point - m_dragged));
        m_dragged = point;
        return;
    }
    pointAt(point);
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mouseReleaseEvent(event);
    const Drag was = std::exchange(m_drag, Drag::None);
    if (m_painting)
        setCursor(Qt::CrossCursor);
    else
        unsetCursor();
    if (was == Drag::Painting) {
        const QList<MapCell> stroke = m_painter.stroke();
        endStroke();
        emit painted(stroke);
    }
    if (was == Drag::Pressed) {
        m_pinsBeforeClick = m_painter.pins();
        click(event->position(), event->modifiers());
    }
    pointAt(event->position());
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mouseDoubleClickEvent(event);
    if (m_painting && mapGeometry().cellAt(event->position()))
        return mousePressEvent(event); // a stroke that begins soon after another one
    // The first click of the two has pinned; it is taken back, so that fitting leaves the pins as they were.
    if (m_pinsBeforeClick)
        changePins(*m_pinsBeforeClick);
    m_pinsBeforeClick.reset();
    resetZoom();
}

void HeatMap::click(const QPointF& point, Qt::KeyboardModifiers modifiers) {
    const HeatMapGeometry where = mapGeometry();
    const auto cell = where.cellAt(point);
    if (cell && modifiers.testFlag(Qt::ControlModifier))
        return void(emit cellActivated(cell->row, cell->column));
    if (cell) {
        moveFocus(*cell);
        return pin({cell->row, -1}, modifiers.testFlag(Qt::ShiftModifier));
    }
    if (const MapCell label = where.labelAt(point); label != MapCell{})
        pin(label, modifiers.testFlag(Qt::ShiftModifier));
}

void HeatMap::pin(const MapCell& cell, bool add) {
    MapPins pins = m_painter.pins();
    if (cell.row >= 0) {
        toggle(pins.rows, cell.row, add);
        if (!add)
            pins.columns.clear();
    } else {
        toggle(pins.columns, cell.column, add);
        if (!add)
            pins.rows.clear();
    }
    changePins(pins);
}

void HeatMap::zoomBy(double factor, const QPointF& point) {
    const QRectF plot = mapGeometry().plot;
    const QPointF anchor(std::clamp(point.x(), plot.left(), plot.right()),
                         std::clamp(point.y(), plot.top(), plot.bottom()));
    // The plot may grow and move while the map doesn't yet fill the widget: the cell under the pointer has to be put
    // under it again.
    const HeatMapGeometry before = mapGeometry();
    if (before.cell <= 0.0)
        return;
    MapViewport wanted = zoomedAbout(before, anchor, factor);
    const double row = before.viewport.row + (anchor.y() - before.plot.top()) / before.rowHeight;
    const double column = before.viewport.column + (anchor.x() - before.plot.left()) / before.cell;
    const HeatMapGeometry after = m_painter.geometryFor(wanted, rect(), devicePixelRatioF());
    wanted.row = row - (anchor.y() - after.plot.top()) / after.rowHeight;
    wanted.column = column - (anchor.x() - after.plot.left()) / after.cell;
    setViewport(wanted);
}

void HeatMap::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0.0)
        return event->ignore();
    if (m_painter.hasReadableRows() && !event->modifiers().testFlag(Qt::ControlModifier)) {
        MapViewport scrolled = mapGeometry().viewport;
        scrolled.row -= notches * wheelRows;
        setViewport(scrolled);
    } else {
        zoomBy(std::pow(wheelStep, notches), event->position());
    }
    pointAt(event->position());
    event->accept();
}

void HeatMap::panMinimapTo(const QPointF& point) {
    const HeatMapGeometry where = mapGeometry();
    const QRectF box = m_painter.minimapRect(where);
    const QRectF part = where.part();
    if (box.isEmpty())
        return;
    MapViewport viewport = where.viewport;
    viewport.column = (point.x() - box.left()) / box.width() * where.columns - part.width() / 2;
    viewport.row = (point.y() - box.top()) / box.height() * where.rows - part.height() / 2;
    setViewport(viewport);
}

void HeatMap::moveFocus(const MapCell& cell) {
    m_focus = cell;
    if (hasFocus())
        m_painter.setFocusCell(cell);
    update();
}

void HeatMap::showCell(const MapCell& cell) {
    const HeatMapGeometry where = mapGeometry();
    // A cell that is larger than the view is shown from its beginning.
    const auto shown = [](double first, int at, double cells) {
        return at < 0 ? first : std::clamp(first, at + 1 - std::max(cells, 1.0), static_cast<double>(at));
    };
    const QRectF part = where.part();
    MapViewport viewport = where.viewport;
    viewport.row = shown(viewport.row, cell.row, part.height());
    viewport.column = shown(viewport.column, cell.column, part.width());
    setViewport(viewport);
}

bool HeatMap::moveFocusBy(int key, Qt::KeyboardModifiers modifiers) {
    if (modifiers.testFlag(Qt::ShiftModifier)) // for whoever shows the map: another one
        return false;
    MapCell cell = m_focus.row < 0 ? MapCell{0, 0} : m_focus;
    const bool fresh = m_focus.row < 0;
    const int step = modifiers.testFlag(Qt::ControlModifier) ? pageCells : 1;
    switch (key) {
    case Qt::Key_Left:
        cell.column -= fresh ? 0 : step;
        break;
    case Qt::Key_Right:
        cell.column += fresh ? 0 : step;
        break;
    case Qt::Key_Up:
        cell.row -= fresh ? 0 : step;
        break;
    case Qt::Key_Down:
        cell.row += fresh ? 0 : step;
        break;
    case Qt::Key_PageUp:
        cell.row -= pageCells;
        break;
    case Qt::Key_PageDown:
        cell.row += pageCells;
        break;
    case Qt::Key_Home:
        cell.column = 0;
        break;
    case Qt::Key_End:
        cell.column = view().columns - 1;
        break;
    default:
        return false;
    }
    if (view().isEmpty())
        return true;
    moveFocus({std::clamp(cell.row, 0, view().rows - 1), std::clamp(cell.column, 0, view().columns - 1)});
    showCell(m_focus);
    m_pointed = false;
    m_byKeys = true;
    setHover(m_focus.row, m_focus.column);
    emit hovered(m_focus.row, m_focus.column);
    announce(this, spokenValue());
    return true;
}

bool HeatMap::event(QEvent* event) {
    // Keys that move the focus cell are kept from shortcuts of the window while this widget has the focus.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = key->modifiers() == Qt::NoModifier || key->modifiers() == Qt::KeypadModifier;
        if (plain && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right || key->key() == Qt::Key_Up ||
                      key->key() == Qt::Key_Down)) {
            event->accept();
            return true;
        }
    }
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::ContextMenu && !rect().contains(mapFromGlobal(QCursor::pos())))
        leaveEvent(nullptr); // what the menu asked about hid that the pointer left
    return done;
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
    if (moveFocusBy(event->key(), event->modifiers()))
        return;
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_focus.row < 0)
            return;
        if (event->modifiers().testFlag(Qt::ControlModifier))
            return void(emit cellActivated(m_focus.row, m_focus.column));
        if (m_painting)
            return void(emit painted({m_focus}));
        return pin({m_focus.row, -1}, event->modifiers().testFlag(Qt::ShiftModifier));
    case Qt::Key_Escape:
        if (m_painting || m_painter.pins().isEmpty()) // it ends the painting first
            break;
        return changePins({});
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(wheelStep, mapGeometry().plot.center());
    case Qt::Key_Minus:
        return zoomBy(1.0 / wheelStep, mapGeometry().plot.center());
    case Qt::Key_0:
        return resetZoom();
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace headlight
