#include "matrix/map_grid.h"

#include "matrix/follow_look.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace headlight {

MapGrid::MapGrid(QWidget* parent) : QAbstractScrollArea(parent) {
    installAccessibility();
    setObjectName(QStringLiteral("mapGrid"));
    setAccessibleName(tr("all maps"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies below need not be painted first
    m_painter.setFont(font());
    m_painter.setTheme(themeOf(palette()));
}

void MapGrid::setThumbnails(const QList<MapThumbnail>& thumbnails) {
    m_painter.setThumbnails(thumbnails);
    relayout();
}

void MapGrid::setThumbnail(int index, const MapThumbnail& thumbnail) {
    m_painter.setThumbnail(index, thumbnail);
    relayout();
}

void MapGrid::setNotes(const QList<ThumbnailNote>& notes, const QString& meaning) {
    m_painter.setNotes(notes, meaning);
    relayout();
}

void MapGrid::setOrder(const QList<int>& order) {
    m_painter.setOrder(order);
    relayout();
}

void MapGrid::setDense(bool dense) {
    m_isDense = dense;
    relayout();
    showCurrent();
}

void MapGrid::relayout() {
    m_painter.setDense(m_isDense ? std::optional<double>(viewport()->height()) : std::nullopt);
    const int height = static_cast<int>(std::ceil(m_painter.heightFor(viewport()->width())));
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(2 * QFontInfo(font()).pixelSize());
    m_told.tell(*this, sizeHint());
    viewport()->update();
}

QRectF MapGrid::content() const {
    const double width = viewport()->width();
    return {0.0, -static_cast<double>(verticalScrollBar()->value()), width, m_painter.heightFor(width)};
}

QRectF MapGrid::thumbnailRect(int index) const {
    return m_painter.imageRect(content(), index);
}

QRectF MapGrid::noteRect(int index) const {
    if (m_painter.noteHeight() == 0 || m_painter.notes()[index].text.isEmpty())
        return {};
    const QRectF image = thumbnailRect(index);
    return {image.left(), image.bottom(), image.width(), m_painter.noteHeight()};
}

QSize MapGrid::sizeHint() const {
    return m_painter.naturalSize().boundedTo({800, 600}).toSize();
}

QSize MapGrid::minimumSizeHint() const {
    const int em = QFontInfo(font()).pixelSize();
    return {8 * em, 8 * em};
}

QString MapGrid::spokenValue() const {
    const int index = m_painter.current();
    if (index < 0 || index >= m_painter.count())
        return {};
    const MapThumbnail& thumbnail = m_painter.thumbnail(index);
    QString text = thumbnail.spoken.isEmpty() ? tr("layer %1, head %2").arg(thumbnail.layer).arg(thumbnail.head)
                                              : thumbnail.spoken;
    if (thumbnail.off)
        text += tr(", off");
    if (thumbnail.altered)
        text += tr(", altered");
    if (!m_painter.notes().isEmpty() && !m_painter.notes()[index].text.isEmpty())
        text += QStringLiteral(", ") + m_painter.notes()[index].text;
    return text;
}

QString MapGrid::toolTipOf(int index) const {
    const QString note = m_painter.notes().isEmpty() ? QString() : m_painter.notes()[index].toolTip;
    const QString toolTip = m_painter.thumbnail(index).toolTip;
    return note.isEmpty() ? toolTip : toolTip + u'\n' + note;
}

void MapGrid::setCurrent(int index) {
    if (index == m_painter.current())
        return;
    m_painter.setCurrent(index);
    showCurrent();
    viewport()->update();
}

void MapGrid::setChosen(const QList<int>& chosen) {
    m_painter.setChosen(chosen);
    viewport()->update();
}

MapGrid::Scroll MapGrid::scroll() const {
    Scroll scroll{verticalScrollBar()->value(), m_painter.current() >= 0 && m_painter.current() < m_painter.count()};
    if (!scroll.hasCurrent)
        return scroll;
    const QRectF image = thumbnailRect(m_painter.current());
    if (image.intersects(viewport()->rect()))
        scroll.top = image.top();
    return scroll;
}

void MapGrid::restore(const Scroll& before) {
    const bool isThere = m_painter.current() >= 0 && m_painter.current() < m_painter.count();
    if (isThere != before.hasCurrent) // one that has just been chosen has been scrolled to
        return;
    QScrollBar* bar = verticalScrollBar();
    bar->setValue(before.top ? bar->value() + qRound(thumbnailRect(m_painter.current()).top() - *before.top)
                             : before.value);
}

void MapGrid::choose(int index) {
    if (index < 0 || index == m_painter.current())
        return;
    setCurrent(index);
    emit currentChanged(index);
    announce(this, spokenValue());
}

void MapGrid::point(int index) {
    if (index == m_painter.hover())
        return;
    m_painter.setHover(index);
    viewport()->update();
    emit hovered(index);
}

void MapGrid::showCurrent() {
    if (m_painter.current() < 0 || m_painter.current() >= m_painter.count())
        return;
    const QRectF box = m_painter.boxRect(content(), m_painter.current());
    QScrollBar* bar = verticalScrollBar();
    const int margin = QFontInfo(font()).pixelSize() / 2;
    if (box.top() < margin)
        bar->setValue(bar->value() + static_cast<int>(box.top()) - margin);
    else if (box.bottom() > viewport()->height() - margin)
        bar->setValue(bar->value() + static_cast<int>(box.bottom()) - viewport()->height() + margin);
}

void MapGrid::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const QRectF content = this->content();
    QRect below = viewport()->rect();
    below.setTop(int(std::floor(content.bottom())));
    if (below.isValid())
        painter.fillRect(below, color(ColorRole::Window, m_painter.theme()));
    painter.setClipRect(event->rect());
    m_painter.paint(painter, content);
    if (hasFocus()) {
        painter.setPen(QPen(color(ColorRole::FocusRing, m_painter.theme()), 2));
        painter.drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    }
}

void MapGrid::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void MapGrid::scrollContentsBy(int, int) {
    viewport()->update();
}

void MapGrid::mousePressEvent(QMouseEvent* event) {
    const int index = m_painter.indexAt(content(), event->position());
    if (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ControlModifier) && index >= 0)
        return void(emit toggled(index));
    if (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier) &&
        m_painter.current() >= 0) {
        if (index >= 0)
            emit compared(index);
        return;
    }
    m_underMenu = event->button() == Qt::RightButton ? index : -1; // which chooses nothing: the menu may be left
    if (event->button() != Qt::LeftButton)
        return;
    choose(index);
    if (isOnNote(index, event->position()))
        emit noteClicked(index);
}

