#include "app/cli/cli_runner.h"

#include "app/sample_model.h"
#include "engine/models/model_folder.h"
#include "engine/tasks/task.h"
#include "engine/train/run_config.h"

namespace headlight {

/// Exit code 2 when the command line itself is wrong, of whatever command; 1 when it is right and what it names can't
/// be used. Either way one line, which names what is wrong, and nothing on standard output.
class CliUsageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void tellsUsageFromInput_data();
    void tellsUsageFromInput();
    void suggests_data();
    void suggests();
    void makesNoStoreByLooking();
    void helpNamesTheExitCodes();

private:
    Cli m_cli;
};

void CliUsageTest::initTestCase() {
    saveModel(*sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}),
              std::filesystem::path(m_cli.path("model").toStdString()));
    QCOMPARE(m_cli.run(Cli::tiny()).code, 0); // run 1
}

void CliUsageTest::tellsUsageFromInput_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const auto row = [](int code, const char* command, const QString& says) { QTest::newRow(command) << code << says; };
    // The text is the command line; sentences stand in one word.
    row(2, "models mtsa --set", "--set");
    row(2, "models mtsa --set heads", "key=value");
    row(2, "models mtsa --classes none", QString::fromUtf8("--classes: expected 1 … 10000, got \"none\""));
    QStringList tasks, withPooling;
    for (const auto& task : taskRows()) {
        const QString id = QString::fromStdString(task->id);
        const std::vector<std::string> unused = unusedOptions(*task);
        tasks << id;
        if (std::find(unused.begin(), unused.end(), "pooling") == unused.end())
            withPooling << id;
    }
    const QString last = tasks.takeLast();
    row(2, "models mtsa --task label", tasks.join(", ") + " or " + last);
    row(1, "models lama --task tag",
        "lama makes one vector of a sentence, and a label for each token needs one of each token");
    row(1, "models mtsa --task tag --set pooling=additive",
        "pooling: belongs to the tasks " + withPooling.join(", ") + " and does nothing for tag");
    row(1, "models mtsb", "mtsa");
    row(1, "models mtsa --set heads=0", "heads");
    row(1, "models mtsa --preset none", "preset");
    row(1, "models mtsa --set heads=4.5", QString::fromUtf8("heads: expected a whole number, 1 … 64, got \"4.5\""));
    row(1, "models --set heads=4", "Without the ID of a model, --set and --preset are for all of them");
    row(2, "models mtsa --classes 2.5",
        QString::fromUtf8("--classes: expected a whole number, 1 … 10000, got \"2.5\""));
    row(1, "models mtsa --set highway=true",
        "highway: belongs to the task pair (one label for two sentences) and does nothing for classify");
    row(1, "models mtsa --set token2token=false --set token_exp=sigmoid",
        "token_exp: does nothing while token2token is false: leave it out, or set token2token=true");
    row(1, "models san --set pooling=mean",
        "pooling: does nothing for san, which makes the vector of a sentence itself");
    row(1, "train --data diagnostic:first --set momentum=0.5",
        "momentum: does nothing while optimizer is adadelta: leave it out, or set optimizer=sgd");
    row(1, "train --data diagnostic:first --recipe ag_news --set optimizer=adam --set momentum=0.5",
        "momentum: does nothing while optimizer is adam");
    row(1, "train --data diagnostic:first --model lama --set pooling=max", "pooling: does nothing for lama");
    row(1, "models mtsa --task relatedness --set difference=absolute", "difference: belongs to the task pair");
    row(1, "models transformer --preset small --set attention=csan --set attention_layers=3",
        QString::fromUtf8("attention_layers: expected 0 … 2, which is how many layers there are, got 3"));
    row(1, "train --data diagnostic:first --set highway=true", "highway: belongs to the task pair");
    row(1, "train --data diagnostic:first --model transformer --set attention=csan --set attention_layers=9",
        QString::fromUtf8("attention_layers: expected 0 … 6"));
    row(1, "train --data diagnostic:first --recipe treck", "| none, got \"treck\". Did you mean \"trec\"?");
    row(2, "train", "--data");
    row(2, "train --data", "--data");
    row(2, "train --data diagnostic:first --task label", "classify");
    row(1, "train --data diagnostic:first --task tag", "the examples of diagnostic:first are for classify");
    row(2, "train --data diagnostic:first --seeds 1,x", "--seeds");
    row(2, "train --data diagnostic:first --seeds 1,1", "twice");
    row(2, "train --data diagnostic:first --folds all", "folds=10");
    row(2, "train --data diagnostic:first --threads 0", "--threads");
    row(2, "train --data diagnostic:first --seeds ", "--seeds: expected a value, got an empty one");
    row(2, "train --resume last", "--resume");
    row(2, "train --resume 1 --set epochs=2", "--resume");
    row(1, "train --resume 99", "99");
    row(1, "train --data nowhere", "nowhere");
    row(1, "train --data diagnostic:first --recipe none --set fold=3", "fold: belongs to a cross-validation");
    row(1, "train --data /dev/zero", "/dev/zero: it is a device, expected a regular file");
    row(1, "train --data diagnostic:first --set vectors=/dev/zero",
        "/dev/zero: it is a device, expected a regular file");
    row(1, "eval model --data /dev/zero", "/dev/zero: it is a device, expected a regular file");
    row(1, "train --data diagnostic:frist", "first");
    row(1, "train --data diagnostic:first --recipe none --model mtsb", "mtsa");
    row(2, "eval model", "--data");
    row(2, "eval model --data x --split tests", "Did you mean \"test\"?");
    row(1, "eval model --data nowhere", "nowhere");
    row(1, "eval nowhere --data diagnostic:first", "nowhere");
    row(2, "attend model", "SENTENCE");
    row(2, "attend model the --layer first", "--layer");
    row(2, "attend model the --feature all", "--feature");
    row(2, "attend model the --stage weights", "score, masked or weight");
    row(2, "attend model the --stage score", "--out FILE");
    row(2, "attend model the --off 3", "layer.head");
    row(2, "attend model the --off 0.1 --scale 0.1=2", "head 0.1 is scaled twice");
    row(2, "attend model the --out ", "--out: expected a value, got an empty one");
    row(2, "attend model -hello",
        "did not expect \"-hello\". A text that begins with - stands behind --: -- \"-hello\"");
    row(2, "attend model -x", "A text that begins with - stands behind --: -- \"-x\"");
    row(1, "attend model -- -hello", "knows none of the words");
    row(2, "attend model the --scale 0.0", "number");
    row(2, "attend model the --side 3", "--side");
    row(2, "attend model the --side 2", "second sentence");
    row(2, "attend model the --json --out x.json", "--json");
    row(2, "attend model the --theme grey", "light or dark");
    row(1, "attend model the --layer 7", "--layer");
    row(1, "attend model the --feature 999", "--feature");
    row(1, "attend model the --off 3.0", "0.0, 0.1");
    row(1, "attend model the --mask foo", "foo");
    row(2, "attend model the --mask 0.0=fw --mask 0.0=bw", "head 0.0 has two masks, fw and bw: give one --mask for it");
    row(2, "attend model the --mask all --mask causal", "head 0.0 has two masks, all and causal");
    row(1, "attend model the --mask 0.9=fw", "there is no head 0.9; layer.head may be 0.0, 0.1\n");
    row(1, "attend model the --out x.gif", ".json, .npz, .csv, .html, .png, .svg, .pdf");
    row(1, "attend model the --out x", ".json, .npz, .csv, .html, .png, .svg, .pdf");
    row(1, "attend model zebra", "zebra");
    row(1, "attend model the river", "the model reads one sentence, and \"river\" is a second one: put a sentence");
    row(2, "train --data diagnostic:first --set epochs=2 hidden=4",
        "did not expect \"hidden=4\". Each key=value has a --set of its own: --set hidden=4");
    row(2, "attend model the river runs", "did not expect \"runs\". A text with spaces stands in quotes");
    row(2, "inspect", "MODEL_DIR");
    row(1, "inspect nowhere", "nowhere");
    row(2, "mask fw", "--length");
    row(2, "mask fw --length 0", "4096");
    row(1, "mask foo --length 3", "foo");
    row(1, "mask fw --length 3 --out x.gif", ".csv, .png, .svg, .pdf");
    row(2, "runs", "list, show");
    row(2, "runs show", "ID");
    row(2, "runs show last", "ID");
    row(2, "runs compare 1", "2 at least");
    row(2, "runs rename 1", "NAME");
    row(2, "runs rename 1 \t", "one line");
    row(2, "runs list --json --csv", "--json");
    row(2, "runs --json list", "headlight-cli runs list --json");
    row(1, "runs show 99", "99");
    row(1, "runs restore 1", "run 1 is not deleted");
    row(1, "runs list --filter modl=mtsa", "model");
    row(1, "runs export 1 --out points.txt", ".csv, .json");
    row(1, "runs export 1 --out points", ".csv, .json");
    row(2, "runs export 1 --csv --out points.json", "points.json");
    row(2, "scale", "--models");
    row(2, "scale --models disa", "--lengths");
    row(2, "scale --models disa --lengths long", "lengths");
    row(2, "scale --models disa --lengths 4 --form quick", "fused or reference");
    row(2, "scale --models disa --lengths 4 --mode infer,guess", "infer or train");
    row(2, "scale --models disa --lengths 4 --memory much", "8GB");
    row(2, "scale --models disa --lengths 4 --memory 1KB", "1MB at least, got \"1KB\"");
    row(2, "scale --models disa --lengths 4 --memory 100", "1MB at least");
    row(2, "scale --models disa --lengths 4 --lengths 8", "--lengths: expected once, it is there 2 times");
    row(2, "scale --sweep first", "--sweep");
    row(1, "scale --sweep 77", "77");
    row(1, "scale --models disb --lengths 4", "disa");
    row(1, "scale --models disa --lengths 4 --out x.png", ".csv");
}

