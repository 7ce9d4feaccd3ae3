// A PlotWidget as a figure: drawn once more in other letters, colours and size, and then again for the screen.
#include "figure/figure_sheet.h"
#include "plots/legend_strip.h"
#include "plots/plot_widget.h"

#include <QPicture>
#include <algorithm>

namespace headlight {

namespace {
constexpr double leastShape = 0.2; // height by width of the axes, in a height that was chosen
} // namespace

/// Draws what lies in the axes for a figure, or for the screen again.
void PlotWidget::dress(const std::optional<FigureDress>& figure) {
    m_figure = figure;
    applyTheme();
    if (figure)
        m_plot->setBackground(QBrush(Qt::NoBrush)); // the sheet has one
    m_legend->setWhole(figure.has_value());
    refresh();
}

QPicture PlotWidget::recorded(const FigureOptions& options, const QSize& size) {
    QPicture recorded;
    QCPPainter painter(&recorded);
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    m_isTitled = options.has(FigurePart::Labels);
    m_plot->setViewport(QRect(QPoint(), size));
    replot(); // the titles and ticks that have room there
    m_plot->toPainter(&painter, size.width(), size.height());
    m_plot->setViewport(m_plot->rect());
    m_isTitled = true;
    return recorded;
}

PictureMetadata PlotWidget::metadataWithRanges() {
    PictureMetadata metadata = m_metadata;
    for (const Axis axis : {Axis::X, Axis::Y}) {
        const Range shown = range(axis);
        metadata.append({axis == Axis::X ? QStringLiteral("x range") : QStringLiteral("y range"),
                         QStringLiteral("%1: %2 … %3%4")
                             .arg(axisTitle(axis), exactNumber(shown.low), exactNumber(shown.high),
                                  isLogarithmic(axis) ? QStringLiteral(", logarithmic") : QString())});
    }
    return metadata;
}

QSizeF PlotWidget::figureSize(const FigureSheet& sheet, double shape) {
    m_plot->setViewport(QRect(0, 0, qRound(sheet.width()), qRound(sheet.width() * shape)));
    const double legend = m_legend->minimumOuterSizeHint().height();
    const double needed =
        sheet.height() > 0 ? qMax(sheet.height(), legend + leastShape * sheet.width()) : legend + shape * sheet.width();
    const double larger = sheet.height() > 0 ? needed / sheet.height() : 1; // the sheet makes it smaller again
    const QSizeF size(sheet.width() * larger, needed);
    m_plot->setViewport(QRect(QPoint(), size.toSize()));
    return size;
}

Picture PlotWidget::picture(const FigureOptions& options) {
    ensureFresh();
    const FigureSheet sheet(options, themeOf(palette()), m_title);
    dress(FigureDress{sheet.theme(), sheet.font(), sheet.style().ground});
    m_legend->setShown(options.has(FigurePart::Legend));
    const double shape = plotShape(size()); // and what the legend takes
    figureSize(sheet, shape);
    refresh(); // names under bars, too, have the figure's room
    QSizeF drawnSize = figureSize(sheet, shape);
    replot();
    if (options.has(FigurePart::Legend) && lacksNames()) {
        refresh();
        drawnSize = figureSize(sheet, shape);
    }
    const QPicture drawn = recorded(options, drawnSize.toSize());
    m_legend->setShown(true);
    dress(std::nullopt); // back to what is on the screen
    Picture picture = sheet.picture(
        drawnSize.height(), [drawn](QPainter& painter, const QRectF&) { painter.drawPicture(0, 0, drawn); },
        metadataWithRanges());
    picture.title = m_title;
    picture.parts = FigurePart::Title | FigurePart::Labels | FigurePart::Legend;
    return picture;
}

} // namespace headlight
