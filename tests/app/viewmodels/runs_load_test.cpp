#include "viewmodels/runs_load.h"

#include "app/sample_runs.h"
#include "engine/store/run_recorder.h"

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
};

QTEST_GUILESS_MAIN(RunsLoadTest)
#include "runs_load_test.moc"
