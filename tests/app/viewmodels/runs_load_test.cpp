#include "viewmodels/runs_load.h"

#include "app/sample_runs.h"
#include "engine/store/run_recorder.h"
#include "engine/train/run_config.h"
#include "viewmodels/runs_groups.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// Runs as the store has them become rows of tables and plots.
class RunsLoadTest : public QObject {
    Q_OBJECT
private slots:
    void theOptionsOfACorpusMakeAnotherOne() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        {
            Store store(path.toStdString());
            for (const char* spec : {"/data/conll2000", "/data/conll2000?limit=100", "diagnostic:first?length=9"}) {
                NewRun run = sampleRun("mtsa", spec, 1);
                run.datasetName = std::string(spec).substr(0, 4) == "diag" ? "diagnostic:first" : "conll2000";
                addRun(store, run, {});
            }
        }
        QStringList data;
        for (const RunEntry& run : loadRuns(path))
            data << run.data;
        data.sort();
        QCOMPARE(data, (QStringList{"conll2000", "conll2000?limit=100", "diagnostic:first?length=9"}));
    }

    void aRunThatNobodyNamedIsCalledInWords() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        {
            Store store(path.toStdString());
            NewRun run = sampleRun("mtsa", "trec", 2);
            run.name = usualName("mtsa", "trec", 2, {});
            addRun(store, run, {});
            run.fold = 3;
            run.name = usualName("mtsa", "trec", 2, 3);
            addRun(store, run, {});
            run.name = "my mtsa";
            addRun(store, run, {});
        }
        QStringList names, titles;
        for (const RunEntry& run : loadRuns(path)) {
            names << run.name;
            titles << run.title;
        }
        names.sort();
        titles.sort();
        QCOMPARE(names, (QStringList{"mtsa trec seed 2", "mtsa trec seed 2 fold 3", "my mtsa"}));
        QCOMPARE(titles, (QStringList{"MTSA on TREC, seed 2", "MTSA on TREC, seed 2, fold 3", "my mtsa"}));
    }

    /// A seed counted twice in a mean, and labels told of options that nobody had chosen.
    void anOptionThatARunDoesNotHaveYetIsItsDefault() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        {
            Store store(path.toStdString());
            auto now = RunConfig::forEncoder("mtsa").toJson();
            const auto add = [&](const nlohmann::ordered_json& configuration) {
                NewRun run = sampleRun("mtsa", "trec", 1);
                run.configuration = configuration.dump();
                addRun(store, run, {});
            };
            add(now);
            auto old = now;
            for (const char* name : {"decoding", "predicate_features"})
                old["classifier"].erase(name);
            old["train"].erase("label_smoothing");
            old["train"].erase("seed"); // 1 as well
            add(old);
            auto other = now;
            other["train"]["label_smoothing"] = 0.1;
            add(other);
            old["train"]["of_tomorrow"] = 3;
            add(old);
            old["encoder"] = "of tomorrow";
            add(old);
        }
        const QList<RunEntry> runs = loadRuns(path);
        QCOMPARE(runs[1].options, runs[0].options);
        RunsModel model;
        model.setRuns(runs);
        const QList<RunGroup> groups = groupRuns(model, {1, 2, 3}, keysOfSetting(model));
        QCOMPARE(groups.size(), 2);
        QCOMPARE(groups[0].ids, QList<qint64>{2});
        QCOMPARE(groups[0].repeated, QList<qint64>{1});
        QCOMPARE(groups[0].name, QStringLiteral("MTSA · label smoothing 0"));
        QCOMPARE(runs[3].options.value("of_tomorrow").toInt(), 3);
        QVERIFY(!runs[4].options.contains("label_smoothing")); // nobody knows what that encoder's defaults are
    }
};

QTEST_GUILESS_MAIN(RunsLoadTest)
#include "runs_load_test.moc"
