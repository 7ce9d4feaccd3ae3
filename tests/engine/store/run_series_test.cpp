#include "store/run_series.h"

#include "core/files.h"
#include "core/json_text.h"
#include "message_of.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

class RunSeriesTest : public QObject {
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsKeptReadsTheSame() {
        RunRecord begun = begunIn(folder());
        QVERIFY(runsAfter(begun).empty());
        PlannedRun run{RunConfig::forEncoder("disa"), {"three, seed 2", {"baseline", "x"}, "/tmp/three/seed-2"}};
        run.config.train.seed = 2;
        keepRunsAfter(folder(), {run, run});
        const std::vector<PlannedRun> read = runsAfter(begun);
        QCOMPARE(read.size(), 2u);
        QCOMPARE(read[1].config.toJson(), run.config.toJson());
        QCOMPARE(read[1].label.name, run.label.name);
        QCOMPARE(read[1].label.tags, run.label.tags);
        QCOMPARE(read[1].label.folder, run.label.folder);
        keepRunsAfter(folder(), {});
        QVERIFY(!hasRunsAfter(folder()));
    }

    void aSeriesOfThousandsReadsTheSame() {
        PlannedRun run{RunConfig::forEncoder("disa"), {"long, seed 1", {"baseline"}, "/tmp/long/seed-1"}};
        run.config.train.folds = 10;
        std::vector<PlannedRun> runs;
        for (int k = 0; k < 10000; ++k) {
            run.config.train.seed = k / 10;
            run.config.train.fold = k % 10;
            runs.push_back(run);
        }
        keepRunsAfter(folder(), runs);
        const std::vector<PlannedRun> read = runsAfter(begunIn(folder(), 10));
        QCOMPARE(read.size(), runs.size());
        QCOMPARE(read.back().config.toJson(), runs.back().config.toJson());
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
        QCOMPARE(runsAfter(begunIn(first)).size(), 2u);
        series.setRest({run});
        series.placed(second);
        QCOMPARE(runsAfter(begunIn(first)).size(), 2u);  // the second may still not begin
        QCOMPARE(runsAfter(begunIn(second)).size(), 1u); // it may also be killed before it has begun
        series.begun();
        QVERIFY(!hasRunsAfter(first));
        QCOMPARE(runsAfter(begunIn(second)).size(), 1u);
    }

    void whatIsNoSeriesIsRefusedByItsName_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* text, const char* problem) { QTest::newRow(text) << text << problem; };
        row("", "series.json, line 1");
        row("{}", "series.json: expected a list of runs");
        row("[1]", "series.json: run 1 of 1: expected a list of seed");
        row(R"([[2, 0, "", [], ""], [3, 0, "", []]])", "series.json: run 2 of 2: expected a list of seed");
        row(R"([[-1, 0, "", [], ""]])", "seed: expected 0 … 2147483647, got -1");
        row(R"([[2, 0, "", [], ""], [2, 9, "", [], ""], [2, 10, "", [], ""]])",
            "series.json: run 3 of 3: fold: expected 0 … 9, got 10");
        row(R"([[2, 0.5, "", [], ""]])", "fold: expected");
        row(R"([[2, 0, 1, [], ""]])", "name: expected a text");
        row(R"([[2, 0, "a\nb", [], ""]])", "name: expected a text of one line");
        row(R"([[2, 0, "  ", [], ""]])", "name: expected a text of one line");
        row(R"([[2, 0, "", "x", ""]])", "tags: expected a list");
        row(R"([[2, 0, "", [""], ""]])", "tag: expected a text of one line");
        row(R"([[2, 0, "", ["a\u0007"], ""]])", "tag: expected a text of one line");
        row(R"([[2, 0, "", [], "seed-2"]])", "folder: expected a whole path");
        row(R"([[2, 0, "", [], "/tmp/a\u0000b"]])", "folder: expected a text of one line");
    }
    void whatIsNoSeriesIsRefusedByItsName() {
        QFETCH(QString, text);
        QFETCH(QString, problem);
        writeFile(folder() / "series.json", text.toStdString());
        const QString said = messageOf([&] { runsAfter(begunIn(folder(), 10)); });
        QVERIFY2(said.contains("series.json") && said.contains(problem) &&
                     said.endsWith("without this file the run goes on by itself"),
                 qPrintable(said));
    }

    /// It would be kept as another name, where nobody looks for the run.
    void aFolderWhoseNameIsNoUtf8IsRefusedBeforeItIsKept() {
        const PlannedRun run{RunConfig::forEncoder("disa"), {"", {}, std::filesystem::path("/tmp/caf\xE9/seed-2")}};
        const QString said = messageOf([&] { checkKeepable({run}); });
        QVERIFY2(said.contains("this name is no UTF-8") && said.contains("choose another folder"), qPrintable(said));
        QCOMPARE(messageOf([&] { keepRunsAfter(folder(), {run}); }), said);
        QVERIFY(!hasRunsAfter(folder()));
        writeFile(folder() / "series.json", "[[2, 0, \"\", [], \"/tmp/caf\xE9/seed-2\"]]");
        const QString read = messageOf([&] { runsAfter(begunIn(folder())); });
        QVERIFY2(read.contains("series.json, line 1, column 27") && read.contains("is the file UTF-8?"),
                 qPrintable(read));
    }

    void ofAFinishedRunItIsSaidThatNothingFollowsWithoutTheFile() {
        writeFile(folder() / "series.json", "[1]");
        RunRecord begun = begunIn(folder());
        begun.id = 7;
        begun.status = RunStatus::Finished;
        const QString said = messageOf([&] { runsAfter(begun); });
        QVERIFY2(said.endsWith("run 7 itself is finished: without this file nothing more follows it"),
                 qPrintable(said));
    }

private:
    static RunRecord begunIn(const std::filesystem::path& folder, int folds = 0) {
        RunConfig config = RunConfig::forEncoder("disa");
        config.train.folds = folds;
        RunRecord run;
        run.configuration = jsonText(config.toJson());
        run.checkpoint = folder.string();
        run.status = RunStatus::Interrupted;
        return run;
    }
    std::filesystem::path folder() const { return std::filesystem::path(m_folder->path().toStdString()); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(RunSeriesTest)
#include "run_series_test.moc"
