#include "cli/train_plan.h"

#include "engine/tasks/length_task.h"
#include "message_of.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

const char* const sentences = HEADLIGHT_SOURCE_DIR "/datasets/samples/split";
const char* const pairs = HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs";

} // namespace

/// Which task the runs of a command have.
class TrainPlanTest : public QObject {
    Q_OBJECT
private slots:
    /// Before there is a store.
    void aModelThatIsNoneForTheTaskIsRefused() {
        TrainRequest request;
        request.data = HEADLIGHT_SOURCE_DIR "/datasets/samples/propbank";
        request.model = "avg";
        request.recipe = "none";
        const QString message = messageOf([&] { planOf(request); });
        QVERIFY2(message.startsWith("avg makes one vector of a sentence"), qPrintable(message));
    }

    /// Of a recipe, or of none.
    void aRateOfAnotherOptimizerIsSaid() {
        const auto said = [](const char* recipe, std::vector<std::string> set) {
            TrainRequest request;
            request.data = sentences;
            request.recipe = recipe;
            request.set = std::move(set);
            for (const std::string& note : planOf(request).notes)
                if (note.starts_with("the learning rate is still "))
                    return QString::fromStdString(note);
            return QString();
        };
        QCOMPARE(said("none", {"optimizer=adam"}),
                 QString("the learning rate is still 0.5, which suits Adadelta; for Adam 0.001 is usual: --set "
                         "learning_rate=0.001"));
        QCOMPARE(said("cr", {}), QString());
        QCOMPARE(said("cr", {"optimizer=sgd"}),
                 QString("the learning rate is still 0.001, which suits Adam; for SGD 0.05 is usual: --set "
                         "learning_rate=0.05"));
        QCOMPARE(said("cr", {"optimizer=sgd", "learning_rate=0.001"}), QString());
    }

    /// It may be asked for, and may as well be what makes the model one that can't learn the task.
    void aRecipeOfAnotherTaskIsSaid() {
        TrainRequest request;
        request.data = sentences;
        request.recipe = "snli";
        const std::vector<std::string> notes = planOf(request).notes;
        const std::string note = "recipe snli is for another task (" + taskRow("pair").title + ") than the corpus (" +
                                 taskRow("classify").title + ")";
        QVERIFY(std::find(notes.begin(), notes.end(), note) != notes.end());
        request.recipe = "trec";
        for (const std::string& other : planOf(request).notes)
            QVERIFY2(other.find("another task") == std::string::npos, other.c_str());
        request.data = HEADLIGHT_SOURCE_DIR "/datasets/samples/translations";
        request.model = "transformer";
        request.recipe = "srl";
        const QString message = messageOf([&] { planOf(request); });
        QVERIFY2(message.startsWith("order: ") && message.contains(". The recipe srl is for another task ("),
                 qPrintable(message));
    }

    void theTaskIsChosen_data() {
        QTest::addColumn<QString>("data");
        QTest::addColumn<QString>("asked");  // --task
        QTest::addColumn<QString>("inFile"); // "task" of --config; "-": no such file
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* data, const char* asked, const char* inFile, const char* expected) {
            const QString name = QStringLiteral("%1 %2 %3").arg(QString(data).section('/', -1), asked, inFile);
            QTest::newRow(qPrintable(name)) << data << asked << inFile << expected;
        };
        row(sentences, "", "-", "classify");
        row(sentences, "classify", "-", "classify");
        row(sentences, "length", "-", "length");
        row(sentences, "", "", "classify");
        row(sentences, "", "length", "length");
        row(sentences, "classify", "length", "classify");
        row(sentences, "length", "classify", "length");
        row(pairs, "", "-", "pair");
        row(pairs, "", "classify", "pair"); // the default of files
        row(pairs, "pair", "classify", "pair");
        row(pairs, "length", "-", "--task length: the examples of pairs are for pair (one label for two sentences)");
        row(pairs, "pair", "length",
            "FILE: \"task\" is length: the examples of pairs are for pair (one label for two sentences); give other "
            "data with --data, or leave \"task\" out of the file");
    }

    void theTaskIsChosen() {
        QFETCH(QString, data);
        QFETCH(QString, asked);
        QFETCH(QString, inFile);
        QFETCH(QString, expected);
        const ExtraTask extra(std::make_unique<const LengthTask>());
        const QTemporaryDir folder;
        TrainRequest request;
        request.data = data.toStdString();
        request.task = asked.toStdString();
        if (inFile != "-") {
            QFile file(folder.filePath("config.json"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            const QString task = inFile.isEmpty() ? "" : QStringLiteral(", \"task\": \"%1\"").arg(inFile);
            file.write(QStringLiteral("{\"encoder\": \"avg\"%1}").arg(task).toUtf8());
            request.config = file.fileName().toStdString();
        }
        QString found;
        QString message = messageOf([&] { found = QString::fromStdString(planOf(request).runs.front().task); });
        if (!request.config.empty())
            message.replace(QString::fromStdString(request.config), "FILE");
        QCOMPARE(found.isEmpty() ? message : found, expected);
    }
};

QTEST_GUILESS_MAIN(TrainPlanTest)
#include "train_plan_test.moc"
