#include "matrix/painting.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <algorithm>
#include <cmath>

namespace headlight {

QFont pixelFont(const QFont& font) {
    QFont sized = font;
    sized.setPixelSize(std::max(1, QFontInfo(font).pixelSize()));
    return sized;
}

double deviceScaleOf(const QPainter& painter) {
    const QTransform transform = painter.deviceTransform();
    const double scale = std::hypot(transform.m11(), transform.m12());
    return scale > 0.0 ? scale : 1.0;
}

bool keepsShapes(const QPainter& painter) {
    const QPaintEngine* engine = painter.paintEngine();
    return engine && (engine->type() == QPaintEngine::SVG || engine->type() == QPaintEngine::Pdf ||
                      engine->type() == QPaintEngine::Picture);
}

double hairline(const QPainter& painter) {
    const bool isFile = keepsShapes(painter) || deviceScaleOf(painter) > 2.5;
    return isFile ? 0.67 : 0.0;
}

void drawHatch(QPainter& painter, const QRectF& rect, const QColor& ink, const QPointF& origin) {
    constexpr double width = 0.7; // across; of an image it is a pixel along its row
    painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::FlatCap));
    // Along such a line x + y stays the same.
    const double begin = origin.x() + origin.y() + 0.5;
    const double first = begin + std::ceil((rect.left() + rect.top() - begin) / hatchPeriod) * hatchPeriod;
    for (double sum = first; sum < rect.right() + rect.bottom(); sum += hatchPeriod) {
        const double left = std::max(rect.left(), sum - rect.bottom()),
                     right = std::min(rect.right(), sum - rect.top());
        painter.drawLine(QPointF(left, sum - left), QPointF(right, sum - right));
    }
}

void drawTurnedText(QPainter& painter, const QRectF& rect, int flags, const QString& text) {
    painter.save();
    painter.translate(rect.bottomLeft());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, rect.height(), rect.width()), flags, text);
    painter.restore();
}

void drawReadOut(QPainter& painter, const QRectF& bounds, const QPointF& point, const QString& text, const QFont& font,
                 Theme theme) {
    const QFontMetricsF metrics(font);
    const double em = QFontInfo(font).pixelSize();
    const QRectF words = metrics.boundingRect(QRectF(0, 0, std::max(bounds.width() - 2 * em, em), 1e4),
                                              Qt::AlignLeft | Qt::TextWordWrap, text);
    QRectF box(0, 0, std::ceil(words.width()) + 1.2 * em, std::ceil(words.height()) + 0.7 * em);
    // Right below the pointer, or on the other side where there is no room.
    const double offset = 1.1 * em;
    box.moveLeft(point.x() + offset + box.width() <= bounds.right() ? point.x() + offset
                                                                    : point.x() - offset * 0.6 - box.width());
    box.moveTop(point.y() + offset + box.height() <= bounds.bottom() ? point.y() + offset
                                                                     : point.y() - offset * 0.6 - box.height());
    box.moveLeft(std::clamp(box.left(), bounds.left(), std::max(bounds.left(), bounds.right() - box.width())));
    box.moveTop(std::clamp(box.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - box.height())));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(ColorRole::Border, theme), 1));
    painter.setBrush(color(ColorRole::Raised, theme));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 0.3 * em, 0.3 * em);
    painter.setPen(color(ColorRole::Text, theme));
    painter.setFont(font);
    painter.drawText(box.adjusted(0.6 * em, 0.35 * em, -0.6 * em + 1, -0.35 * em + 1), Qt::AlignLeft | Qt::TextWordWrap,
                     text);
    painter.restore();
}

} // namespace headlight
