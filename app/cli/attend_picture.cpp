#include "cli/attend_output.h"
#include "cli/picture_maker.h"
#include "cli/terminal.h"
#include "matrix/heat_map_painter.h"
#include "viewmodels/attend_run.h"
#include "views/map_metadata.h"
#include "views/map_view.h"

#include <QPainter>

namespace headlight {

namespace {

template <class Painter, class View>
Picture drawn(View view, Theme theme, const MapOrigin& origin, const AttentionMap& map) {
    view.title = writtenTitle(view.title, origin);
    Painter painter;
    painter.setTheme(theme);
    painter.setView(view);
    Picture picture = pictureOf(painter, theme);
    picture.title = view.title;
    picture.metadata = metadataOf(origin, map, view.range);
    return picture;
}

Picture onePicture(const AttentionMap& map, const MapOrigin& origin, const MapLook& look, Theme theme) {
    return hasQueries(map.address.part)
               ? drawn<HeatMapPainter>(viewOf(map, origin.recording, look), theme, origin, map)
               : drawn<TokenStripPainter>(stripOf(map, origin.recording, look), theme, origin, map);
}

Picture overview(const std::vector<AttentionMap>& maps, const MapOrigin& origin, const MapLook& look, Theme theme) {
    QList<MapThumbnail> thumbnails;
    std::vector<const AttentionMap*> shown;
    for (const AttentionMap& map : maps) {
        thumbnails << thumbnailOf(map, QString::fromStdString(map.label), QString::fromStdString(map.mask), look);
        thumbnails.last().head = int(shown.size()); // in this order within a layer
        shown.push_back(&map);
    }
    MapGridPainter painter;
    painter.setTheme(theme);
    painter.setThumbnails(thumbnails);
    Picture picture = pictureOf(painter, theme, ColorRole::Window);
    picture.title = titleOfAll(origin, maps.front().querySequence, shown);
    picture.metadata = metadataOfAll(origin, maps.front().querySequence, shown, look);
    return picture;
}

/// The values of all heads' maps of that stage, as the thumbnails of the window have them.
std::shared_ptr<const SharedSpreads> spreadsOf(const AttendShown& shown, const MapRequest& like) {
    const auto spreads = std::make_shared<SharedSpreads>();
    const Sequence& sequence = shown.recording.sequences()[std::size_t(like.sequence)];
    for (const MapAddress& address : shown.recording.heads(like.sequence)) {
        if (isOfPairs(address.part) && Index(sequence.tokens.size()) > longestMap)
            continue; // it is drawn nowhere
        MapRequest request = like;
        request.address = address;
        spreads->add(shown.recording.glance(request, thumbnailSize).thumbnail);
    }
    return spreads;
}

} // namespace

void writeAttendPicture(const AttendShown& shown, const std::string& path, const MapLook& look, bool dark) {
    const PictureMaker maker;
    const Theme theme = dark ? Theme::Dark : Theme::Light;
    std::vector<AttentionMap> maps;
    std::size_t numbers = 0;
    for (const MapRequest& request : shown.requests) {
        maps.push_back(shown.map(request));
        numbers += maps.back().values.size();
    }
    if (numbers > 10'000'000)
        note("the maps are done, writing " + path); // of a large picture that is a while without a word
    MapLook shared = look;
    if (!look.eachItsOwn)
        shared.shared = spreadsOf(shown, shown.requests.front());
    PictureMaker::save(maps.size() == 1 ? onePicture(maps.front(), shown.origin(), shared, theme)
                                        : overview(maps, shown.origin(), shared, theme),
                       path);
}

} // namespace headlight
