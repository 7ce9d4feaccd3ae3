#include "app/cli/cli_runner.h"

#include <unistd.h>

namespace headlight {

/// Everything wrong that a person may hand to the program: each gives one clear message, exit code 1, and loses
/// nothing.
class CliBadInputTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void corpora_data();
    void corpora();
    void goodCorpora_data();
    void goodCorpora();
    void aSentenceOfTenThousandTokens();
    void pipes();
    void wordVectors();
    void tellsWhatIsWrongBeforeTheCorpusIsRead_data();
    void tellsWhatIsWrongBeforeTheCorpusIsRead();
    void sentences_data();
    void sentences();
    void modelFolders_data();
    void modelFolders();
    void everyBitFlipIsAMessageOrAModel();
    void stores_data();
    void stores();
    void lockedStore();
    void readOnlyFolder();
    void fullDisk();

private:
    static QStringList quick(const QString& data) {
        return {"train",    "--data",   data,
                "--recipe", "none",     "--set",
                "epochs=1", "--set",    "embedding_features=8",
                "--set",    "hidden=8", "--set",
                "heads=2",  "--set",    "head_features=4"};
    }
    /// One message, exit code 1, nothing on standard output.
    static void verifyRefused(const CliResult& result, const QString& says) {
        QCOMPARE(result.code, 1);
        QVERIFY2(result.out.isEmpty(), result.out);
        QVERIFY2(result.message().startsWith("headlight-cli: "), result.err);
        QVERIFY2(result.message().contains(says), result.err);
        QCOMPARE(result.err.count("headlight-cli: "), 1);
    }
    QString copyOfModel() const;
    Cli m_cli;
    QString m_model;
};

void CliBadInputTest::initTestCase() {
    QCOMPARE(m_cli
                 .run(Cli::tiny() << "--out"
                                  << "run")
                 .code,
             0);
    m_model = m_cli.path("run/best");
}

QString CliBadInputTest::copyOfModel() const {
    const QString copy = m_cli.path("copy");
    QDir(copy).removeRecursively();
    QDir().mkpath(copy);
    for (const QString name : {"config.json", "model.safetensors", "vocab.txt"})
        QFile::copy(m_model + "/" + name, copy + "/" + name);
    return copy;
}

void CliBadInputTest::corpora_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("says");
    const QByteArray good = "good a fine day\nbad a grey day\ngood we laughed\nbad it rained\n";
    QTest::newRow("missing") << QByteArray() << "corpus.txt";
    QTest::newRow("empty") << QByteArray("\n") << "corpus.txt";
    QTest::newRow("binary") << good + QByteArray("good \0\1\2\3 day\n", 15) << "corpus.txt, line 5";
    QTest::newRow("not UTF-8") << good + QByteArray("good caf\xc3\xa9 with \xc3 damage\n") << "corpus.txt, line 5";
    QTest::newRow("no labels") << QByteArray("hello\nworld\nagain\n") << "corpus.txt, line 1";
    QTest::newRow("one label") << QByteArray("good a fine day\ngood we laughed\ngood yes it is\n") << "same label";
    QTest::newRow("line of 10 MB") << good + "good " + QByteArray(10 * 1000 * 1000, 'a') + "\n"
                                   << "corpus.txt, line 5";
}

void CliBadInputTest::corpora() {
    QFETCH(QByteArray, content);
    QFETCH(QString, says);
    QFile::remove(m_cli.path("corpus.txt"));
    if (!content.isEmpty())
        m_cli.write("corpus.txt", content);
    const int before = int(m_cli.run({"runs", "list", "--json"}).array().size());
    verifyRefused(m_cli.run(quick(m_cli.path("corpus.txt"))), says);
    QCOMPARE(int(m_cli.run({"runs", "list", "--json"}).array().size()), before);
}

