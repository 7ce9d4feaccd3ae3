#include "matrix/heat_map.h"

#include <QFocusEvent>
#include <QFontInfo>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "matrix/follow_look.h"
#include "matrix/painting.h"

namespace headlight {

HeatMap::HeatMap(QWidget* parent) : QWidget(parent) {
    installAccessibility();
    setObjectName(QStringLiteral("heatMap"));
    setAccessibleName(tr("attention map"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_painter.setFont(font());
    m_painter.setTheme(themeOf(palette()));
}

void HeatMap::setView(const MatrixView& view) {
    const bool sameShape = view.rows == this->view().rows && view.columns == this->view().columns;
    m_painter.setView(view);
    if (!sameShape) {
        m_painter.setHover({});
        m_focus = {};
        m_painter.setFocusCell({});
        m_painter.setStroke({});
        resetZoom();
        changePins({});
    }
    setAccessibleDescription(view.title);
    m_told.tell(*this, sizeHint());
    update();
    if (m_pointed)
        pointAt(m_pointer);
}

HeatMapGeometry HeatMap::mapGeometry() const {
    return m_painter.geometry(rect(), devicePixelRatioF());
}

int HeatMap::heightIn(const QSize& room) const {
    const HeatMapGeometry where = m_painter.geometryFor({}, QRectF(QPointF(), room), devicePixelRatioF());
    const int pad = (QFontInfo(font()).pixelSize() + 1) / 2;
    return std::max(int(std::ceil(where.legend.bottom())) + pad, minimumSizeHint().height());
}

void HeatMap::setReadableRows(bool readable) {
    m_painter.setReadableRows(readable);
    update();
}

void HeatMap::setNamedRows(bool named) {
    m_painter.setNamedRows(named);
    update();
}

void HeatMap::resetZoom() {
    setViewport({1.0, m_painter.hasReadableRows() ? viewport().row : 0.0, 0.0});
}

void HeatMap::setReadOut(std::function<QString(int row, int column)> words) {
    m_words = std::move(words);
    update();
}

QString HeatMap::readOutAt(int row, int column) const {
    if (row < 0 || row >= view().rows || column < 0 || column >= view().columns)
        return {};
    return m_words ? m_words(row, column) : readOut(view(), row, column);
}

QSize HeatMap::sizeHint() const {
    return m_painter.naturalSize().boundedTo({900, 900}).toSize();
}

QSize HeatMap::minimumSizeHint() const {
    const int em = QFontInfo(font()).pixelSize();
    return {12 * em, 12 * em};
}

QString HeatMap::spokenValue() const {
    const MapCell cell = hasFocus() && m_focus.row >= 0 ? m_focus : hoverCell();
    return readOutAt(cell.row, cell.column).replace(QLatin1Char('\n'), QStringLiteral(", "));
}

void HeatMap::setHover(int row, int column) {
    if (m_painter.hover() == MapCell{row, column})
        return;
    m_painter.setHover({row, column});
    update();
}

void HeatMap::setPins(const MapPins& pins) {
    m_painter.setPins(pins);
    update();
}

void HeatMap::changePins(const MapPins& pins) {
    if (pins == m_painter.pins())
        return;
    setPins(pins);
    emit pinsChanged(pins);
}

void HeatMap::setViewport(const MapViewport& viewport) {
    if (viewport == m_painter.viewport())
        return;
    m_painter.setViewport(viewport);
    m_painter.setViewport(mapGeometry().viewport);
    update();
    emit viewportChanged(m_painter.viewport());
}

void HeatMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    m_painter.paint(painter, rect());
    const MapCell hover = m_painter.hover();
    if (m_pointed && hover.row >= 0 && hover.column >= 0 && m_drag != Drag::Panning)
        drawReadOut(painter, rect(), m_pointer, readOutAt(hover.row, hover.column), m_painter.font(),
                    m_painter.theme());
    if (hasFocus()) {
        painter.setPen(QPen(color(ColorRole::FocusRing, m_painter.theme()), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void HeatMap::leaveEvent(QEvent*) {
    m_pointed = false;
    setHover(-1, -1);
    update();
    emit left();
}

void HeatMap::focusInEvent(QFocusEvent* event) {
    m_painter.setFocusCell(m_focus);
    QWidget::focusInEvent(event);
    update();
}

void HeatMap::focusOutEvent(QFocusEvent* event) {
    m_painter.setFocusCell({});
    if (event->reason() != Qt::PopupFocusReason && std::exchange(m_byKeys, false)) {
        setHover(-1, -1);
        emit left();
    }
    QWidget::focusOutEvent(event);
    update();
}

void HeatMap::changeEvent(QEvent* event) {
    if (!followLook(*this, *event, m_painter))
        return QWidget::changeEvent(event);
    updateGeometry();
    update();
}

} // namespace headlight