void CliUsageTest::tellsUsageFromInput() {
    QFETCH(int, code);
    QFETCH(QString, says);
    const QString command = QString::fromLatin1(QTest::currentDataTag());
    const CliResult result = m_cli.run(command.split(' '));
    QVERIFY2(result.code == code, result.err);
    QVERIFY2(result.out.isEmpty(), result.out);
    QVERIFY2(result.err.contains("headlight-cli: ") && QString::fromUtf8(result.err).contains(says), result.err);
    QCOMPARE(result.err.count("headlight-cli: "), 1);
    QCOMPARE(result.err.contains("--help explains)"), code == 2);
}

void CliUsageTest::suggests_data() {
    QTest::addColumn<QString>("says");
    QTest::newRow("trian") << "Did you mean \"train\"?";
    QTest::newRow("runs lst") << "Did you mean \"list\"?";
    QTest::newRow("runs list --jsn") << "Did you mean \"--json\"?";
    QTest::newRow("runs sort") << "There are list, show, compare";
    QTest::newRow("scale --models mtas --lengths 4") << "Did you mean \"mtsa\"?";
    QTest::newRow("scale --models foo --lengths 4") << "There are multihead, disa, mtsa";
    QTest::newRow("scale --models mtsa:hed=1 --lengths 4") << "Did you mean \"heads\"?";
    QTest::newRow("train --data x --model mtsa:heads=2:masks=fw")
        << "the model is mtsa, and each of its options is set by --set (--set heads=2)";
    QTest::newRow("models mtsa:masks=fw*2") << "(--set 'masks=fw*2')";
    QTest::newRow("models mtsa:") << "Did you mean \"mtsa\"?";
    QTest::newRow("scale --models mtsa:zz=1 --lengths 4") << "There are heads, head_features";
}

void CliUsageTest::suggests() {
    QFETCH(QString, says);
    const CliResult result = m_cli.run(QString::fromLatin1(QTest::currentDataTag()).split(' '));
    QVERIFY2(result.message().contains(says), result.err);
}

void CliUsageTest::makesNoStoreByLooking() {
    const QString store = m_cli.path("none.sqlite");
    for (const QStringList& command :
         {QStringList{"runs", "show", "1"}, QStringList{"scale", "--sweep", "1"}, QStringList{"scale", "--list"}})
        m_cli.run(command + QStringList{"--store", store});
    QVERIFY(!QFile::exists(store));
}

void CliUsageTest::helpNamesTheExitCodes() {
    QVERIFY(m_cli.run({"--help"}).out.contains("Exit codes: 0; 1 when"));
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliUsageTest)
#include "cli_usage_test.moc"
