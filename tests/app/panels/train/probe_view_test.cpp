#include "head_address.h"
#include "panels/train/probe_view.h"

#include "engine/store/store.h"
#include "matrix/map_grid.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>

using namespace headlight;

/// The maps of a run look as they would in the Attend view.
class ProbeViewTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsWrongIsSaidOnceAndNotAtEveryEpoch() {
        QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(4096, 'x')); // no store
        }
        Jobs jobs;
        TrainProbes probes(jobs);
        QSignalSpy failed(&probes, &TrainProbes::failed);
        probes.setRun(path, 1);
        for (int epoch = 0; epoch < 4; ++epoch) {
            probes.addEpochs({epoch});
            QTRY_VERIFY(!probes.isBusy());
        }
        QCOMPARE(failed.size(), 1);
        probes.setEpoch(1); // who asks is answered
        QTRY_COMPARE(failed.size(), 2);
    }

    void aDamagedMapIsToldAndNotDrawn_data() {
        QTest::addColumn<QByteArray>("change");
        QTest::newRow("address") << QByteArray("UPDATE snapshot_map SET address = 'foo'");
        QTest::newRow("mask") << QByteArray("UPDATE snapshot_map SET mask = 'zzz'");
        for (const char* shape : {"[4]", "[]", "[2, 2, 1]"})
            QTest::addRow("shape %s", shape) << QByteArray("UPDATE snapshot_map SET shape = '") + shape + '\'';
        QTest::newRow("probe") << QByteArray("UPDATE snapshot SET probe = 2147483647");
    }
    void aDamagedMapIsToldAndNotDrawn() {
        QFETCH(QByteArray, change);
        QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        RunId run = 0;
        {
            Store store(path.toStdString());
            run = store.createRun({});
            store.addSnapshot(run, {{0, 0, 0, {"a", "cup"}},
                                    {{at(0, 0), MapStage::Weight, "fw", {2, 2}, {0, 0, 1, 0}, "forward", 300}}});
        }
        SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE).exec(change.toStdString());
        Jobs jobs;
        TrainProbes probes(jobs);
        const ProbeView view(probes);
        QSignalSpy failed(&probes, &TrainProbes::failed);
        probes.setStored(path, run, {0}, -1, 0);
        QTRY_COMPARE(failed.size(), 1);
        const QString message = failed[0][0].toString();
        QVERIFY2(message.startsWith(path + ": the run store is damaged: run 1, maps of "), qPrintable(message));
        QVERIFY(!probes.snapshot());
    }

    void anOpenListOfSentencesKeepsItsPlace() {
        QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        Store store(path.toStdString());
        const RunId run = store.createRun({});
        for (int epoch = 0; epoch < 2; ++epoch)
            for (int probe = 0; probe < 3; ++probe) {
                Snapshot snapshot{{epoch, epoch, probe, {"cup", std::to_string(probe)}}, {}};
                snapshot.maps = {{at(0, 0), MapStage::Weight, "fw", {2, 2}, {0, 0, 1, 0}, "forward", 300}};
                store.addSnapshot(run, snapshot);
            }
        Jobs jobs;
        TrainProbes probes(jobs);
        ProbeView view(probes);
        view.show();
        probes.setStored(path, run, {0}, -1, 0);
        QTRY_VERIFY(probes.snapshot());
        auto* sentences = view.findChild<QComboBox*>("train.probe");
        sentences->showPopup();
        sentences->view()->setCurrentIndex(sentences->model()->index(2, 0)); // as the pointer does
        probes.addEpochs({1});
        QTRY_COMPARE(probes.snapshot()->epoch, 1);
        QCOMPARE(sentences->view()->currentIndex().row(), 2);
    }

    void theTooltipHasTheSentenceForWhichThereMayBeNoRoom() {
        QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        Store store(path.toStdString());
        const RunId run = store.createRun({});
        Snapshot snapshot{{0, 0, 0, {"an", "unbelievably", "long", "sentence"}}, {}};
        snapshot.maps = {{at(0, 0), MapStage::Weight, "fw", {4, 4}, std::vector<float>(16, 0), "forward", 300}};
        store.addSnapshot(run, snapshot);
        Jobs jobs;
        TrainProbes probes(jobs);
        ProbeView view(probes);
        probes.setStored(path, run, {0}, -1, 0);
        QTRY_VERIFY(probes.snapshot());
        const QString help = view.findChild<QComboBox*>("train.probe")->toolTip();
        QVERIFY2(help.endsWith("\nan unbelievably long sentence"), qPrintable(help));
    }

    void anotherRunHasNothingOfTheOneBefore() {
        QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        Store store(path.toStdString());
        const RunId run = store.createRun({});
        Snapshot snapshot{{0, 0, 0, {"a", "cup"}}, {}};
        snapshot.maps = {{at(0, 0), MapStage::Weight, "fw", {2, 2}, {0, 0, 1, 0}, "forward", 300}};
        store.addSnapshot(run, snapshot);
        Jobs jobs;
        TrainProbes probes(jobs);
        probes.setStored(path, run, {0}, -1, 0);
        QTRY_VERIFY(probes.snapshot());
        probes.setRun(path, store.createRun({}));
        QVERIFY(!probes.snapshot() && probes.sentences().isEmpty() && probes.epochs().isEmpty());
    }

    void mapsOfAnUntrainedModelAreOfNoEpoch() {
        QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        Store store(path.toStdString());
        const RunId run = store.createRun({});
        Jobs jobs;
        TrainProbes probes(jobs);
        const ProbeView view(probes);
        probes.setStored(path, run, {0}, -1, 0);
        QCOMPARE(view.findChild<QLabel*>("train.epochlabel")->text(), QString("before training"));
        probes.addEpochs({1});
        QCOMPARE(view.findChild<QLabel*>("train.epochlabel")->text(), QString("epoch 1 of 1"));
        QTRY_VERIFY(!probes.isBusy());
    }

    void headsAreToldApart() {
        QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        Store store(path.toStdString());
        const RunId run = store.createRun({});
        Snapshot snapshot{{0, 0, 0, {"a", "cup"}}, {}};
        snapshot.maps = {{at(0, 0), MapStage::Weight, "fw", {2, 2}, {0, 0, 1, 0}, "forward", 300},
                         {at(0, 1, MapPart::Gate), MapStage::Weight, "", {2}, {1, 1}, "forward fusion gate", 300},
                         {at(1, 0, MapPart::Pooling), MapStage::Weight, "", {2}, {0.5f, 0.5f}, "head 0", 1},
                         {at(1, 1, MapPart::Pooling), MapStage::Weight, "", {2}, {0.5f, 0.5f}, "head 1", 1},
                         {at(1, 2, MapPart::Pooling), MapStage::Weight, "", {2}, {0.5f, 0.5f}}}; // of an older run
        store.addSnapshot(run, snapshot);
        Jobs jobs;
        TrainProbes probes(jobs);
        const ProbeView view(probes);
        probes.setStored(path, run, {0}, -1, 0);
        QTRY_VERIFY(probes.snapshot());
        QStringList labels;
        const MapGridPainter& painter = view.findChild<MapGrid*>()->painter();
        for (int index = 0; index < painter.count(); ++index)
            labels << painter.thumbnail(index).label;
        QCOMPARE(labels, QStringList({"0.0 fw", "0 fw fusion gate", "head 0", "head 1", "source-to-token 2"}));
    }
};

QTEST_MAIN(ProbeViewTest)
#include "probe_view_test.moc"
