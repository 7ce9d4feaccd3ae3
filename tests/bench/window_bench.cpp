// How long the window takes from a key in the sentence field to repainted maps, to what decides, and how many frames a
// second it draws while a large map is panned. Run it on a bundled model, and on one with 16 heads for the second
// figure:
//
//     QT_QPA_PLATFORM=offscreen build/tests/bench/window_bench MODEL_DIR [TOKENS_TO_PAN]

#include "matrix/heat_map.h"
#include "session/open_model.h"
#include "viewmodels/effects_model.h"
#include "window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace headlight;

namespace {

constexpr int typedTokens = 30, keys = 60, frames = 200;
constexpr int shortPause = 50; ///< ms between keys: effects of the last one are being computed, or come with the next
constexpr int drawnPause = 30; ///< ms, after the effects are known: they are drawn

/// Counts what a widget paints while the model has its answer.
class Paints : public QObject {
public:
    Paints(const AttendModel& model, QWidget& widget) : m_model(model) { widget.installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint && !m_model.isBusy();
        return false;
    }

private:
    const AttendModel& m_model;
};

QString sentenceOf(const QString& example, int tokens) {
    static const QRegularExpression other("\\W+");
    const QStringList words = example.split(other, Qt::SkipEmptyParts);
    QStringList sentence;
    for (int i = 0; i < tokens; ++i)
        sentence << words[i % words.size()];
    return sentence.join(' ');
}

void waitFor(const MainWindow& window) {
    do
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    while (!window.isComplete());
    QCoreApplication::processEvents();
}

enum class Until { Maps, Effects };
/// When the next key comes.
enum class Keys { Soon, WithEffectsShown };

/// As a program does that has nothing else to do: one that asks all the time would slow down the threads that compute.
void waitForEvents() {
    QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
}

/// Milliseconds from each key to the large map's paint with the new answer, or to the effects of all heads and words.
std::vector<double> typeKeys(MainWindow& window, QLineEdit& field, HeatMap& map, Until until, Keys next) {
    const AttendModel& model = *window.findChild<AttendModel*>();
    const EffectsModel& effects = *window.findChild<EffectsModel*>();
    Paints paints(model, map);
    QTimer tick; // so that there are events
    tick.start(drawnPause);
    const auto waitForEffects = [&](const QElapsedTimer& timer) {
        while (effects.state() != EffectsModel::State::Known && timer.elapsed() < 60000)
            waitForEvents();
    };
    std::vector<double> times;
    for (int key = 0; key < keys; ++key) {
        const bool erasing = key % 2;
        QKeyEvent press(QEvent::KeyPress, erasing ? Qt::Key_Backspace : Qt::Key_A, Qt::NoModifier, erasing ? "" : "a");
        QElapsedTimer timer;
        timer.start();
        paints.count = 0;
        QCoreApplication::sendEvent(&field, &press);
        while (paints.count == 0 && timer.elapsed() < 1000)
            waitForEvents();
        if (until == Until::Effects)
            waitForEffects(timer);
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
        if (next == Keys::WithEffectsShown)
            waitForEffects(timer);
        const int pause = next == Keys::Soon ? shortPause : drawnPause;
        for (timer.start(); timer.elapsed() < pause;)
            waitForEvents();
    }
    std::sort(times.begin(), times.end());
    return times;
}

double panning(HeatMap& map) {
    QElapsedTimer timer;
    timer.start();
    for (int frame = 0; frame < frames; ++frame) {
        map.setViewport({4.0, 60.0 + frame, 60.0 + 0.7 * frame});
        map.repaint();
    }
    return frames * 1e9 / double(timer.nsecsElapsed());
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: window_bench MODEL_DIR [TOKENS_TO_PAN]\n");
        return 1;
    }
    const QTemporaryDir folder;
    Settings settings(folder.filePath("settings.ini"));
    WindowOptions options;
    options.model = argv[1];
    MainWindow window(settings, options);
    window.resize(1440, 900);
    window.show();
    waitFor(window);
    if (!window.session().current() || window.session().sentence().isEmpty()) {
        std::fprintf(stderr, "window_bench: %s\n",
                     window.session().current() ? "the model has no example" : qPrintable(window.openProblem()));
        return 1;
    }
    auto* field = window.findChild<QLineEdit*>("sentence");
    auto* map = window.findChild<HeatMap*>("map");
    const QString example = window.session().sentence();
    field->setText(sentenceOf(example, typedTokens));
    field->setFocus();
    waitFor(window);
    constexpr struct {
        const char* title;
        Until until;
        Keys next;
    } measures[] = {
        {"repainted maps, effects shown", Until::Maps, Keys::WithEffectsShown},
        {"repainted maps, effects being computed", Until::Maps, Keys::Soon},
        {"all effects", Until::Effects, Keys::WithEffectsShown},
    };
    for (const auto& measure : measures) {
        const auto times = typeKeys(window, *field, *map, measure.until, measure.next);
        std::printf("key to %s, %d tokens, ms: median %.1f, 95 %% within %.1f, slowest %.1f\n", measure.title,
                    map->view().columns, times[times.size() / 2], times[times.size() * 95 / 100], times.back());
    }
    const int tokens = argc > 2 ? std::atoi(argv[2]) : 512;
    field->setText(sentenceOf(example, tokens));
    waitFor(window);
    std::printf("panning a map of %d x %d among %zu: %.0f frames a second\n", map->view().rows, map->view().columns,
                window.session().current()->heads().size(), panning(*map));
    return 0;
}