void CliBadInputTest::goodCorpora_data() {
    QTest::addColumn<QByteArray>("content");
    const QByteArray good = "good a fine day\nbad a grey day\ngood we laughed\nbad it rained\n";
    QTest::newRow("plain") << good;
    QTest::newRow("CR") << QByteArray(good).replace('\n', '\r');
    QTest::newRow("CRLF") << QByteArray(good).replace("\n", "\r\n");
    QTest::newRow("BOM") << QByteArray("\xef\xbb\xbf") + good;
    QTest::newRow("Latin-1") << good + QByteArray("good caf\xe9 au lait\n");
    QTest::newRow("no last newline") << good.chopped(1);
}

/// By a model whose time does not grow with the square: it is the readers' turn here.
void CliBadInputTest::aSentenceOfTenThousandTokens() {
    Cli cli;
    const QString corpus =
        cli.write("corpus.txt", "good a fine day\nbad a grey day\ngood" + QByteArray(" day").repeated(10000));
    const CliResult result =
        cli.run({"train", "--data", corpus, "--model", "bisru", "--recipe", "none", "--set", "epochs=1", "--set",
                 "embedding_features=8", "--set", "features=8", "--out", "run"});
    QVERIFY2(result.code == 0, result.err);
    QVERIFY(Cli::read(cli.path("run/last/vocab.txt")).contains("day"));
}

void CliBadInputTest::goodCorpora() {
    QFETCH(QByteArray, content);
    Cli cli;
    const CliResult result = cli.run(quick(cli.write("corpus.txt", content)) << "--out"
                                                                             << "run");
    QVERIFY2(result.code == 0, result.err);
    const QByteArray words = Cli::read(cli.path("run/last/vocab.txt"));
    QVERIFY(words.contains("day"));
    QVERIFY(!words.contains('\r') && !words.contains("\xef\xbb\xbf"));
    const QByteArray note = "corpus.txt, line 5: not UTF-8; the file is read as Latin-1 (Windows-1252)\n";
    const bool isLatin1 = QByteArray(QTest::currentDataTag()) == "Latin-1";
    QCOMPARE(result.err.count(note), isLatin1 ? 1 : 0);
    QCOMPARE(cli.run({"eval", "run/last", "--data", "corpus.txt"}).err.count(note), isLatin1 ? 1 : 0);
}

void CliBadInputTest::pipes() {
    // A corpus from another program is read; a pipe that nobody writes to is no reason to wait.
    const CliResult piped = m_cli.shell("printf 'a1 a1 b\\nb1 b1 a\\n' | \"$CLI\" eval '" + m_model +
                                        "' --data /dev/stdin 2>&1 >/dev/null");
    QVERIFY2(!piped.out.contains("cannot read") && !piped.out.contains("empty"), piped.out);
    QCOMPARE(m_cli.shell("mkfifo pipe").code, 0);
    const QString nobody = "pipe: it is a pipe, and nobody has written anything into it; give a regular file";
    verifyRefused(m_cli.run(quick("pipe")), nobody);
    verifyRefused(m_cli.run({"train", "--config", "pipe"}), nobody);
    verifyRefused(m_cli.run(quick("pipe") << "--set"
                                          << "vectors=pipe"),
                  "pipe: it is a pipe, expected a regular file");
    verifyRefused(m_cli.run({"eval", m_model, "--data", "pipe"}), nobody);
    for (const char* file : {"config.json", "vocab.txt", "model.safetensors"}) {
        const QString folder = copyOfModel();
        QFile::remove(folder + "/" + file);
        QVERIFY(QFile::link("../pipe", folder + "/" + file));
        verifyRefused(m_cli.run({"inspect", folder}), file);
    }
}

