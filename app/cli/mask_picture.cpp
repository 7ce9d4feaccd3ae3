#include "cli/mask_picture.h"

#include "cli/picture_maker.h"
#include "matrix/heat_map_painter.h"

#include <QPainter>
#include <cmath>

namespace headlight {

namespace {

/// exp(M): what a mask leaves of a score's weight, 1 where it does nothing.
MatrixView viewOf(const Mask& mask, Index length) {
    MatrixView view;
    view.rows = view.columns = int(length);
    view.values.reserve(qsizetype(length * length));
    view.masked.reserve(qsizetype(length * length));
    for (Index query = 0; query < length; ++query)
        for (Index key = 0; key < length; ++key) {
            const bool visible = mask.visible(key, query);
            view.masked.append(!visible);
            view.values.append(visible ? float(std::exp(double(mask.bias(key, query)))) : 0.0F);
        }
    for (Index position = 0; position < length; ++position) {
        view.rowLabels.append(QString::number(position));
        view.columnLabels.append(QString::number(position));
    }
    view.title = QStringLiteral("mask ") + QString::fromStdString(mask.text());
    view.valueName = QStringLiteral("exp(mask)");
    return view;
}

} // namespace

void writeMaskPicture(const Mask& mask, Index length, const std::string& path, bool dark) {
    const PictureMaker maker;
    const Theme theme = dark ? Theme::Dark : Theme::Light;
    HeatMapPainter painter;
    painter.setTheme(theme);
    painter.setView(viewOf(mask, length));
    Picture picture = pictureOf(painter, theme);
    picture.title = painter.view().title;
    picture.metadata = {{QStringLiteral("mask"), QString::fromStdString(mask.text())},
                        {QStringLiteral("length"), QString::number(length)},
                        {QStringLiteral("program"), QStringLiteral("Headlight " HEADLIGHT_VERSION)}};
    PictureMaker::save(picture, path);
}

} // namespace headlight
