#include "panels/tensors/configuration_view.h"

#include <QHeaderView>
#include <algorithm>

namespace headlight {

ConfigurationView::ConfigurationView(QWidget* parent) : QTreeWidget(parent) {
    setObjectName(QStringLiteral("tensors.configuration"));
    setAccessibleName(tr("Configuration of the model"));
    setHeaderLabels({tr("Entry"), tr("Value")});
    setEditTriggers(NoEditTriggers);
    setUniformRowHeights(true);
    setHorizontalScrollMode(ScrollPerPixel);
    header()->setStretchLastSection(true);
}

void ConfigurationView::setRows(const QList<ConfigurationRow>& rows, const QString& none) {
    clear();
    QList<QTreeWidgetItem*> above; // the last item of each depth
    for (const ConfigurationRow& row : rows) {
        above.resize(row.depth);
        const QStringList texts = {row.name, row.value};
        auto* item = above.isEmpty() ? new QTreeWidgetItem(this, texts) : new QTreeWidgetItem(above.back(), texts);
        item->setToolTip(0, row.name);
        item->setToolTip(1, row.value);
        above.append(item);
    }
    if (rows.isEmpty())
        new QTreeWidgetItem(this, {none});
    resizeColumnToContents(0);
    setColumnWidth(0, std::min(columnWidth(0), fontMetrics().averageCharWidth() * 34));
}

} // namespace headlight
