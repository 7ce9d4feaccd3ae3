#include "cli/attend_output.h"
#include "cli/picture_maker.h"
#include "cli/terminal.h"
#include "engine/models/model_files_hash.h"
#include "engine/models/model_place.h"
#include "engine/models/saved_view.h"
#include "engine/models/saved_view_file.h"
#include "figure/figure_sheet.h"
#include "matrix/heat_map_painter.h"
#include "viewmodels/attend_run.h"
#include "viewmodels/folder_name.h"
#include "views/map_metadata.h"
#include "views/map_overview.h"
#include "views/map_view.h"
#include "views/patch_view.h"

#include <algorithm>
#include <filesystem>

namespace headlight {

namespace {

template <class Painter, class View>
Picture drawn(const View& view, const FigureOptions& figure, const MapOrigin& origin, const AttentionMap& map) {
    Painter painter;
    painter.setView(view);
    return figureOf(painter, figure, writtenTitle(view.title, origin), metadataOf(origin, map, view.range));
}

Picture onePicture(const AttentionMap& map, const MapOrigin& origin, const MapLook& look, const FigureOptions& figure,
                   std::optional<int> query) {
    if (query) {
        const PatchMapView view = patchesOf(map, origin.recording, *query, look);
        PatchMapPainter painter;
        painter.setView(view);
        return figureOf(painter, figure, writtenTitle(view.row.title, origin), metadataOf(origin, map, view.row.range));
    }
    return hasQueries(map.address.part)
               ? drawn<HeatMapPainter>(viewOf(map, origin.recording, look), figure, origin, map)
               : drawn<TokenStripPainter>(stripOf(map, origin.recording, look), figure, origin, map);
}

Picture overview(const std::vector<AttentionMap>& maps, const MapOrigin& origin, const MapLook& look,
                 const FigureOptions& figure) {
    QList<MapThumbnail> thumbnails;
    std::vector<const AttentionMap*> shown;
    ThumbnailTokens tokens(origin.recording);
    for (const AttentionMap& map : maps) {
        thumbnails << thumbnailOf(map, QString::fromStdString(map.label), QString::fromStdString(map.mask), look);
        tokens.name(thumbnails.last(), map);
        thumbnails.last().head = int(shown.size()); // in this order within a layer
        if (const auto change = origin.changes.heads.find(map.address); change != origin.changes.heads.end()) {
            thumbnails.last().off = change->second.scale == 0;
            thumbnails.last().altered = !thumbnails.last().off;
        }
        shown.push_back(&map);
    }
    MapGridPainter painter;
    painter.setThumbnails(thumbnails);
    const int sequence = maps.front().querySequence;
    return figureOfAll(painter, figure, titleOfAll(origin, sequence, shown), origin,
                       metadataOfAll(origin, sequence, shown, look));
}

/// A view holds lines; a tab or a line break is read as the blank that it becomes.
std::string inOneLine(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return text;
}

/// By which the window opens again what the picture shows. It is given away, so it has the folder's last names only.
QPair<QString, QString> viewDocument(const AttendShown& shown, const LookOptions& look) {
    const std::filesystem::path folder = modelPlace(std::filesystem::weakly_canonical(shown.folder));
    SavedView view;
    view.folder = folderName(QString::fromStdU16String(folder.u16string()), {}).toStdString();
    view.title = view.folder;
    view.hash = modelFilesHash(folder);
    for (const std::string& text : shown.texts)
        view.texts.push_back(inOneLine(text));
    view.focus = shown.requests.front();
    view.combination = shown.combination;
    view.display = shown.recording.display();
    view.changes = shown.changes;
    const MapLook chosen = lookOf(look);
    view.colorMap = look.colors;
    view.colorScale = look.scale;
    view.ownRanges = look.eachItsOwn;
    if (chosen.range == RangeChoice::Fixed)
        view.limits = {chosen.low, chosen.high};
    for (const RangeChoiceRow& row : rangeChoiceRows())
        if (row.choice == chosen.range)
            view.range = row.key;
    return {QString::fromLatin1(savedViewKey), QString::fromStdString(savedViewText(view))};
}

/// Cells of all heads' maps up to which their values are looked for: some seconds of work.
constexpr double mostSharedCells = 1e8;

double cellsOfHeads(const AttendShown& shown) {
    double cells = 0;
    for (const Sequence& sequence : shown.recording.sequences())
        for (const HeadInfo& head : shown.heads)
            cells += head.cells(Index(sequence.tokens.size()));
    return cells;
}

/// The values of all heads' maps of that stage, of both sentences of a pair, as the window has them; of a long text, of
/// which a map needs no other, those of the maps that are drawn.
std::shared_ptr<const SharedSpreads> spreadsOf(const AttendShown& shown, const std::vector<AttentionMap>& maps) {
    const auto spreads = std::make_shared<SharedSpreads>();
    if (cellsOfHeads(shown) > mostSharedCells) {
        for (const AttentionMap& map : maps)
            spreads->add(map);
        return spreads;
    }
    const MapRequest& like = shown.requests.front();
    MapRequest request = like;
    if (like.features.kind == FeatureChoice::Kind::Group || shown.combination)
        request.features = meanOfFeatures; // a group is of the features of one head
    const std::vector<Sequence>& sequences = shown.recording.sequences();
    for (request.sequence = 0; request.sequence < int(sequences.size()); ++request.sequence)
        for (const MapAddress& address : shown.recording.heads(request.sequence)) {
            request.address = address;
            request.between = pairWithin(sequences[std::size_t(request.sequence)], like.between);
            const auto tokens = Index(sequences[std::size_t(request.sequence)].tokens.size());
            if (!(isOfPairs(address.part) && tokens > longestMap)) // else it is drawn nowhere
                spreads->add(shown.recording.glance(request, thumbnailSize));
        }
    return spreads;
}

} // namespace

void writeAttendPicture(const AttendShown& shown, const std::string& path, const LookOptions& look,
                        const FigureOptions& figure) {
    const PictureMaker maker(figure);
    std::vector<AttentionMap> maps;
    std::size_t numbers = 0;
    for (const MapRequest& request : shown.requests) {
        maps.push_back(shown.map(request));
        numbers += maps.back().values.size();
    }
    if (numbers > 10'000'000)
        note("the maps are done, writing " + path); // of a large picture that is a while without a word
    MapLook shared = lookOf(look);
    const bool isAlone = maps.size() == 1 && cellsOfHeads(shown) > mostSharedCells; // and says so
    if (!look.eachItsOwn && !isAlone)
        shared.shared = spreadsOf(shown, maps);
    Picture picture = maps.size() == 1 ? onePicture(maps.front(), shown.origin(), shared, figure, shown.query)
                                       : overview(maps, shown.origin(), shared, figure);
    picture.document = viewDocument(shown, look);
    maker.save(picture, path);
}

} // namespace headlight
