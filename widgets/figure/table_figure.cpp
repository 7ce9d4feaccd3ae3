#include "figure/table_figure.h"

#include "figure/figure_sheet.h"

#include <QAbstractButton>
#include <QFontInfo>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <algorithm>

namespace headlight {

namespace {

/// The same header in letters of another size. Its size.
QSize copyHeader(const QHeaderView& from, QHeaderView& to, double larger) {
    const auto scaled = [larger](int size) { return qRound(size * larger); };
    to.setMinimumSectionSize(scaled(from.minimumSectionSize()));
    to.setMaximumSectionSize(qMin(scaled(from.maximumSectionSize()), (1 << 20) - 1)); // Qt's own limit
    to.setDefaultAlignment(from.defaultAlignment());
    to.setTextElideMode(from.textElideMode());
    to.setSortIndicatorShown(from.isSortIndicatorShown());
    to.setSortIndicator(from.sortIndicatorSection(), from.sortIndicatorOrder());
    to.setHidden(from.isHidden());
    for (int section = 0; section < from.count(); ++section) {
        to.resizeSection(section, scaled(from.sectionSize(section)));
        to.setSectionHidden(section, from.isSectionHidden(section));
    }
    const QSize hint = from.isHidden() ? QSize(0, 0) : to.sizeHint();
    return from.orientation() == Qt::Horizontal ? QSize(to.length(), hint.height()) : QSize(hint.width(), to.length());
}

} // namespace

Picture figureOfTable(const QTableView& table, const FigureOptions& options, const QString& title,
                      const PictureMetadata& metadata) {
    const FigureSheet sheet(options, themeOf(table.palette()), title);
    const auto whole = std::make_shared<QTableView>();
    whole->setFont(sheet.font());
    whole->setPalette(paletteOf(sheet.theme()));
    for (QHeaderView* header : {whole->horizontalHeader(), whole->verticalHeader()}) {
        header->setFont(sheet.font());
        header->setPalette(paletteOf(sheet.theme()));
    }
    for (auto* corner : whole->findChildren<QAbstractButton*>()) // it has the window's
        corner->setPalette(paletteOf(sheet.theme()));
    whole->setModel(table.model());
    whole->setShowGrid(table.showGrid());
    whole->setWordWrap(table.wordWrap());
    whole->setTextElideMode(table.textElideMode());
    whole->setFrameShape(QFrame::NoFrame);
    whole->setCornerButtonEnabled(false);
    whole->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    whole->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (int column = 0; column < table.model()->columnCount(); ++column)
        whole->setItemDelegateForColumn(column, table.itemDelegateForColumn(column));
    const double larger = sheet.font().pixelSize() / double(QFontInfo(table.font()).pixelSize());
    const QSize columns = copyHeader(*table.horizontalHeader(), *whole->horizontalHeader(), larger);
    const QSize rows = copyHeader(*table.verticalHeader(), *whole->verticalHeader(), larger);
    whole->resize(columns + rows);
    // As wide as the title's on the sheet, however small the table is drawn.
    const double margin = sheet.font().pixelSize() * 0.5 * std::max(1.0, whole->width() / sheet.width());
    const auto paint = [whole, margin](QPainter& painter) {
        painter.translate(margin, margin / 2);
        whole->render(&painter, {}, {}, QWidget::DrawChildren);
    };
    Picture picture = sheet.pictureOf(QSizeF(whole->size()) + QSizeF(2 * margin, 1.5 * margin), paint, metadata);
    picture.title = title;
    return picture;
}

} // namespace headlight
