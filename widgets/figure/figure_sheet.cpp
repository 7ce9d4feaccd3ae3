#include "figure/figure_sheet.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double pixelsPerMm = 96 / 25.4;
constexpr double pixelsPerPoint = 96 / 72.0;
constexpr int titleFlags = int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap;

/// Its metrics are those of the letters as they are on paper, at any size.
QFont paperFont(const QString& family, int pixels) {
    QFont font;
    if (!family.isEmpty())
        font.setFamily(family);
    font.setFamily(QFontInfo(font).family()); // the one that is there: every program finds it under this name
    font.setPixelSize(pixels);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace

FigureSheet::FigureSheet(const FigureOptions& options, Theme onScreen, const QString& title)
    : m_options(options), m_title(options.has(FigurePart::Title) ? title : QString()),
      m_theme(options.theme.value_or(onScreen)) {
    const double pixels = options.fontPoints * pixelsPerPoint;
    const int units = std::max(1, int(std::lround(pixels)));
    m_unit = pixels / units;
    m_font = paperFont(options.font, units);
    m_width = options.widthMm * pixelsPerMm / m_unit;
    m_ground = options.transparent ? QColor(Qt::transparent) : color(ColorRole::Surface, m_theme);
}

FigureStyle FigureSheet::style() const {
    return {m_options.parts & ~FigureParts(FigurePart::Title), m_options.digits, m_ground, true};
}

QFont FigureSheet::titleFont() const {
    QFont bold = m_font;
    bold.setWeight(QFont::DemiBold);
    return bold;
}

double FigureSheet::titleHeight() const {
    if (m_title.isEmpty())
        return 0.0;
    const double em = m_font.pixelSize();
    const QRectF room(0, 0, std::max(m_width - em, em), 1e6);
    return std::ceil(QFontMetricsF(titleFont()).boundingRect(room, titleFlags, m_title).height() + 0.5 * em);
}

double FigureSheet::height() const {
    if (m_options.heightMm <= 0)
        return 0.0;
    return std::max(m_options.heightMm * pixelsPerMm / m_unit - titleHeight(), double(m_font.pixelSize()));
}

double FigureSheet::heightThatHolds(const std::function<double(double)>& heightFor) const {
    constexpr int tries = 40;
    constexpr double step = 0.95, least = 0.02; // of the size that was asked for
    double factor = 1;
    for (int attempt = 0; attempt < tries && factor > least && heightFor(m_width / factor) * factor > height();
         ++attempt)
        factor *= step;
    return height() / factor;
}

QString FigureSheet::smallerRemark(double factor) const {
    if (factor > 0.995)
        return {};
    return QCoreApplication::translate("Figure", "Drawn smaller to fit: its letters are %1 points high.")
        .arg(QString::number(m_options.fontPoints * factor, 'f', 1));
}

Picture FigureSheet::assembled(double height, double factor, const std::function<void(QPainter&)>& paint,
                               const PictureMetadata& metadata) const {
    const double above = titleHeight();
    const QSizeF size(m_width, above + height);
    const auto drawn = [sheet = *this, above, size, factor, paint](QPainter& painter) {
        painter.save();
        painter.scale(sheet.m_unit, sheet.m_unit);
        if (sheet.m_ground.alpha() > 0)
            painter.fillRect(QRectF(QPointF(), size), sheet.m_ground);
        if (!sheet.m_title.isEmpty()) {
            const double pad = sheet.m_font.pixelSize() * 0.5;
            painter.setFont(sheet.titleFont());
            painter.setPen(color(ColorRole::Text, sheet.m_theme));
            painter.drawText(QRectF(pad, pad, size.width() - 2 * pad, above), titleFlags, sheet.m_title);
        }
        painter.translate(0, above);
        painter.scale(factor, factor);
        painter.setFont(sheet.m_font);
        paint(painter);
        painter.restore();
    };
    Picture picture{size * m_unit, drawn, m_title, metadata};
    picture.parts = FigurePart::Title;
    picture.remark = smallerRemark(factor);
    picture.size.setWidth(m_options.widthMm * pixelsPerMm);
    return picture;
}

Picture FigureSheet::picture(double needed, const std::function<void(QPainter&, const QRectF&)>& paint,
                             const PictureMetadata& metadata) const {
    const double room = height() > 0 ? height() : needed;
    // Where there is less room than what is drawn needs, it is drawn on a larger sheet, which is made smaller.
    const double factor = std::min(1.0, room / std::max(needed, 1.0));
    const QRectF rect(0, 0, m_width / factor, room / factor);
    return assembled(
        room, factor, [paint, rect](QPainter& painter) { paint(painter, rect); }, metadata);
}

Picture FigureSheet::pictureOf(const QSizeF& size, const std::function<void(QPainter&)>& paint,
                               const PictureMetadata& metadata) const {
    double factor = std::min(1.0, m_width / std::max(size.width(), 1.0));
    if (height() > 0)
        factor = std::min(factor, height() / std::max(size.height(), 1.0));
    return assembled(height() > 0 ? height() : size.height() * factor, factor, paint, metadata);
}

double plotShape(const QSize& onScreen) {
    constexpr double lowest = 0.5, highest = 0.75;
    return std::clamp(double(onScreen.height()) / std::max(1, onScreen.width()), lowest, highest);
}

} // namespace headlight
