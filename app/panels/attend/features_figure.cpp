#include "panels/attend/features_figure.h"

#include "figure/figure_sheet.h"
#include "matrix/heat_map.h"
#include "matrix/map_grid.h"
#include "panels/array_file.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_views.h"
#include "viewmodels/features_archive.h"
#include "viewmodels/map_names.h"
#include "views/map_metadata.h"
#include "views/map_overview.h"

namespace headlight {

namespace {

/// In the order in which they are seen.
std::vector<Index> shownFeatures(const FeaturesModel& features) {
    if (features.order() != FeatureOrder::Clusters)
        return features.ordered();
    std::vector<Index> shown;
    for (const std::vector<Index>& cluster : features.clusters())
        shown.insert(shown.end(), cluster.begin(), cluster.end());
    return shown;
}

ValueTable featureTable(const AttendModel& model, const FeaturesModel& features) {
    ValueTable table{{FeaturesModel::tr("feature"), FeaturesModel::tr("cluster"), FeaturesModel::tr("entropy"),
                      FeaturesModel::tr("from the mean"), FeaturesModel::tr("factor"), FeaturesModel::tr("effect")},
                     {}};
    if (!features.map())
        return table;
    const std::vector<Index> clusters = clusterNumbers(features);
    for (const Index feature : shownFeatures(features)) {
        const FeatureProfile& profile = features.profiles()[std::size_t(feature)];
        const std::optional<double> effect =
            features.effects().empty() ? std::nullopt : features.effects()[std::size_t(feature)];
        table.rows << QStringList{QString::number(feature),
                                  QString::number(clusters[std::size_t(feature)]),
                                  exactNumber(profile.entropy),
                                  exactNumber(profile.disagreement),
                                  exactNumber(factorOf(model, features, feature)),
                                  effect ? exactNumber(*effect) : QString()};
    }
    return table;
}

PictureMetadata featureMetadata(const MapOrigin& origin, const AttentionMap& map) {
    PictureMetadata metadata = metadataOf(origin, map.querySequence, map.between);
    metadata << std::pair(QStringLiteral("layer"), QString::number(map.address.layer))
             << std::pair(QStringLiteral("head"), QString::number(map.address.head))
             << std::pair(QStringLiteral("stage"), QString::fromStdString(nameOf(map.stage)))
             << std::pair(QStringLiteral("features"), QString::number(map.features));
    return metadata;
}

/// Draws what is seen, below a title.
using DrawFeatures =
    std::function<Picture(const FigureOptions& options, const QString& title, const PictureMetadata& metadata)>;

void addFeaturesFigure(QWidget* view, Session& session, const AttendModel& model, const FeaturesModel& features,
                       DrawFeatures draw) {
    FigureSource source;
    source.name = [&model, &features] {
        const MapAddress address = features.map() ? features.map()->address : MapAddress();
        return QStringLiteral("features-layer%1-head%2").arg(address.layer).arg(address.head) + partSuffix(model);
    };
    source.picture = [&model, &features, draw = std::move(draw)](const FigureOptions& options) {
        if (!features.isCurrent())
            return Picture();
        const AttentionMap& map = *features.map();
        const MapOrigin origin = originOf(model);
        const QString title =
            withSequence(FeaturesModel::tr("Features of %1").arg(headName(map.address, origin.recording)),
                         origin.recording, map.querySequence);
        return draw(options, writtenTitle(title, origin), featureMetadata(origin, map));
    };
    source.values = [&model, &features] { return featureTable(model, features); };
    source.files << arrayFile(FeaturesModel::tr("NumPy archive of this head's features and the answer"),
                              [&](const auto& path) { featuresArchive(model, features).save(path); });
    addAttendFigure(view, session, model, std::move(source));
}

} // namespace

void addFeaturesFigures(MapGrid* grid, HeatMap* rows, Session& session, const AttendModel& model,
                        const FeaturesModel& features) {
    addFeaturesFigure(
        grid, session, model, features,
        [grid, &model](const FigureOptions& options, const QString& title, const PictureMetadata& metadata) {
            MapGridPainter painter = grid->painter();
            painter.setHover(-1); // what the pointer is at belongs to no file
            return figureOfAll(painter, options, title, originOf(model), metadata);
        });
    addFeaturesFigure(rows, session, model, features,
                      [rows](const FigureOptions& options, const QString& title, const PictureMetadata& metadata) {
                          HeatMapPainter painter = rows->painter();
                          painter.setReadableRows(false); // a file has all of them
                          painter.setViewport({});
                          painter.setHover({});
                          painter.setFocusCell({});
                          return figureOf(painter, options, title, metadata);
                      });
}

} // namespace headlight
