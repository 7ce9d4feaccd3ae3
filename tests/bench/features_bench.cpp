// How long the features of a head take: their profiles and tree, and what the pane does to show them.
#include "engine/models/formats.h"
#include "panels/attend/features_pane.h"
#include "session/open_model.h"
#include "viewmodels/attend_session.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>

using namespace headlight;

namespace {

constexpr int turns = 9;

template <class Work>
void measure(const char* what, const Work& work) {
    std::vector<double> times;
    for (int turn = 0; turn < turns; ++turn) {
        QElapsedTimer timer;
        timer.start();
        work();
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    std::printf("%-44s %7.1f ms, %.1f to %.1f\n", what, times[turns / 2], times.front(), times.back());
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc != 3) {
        std::fprintf(stderr, "usage: features_bench MODEL_DIR TEXT\n");
        return 1;
    }
    const QTemporaryDir folder;
    Settings settings(folder.filePath("settings.ini"));
    Session session(settings);
    Jobs jobs;
    AttendModel model(jobs);
    follow(session, model);
    const QString path = QString::fromLocal8Bit(argv[1]);
    session.addModel(std::make_shared<OpenModel>(path, path, path, openModel(argv[1])));
    session.setSentence(QString::fromLocal8Bit(argv[2]));
    FeaturesPane pane(session, model, jobs);
    pane.resize(700, 900);
    pane.show();
    pane.setWatched(true);
    const auto wait = [&] {
        while (model.isBusy() || pane.features().isBusy() || !pane.features().map())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    };
    wait();
    const AttentionMap& map = *pane.features().map();
    std::printf("%d features, %d tokens, %zu clusters\n", int(map.features), int(map.keys),
                pane.features().clusters().size());
    measure("profiles", [&] { featureProfiles(map); });
    measure("tree and number of clusters", [&] { FeatureTree(map).suggested(); });
    measure("small maps made and drawn", [&] {
        pane.setLook({});
        pane.grab();
    });
    bool one = false;
    measure("all of another head's features, then back", [&] {
        session.setHead(model.heads()[one ? 0 : 1].address);
        one = !one;
        wait();
        pane.grab();
    });
    return 0;
}