void CliBadInputTest::wordVectors() {
    const QString corpus =
        m_cli.write("words.txt", "good a fine day\nbad a grey day\ngood we laughed\nbad it rained\n");
    m_cli.write("foreign.vec", "le 1 2 3 4 5 6 7 8\njour 1 2 3 4 5 6 7 8\n");
    m_cli.write("some.vec", "day 1 2 3 4 5 6 7 8\njour 1 2 3 4 5 6 7 8\n");
    const auto train = [&](const QString& vectors, const QString& options = {}) {
        return m_cli.run(quick(corpus + options) << "--set"
                                                 << "vectors=" + vectors);
    };
    verifyRefused(train("foreign.vec"), "foreign.vec: none of the 8 words of the training set has a vector");
    const CliResult some = train("some.vec");
    QCOMPARE(some.code, 0);
    QVERIFY2(some.err.contains("some.vec: 1 of 8 words of the training set have a vector"), some.err);
    // What was taken for labels is said, since no rule tells the first words of a few sentences from them.
    QVERIFY2(some.err.contains("2 labels of 4 training examples: bad: 2, good: 2"), some.err);
    // What trains the model is said of a run that can start.
    const QByteArray split = "Trained on 3 examples. The best model is chosen and tested on the same 1 example (dev)";
    QVERIFY(train("some.vec", "?dev=0.25").err.contains(split));
    QVERIFY(!train("foreign.vec", "?dev=0.25").err.contains(split));
}

void CliBadInputTest::tellsWhatIsWrongBeforeTheCorpusIsRead_data() {
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("says");
    QTest::newRow("vectors") << QStringList{"--set", "vectors=none.vec"} << "none.vec";
    const QString narrow = m_cli.write("narrow.vec", "day 1 2 3\njour 1 2 3\n");
    QTest::newRow("no vectors") << QStringList{"--set", "vectors=" + m_cli.write("empty.vec", "\n\n")}
                                << "empty.vec: no word is in it";
    QTest::newRow("width of vectors") << QStringList{"--set", "vectors=" + narrow}
                                      << "narrow.vec: the word vectors have 3 numbers a word, the embedding 8";
    QTest::newRow("one fold") << QStringList{"--set", "folds=1"} << QString::fromUtf8("folds: expected 2 … 1000");
    QTest::newRow("fold") << QStringList{"--set", "folds=5", "--set", "fold=5"}
                          << QString::fromUtf8("fold: expected 0 … 4");
    QTest::newRow("option") << QStringList{"--set", "heads=0"} << "heads";
    QTest::newRow("masks") << QStringList{"--set", "masks=fw,bw,all"} << "masks: 3 masks do not fit";
    QTest::newRow("a mask") << QStringList{"--set", "masks=fw("} << "headlight-cli: masks: fw takes no number";
    QTest::newRow("foreign store") << QStringList{"--store", "foreign.sqlite"} << "foreign.sqlite";
    QTest::newRow("out in a file") << QStringList{"--out", "foreign.sqlite/run"} << "foreign.sqlite is a file";
}

void CliBadInputTest::tellsWhatIsWrongBeforeTheCorpusIsRead() {
    QFETCH(QStringList, more);
    QFETCH(QString, says);
    m_cli.write("foreign.sqlite", QByteArray("this is no database, but a letter to my aunt\n").repeated(20));
    const CliResult result = m_cli.run(quick(m_cli.path("no such corpus.txt")) + more);
    verifyRefused(result, says);
    QCOMPARE(result.err.count('\n'), 1);
    // Where another run has its models is known with the options, so before anything is printed.
    const CliResult taken = m_cli.run(Cli::tiny() << "--out"
                                                  << "run");
    verifyRefused(taken, "holds the models of another run");
    QCOMPARE(taken.err.count('\n'), 1);
}

void CliBadInputTest::sentences_data() {
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << ""
                           << "empty";
    QTest::newRow("spaces") << "  \t "
                            << "empty";
    QTest::newRow("unknown words only") << "zebra quagga" << QString::fromUtf8("“zebra”, “quagga”");
    QTest::newRow("too long") << QString("a ").repeated(30000) << "20000";
}

void CliBadInputTest::sentences() {
    QFETCH(QString, sentence);
    QFETCH(QString, says);
    verifyRefused(m_cli.run({"attend", m_model, sentence}), says);
}

