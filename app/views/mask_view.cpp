#include "views/mask_view.h"

#include "views/map_metadata.h"

#include <QObject>
#include <cmath>

namespace headlight {

MatrixView viewOf(const MaskShape& shape) {
    MatrixView view;
    view.rows = view.columns = shape.length;
    for (std::size_t cell = 0; cell < shape.bias.size(); ++cell) {
        view.values << std::exp(shape.bias[cell]);
        view.masked << quint8(!shape.visible[cell]);
    }
    for (int i = 0; i < shape.length; ++i)
        view.rowLabels << QString::number(i);
    view.columnLabels = view.rowLabels;
    view.title = shape.title;
    view.valueName = QObject::tr("factor on the weight");
    return view;
}

MapThumbnail cardOf(const MaskShape& shape, const QString& label, int place) {
    MapThumbnail card;
    card.view = viewOf(shape);
    card.head = place;
    card.label = label;
    card.toolTip = shape.help.isEmpty() ? shape.title : shape.title + '\n' + shape.help;
    return card;
}

QString hoverTextOf(const MatrixView& view, int query, int key) {
    if (view.isMasked(query, key))
        return QObject::tr("query %1 does not see key %2").arg(query).arg(key);
    const float factor = view.value(query, key);
    if (factor == 1)
        return QObject::tr("query %1 sees key %2").arg(query).arg(key);
    return QObject::tr("query %1 sees key %2, its weight times %3").arg(query).arg(key).arg(exactText(factor));
}

QStringList biasHeader(const MaskShape& shape) {
    QStringList header{QStringLiteral("query\\key")};
    for (int key = 0; key < shape.length; ++key)
        header << QString::number(key);
    return header;
}

QStringList biasRow(const MaskShape& shape, int query) {
    QStringList row{QString::number(query)};
    for (int key = 0; key < shape.length; ++key) {
        const std::size_t cell = std::size_t(query) * std::size_t(shape.length) + std::size_t(key);
        row << (shape.visible[cell] ? exactNumber(shape.bias[cell]) : QString());
    }
    return row;
}

ValueTable biasTable(const MaskShape& shape) {
    ValueTable table{biasHeader(shape), {}};
    for (int query = 0; query < shape.length; ++query)
        table.rows << biasRow(shape, query);
    return table;
}

ValueTable biasTable(const std::vector<MaskShape>& shapes, const QStringList& names) {
    ValueTable table;
    for (std::size_t k = 0; k < shapes.size(); ++k) {
        ValueTable one = biasTable(shapes[k]);
        for (QStringList& row : one.rows)
            row.prepend(names[qsizetype(k)]);
        table.columns = QStringList("mask") + one.columns;
        table.rows << one.rows;
    }
    return table;
}

static PictureMetadata metadataOf(const char* key, const QString& masks, int length) {
    return {{QString::fromLatin1(key), masks}, {QStringLiteral("length"), QString::number(length)}, programEntry()};
}

PictureMetadata metadataOf(const MaskShape& shape) {
    return metadataOf("mask", shape.expression, shape.length);
}

PictureMetadata metadataOf(const std::vector<MaskShape>& shapes) {
    QStringList masks;
    for (const MaskShape& shape : shapes)
        masks << shape.expression;
    return metadataOf("masks", masks.join(QStringLiteral(", ")), shapes.empty() ? 0 : shapes.front().length);
}

} // namespace headlight
