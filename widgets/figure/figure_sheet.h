#pragma once

#include "figure/export.h"
#include "figure/figure_options.h"

#include <QFont>
#include <QRectF>
#include <memory>

namespace headlight {

/// The paper that a figure is laid out on: what is drawn stands below the title, at the width that was chosen. Its unit
/// is about a device-independent pixel, and such that the font is a whole number of units high: so the font has the
/// points that were asked for and whatever is measured in pixels has its usual size beside it.
class FigureSheet {
public:
    /// `onScreen` is the theme that the window has; `title` is drawn above, if titles are.
    FigureSheet(const FigureOptions& options, Theme onScreen, const QString& title);

    const QFont& font() const { return m_font; }
    Theme theme() const { return m_theme; }
    /// Without title, which the sheet draws.
    FigureStyle style() const;
    double width() const { return m_width; }
    /// Of what is below the title; 0 where what is shown chooses it.
    double height() const;

    /// Of what grows with its width: the height of a larger sheet on which it is whole, and which is then made smaller.
    double heightThatHolds(const std::function<double(double width)>& heightFor) const;

    /// What `paint` draws into a rectangle. `needed` is the height of it at this width: where there is less, all is
    /// drawn smaller, and the picture's remark says so.
    Picture picture(double needed, const std::function<void(QPainter&, const QRectF&)>& paint,
                    const PictureMetadata& metadata) const;
    /// What has a size of its own, and is drawn smaller where that is too large.
    Picture pictureOf(const QSizeF& size, const std::function<void(QPainter&)>& paint,
                      const PictureMetadata& metadata) const;

private:
    double titleHeight() const;
    QFont titleFont() const;
    Picture assembled(double height, double factor, const std::function<void(QPainter&)>& paint,
                      const PictureMetadata& metadata) const;
    QString smallerRemark(double factor) const;

    FigureOptions m_options;
    QString m_title;
    Theme m_theme;
    QFont m_font;
    double m_unit = 1; ///< device-independent pixels
    double m_width = 0;
    QColor m_ground;
};

/// Height by width of the axes of a plot in a figure: as on the screen, within what is easily read.
double plotShape(const QSize& onScreen);

/// Anything that paints itself at a width: the whole of it, light or dark, without what the pointer or the keys are at.
template <class Painter>
Picture figureOf(Painter painter, const FigureOptions& options, const QString& title, const PictureMetadata& metadata) {
    const FigureSheet sheet(options, painter.theme(), title);
    painter.setTheme(sheet.theme());
    painter.setFont(sheet.font());
    painter.setStyle(sheet.style());
    double needed = painter.heightFor(sheet.width());
    if constexpr (requires { painter.leastHeightFor(1.0); })
        if (sheet.height() > 0)
            needed = painter.leastHeightFor(sheet.width());
    if constexpr (!requires { painter.leastHeightFor(1.0); })
        if (sheet.height() > 0)
            needed = sheet.heightThatHolds([&painter](double width) { return painter.heightFor(width); });
    const auto shared = std::make_shared<const Painter>(std::move(painter));
    Picture picture = sheet.picture(
        needed, [shared](QPainter& canvas, const QRectF& rect) { shared->paint(canvas, rect); }, metadata);
    if constexpr (requires { shared->remarkIn(QRectF()); }) {
        const QRectF rect(0, 0, sheet.width(), sheet.height() > 0 ? sheet.height() : needed);
        picture.remark = QStringList{picture.remark, shared->remarkIn(rect)}.join(QLatin1Char(' ')).trimmed();
    }
    picture.parts = Painter::figureParts | FigurePart::Title;
    picture.title = title;
    return picture;
}

} // namespace headlight
