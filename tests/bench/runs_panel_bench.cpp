// How long the Runs view takes to open a store with 1,000 runs of 2,000 points each, from its making to the last pixel.
//
//     QT_QPA_PLATFORM=offscreen build/tests/bench/runs_panel_bench [FOLDER]
//
// The store is made in FOLDER (kept, for the next time) or in a temporary one.

#include "engine/store/store.h"
#include "panels/runs_panel.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <cmath>
#include <cstdio>

using namespace headlight;

namespace {

constexpr int runCount = 1000, stepCount = 500; // four metrics: 2,000 points a run

void fill(const QString& path) {
    Store store(path.toStdString());
    for (int r = 0; r < runCount; ++r) {
        NewRun run;
        run.name = "run " + std::to_string(r + 1);
        run.model = r % 2 ? "mtsa" : "disa";
        run.datasetName = run.datasetSpec = r % 3 ? "trec" : "subj";
        run.configuration = R"({"encoder_options":{"heads":)" + std::to_string(1 + r % 8) +
                            R"(},"classifier":{"hidden":300,"keep":0.5},"train":{"seed":)" + std::to_string(r) + "}}";
        const RunId id = store.createRun(run);
        std::vector<MetricPoint> points;
        for (int step = 0; step < stepCount; ++step) {
            const double epoch = step / 25.0, seconds = step * .3;
            const double level = 1 - std::exp(-step / (60.0 + r % 40));
            points.push_back({"train.loss", step, epoch, seconds, 1.8 * (1 - level) + .05 * std::sin(step + r)});
            points.push_back({"train.accuracy", step, epoch, seconds, .3 + .65 * level});
            points.push_back({"dev.accuracy", step, epoch, seconds, .3 + .6 * level});
            points.push_back({"test.accuracy", step, epoch, seconds, .3 + .58 * level});
        }
        store.addMetrics(id, points);
        store.setStatus(id, RunStatus::Finished);
    }
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QTemporaryDir temporary;
    const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : temporary.path();
    const QString path = folder + "/bench.sqlite";
    if (!QFile::exists(path))
        fill(path);
    Settings settings(temporary.filePath("settings.conf"));
    for (int round = 0; round < 5; ++round) {
        Session session(settings);
        session.setStorePath(path);
        Jobs jobs;
        QElapsedTimer clock;
        clock.start();
        RunsPanel panel(session, jobs);
        panel.resize(1400, 900);
        panel.show();
        while (!panel.isComplete())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        panel.grab();
        std::printf("%d runs of %d points: %lld ms\n", runCount, 4 * stepCount,
                    static_cast<long long>(clock.elapsed()));
    }
}
