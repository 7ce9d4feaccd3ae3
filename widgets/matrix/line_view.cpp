#include "matrix/line_view.h"

#include "matrix/follow_look.h"

#include <QFontInfo>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace headlight {

LineView::LineView(QWidget* parent) : QAbstractScrollArea(parent) {
    installAccessibility();
    setObjectName(QStringLiteral("lineView"));
    setAccessibleName(tr("attention lines"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies below need not be painted first
    m_painter.setFont(font());
    m_painter.setTheme(themeOf(palette()));
}

void LineView::setView(const MatrixView& view) {
    const bool sameShape = view.rows == m_painter.view().rows && view.columns == m_painter.view().columns;
    m_painter.setView(view);
    if (!sameShape) {
        m_painter.setHover({});
        if (!m_painter.pins().isEmpty()) {
            m_painter.setPins({});
            emit pinsChanged({});
        }
    }
    fitScrollBar();
    m_told.tell(*this, sizeHint());
    viewport()->update();
}

void LineView::setChoice(const LineChoice& choice) {
    m_painter.setChoice(choice);
    fitScrollBar(); // the words below the lines take room
    viewport()->update();
}

QSize LineView::sizeHint() const {
    return m_painter.naturalSize().boundedTo({600, 600}).toSize();
}

QSize LineView::minimumSizeHint() const {
    const int em = QFontInfo(font()).pixelSize();
    return {14 * em, 5 * em};
}

QString LineView::spokenValue() const {
    const MapCell token = m_painter.hover();
    const MatrixView& view = m_painter.view();
    const bool query = token.row >= 0;
    const int index = query ? token.row : token.column;
    if (index < 0)
        return {};
    const QStringList& tokens = query ? view.rowLabels : view.columnLabels;
    QString text = (query ? view.rowTitle : view.columnTitle) +
                   QStringLiteral(" %1").arg((query ? view.firstRow : view.firstColumn) + index);
    if (!tokens.isEmpty())
        text += QStringLiteral(" “") + axisLabel(tokens, index) + QStringLiteral("”");
    return text;
}

void LineView::setHover(int row, int column) {
    if (m_painter.hover() == MapCell{row, column})
        return;
    m_painter.setHover({row, column});
    if (row >= 0 || column >= 0) // only the lines of that token are drawn: elsewhere nothing would be seen
        scrollTo(row >= 0, row >= 0 ? row : column);
    viewport()->update();
}

void LineView::setPins(const MapPins& pins) {
    m_painter.setPins(pins);
    viewport()->update();
}

void LineView::point(const MapCell& token) {
    if (token == m_painter.hover())
        return;
    m_painter.setHover(token);
    viewport()->update();
    if (token == MapCell{})
        return void(emit left());
    emit hovered(token.row, token.column);
    announce(this, spokenValue());
}

void LineView::pin(const MapCell& token, bool add) {
    MapPins pins = add ? m_painter.pins() : MapPins{};
    const MapPins& before = m_painter.pins();
    const bool query = token.row >= 0;
    const int index = query ? token.row : token.column;
    QList<int>& list = query ? pins.rows : pins.columns;
    list.removeAll(index);
    if (!(query ? before.rows : before.columns).contains(index))
        list.append(index);
    setPins(pins);
    emit pinsChanged(pins);
}

void LineView::fitScrollBar() {
    const double area = m_painter.tokenArea(viewport()->rect()).height();
    const int hidden = std::max(0, static_cast<int>(m_painter.contentHeight(area) - area));
    verticalScrollBar()->setRange(0, hidden);
    verticalScrollBar()->setPageStep(static_cast<int>(area));
    verticalScrollBar()->setSingleStep(QFontMetrics(font()).height());
    m_painter.setOffset(verticalScrollBar()->value());
}

void LineView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    m_painter.paint(painter, viewport()->rect());
    if (hasFocus()) {
        painter.setPen(QPen(color(ColorRole::FocusRing, m_painter.theme()), 2));
        painter.drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    }
}

void LineView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBar();
}

void LineView::scrollContentsBy(int, int) {
    m_painter.setOffset(verticalScrollBar()->value());
    viewport()->update();
}

void LineView::mouseMoveEvent(QMouseEvent* event) {
    point(m_painter.tokenAt(viewport()->rect(), event->position()));
}

void LineView::mouseReleaseEvent(QMouseEvent* event) {
    const MapCell token = m_painter.tokenAt(viewport()->rect(), event->position());
    if (event->button() == Qt::LeftButton && token != MapCell{})
        pin(token, event->modifiers().testFlag(Qt::ShiftModifier));
}

void LineView::scrollTo(bool query, int index) {
    if (index >= (query ? m_painter.view().rows : m_painter.view().columns))
        return;
    const QRectF area = m_painter.tokenArea(viewport()->rect());
    const QRectF label = m_painter.labelRect(viewport()->rect(), query, index);
    const double share = m_painter.scrolled(viewport()->rect(), query);
    const double missing = std::min(0.0, label.top() - area.top()) + std::max(0.0, label.bottom() - area.bottom());
    if (share > 0 && missing != 0) {
        const double by = missing / share;
        verticalScrollBar()->setValue(verticalScrollBar()->value() + int(by < 0 ? std::floor(by) : std::ceil(by)));
    }
}

void LineView::moveBy(int step) {
    const MapCell token = m_painter.hover();
    const bool query = token.column < 0 || token.row >= 0;
    const int count = query ? m_painter.view().rows : m_painter.view().columns;
    if (count == 0)
        return;
    const int index = std::clamp((query ? token.row : token.column) + step, 0, count - 1);
    point(query ? MapCell{index, -1} : MapCell{-1, index});
    scrollTo(query, index);
}

void LineView::changeSide(bool query) {
    const int count = query ? m_painter.view().rows : m_painter.view().columns;
    if (count == 0)
        return;
    const MapCell token = m_painter.hover();
    const int index = std::clamp(std::max(token.row, token.column), 0, count - 1);
    point(query ? MapCell{index, -1} : MapCell{-1, index});
}

void LineView::keyPressEvent(QKeyEvent* event) {
    const MapCell token = m_painter.hover();
    switch (event->key()) {
    case Qt::Key_Down:
        return moveBy(1);
    case Qt::Key_Up:
        return moveBy(-1);
    case Qt::Key_Left:
        return changeSide(true);
    case Qt::Key_Right:
        return changeSide(false);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (token != MapCell{})
            pin(token.row >= 0 ? MapCell{token.row, -1} : token, event->modifiers().testFlag(Qt::ShiftModifier));
        return;
    case Qt::Key_Escape:
        if (!m_painter.pins().isEmpty()) {
            setPins({});
            emit pinsChanged({});
            return;
        }
        break;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void LineView::leaveEvent(QEvent*) {
    point({});
}

/// The ring of the focus is drawn in the viewport, which Qt leaves as it is.
void LineView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LineView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void LineView::changeEvent(QEvent* event) {
    if (!followLook(*this, *event, m_painter))
        return QAbstractScrollArea::changeEvent(event);
    fitScrollBar();
    updateGeometry();
    viewport()->update();
}

} // namespace headlight
