#pragma once

#include <QWidget>
#include <functional>
#include <optional>

#include "matrix/heat_map_painter.h"
#include "matrix/spoken_widget.h"
#include "matrix/told_size.h"

class QContextMenuEvent;

namespace headlight {

/// One map, large. Wheel zooms about the pointer, drag pans, double-click shows all of it again; the pointer marks row
/// and column and reads the value; a click pins the row (again: releases it; with shift: adds), a click on a label pins
/// that row or column, Esc releases all. With the keyboard: arrows move a focus cell, Enter pins, + − 0 zoom. While it
/// is being painted on, a drag collects the cells that it goes over, and Enter is a stroke of the focus cell.
class HeatMap : public QWidget, public SpokenWidget {
    Q_OBJECT
public:
    explicit HeatMap(QWidget* parent = nullptr);

    /// Throws std::invalid_argument when the view doesn't fit its own shape; the old one stays. Zoom and pins are kept
    /// while the shape stays the same.
    void setView(const MatrixView& view);
    const MatrixView& view() const { return m_painter.view(); }
    /// What is drawn, to be copied for exports.
    const HeatMapPainter& painter() const { return m_painter; }
    HeatMapGeometry mapGeometry() const;
    /// What the whole map takes of so much room; below it nothing would be drawn.
    int heightIn(const QSize& room) const;

    /// No row is lower than a line of text. The wheel scrolls to those that have no room, and zooms with Ctrl.
    void setReadableRows(bool readable);
    void setNamedRows(bool named); ///< HeatMapPainter::setNamedRows
    /// Moves the map no further than to where the cell is seen; −1: whatever row or column.
    void showCell(const MapCell& cell);

    /// Replaces the words beside the pointer and those spoken.
    void setReadOut(std::function<QString(int row, int column)> words);
    QString readOutAt(int row, int column) const;

    MapCell hoverCell() const { return m_painter.hover(); }
    MapCell focusCell() const { return m_focus; }
    const MapPins& pins() const { return m_painter.pins(); }
    /// A drag paints, and the pointer is a cross. The legend keeps room for what is painted.
    void setPainting(bool painting);
    bool isPainting() const { return m_painting; }
    /// Under a point; at the keyboard's place where that asks.
    MapCell cellFor(const QContextMenuEvent& event) const;

    const MapViewport& viewport() const { return m_painter.viewport(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QString spokenValue() const override;

public slots:
    /// Marks a row, a column or both (−1: none) as other views ask; emits nothing.
    void setHover(int row, int column);
    void setPins(const headlight::MapPins& pins);
    void setViewport(const headlight::MapViewport& viewport);
    void resetZoom(); ///< rows that were scrolled to stay

signals:
    void hovered(int row, int column); ///< −1 where the pointer is on a label of the other axis
    void left();
    void pinsChanged(const headlight::MapPins& pins);
    void viewportChanged(const headlight::MapViewport& viewport);
    void painted(const QList<headlight::MapCell>& cells); ///< a stroke is done: each cell once
    void cellActivated(int row, int column);              ///< Ctrl+click or Ctrl+Enter, for editing

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void pointAt(const QPointF& point);
    void click(const QPointF& point, Qt::KeyboardModifiers modifiers);
    void pin(const MapCell& cell, bool add);
    void changePins(const MapPins& pins);
    void moveFocus(const MapCell& cell);
    void zoomBy(double factor, const QPointF& point);
    void paintTo(const QPointF& point);
    void endStroke();
    void panMinimapTo(const QPointF& point);
    bool moveFocusBy(int key, Qt::KeyboardModifiers modifiers);

    enum class Drag { None, Pressed, Panning, Minimap, Painting };

    HeatMapPainter m_painter;
    ToldSize m_told;
    std::function<QString(int, int)> m_words;
    MapCell m_focus;
    MapCell m_strokeEnd; ///< the stroke's last cell
    QPointF m_pointer;   ///< where the read-out is drawn
    bool m_pointed = false;
    bool m_painting = false;
    bool m_byKeys = false; ///< what is hovered is so by a key, not by the pointer
    Drag m_drag = Drag::None;
    std::optional<MapPins> m_pinsBeforeClick;
    QPointF m_pressed;
    QPointF m_dragged;
};

} // namespace headlight