void CliBadInputTest::modelFolders_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("says");
    QTest::newRow("no folder") << "" << QByteArray() << QByteArray()
                               << "nowhere: there is no such folder; a model folder has config.json";
    for (const char* file : {"config.json", "vocab.txt", "model.safetensors"})
        QTest::addRow("no %s", file)
            << file << QByteArray() << QByteArray("remove")
            << QStringLiteral("copy: there is no %1; a model folder has config.json").arg(file);
    QTest::newRow("other version") << "config.json" << QByteArray("\"version\": 1") << QByteArray("\"version\": 2")
                                   << "version 2";
    QTest::newRow("unknown option") << "config.json" << QByteArray("\"heads\"") << QByteArray("\"haeds\"") << "heads";
    QTest::newRow("option out of range") << "config.json" << QByteArray("\"heads\": 2") << QByteArray("\"heads\": 900")
                                         << QString::fromUtf8("1 … 64");
    QTest::newRow("no JSON") << "config.json" << QByteArray("{") << QByteArray("[")
                             << "config.json, line 2, column 11: no valid JSON";
    QTest::newRow("cut off") << "config.json" << QByteArray() << QByteArray("truncate") << "no valid JSON: it ends in";
    QTest::newRow("header no JSON") << "model.safetensors" << QByteArray("{") << QByteArray("[")
                                    << "not valid JSON (line 1, column";
    QTest::newRow("other shape") << "config.json" << QByteArray("\"hidden\": 8") << QByteArray("\"hidden\": 9")
                                 << "shape";
    QTest::newRow("tensor renamed") << "model.safetensors" << QByteArray("encoder.") << QByteArray("encoded.")
                                    << "model.safetensors";
    QTest::newRow("truncated") << "model.safetensors" << QByteArray() << QByteArray("truncate") << "model.safetensors";
    QTest::newRow("empty tensors") << "model.safetensors" << QByteArray() << QByteArray("empty") << "model.safetensors";
    QTest::newRow("words missing") << "vocab.txt" << QByteArray("<unk>\n") << QByteArray("") << "vocab.txt";
}

void CliBadInputTest::modelFolders() {
    QFETCH(QString, file);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, says);
    QString folder = copyOfModel();
    if (file.isEmpty()) {
        folder = m_cli.path("nowhere");
        verifyRefused(m_cli.run({"inspect", ""}), "no model folder is given");
        verifyRefused(m_cli.run({"inspect", m_model + "/config.json"}),
                      "no file of weights that this program reads: it reads");
    } else if (after == "remove") {
        QVERIFY(QFile::remove(folder + "/" + file));
    } else {
        QByteArray content = Cli::read(folder + "/" + file);
        if (after == "truncate")
            content.chop(5);
        else if (after == "empty")
            content.clear();
        else {
            QVERIFY(content.contains(before));
            content.replace(content.indexOf(before), before.size(), after);
        }
        m_cli.write("copy/" + file, content);
    }
    verifyRefused(m_cli.run({"inspect", folder}), says);
    verifyRefused(m_cli.run({"attend", folder, "a1"}), says);
}

void CliBadInputTest::everyBitFlipIsAMessageOrAModel() {
    const QString folder = copyOfModel();
    const QByteArray whole = Cli::read(folder + "/model.safetensors");
    for (int k = 0; k < 24; ++k) {
        QByteArray flipped = whole;
        const qsizetype at = k < 16 ? k * 37 % 900 : whole.size() - 1 - k * 11;
        flipped[at] = char(flipped[at] ^ (1 << (k % 8)));
        m_cli.write("copy/model.safetensors", flipped);
        const CliResult result = m_cli.run({"inspect", folder});
        QVERIFY2(result.code == 0 || (result.code == 1 && result.message().contains("model.safetensors")), result.err);
    }
}

void CliBadInputTest::stores_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("says");
    QTest::newRow("text") << QByteArray("this is no database, but a letter to my aunt\n").repeated(20)
                          << "store.sqlite";
    QTest::newRow("truncated") << QByteArray("SQLite format 3\0", 16) << "store.sqlite";
    QTest::newRow("newer") << QByteArray("newer") << "newer";
}

void CliBadInputTest::stores() {
    QFETCH(QByteArray, content);
    QFETCH(QString, says);
    const QString store = m_cli.path("store.sqlite");
    if (content == "newer") { // the version that SQLite keeps at byte 60
        content = Cli::read(m_cli.path("runs.sqlite"));
        content[60] = 0x7f;
    }
    m_cli.write("store.sqlite", content);
    verifyRefused(m_cli.run({"runs", "list", "--store", store}), says);
    verifyRefused(m_cli.run(Cli::tiny() << "--store" << store), says);
    QCOMPARE(Cli::read(store), content);
    verifyRefused(m_cli.run({"runs", "list", "--store", m_cli.path("none.sqlite")}), "none.sqlite");
    QVERIFY(!QFile::exists(m_cli.path("none.sqlite")));
}

