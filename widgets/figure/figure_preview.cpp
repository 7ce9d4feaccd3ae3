#include "figure/figure_preview.h"

#include <QPainter>
#include <algorithm>

namespace headlight {

namespace {

constexpr int waitMs = 120;
constexpr int edge = 12;
constexpr int square = 8; // of the ground of a transparent figure

} // namespace

FigurePreview::FigurePreview(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("figure-preview"));
    setAccessibleName(tr("Preview of the figure"));
    setMinimumSize(240, 200);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_timer.setSingleShot(true);
    m_timer.setInterval(waitMs);
    connect(&m_timer, &QTimer::timeout, this, &FigurePreview::refresh);
}

void FigurePreview::setSource(std::function<Picture()> picture) {
    m_source = std::move(picture);
    refresh();
}

void FigurePreview::refreshSoon() {
    m_timer.start();
}

void FigurePreview::refresh() {
    m_timer.stop();
    m_picture = m_source();
    draw();
    emit refreshed();
}

void FigurePreview::draw() {
    m_image = {};
    if (!m_picture.size.isEmpty() && width() > 2 * edge && height() > 2 * edge) {
        const double fitting =
            std::min((width() - 2 * edge) / m_picture.size.width(), (height() - 2 * edge) / m_picture.size.height());
        m_image = renderPicture(m_picture, std::min(fitting, 2.0) * devicePixelRatioF());
        m_image.setDevicePixelRatio(devicePixelRatioF());
    }
    update();
}

void FigurePreview::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_source)
        refreshSoon();
}

QSize FigurePreview::sizeHint() const {
    return {520, 460};
}

void FigurePreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Mid));
    if (m_image.isNull()) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const QSizeF size = m_image.deviceIndependentSize();
    const QRectF place(std::round((width() - size.width()) / 2), std::round((height() - size.height()) / 2),
                       size.width(), size.height());
    painter.fillRect(place, Qt::white);
    painter.setClipRect(place);
    for (int row = 0; row * square < place.height(); ++row) // paper that is not there
        for (int column = row % 2; column * square < place.width(); column += 2)
            painter.fillRect(QRectF(place.left() + column * square, place.top() + row * square, square, square),
                             QColor(0xe4, 0xe4, 0xe4));
    painter.drawImage(place.topLeft(), m_image);
}

} // namespace headlight