bool MapGrid::isOnNote(int index, const QPointF& place) const {
    return m_notesClickable && index >= 0 && noteRect(index).contains(place);
}

void MapGrid::mouseDoubleClickEvent(QMouseEvent* event) {
    const int index = m_painter.indexAt(content(), event->position());
    if (event->button() == Qt::LeftButton && index >= 0)
        emit activated(index);
}

void MapGrid::mouseMoveEvent(QMouseEvent* event) {
    const int index = m_painter.indexAt(content(), event->position());
    point(index);
    viewport()->setCursor(isOnNote(index, event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void MapGrid::keyPressEvent(QKeyEvent* event) {
    m_underMenu = -1;
    const auto move = [this](int dx, int dy) {
        choose(m_painter.neighbour(viewport()->width(), m_painter.current(), dx, dy));
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return move(-1, 0);
    case Qt::Key_Right:
        return move(1, 0);
    case Qt::Key_Up:
        return move(0, -1);
    case Qt::Key_Down:
        return move(0, 1);
    case Qt::Key_Space:
        if (m_painter.current() >= 0 && event->modifiers().testFlag(Qt::ControlModifier))
            emit toggled(m_painter.current());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_painter.current() >= 0)
            emit activated(m_painter.current());
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void MapGrid::leaveEvent(QEvent*) {
    point(-1);
}

/// The ring of the focus is drawn in the viewport, which Qt leaves as it is.
void MapGrid::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void MapGrid::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void MapGrid::changeEvent(QEvent* event) {
    if (!followLook(*this, *event, m_painter))
        return QAbstractScrollArea::changeEvent(event);
    relayout();
}

bool MapGrid::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = m_painter.indexAt(content(), help->pos());
        if (index >= 0)
            QToolTip::showText(help->globalPos(), toolTipOf(index), viewport(), thumbnailRect(index).toAlignedRect());
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace headlight
