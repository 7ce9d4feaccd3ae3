#include "store/run_series.h"

#include "core/files.h"
#include "message_of.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

class RunSeriesTest : public QObject {
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsKeptReadsTheSame() {
        QVERIFY(runsAfter(folder()).empty());
        PlannedRun run{RunConfig::forEncoder("disa"), {"three, seed 2", {"baseline", "x"}, "/tmp/three/seed-2"}};
        run.config.train.seed = 2;
        keepRunsAfter(folder(), {run, run});
        const std::vector<PlannedRun> read = runsAfter(folder());
        QCOMPARE(read.size(), 2u);
        QCOMPARE(read[1].config.toJson(), run.config.toJson());
        QCOMPARE(read[1].label.name, run.label.name);
        QCOMPARE(read[1].label.tags, run.label.tags);
        QCOMPARE(read[1].label.folder, run.label.folder);
        keepRunsAfter(folder(), {});
        QVERIFY(!hasRunsAfter(folder()));
    }

    void theRestIsHandedOnFromRunToRun() {
        const auto first = folder() / "1", second = folder() / "2";
        std::filesystem::create_directory(first);
        std::filesystem::create_directory(second);
        const PlannedRun run{RunConfig::forEncoder("disa")};
        SeriesKeeper series;
        series.setRest({run, run});
        series.setFolder(first);
        series.begun();
        QCOMPARE(runsAfter(first).size(), 2u);
        series.setRest({run});
        series.setFolder(second);
        QCOMPARE(runsAfter(first).size(), 2u); // the second may still not begin
        series.begun();
        QVERIFY(!hasRunsAfter(first));
        QCOMPARE(runsAfter(second).size(), 1u);
    }

    void whatIsNoSeriesIsRefusedByItsName_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "{}", "[1]", "[{}]", R"([{"name": 1, "tags": [], "folder": ""}])",
                                 R"([{"name": "", "tags": [], "folder": "", "configuration": {"encoder": "none"}}])"})
            QTest::newRow(text) << text;
    }
    void whatIsNoSeriesIsRefusedByItsName() {
        QFETCH(QString, text);
        writeFile(folder() / "series.json", text.toStdString());
        const QString said = messageOf([&] { runsAfter(folder()); });
        QVERIFY2(said.contains("series.json") && said.endsWith("without this file the run goes on by itself"),
                 qPrintable(said));
    }

private:
    std::filesystem::path folder() const { return std::filesystem::path(m_folder->path().toStdString()); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(RunSeriesTest)
#include "run_series_test.moc"
