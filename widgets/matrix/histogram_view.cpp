#include "matrix/histogram_view.h"

#include <QFontInfo>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "matrix/matrix_view.h"
#include "style/colors.h"

namespace headlight {

namespace {

constexpr int steps = 20;
constexpr int lowLines = 6;
constexpr double markEm = 0.35; ///< half of a mark's width
constexpr double markHeightEm = 1.6 * markEm;

} // namespace

HistogramView::HistogramView(QWidget* parent) : QWidget(parent) {
    installAccessibility();
    setObjectName(QStringLiteral("histogram"));
    setAccessibleName(tr("Distribution"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void HistogramView::setValues(const QList<float>& values, const QList<int>& marked, const QString& title) {
    m_title = title;
    m_counts.clear();
    m_marked.clear();
    m_words.clear();
    QList<float> finite;
    std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
                 [](float value) { return std::isfinite(value); });
    if (!finite.isEmpty()) {
        const auto [least, largest] = std::minmax_element(finite.begin(), finite.end());
        m_low = std::min(0.0F, *least);
        m_high = *largest > m_low ? *largest : m_low + 1;
        m_counts.resize(steps);
        double sum = 0;
        for (const float value : finite) {
            ++m_counts[std::clamp(int((value - m_low) / (m_high - m_low) * steps), 0, steps - 1)];
            sum += double(value);
        }
        m_mean = float(sum / double(finite.size()));
        for (const int index : marked)
            if (index >= 0 && index < values.size() && std::isfinite(values[index]))
                m_marked << values[index];
        const float half = (m_low + m_high) / 2;
        const auto above = std::count_if(finite.begin(), finite.end(), [half](float value) { return value > half; });
        m_words = tr("%1 of %2 above %3, mean %4")
                      .arg(above)
                      .arg(finite.size())
                      .arg(shortText(double(half)), shortText(double(m_mean)));
    }
    setToolTip(m_words);
    update();
    if (!m_words.isEmpty())
        announce(this, m_words);
}

QSize HistogramView::sizeHint() const {
    const int em = QFontInfo(font()).pixelSize();
    return {12 * em, 8 * em};
}

void HistogramView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme theme = themeOf(palette());
    const int em = QFontInfo(font()).pixelSize();
    const double line = fontMetrics().height();
    painter.setPen(color(ColorRole::MutedText, theme));
    const QRectF all = QRectF(rect()).adjusted(0.5 * em, 0.2 * em, -0.5 * em, -0.2 * em);
    painter.drawText(all, Qt::AlignLeft | Qt::AlignTop,
                     fontMetrics().elidedText(m_title, Qt::ElideMiddle, int(all.width())));
    if (m_counts.isEmpty())
        return;
    const bool isLow = all.height() < lowLines * line; // then the tool tip has the words
    if (!isLow)
        painter.drawText(all.translated(0, line), Qt::AlignLeft | Qt::AlignTop, m_words);
    const QRectF bars = all.adjusted(0, (isLow ? 1 : 2) * line, 0, -line - markHeightEm * em); // marks hide no number
    const double step = bars.width() / steps;
    const int most = *std::max_element(m_counts.begin(), m_counts.end());
    for (int k = 0; k < steps; ++k)
        if (m_counts[k] > 0) {
            const double height = std::max(1.0, bars.height() * m_counts[k] / most);
            painter.fillRect(QRectF(bars.left() + k * step, bars.bottom() - height, step - 1, height),
                             color(ColorRole::Accent, theme));
        }
    const auto placeOf = [&](float value) {
        return bars.left() + bars.width() * double((value - m_low) / (m_high - m_low));
    };
    painter.setPen(QPen(color(ColorRole::Text, theme), 1, Qt::DashLine));
    painter.drawLine(QPointF(placeOf(m_mean), bars.top()), QPointF(placeOf(m_mean), bars.bottom()));
    painter.setPen(QPen(color(ColorRole::Border, theme), 1));
    painter.drawLine(bars.bottomLeft(), bars.bottomRight());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Altered, theme));
    const double size = markEm * em;
    for (const float value : m_marked)
        painter.drawPolygon(QPolygonF({QPointF(placeOf(value), bars.bottom()),
                                       QPointF(placeOf(value) - size, bars.bottom() + markHeightEm * em),
                                       QPointF(placeOf(value) + size, bars.bottom() + markHeightEm * em)}));
    painter.setPen(color(ColorRole::MutedText, theme));
    painter.drawText(all, Qt::AlignLeft | Qt::AlignBottom, shortText(double(m_low)));
    painter.drawText(all, Qt::AlignRight | Qt::AlignBottom, shortText(double(m_high)));
}

} // namespace headlight
