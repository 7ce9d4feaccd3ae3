#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QWidget>
#include <cmath>

#include "gallery.h"
#include "matrix/bar_list.h"
#include "matrix/heat_map.h"
#include "matrix/line_view.h"
#include "matrix/map_grid.h"
#include "matrix/token_strip.h"

namespace headlight {

namespace {

const QStringList sentence{"What", "did", "the", "quiet", "engineer", "build", "in", "the", "Paris", "workshop", "?"};

// A map in which each query looks mostly at one place, like that of a trained head; forward: only at what is before it.
MatrixView trainedMap(const QStringList& tokens, quint32 seed, bool forward) {
    QRandomGenerator random(seed);
    MatrixView view;
    view.rows = view.columns = static_cast<int>(tokens.size());
    view.rowLabels = view.columnLabels = tokens;
    for (int row = 0; row < view.rows; ++row) {
        std::vector<double> scores;
        double sum = 0.0;
        const int target = static_cast<int>(random.bounded(view.columns));
        for (int column = 0; column < view.columns; ++column) {
            const bool hidden = forward && column >= row;
            view.masked << hidden;
            const double score =
                2.5 * random.generateDouble() + (column == target ? 2.5 : 0.0) - 0.15 * std::abs(column - row + 1);
            scores.push_back(hidden ? 0.0 : std::exp(score));
            sum += scores.back();
        }
        for (const double score : scores)
            view.values << static_cast<float>(sum > 0.0 ? score / sum : 0.0);
    }
    return view;
}

// GPT-2's first layer on a sentence of 37 tokens when the shared data are there, else a map of our own of that size.
MatrixView longMap(int head) {
    QFile file(QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/../shared/data/attention_maps/gpt2_one_layer_12heads.json");
    if (!file.open(QIODevice::ReadOnly)) {
        QStringList tokens;
        for (int i = 0; i < 37; ++i)
            tokens << sentence[i % sentence.size()];
        return trainedMap(tokens, static_cast<quint32>(head), true);
    }
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    MatrixView view;
    for (const auto token : root["tokens"].toArray())
        view.rowLabels << token.toString().trimmed();
    view.columnLabels = view.rowLabels;
    view.rows = view.columns = static_cast<int>(view.rowLabels.size());
    const QJsonArray rows = root["attention"].toArray()[head].toArray();
    for (int row = 0; row < view.rows; ++row)
        for (int column = 0; column < view.columns; ++column) {
            view.values << static_cast<float>(rows[row].toArray()[column].toDouble());
            view.masked << (column > row);
        }
    return view;
}

MatrixView hugeMap() {
    QStringList tokens;
    for (int i = 0; i < 512; ++i)
        tokens << sentence[i * 7 % sentence.size()];
    return trainedMap(tokens, 9, false);
}

MatrixView signedMap() {
    MatrixView view = trainedMap(sentence, 3, false);
    const MatrixView other = trainedMap(sentence, 4, false);
    for (qsizetype i = 0; i < view.values.size(); ++i)
        view.values[i] -= other.values[i];
    view.colorMap = ColorMapId::Diverging;
    view.range = view.rangeFor(RangeChoice::Map);
    view.valueName = "difference of weights";
    view.title = "layer 0 · head 1 · weight · this model minus the other";
    return view;
}

std::unique_ptr<HeatMap> heatMap(const MatrixView& view) {
    auto map = std::make_unique<HeatMap>();
    map->setView(view);
    return map;
}

std::unique_ptr<QWidget> shortHeatMap() {
    MatrixView view = trainedMap(sentence, 7, true);
    view.title = "layer 0 · head 1 · fw · weight · mean of 300 features";
    auto map = heatMap(view);
    map->setHover(4, 3);
    map->setPins({{8}, {}});
    return map;
}

std::unique_ptr<QWidget> longHeatMap() {
    MatrixView view = longMap(5);
    view.title = "layer 0 · head 5 · causal · weight";
    auto map = heatMap(view);
    map->setHover(22, 12);
    return map;
}

std::unique_ptr<QWidget> zoomedHeatMap() {
    MatrixView view = hugeMap();
    view.title = "layer 2 · head 7 · weight · each row stretched to its own maximum";
    view.range.choice = RangeChoice::Row;
    auto map = heatMap(view);
    map->setViewport({12.0, 100.0, 80.0});
    return map;
}

QList<MapThumbnail> thumbnails(int layers, int heads) {
    QList<MapThumbnail> list;
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head) {
            MapThumbnail item;
            item.view = layers * heads > 20
                            ? longMap(head % 12)
                            : trainedMap(sentence, static_cast<quint32>(list.size() + 1), head % 2 == 0);
            item.view.range = item.view.rangeFor(RangeChoice::Map);
            item.layer = layer;
            item.head = head;
            item.label = QStringLiteral("%1.%2").arg(layer).arg(head);
            item.off = head == 3 && layer == 0;
            item.altered = head == 1 && layer == layers - 1;
            list << item;
        }
    return list;
}

std::unique_ptr<QWidget> grid(int layers, int heads) {
    auto grid = std::make_unique<MapGrid>();
    grid->setThumbnails(thumbnails(layers, heads));
    grid->setCurrent(std::min(2, layers * heads - 1));
    return grid;
}

std::unique_ptr<LineView> lines(const MatrixView& view, const MapCell& hover) {
    auto lineView = std::make_unique<LineView>();
    lineView->setView(view);
    lineView->setHover(hover.row, hover.column);
    return lineView;
}

std::unique_ptr<QWidget> strip() {
    TokenStripView view;
    view.tokens = sentence;
    view.values = {0.02f, 0.031f, 0.008f, 0.14f, 0.27f, 0.18f, 0.01f, 0.006f, 0.301f, 0.034f, 0.0f};
    view.masked = QList<quint8>(sentence.size(), 0);
    view.masked.last() = 1;
    view.title = "source to token · weight · mean of 300 features";
    view.range = {0.0, 0.301, RangeChoice::Map};
    auto widget = std::make_unique<TokenStrip>();
    widget->setView(view);
    widget->setHover(3);
    widget->setPins({8});
    return widget;
}

std::unique_ptr<QWidget> bars() {
    auto list = std::make_unique<BarList>();
    list->setTitle("answer");
    list->setBars({{"location", 0.7134, 0.6402, true},
                   {"entity", 0.1821, 0.2433, false},
                   {"human being", 0.0602, 0.0601, false},
                   {"numeric value", 0.0301, 0.0402, false},
                   {"description and abstract concept", 0.0122, 0.0102, false},
                   {"abbreviation", 0.002, 0.006, false}});
    return list;
}

} // namespace

QList<GalleryItem> matrixGallery() {
    const QList<QSize> square{{240, 240}, {460, 460}, {820, 720}};
    const QList<QSize> narrow{{180, 200}, {300, 400}, {760, 620}};
    return {
        {"heat-map-short", shortHeatMap, square},
        {"heat-map-long", longHeatMap, square},
        {"heat-map-signed", [] { return heatMap(signedMap()); }, square},
        {"heat-map-zoomed", zoomedHeatMap, square},
        {"heat-map-512", [] { return heatMap(hugeMap()); }, square},
        {"heat-map-one", [] { return heatMap(trainedMap({"yes"}, 1, false)); }, square},
        {"heat-map-empty", [] { return heatMap({}); }, square},
        {"map-grid-1x2", [] { return grid(1, 2); }, narrow},
        {"map-grid-2x4", [] { return grid(2, 4); }, narrow},
        {"map-grid-12x12", [] { return grid(12, 12); }, narrow},
        {"line-view-all",
         [] { return lines(trainedMap(sentence, 7, true), {}); },
         {{200, 200}, {420, 320}, {640, 420}}},
        {"line-view-hover",
         [] {
             return lines(trainedMap(sentence, 7, false), {4, -1});
         },
         {{200, 200}, {420, 320}, {640, 420}}},
        {"line-view-512", [] { return lines(hugeMap(), {}); }, {{200, 200}, {420, 320}, {640, 420}}},
        {"token-strip", strip, {{200, 260}, {460, 160}, {900, 120}}},
        {"bar-list", bars, {{220, 180}, {340, 180}, {640, 200}}},
    };
}

} // namespace headlight
