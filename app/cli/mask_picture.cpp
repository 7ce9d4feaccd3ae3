#include "cli/mask_picture.h"

#include "cli/picture_maker.h"
#include "figure/figure_sheet.h"
#include "matrix/heat_map_painter.h"
#include "views/mask_view.h"

namespace headlight {

void writeMaskPicture(const MaskShape& shape, const std::string& path, const FigureOptions& figure) {
    const PictureMaker maker(figure);
    HeatMapPainter painter;
    painter.setView(viewOf(shape));
    maker.save(figureOf(painter, figure, painter.view().title, metadataOf(shape)), path);
}

} // namespace headlight
