#include "app/cli/cli_runner.h"

namespace headlight {

class CliTrainTest : public QObject {
    Q_OBJECT

private slots:
    void printsRunAndFolder();
    void evaluates();
    void evaluatesASplitByItself();
    void saysWhenNoWordIsKnown();
    void inspects();
    void isTheSameForAnyNumberOfThreads();
    void commandsCanBePasted();
    void trainsSeedsAndFolds();
    void readsAConfiguration();
    void divergenceSaysWhatToDo();
    void aRateMeantForAnotherOptimizerIsTold();
    void twoAtOnce();
    void refuses_data();
    void refuses();

private:
    static QByteArray modelOf(const Cli& cli, int run, const QString& kind = QStringLiteral("last")) {
        const QByteArray bytes = Cli::read(cli.path(QStringLiteral("runs/%1/%2/model.safetensors").arg(run).arg(kind)));
        return bytes;
    }
    Cli m_cli;
};

void CliTrainTest::printsRunAndFolder() {
    const CliResult text = m_cli.run(Cli::tiny());
    QVERIFY2(text.code == 0, text.err);
    QVERIFY(text.out.startsWith("run 1 finished"));
    QVERIFY(text.out.contains(m_cli.path("runs/1").toUtf8()));
    QVERIFY(text.out.contains("best") && text.out.contains("last"));
    QVERIFY(text.err.contains("test accuracy"));
    QVERIFY(!text.err.contains('\r')); // no bar where no terminal is

    const CliResult json = m_cli.run(Cli::tiny() << "--json"
                                                 << "--tag"
                                                 << "quick"
                                                 << "--name"
                                                 << "second");
    const QJsonObject document = json.object();
    const QJsonObject run = document["runs"].toArray()[0].toObject();
    QCOMPARE(run["id"].toInt(), 2);
    QCOMPARE(run["status"].toString(), QStringLiteral("finished"));
    QCOMPARE(run["name"].toString(), QStringLiteral("second"));
    QCOMPARE(run["checkpoint"].toString(), m_cli.path("runs/2"));
    for (const char* part : {"best", "last"})
        QCOMPARE(run[QLatin1String(part)].toObject().keys(), QStringList({"dev", "epoch", "step", "test"}));
    QVERIFY(QFile::exists(m_cli.path("runs/2/best/config.json")));
    QCOMPARE(modelOf(m_cli, 1), modelOf(m_cli, 2)); // the same seed
}

void CliTrainTest::evaluates() {
    const QStringList arguments = {"eval", m_cli.path("runs/1/best"), "--data",
                                   "diagnostic:first?length=6&train=60&dev=20&test=20"};
    const QJsonObject document = m_cli.run(arguments + QStringList{"--json"}).object();
    QCOMPARE(document["examples"].toInt(), 20);
    QCOMPARE(document["split"].toString(), QStringLiteral("test"));
    QVERIFY(document["loss"].toDouble() > 0);
    int right = 0, all = 0;
    const QJsonArray rows = document["confusion"].toArray();
    QCOMPARE(rows.size(), document["labels"].toArray().size());
    for (int r = 0; r < rows.size(); ++r)
        for (int c = 0; c < rows.size(); ++c) {
            all += rows[r].toArray()[c].toInt();
            right += r == c ? rows[r].toArray()[c].toInt() : 0;
        }
    QCOMPARE(all, 20);
    QCOMPARE(document["accuracy"].toDouble(), right / 20.0);
    QCOMPARE(m_cli.run(arguments + QStringList{"--json", "--split", "dev"}).object()["split"].toString(),
             QStringLiteral("dev"));
    QVERIFY(m_cli.run(arguments).out.contains("accuracy"));
    const CliResult one =
        m_cli.run({"eval", m_cli.path("runs/1/best"), "--data", "diagnostic:first?length=6&train=60&dev=20&test=1"});
    QVERIFY2(one.out.startsWith("1 example, ") && one.err.contains("evaluating 1 example of"), one.err);
    const CliResult foreign = m_cli.run({"eval", m_cli.path("runs/1/best"), "--data", samples("label_text")});
    QCOMPARE(foreign.code, 1);
    QVERIFY2(foreign.message().contains("weather.all, line ") && foreign.message().contains("unknown to the model"),
             foreign.err);
}

void CliTrainTest::evaluatesASplitByItself() {
    Cli cli;
    const QByteArray rows = "good a fine day\nbad a grey day\ngood we laughed\nbad it rained\n";
    QVERIFY(QDir().mkpath(cli.path("corpus")));
    cli.write("corpus/train.txt", rows);
    cli.write("corpus/test.txt", rows);
    QCOMPARE(cli.run({"train", "--data", "corpus", "--recipe", "none", "--set", "epochs=1", "--set", "hidden=4",
                      "--set", "embedding_features=4", "--model", "avg", "--out", "run"})
                 .code,
             0);
    const QByteArray before = cli.run({"eval", "run/last", "--data", "corpus", "--json"}).out;
    QVERIFY(!before.isEmpty());
    cli.write("corpus/train.txt", rows + "odd what is this\nodd it is new\n");
    cli.write("corpus/dev.txt", "strange what is this\nodd it is new\n");
    QCOMPARE(cli.run({"eval", "run/last", "--data", "corpus", "--split", "test", "--json"}).out, before);
    const CliResult train = cli.run({"eval", "run/last", "--data", "corpus", "--split", "train"});
    QVERIFY2(train.code == 1 && train.message().contains("train.txt, line 5: the label \"odd\" is unknown"), train.err);
    const CliResult none = cli.run({"eval", "run/last", "--data", cli.path("corpus/test.txt"), "--split", "dev"});
    QVERIFY2(none.code == 1 && none.message().contains("there is no split \"dev\"; it has train"), none.err);
}

void CliTrainTest::saysWhenNoWordIsKnown() {
    const QString notice = "the model knows none of the words";
    const QString data = m_cli.write("animals.txt", "a zebra\nb giraffe\na lion\nb zebra\n");
    const CliResult unknown = m_cli.run({"eval", m_cli.path("runs/1/best"), "--data", data});
    QVERIFY2(unknown.code == 0 && QString::fromUtf8(unknown.err).contains(notice), unknown.err);
    QVERIFY(
        !m_cli.run({"eval", m_cli.path("runs/1/best"), "--data", "diagnostic:first?length=6&train=60&dev=20&test=20"})
             .err.contains(notice.toUtf8()));
    Cli cli;
    const CliResult rare = cli.run(Cli::tiny() << "--set"
                                               << "minimum_count=100000");
    QVERIFY2(rare.code == 1 &&
                 rare.message().contains("minimum_count: no word occurs 100000 times in the training set; "
                                         "the most frequent one, \""),
             rare.err);
    QVERIFY(!cli.run(Cli::tiny()).err.contains("minimum_count"));
}

void CliTrainTest::inspects() {
    const QJsonObject document = m_cli.run({"inspect", m_cli.path("runs/1/best"), "--json"}).object();
    QCOMPARE(document["configuration"].toObject()["encoder"].toString(), QStringLiteral("mtsa"));
    const int words = document["vocabulary"].toInt();
    bool embedding = false;
    for (const QJsonValue& value : document["tensors"].toArray()) {
        const QJsonObject tensor = value.toObject();
        QCOMPARE(tensor["type"].toString(), QStringLiteral("F32"));
        embedding = embedding || tensor["shape"].toArray() == QJsonArray({words, 12});
    }
    QVERIFY(embedding);
    QVERIFY(m_cli.run({"inspect", m_cli.path("runs/1/best")}).out.contains("encoder."));
}

void CliTrainTest::isTheSameForAnyNumberOfThreads() {
    Cli cli;
    for (const char* threads : {"1", "2"})
        QCOMPARE(cli.run(Cli::tiny() << "--threads" << threads).code, 0);
    QVERIFY(!modelOf(cli, 1).isEmpty());
    QCOMPARE(modelOf(cli, 1), modelOf(cli, 2));
    QCOMPARE(modelOf(cli, 1, "best"), modelOf(cli, 2, "best"));
}

void CliTrainTest::commandsCanBePasted() {
    Cli cli;
    const QStringList store = {"--store", "my run's/s.sqlite"};
    QVERIFY(QDir().mkpath(cli.path("my run's")));
    QCOMPARE(cli.run(Cli::tiny() + store).code, 0);
    const QString said = cli.run(QStringList{"runs", "delete", "1"} + store).message();
    const QString begin = "deleted 1; undo with: headlight-cli ";
    QVERIFY2(said.startsWith(begin), qPrintable(said));
    const CliResult restored = cli.shell("\"$CLI\" " + said.mid(begin.size()));
    QVERIFY2(restored.code == 0, restored.err);
    QVERIFY2(restored.err.contains("restored 1"), restored.err);
}

void CliTrainTest::trainsSeedsAndFolds() {
    Cli cli;
    const CliResult result = cli.run({"train",
                                      "--data",
                                      samples("label_text"),
                                      "--set",
                                      "epochs=1",
                                      "--set",
                                      "embedding_features=8",
                                      "--set",
                                      "hidden=8",
                                      "--set",
                                      "heads=2",
                                      "--set",
                                      "head_features=4",
                                      "--seeds",
                                      "1,2",
                                      "--set",
                                      "folds=2",
                                      "--folds",
                                      "all",
                                      "--name",
                                      "small",
                                      "--json"});
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(result.err.contains("2 labels of 6 examples of all folds: "), result.err);
    QCOMPARE(
        result.err.count("Trained on 3 examples. The best model is chosen and tested on the same 3 examples (fold 1 of "
                         "0 … 1, drawn by the seed), as there is no dev set"),
        2);
    const QJsonObject document = result.object();
    QCOMPARE(document["runs"].toArray().size(), 4);
    QCOMPARE(document["runs"].toArray()[3].toObject()["seed"].toInt(), 2);
    QCOMPARE(document["runs"].toArray()[3].toObject()["fold"].toInt(), 1);
    QCOMPARE(document["runs"].toArray()[3].toObject()["name"].toString(), QStringLiteral("small, seed 2, fold 1"));
    double sum = 0;
    for (const QJsonValue& run : document["runs"].toArray())
        sum += run.toObject()["last"].toObject()["test"].toDouble();
    const QJsonObject summary = document["summary"].toObject()["last test"].toObject();
    QVERIFY(std::abs(summary["mean"].toDouble() - sum / 4) < 1e-9);
    QCOMPARE(summary["runs"].toInt(), 4);
}

void CliTrainTest::readsAConfiguration() {
    const QJsonObject shown = m_cli.run({"runs", "show", "1", "--json"}).object();
    m_cli.write("run.json", QJsonDocument(shown["configuration"].toObject()).toJson());
    const CliResult same = m_cli.run({"train", "--config", "run.json", "--json"});
    QVERIFY2(same.code == 0, same.err);
    const int id = same.object()["runs"].toArray()[0].toObject()["id"].toInt();
    QCOMPARE(modelOf(m_cli, id), modelOf(m_cli, 1));
}

void CliTrainTest::divergenceSaysWhatToDo() {
    Cli cli;
    const CliResult result = cli.run({"train", "--data", samples("split"), "--recipe", "none", "--set", "optimizer=sgd",
                                      "--set", "learning_rate=100", "--set", "epochs=300", "--set", "hidden=8", "--set",
                                      "embedding_features=8", "--set", "keep=1"});
    QCOMPARE(result.code, 1);
    QVERIFY2(result.message().contains("is not a finite number; first bad tensor: "), result.err);
    // It would fail again at the same step.
    QVERIFY2(result.message().contains("Start a new run with a lower learning rate"), result.err);
    QVERIFY2(!result.message().contains("--resume"), result.err);
    QVERIFY(cli.run({"runs", "show", "1"}).code == 0);
}

void CliTrainTest::aRateMeantForAnotherOptimizerIsTold() {
    Cli cli;
    QStringList arguments = {"train",
                             "--data",
                             samples("split"),
                             "--recipe",
                             "none",
                             "--set",
                             "optimizer=adam",
                             "--set",
                             "epochs=1",
                             "--set",
                             "hidden=8",
                             "--set",
                             "embedding_features=8"};
    QVERIFY(cli.run(arguments).err.contains("--set learning_rate=0.001"));
    QVERIFY(!cli.run(arguments << "--set"
                               << "learning_rate=0.5")
                 .err.contains("learning_rate=0.001"));
}

void CliTrainTest::twoAtOnce() {
    Cli cli;
    const CliResult result =
        cli.shell("\"$CLI\" " + Cli::tiny().replaceInStrings("&", "\\&").join(' ') + " & \"$CLI\" " +
                  Cli::tiny("disa").replaceInStrings("&", "\\&").join(' ') + "; a=$?; wait $!; exit $((a + $?))");
    QVERIFY2(result.code == 0, result.err);
    const QJsonArray runs = cli.run({"runs", "list", "--json"}).array();
    QCOMPARE(runs.size(), 2);
    for (const QJsonValue& run : runs) {
        QCOMPARE(run.toObject()["status"].toString(), QStringLiteral("finished"));
        QVERIFY(run.toObject()["last"].toObject().contains("test.accuracy"));
    }
}

void CliTrainTest::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const QString data = samples("split");
    QTest::newRow("no data") << QStringList{} << "--data";
    QTest::newRow("probe of a pair") << QStringList{"--data", samples("pairs"), "--probe", "a cat sleeps"}
                                     << "--probe \"a cat sleeps\": the task pair compares two sentences: put a tab";
    QTest::newRow("range") << QStringList{"--data", data, "--set", "batch=0"}
                           << QString::fromUtf8("batch: expected 1 … ");
    QTest::newRow("unknown option") << QStringList{"--data", data, "--set", "epoch=2"} << "epochs";
    QTest::newRow("recipe") << QStringList{"--data", data, "--recipe", "treck"} << "trec";
    QTest::newRow("model") << QStringList{"--data", data, "--model", "dissa"} << "disa";
    QTest::newRow("task") << QStringList{"--data", data, "--task", "tag"} << "classify";
    QTest::newRow("seeds") << QStringList{"--data", data, "--seeds", "1,x"} << "--seeds: expected";
    QTest::newRow("seeds twice") << QStringList{"--data", data, "--seeds", "1,1"} << "twice";
    QTest::newRow("folds") << QStringList{"--data", data, "--folds", "all"} << "folds=10";
    QTest::newRow("folds beside a test set")
        << QStringList{"--data", data, "--set", "folds=3", "--folds", "all"} << "the corpus has a test set of its own";
    QTest::newRow("task of diagnostic") << QStringList{"--data", "diagnostic:frist"} << "first";
    QTest::newRow("no training set") << QStringList{"--data", m_cli.path("testonly")} << "test.csv?dev=0.1";
    QTest::newRow("config missing") << QStringList{"--config", "none.json"} << "none.json";
    QTest::newRow("config broken") << QStringList{"--config", "broken.json"} << "broken.json";
    QTest::newRow("config unknown") << QStringList{"--config", "unknown.json"} << "epochs";
    QTest::newRow("config of pairs") << QStringList{"--config", "pair.json", "--data", data}
                                     << "pair.json: \"task\" is pair: the examples of ";
    QTest::newRow("config of scores") << QStringList{"--config", "relatedness.json", "--data", samples("pairs")}
                                      << "relatedness.json: \"task\" is relatedness: the examples of ";
    QTest::newRow("resume unknown") << QStringList{"--resume", "99"} << "99";
    QTest::newRow("resume and set") << QStringList{"--resume", "1", "--set", "epochs=3"} << "configuration";
}

void CliTrainTest::refuses() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    m_cli.write("broken.json", "{");
    for (const char* task : {"pair", "relatedness"})
        m_cli.write(QString("%1.json").arg(task), QByteArray(R"({"encoder": "avg", "task": ")") + task + "\"}");
    QDir().mkpath(m_cli.path("testonly"));
    m_cli.write("testonly/test.csv", "label,text\n0,a day\n1,a night\n");
    m_cli.write("unknown.json", R"({"encoder": "mtsa", "train": {"epoch": 3}})");
    const CliResult result = m_cli.run(QStringList{"train"} + arguments);
    QVERIFY(result.code == 1 || result.code == 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.message().startsWith("headlight-cli: "), result.err);
    QVERIFY2(result.message().contains(says), result.err);
    QVERIFY2(!result.err.contains("run 1 of"), result.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliTrainTest)
#include "cli_train_test.moc"
