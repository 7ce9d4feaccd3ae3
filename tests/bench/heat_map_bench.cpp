// Frames a second while panning and zooming a map of 512 × 512 weights in a widget of 900 × 900 pixels, without a
// screen.
#include <QApplication>
#include <QElapsedTimer>
#include <QPixmap>
#include <QRandomGenerator>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

#include "matrix/heat_map.h"
#include "matrix/line_view.h"

using namespace headlight;

namespace {

MatrixView bigMap(int length) {
    QRandomGenerator random(1);
    MatrixView view;
    view.rows = view.columns = length;
    for (int i = 0; i < length; ++i)
        view.rowLabels << QStringLiteral("token%1").arg(i % 100);
    view.columnLabels = view.rowLabels;
    for (int row = 0; row < length; ++row) {
        std::vector<double> scores;
        for (int column = 0; column < length; ++column)
            scores.push_back(std::exp(14.0 * random.generateDouble()));
        const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
        for (const double score : scores)
            view.values << static_cast<float>(score / sum);
    }
    view.range = view.rangeFor(RangeChoice::Map);
    return view;
}

template <typename Step>
void measure(const char* what, QWidget& widget, QPixmap& target, int frames, Step step) {
    QElapsedTimer timer;
    timer.start();
    for (int frame = 0; frame < frames; ++frame) {
        step(frame);
        widget.render(&target);
    }
    std::printf("%-34s %8.1f frames/s\n", what, frames * 1e9 / static_cast<double>(timer.nsecsElapsed()));
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const MatrixView view = bigMap(512);
    HeatMap map;
    map.resize(900, 900);
    map.setView(view);
    QPixmap target(map.size());
    measure("heat map, 512 x 512, pan at 4x", map, target, 200, [&](int frame) {
        map.setViewport({4.0, 100.0 + frame, 120.0 + 0.7 * frame});
    });
    measure("heat map, 512 x 512, zoom", map, target, 200, [&](int frame) {
        map.setViewport({std::pow(1.02, frame), 20.0, 20.0});
    });
    map.resetZoom();
    measure("heat map, 512 x 512, hover", map, target, 200, [&](int frame) { map.setHover(frame, 2 * frame); });
    measure("heat map, 512 x 512, new values", map, target, 30, [&](int) { map.setView(view); });

    LineView lines;
    lines.resize(600, 600);
    lines.setView(view);
    QPixmap lineTarget(lines.size());
    measure("line view, 512 tokens, hover", lines, lineTarget, 100, [&](int frame) { lines.setHover(frame % 20, -1); });
    lines.setHover(-1, -1);
    measure("line view, 512 tokens, all", lines, lineTarget, 30, [](int) {});
    return 0;
}
