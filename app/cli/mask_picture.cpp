#include "cli/mask_picture.h"

#include "cli/picture_maker.h"
#include "matrix/heat_map_painter.h"
#include "views/mask_view.h"

#include <QPainter>

namespace headlight {

void writeMaskPicture(const MaskShape& shape, const std::string& path, bool dark) {
    const PictureMaker maker;
    const Theme theme = dark ? Theme::Dark : Theme::Light;
    HeatMapPainter painter;
    painter.setTheme(theme);
    painter.setView(viewOf(shape));
    Picture picture = pictureOf(painter, theme);
    picture.title = painter.view().title;
    picture.metadata = metadataOf(shape);
    PictureMaker::save(picture, path);
}

} // namespace headlight
