#include "viewmodels/model_opener.h"

#include "app/sample_model.h"
#include "app/small_run.h"
#include "diagnostic.h"
#include "engine/models/model_folder.h"
#include "viewmodels/model_title.h"
#include "viewmodels/runs_load.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

constexpr int patience = 60000; // ms: under sanitizers on a busy machine

class ModelOpenerTest : public QObject {
    Q_OBJECT
private slots:
    void aModelOfARunIsNamedAfterIt_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("name");
        QTest::newRow("best") << "/x/runs/3/best" << QString("run 3 · best");
        QTest::newRow("last") << "/x/runs/12/last" << QString("run 12 · last");
        QTest::newRow("bundled") << "/x/models/trec" << QString("trec");
        QTest::newRow("no number") << "/x/mine/best" << QString("mine · best");
        QTest::newRow("no number, last") << "/x/mine/last" << QString("mine · last");
        QTest::newRow("no model of a run") << "/x/3/resume" << QString("resume");
    }
    void aModelOfARunIsNamedAfterIt() {
        QFETCH(QString, folder);
        QFETCH(QString, name);
        QCOMPARE(modelName(folder), name);
    }

    void modelsOfOneTitleAreToldApartByTheirPaths() {
        const auto shared = std::make_shared<const SentenceModel>(sampleClassifier());
        std::vector<std::shared_ptr<OpenModel>> models;
        for (const QString folder : {"/a/x/best", "/b/y/best", "/a/1/best", "/b/c/1/best", "/b/d/1/best"})
            models.push_back(std::make_shared<OpenModel>(folder, folder, modelName(folder), shared));
        QStringList titles;
        for (const auto& model : models)
            titles << titleAmong(*model, models);
        const QString rest = " · MTSA 2 heads";
        QCOMPARE(titles, QStringList({"x · best" + rest, "y · best" + rest, "run 1 · best" + rest + " (a)",
                                      "run 1 · best" + rest + " (c)", "run 1 · best" + rest + " (d)"}));
        models.pop_back();
        models.push_back(std::make_shared<OpenModel>("/c/c/1/best", "/c/c/1/best", "run 1 · best", shared));
        QCOMPARE(titleAmong(*models[3], models), "run 1 · best" + rest + " (b/c)");
    }

    void aModelOfARunIsCalledByWhatItLearntAndReached() {
        const QTemporaryDir home;
        const QString store = home.filePath("runs.sqlite");
        const RunConfig config = smallRun(1, 60);
        TrainControl control;
        RunListener listener;
        trainRecorded(store.toStdString(), config, makeDiagnostic(config.data), 1, control, listener);
        const RunEntry run = loadRuns(store).front();
        const ModelTitle best = modelTitleOf(QFileInfo(run.folder + "/best").canonicalFilePath(), store);
        QCOMPARE(best.name, QString("First token")); // diagnostic:first
        QVERIFY2(best.result.endsWith(" %"), qPrintable(best.result));
        const ModelTitle elsewhere = modelTitleOf("/models/trec", store);
        QCOMPARE(elsewhere.name, QString("TREC"));
        QVERIFY(elsewhere.result.isEmpty());
    }

    void aModelOfNoRunSaysWhatItsEvaluationSaid() {
        const QTemporaryDir home;
        const QString folder = home.filePath("trec"), store = home.filePath("none.sqlite");
        QVERIFY(QDir().mkdir(folder));
        const auto resultOf = [&](const char* evaluation) {
            QFile file(folder + "/evaluation.json");
            const bool isWritten = file.open(QFile::WriteOnly) && file.write(evaluation) >= 0;
            file.close();
            return !isWritten ? QString("not written") : modelTitleOf(folder, store).result;
        };
        QCOMPARE(modelTitleOf(folder, store).result, QString());
        QCOMPARE(resultOf(R"({"examples": 500, "accuracy": 0.892, "loss": 0.4})"), QString("89.2 %"));
        QCOMPARE(resultOf(R"({"accuracy": 0.97, "f1": 0.9109, "precision": 0.9})"), QString("91.1 %"));
        QCOMPARE(
            resultOf(R"({"accuracy": 0.343, "baselines": {"first": {"accuracy": 0.25}, "idf": {"accuracy": 0.808}}})"),
            QString("34.3 % (80.8 % without a network)"));
        QCOMPARE(resultOf(R"({"bleu": 3.484, "chrf": 20.5})"), QString("BLEU 3.484")); // what else might it be
        for (const char* useless : {"", "{", "[]", "7", R"({"accuracy": null})", R"({"accuracy": "89.2 %"})",
                                    R"({"accuracy": 89.2})", R"({"accuracy": 1e999})", R"({"loss": 0.4})"})
            QCOMPARE(resultOf(useless), QString());
    }

    void aBundledModelIsCalledWhatItIsBeforeItIsOpened() {
        QStringList titles;
        for (const QString& folder : bundledModels())
            titles << bundledTitle(folder);
        QCOMPARE(titles, QStringList({"SST-2 · DiSA 2 heads · 83.0 %", "TREC · MTSA 4 heads · 89.2 %"}));
        const QTemporaryDir home;
        QCOMPARE(bundledTitle(home.filePath("nothing")), QString("nothing"));
    }

    void anOpenedModelHasItsNameAndTheChangesOfTheLastTime() {
        const QTemporaryDir home;
        QVERIFY(QDir(home.path()).mkpath("7"));
        const QString folder = home.filePath("7/best");
        saveModel(*sampleClassifier(), std::filesystem::path(folder.toStdString()));
        Settings settings(home.filePath("settings.ini"));
        Jobs jobs;
        {
            Session session(settings);
            ModelOpener opener(session, jobs);
            opener.open(folder);
            QTRY_VERIFY_WITH_TIMEOUT(session.current(), patience);
            QVERIFY2(session.current()->title().startsWith("run 7 · best · MTSA 2 heads"),
                     qPrintable(session.current()->title()));
            QCOMPARE(opener.recent(), QStringList(QFileInfo(folder).canonicalFilePath()));
            HeadChange off;
            off.scale = 0;
            session.setHeadChange(at(0, 1), off, "off");
            session.remember();
        }
        Session session(settings);
        session.recall();
        ModelOpener opener(session, jobs);
        opener.open(folder);
        QTRY_VERIFY_WITH_TIMEOUT(session.current(), patience);
        QCOMPARE(session.headChange(at(0, 1)).scale, 0.0);
    }
};

QTEST_GUILESS_MAIN(ModelOpenerTest)
#include "model_opener_test.moc"
