#include "panels/scaling/curve_legend.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <algorithm>

namespace headlight {

namespace {

enum LegendColumn { Name, Time, Memory, AtOnce };
constexpr int fewRows = 3; ///< that are seen however small the window is

QIcon sampleOf(const SeriesLook& look, const QSize& size, Theme theme, qreal ratio) {
    QPixmap pixmap(size * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(look.pen(theme, 2));
    painter.drawLine(QLineF(1, size.height() / 2., size.width() - 1, size.height() / 2.));
    QIcon sample(pixmap);
    sample.addPixmap(pixmap, QIcon::Selected); // else a chosen row would tint it
    return sample;
}

} // namespace

CurveLegend::CurveLegend(QWidget* parent) : WrappingTree(parent) {
    setObjectName(QStringLiteral("scaling.legend"));
    setAccessibleName(tr("Legend of both plots"));
    setHeaderLabels({tr("Curve"), tr("Time grows as"), tr("Memory grows as"), tr("In memory at once")});
    const QString rule = tr("± is how far the power may be off, one standard error: by how the points lie about "
                            "the fit or by how the repetitions at each length differ, whichever is more. Fitted to the "
                            "longest lengths: the fewest that are three, the "
                            "last four times the first. The "
                            "thin dashed line with a tick at each end is the fit");
    headerItem()->setToolTip(Time, rule);
    headerItem()->setToolTip(
        Memory, tr("How the memory of activations and attention grows. %1. Parameters, gradients and moments "
                   "are not counted: they don't depend on the length. Only "
                   "over lengths at which as many sequences are in memory at once")
                    .arg(rule));
    headerItem()->setToolTip(AtOnce,
                             tr("How many sequences of the batch a step has in memory together, by their length. "
                                "Fewer take less memory, whatever the encoder"));
    header()->setSectionsMovable(false);
    header()->setSectionResizeMode(QHeaderView::Stretch);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setIconSize(QSize(2 * fontMetrics().height(), fontMetrics().height()));
}

void CurveLegend::setRows(const QList<Row>& rows) {
    m_rows = rows;
    clear();
    for (const Row& row : rows) {
        auto* item = new QTreeWidgetItem({row.name, row.time, row.memory, row.atOnce});
        item->setToolTip(Name, row.name);
        item->setToolTip(Time, row.time);
        item->setToolTip(Memory, row.attention.isEmpty()
                                     ? row.memory
                                     : tr("%1. Attention alone: %2").arg(row.memory, row.attention));
        item->setToolTip(AtOnce, row.atOnceWhole.isEmpty() ? row.atOnce : row.atOnceWhole);
        addTopLevelItem(item);
    }
    drawSamples();
    updateGeometry();
}

void CurveLegend::drawSamples() {
    for (int row = 0; row < topLevelItemCount(); ++row)
        topLevelItem(row)->setIcon(Name,
                                   sampleOf(m_rows[row].look, iconSize(), themeOf(palette()), devicePixelRatioF()));
}

void CurveLegend::changeEvent(QEvent* event) {
    WrappingTree::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawSamples();
}

QSize CurveLegend::sizeHint() const {
    return {WrappingTree::sizeHint().width(), heightOf(int(m_rows.size()))};
}

QSize CurveLegend::minimumSizeHint() const {
    return {WrappingTree::minimumSizeHint().width(), heightOf(fewRows)};
}

} // namespace headlight
