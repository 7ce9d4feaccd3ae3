#include "plots/plot_overlay.h"

#include "style/colors.h"

#include <QLabel>
#include <QPainter>
#include <algorithm>

namespace headlight {

PlotOverlay::PlotOverlay(QWidget* plot) : QWidget(plot), m_readout(new QLabel(this)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    m_readout->setObjectName(QStringLiteral("readout"));
    m_readout->setTextFormat(Qt::RichText);
    m_readout->setAutoFillBackground(true);
    m_readout->setFrameShape(QFrame::StyledPanel);
    m_readout->hide();
}

void PlotOverlay::setRectangle(const std::optional<QRectF>& rectangle) {
    m_rectangle = rectangle;
    update();
}

void PlotOverlay::setCursorLine(const std::optional<double>& x) {
    if (m_cursor == x)
        return;
    m_cursor = x;
    update();
}

void PlotOverlay::setReadout(const QList<Marker>& markers, const QString& html, const QPointF& at) {
    m_markers = markers;
    const Theme theme = themeOf(palette());
    QPalette colors = palette();
    colors.setColor(QPalette::Window, color(ColorRole::Raised, theme));
    colors.setColor(QPalette::WindowText, color(ColorRole::Text, theme));
    m_readout->setPalette(colors);
    m_readout->setMargin(fontMetrics().height() / 3);
    m_readout->setText(html);
    m_readout->setWordWrap(false);
    m_readout->adjustSize();
    if (m_readout->width() > width()) {
        m_readout->setWordWrap(true);
        m_readout->resize(width(), m_readout->heightForWidth(width()));
    }
    const double away = fontMetrics().height();
    double x = at.x() + away;
    if (x + m_readout->width() > width())
        x = at.x() - away - m_readout->width();
    double y = at.y() + away;
    if (y + m_readout->height() > height())
        y = at.y() - away - m_readout->height();
    x = qBound(0., x, qMax(0., double(width() - m_readout->width())));
    y = qBound(0., y, qMax(0., double(height() - m_readout->height())));
    m_readout->move(QPointF(x, y).toPoint());
    m_readout->setVisible(!html.isEmpty());
    update();
}

void PlotOverlay::clearReadout() {
    m_markers.clear();
    m_readout->clear();
    m_readout->hide();
    update();
}

void PlotOverlay::setEmptyText(const QString& text) {
    if (m_empty == text)
        return;
    m_empty = text;
    update();
}

void PlotOverlay::setEmptyPicture(FaintPicture picture) {
    m_picture = picture;
    update();
}

void PlotOverlay::paintEmpty(QPainter& painter) const {
    constexpr int mostLines = 9, fewestLines = 3; // of the picture's height; a small plot has the words alone
    const Theme theme = themeOf(palette());
    const QRectF room = m_axes.adjusted(8, 8, -8, -8);
    const double line = fontMetrics().height();
    const double words = painter.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, m_empty).height();
    const double high = std::min({mostLines * line, room.height() - words - 2 * line, room.width() / 1.5});
    const bool isDrawn = high >= fewestLines * line;
    const double top = isDrawn ? room.center().y() - (high + line + words) / 2 : room.top();
    if (isDrawn)
        drawFaint(painter, QRectF(room.center().x() - 0.75 * high, top, 1.5 * high, high), m_picture, theme);
    painter.setPen(color(ColorRole::MutedText, theme));
    painter.drawText(isDrawn ? QRectF(room.left(), top + high + line, room.width(), words) : room,
                     Qt::AlignCenter | Qt::TextWordWrap, m_empty);
}

void PlotOverlay::setFocusRing(bool visible) {
    m_focusRing = visible;
    update();
}

QString PlotOverlay::readout() const {
    return m_readout->text();
}

void PlotOverlay::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(palette());
    if (!m_empty.isEmpty())
        paintEmpty(painter);
    if (m_cursor && *m_cursor >= m_axes.left() && *m_cursor <= m_axes.right()) {
        painter.setPen(QPen(color(ColorRole::Crosshair, theme), 1, Qt::DashLine));
        painter.drawLine(QPointF(*m_cursor, m_axes.top()), QPointF(*m_cursor, m_axes.bottom()));
    }
    for (const Marker& marker : m_markers) {
        painter.setPen(QPen(color(ColorRole::Surface, theme), 1.5));
        painter.setBrush(marker.color);
        painter.drawEllipse(marker.at, 4.5, 4.5);
    }
    if (m_rectangle) {
        QColor fill = color(ColorRole::Accent, theme);
        painter.setPen(QPen(fill, 1));
        fill.setAlphaF(0.15F);
        painter.setBrush(fill);
        painter.drawRect(m_rectangle->normalized() & m_axes);
    }
    if (m_focusRing) {
        painter.setPen(QPen(color(ColorRole::FocusRing, theme), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
}

} // namespace headlight