void CliBadInputTest::lockedStore() {
    Cli cli;
    QCOMPARE(cli.run(Cli::tiny()).code, 0);
    // Another program that holds the store: an open transaction of the sqlite3 module of Python.
    QProcess holder;
    cli.prepare(holder);
    holder.start("python3", {"-c", "import sqlite3,sys\nc=sqlite3.connect('runs.sqlite',isolation_level=None)\n"
                                   "c.execute('BEGIN IMMEDIATE')\nprint('held',flush=True)\nsys.stdin.read()"});
    if (!holder.waitForStarted())
        QSKIP("python3 is missing");
    QVERIFY(holder.waitForReadyRead(10000));
    const CliResult read = cli.run({"runs", "list"});
    QVERIFY2(read.code == 0, read.err); // readers are never held up
    verifyRefused(cli.run({"runs", "rename", "1", "mine"}), "runs.sqlite");
    const CliResult training = cli.run(Cli::tiny());
    verifyRefused(training, "runs.sqlite");
    QCOMPARE(training.err.count('\n'), 1);
    holder.closeWriteChannel();
    QVERIFY(holder.waitForFinished());
    QCOMPARE(cli.run({"runs", "rename", "1", "mine"}).code, 0);
}

void CliBadInputTest::readOnlyFolder() {
    if (::geteuid() == 0) {
        // root may write anywhere, except where nobody can: /proc.
        verifyRefused(m_cli.run(Cli::tiny() << "--out"
                                            << "/proc/run"),
                      "/proc/run");
        verifyRefused(m_cli.run({"mask", "fw", "--length", "4", "--out", "/proc/mask.csv"}), "/proc/mask.csv");
        return;
    }
    QDir().mkpath(m_cli.path("closed"));
    QFile::setPermissions(m_cli.path("closed"), QFile::ReadOwner | QFile::ExeOwner);
    verifyRefused(m_cli.run(Cli::tiny() << "--out" << m_cli.path("closed/run")), "closed");
    verifyRefused(m_cli.run({"mask", "fw", "--length", "4", "--out", m_cli.path("closed/mask.csv")}), "closed");
}

void CliBadInputTest::fullDisk() {
    // A limit of 8 kB on every file written stands for a full disk: the model does not fit.
    const QStringList arguments = Cli::tiny() << "--out"
                                              << "full"
                                              << "--store"
                                              << "full.sqlite";
    Cli cli;
    const CliResult result = cli.shell("ulimit -f 8; \"$CLI\" '" + arguments.join("' '") + "'");
    QCOMPARE(result.code, 1);
    QVERIFY2(result.message().startsWith("headlight-cli: "), result.err);
    QVERIFY(!QFile::exists(cli.path("full/best")));
    for (const char* command : {"runs list", "--help", "--version", "attend --help"}) {
        const CliResult printed = cli.shell(QStringLiteral("\"$CLI\" %1 > /dev/full").arg(command));
        QCOMPARE(printed.code, 1);
        QVERIFY2(printed.message().startsWith("headlight-cli: standard output: "), printed.err);
    }
    // A picture that is smaller than what is written at once.
    QVERIFY(cli.run({"mask", "fw", "--length", "12", "--out", "mask.png"}).code == 0);
    const QByteArray before = Cli::read(cli.path("mask.png"));
    const CliResult picture = cli.shell("ulimit -f 1; \"$CLI\" mask bw --length 12 --out mask.png");
    QCOMPARE(picture.code, 1);
    QVERIFY2(picture.message().contains("nothing was changed"), picture.err);
    QVERIFY(!before.isEmpty() && Cli::read(cli.path("mask.png")) == before);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliBadInputTest)
#include "cli_bad_input_test.moc"
