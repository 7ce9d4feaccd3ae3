// How long the window takes to show all heads of a model for a long text, to change from one to another and to make one
// map of all of them, with the memory that it holds beside the model's file. Run it on a folder that random_model has
// written:
//
//     QT_QPA_PLATFORM=offscreen build/bin/heads_bench MODEL_DIR TOKENS

#include "engine/analysis/combined_map.h"
#include "matrix/heat_map.h"
#include "matrix/map_grid.h"
#include "process_memory.h"
#include "session/open_model.h"
#include "viewmodels/attend_model.h"
#include "window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace headlight;

namespace {

constexpr int frames = 200;

/// Knows whether a widget was painted since it was asked last.
class Paint : public QObject {
public:
    explicit Paint(QWidget& widget) { widget.installEventFilter(this); }
    bool wasSeen = false;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        wasSeen = wasSeen || event->type() == QEvent::Paint;
        return false;
    }
};

/// As a program does that has nothing else to do: one that asks all the time would take a processor from those that
/// compute.
template <class Done>
void waitUntil(Done done) {
    QTimer tick; // so that there are events
    tick.start(5);
    while (!done())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
}

double milliseconds(const QElapsedTimer& timer) {
    return double(timer.nsecsElapsed()) / 1e6;
}

/// From the answer, which comes with the end of the pass, to the painted overview of all heads.
void measureOverview(MainWindow& window, const AttendModel& model, int tokens) {
    auto* grid = window.findChild<MapGrid*>("overview");
    Paint paint(*grid);
    QString text;
    for (int word = 0; word < tokens - 2; ++word) // [CLS] and [SEP] are the model's
        text += QStringList{"ba ", "de ", "fi ", "go ", "ku "}[word * word % 5];
    window.findChild<QLineEdit*>("sentence")->setText(text);
    QElapsedTimer timer;
    timer.start();
    waitUntil([&] { return model.recording() && model.tokens().size() == tokens; });
    const double answer = milliseconds(timer);
    waitUntil([&] { return model.focusedMap(); });
    const double focused = milliseconds(timer);
    paint.wasSeen = false;
    std::size_t there = 0;
    waitUntil([&] {
        const auto& heads = model.heads();
        there = std::size_t(std::count_if(heads.begin(), heads.end(), [&](const HeadEntry& head) {
            return head.statistics && model.thumbnail(head.address);
        }));
        return there == heads.size() || window.isComplete(); // of a long text there are none
    });
    const double made = milliseconds(timer);
    paint.wasSeen = false;
    grid->update();
    waitUntil([&] { return paint.wasSeen; });
    std::printf("%d tokens, %zu heads: answer after %.0f ms, the map in focus %.0f ms later, %zu thumbnails with "
                "statistics made %.0f ms and painted %.0f ms after the answer\n",
                tokens, model.heads().size(), answer, focused - answer, there, made - answer,
                milliseconds(timer) - answer);
}

/// From the choice of a head to its painted map, of each head in an order that jumps.
void measureChanges(MainWindow& window, const AttendModel& model) {
    auto* map = window.findChild<HeatMap*>("map");
    Paint paint(*map);
    std::vector<MapAddress> addresses;
    for (const HeadEntry& head : model.heads())
        addresses.push_back(head.address);
    std::vector<double> times;
    for (std::size_t turn = 0; turn < addresses.size(); ++turn) {
        Focus focus = window.session().focus();
        focus.address = addresses[(turn * 53 + 31) % addresses.size()];
        if (focus.address == window.session().focus().address)
            continue;
        QElapsedTimer timer;
        timer.start();
        window.session().setFocus(focus);
        waitUntil([&] { return model.focusedMap() && model.focusedMap()->address == focus.address; });
        paint.wasSeen = false;
        map->update();
        waitUntil([&] { return paint.wasSeen; });
        times.push_back(milliseconds(timer));
        waitUntil([&] { return window.isComplete(); });
    }
    std::sort(times.begin(), times.end());
    std::printf("another head, ms: median %.1f, 95 %% within %.1f, slowest %.1f\n", times[times.size() / 2],
                times[times.size() * 95 / 100], times.back());
}

void measureCombinations(const AttendModel& model) {
    const Recording& recording = *model.recording();
    for (const auto& [kind, name] :
         {std::pair(HeadCombination::Kind::Mean, "mean"), std::pair(HeadCombination::Kind::Maximum, "maximum"),
          std::pair(HeadCombination::Kind::Rollout, "rollout")}) {
        HeadCombination combination{kind, {}};
        for (const HeadEntry& head : model.heads())
            combination.heads.push_back(head.address);
        std::vector<double> times;
        for (int turn = 0; turn < 5; ++turn) {
            QElapsedTimer timer;
            timer.start();
            combinedMap(recording, combination, 0);
            times.push_back(milliseconds(timer));
        }
        std::sort(times.begin(), times.end());
        std::printf("all heads as one map, %s: median %.0f ms of five\n", name, times[2]);
    }
}

void measureFrames(HeatMap& map) {
    QElapsedTimer timer;
    timer.start();
    for (int frame = 0; frame < frames; ++frame) {
        map.setViewport({1.0 + 0.03 * frame, 0.5 * frame, 0.35 * frame}); // panned and zoomed
        map.repaint();
    }
    std::printf("panning and zooming: %.0f frames a second\n", 1000 * frames / milliseconds(timer));
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc != 3) {
        std::fprintf(stderr, "usage: heads_bench MODEL_DIR TOKENS\n");
        return 1;
    }
    const QTemporaryDir folder;
    Settings settings(folder.filePath("settings.ini"));
    WindowOptions options;
    options.model = argv[1];
    MainWindow window(settings, options);
    window.resize(1440, 900);
    window.show();
    waitUntil([&] { return window.isComplete(); });
    if (!window.session().current()) {
        std::fprintf(stderr, "heads_bench: %s\n", qPrintable(window.openProblem()));
        return 1;
    }
    const auto* model = window.findChild<AttendModel*>();
    window.findChild<QLineEdit*>("sentence")->setText("ba de fi");
    waitUntil([&] { return window.isComplete() && model->recording(); });
    const double before = megabytes("RssAnon");
    const int tokens = std::atoi(argv[2]);
    for (const int turn : {1, 2, 3}) // the first one reads the weights
        measureOverview(window, *model, tokens - 3 + turn);
    measureChanges(window, *model);
    measureCombinations(*model);
    measureFrames(*window.findChild<HeatMap*>("map"));
    std::printf("memory of its own: %.0f MB, before the text %.0f MB\n", megabytes("RssAnon"), before);
    return 0;
}
