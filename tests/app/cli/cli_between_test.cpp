#include "app/cli/cli_runner.h"
#include "app/sample_model.h"
#include "engine/core/npz.h"
#include "engine/models/model_folder.h"

#include <QImage>
#include <QRegularExpression>

namespace headlight {

/// --between: of two texts that a model reads as one sequence, a part of the maps.
class CliBetweenTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cutsPartsOutOfTheMapsOfTwoTexts();
    void aCellIsForbiddenInItsOwnTextAlone();
    void refusesPartsThatAreNotThere_data();
    void refusesPartsThatAreNotThere();

private:
    /// A model that reads two texts as one sequence.
    static QString samplePair() { return HEADLIGHT_SOURCE_DIR "/tests/golden/bert/masked"; }
    Cli m_cli;
};

void CliBetweenTest::initTestCase() {
    saveModel(*sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair"),
              m_cli.path("pair").toStdString());
}

void CliBetweenTest::cutsPartsOutOfTheMapsOfTwoTexts() {
    const QStringList two = {"attend", samplePair(), "the old dog", "it was small"};
    const QStringList one = two + QStringList{"--layer", "1", "--head", "2"};
    const auto weightsOf = [&](const QStringList& more) {
        const CliResult result = m_cli.run(one + QStringList{"--stage", "weight", "--json"} + more);
        return result.object()["maps"].toArray()[0].toObject();
    };
    const QJsonObject whole = weightsOf({}), part = weightsOf({"--between", "second-first"});
    QVERIFY(!whole.contains("between") && !whole.contains("keys"));
    QCOMPARE(weightsOf({"--between", "all"}), whole);
    QCOMPARE(part["between"].toString(), QString("second-first"));
    QCOMPARE(part["shape"].toArray(), (QJsonArray{4, 5}));
    QCOMPARE(part["queries"].toArray(), (QJsonArray{"it", "was", "small", "[SEP]"}));
    QCOMPARE(part["keys"].toArray(), (QJsonArray{"[CLS]", "the", "old", "dog", "[SEP]"}));
    for (int query = 0; query < 4; ++query)
        for (int key = 0; key < 5; ++key)
            QCOMPARE(part["values"].toArray()[query * 5 + key], whole["values"].toArray()[(query + 5) * 9 + key]);

    QCOMPARE(m_cli.run(two + QStringList{"--between", "second-first", "--out", "part.npz"}).code, 0);
    const auto arrays = readNpz(m_cli.path("part.npz").toStdString());
    QCOMPARE(arrays.at("L1.H2.weight").shape, (std::vector<std::int64_t>{4, 5}));
    QCOMPARE(m_cli.run(one + QStringList{"--between", "second-first", "--out", "part.csv"}).code, 0);
    QVERIFY(Cli::read(m_cli.path("part.csv")).startsWith("query\\key (second → first),[CLS],the,old,dog,[SEP]\nit,"));
    QCOMPARE(m_cli.run(two + QStringList{"--between", "second-first", "--out", "part.png"}).code, 0);
    const QImage picture(m_cli.path("part.png"));
    QCOMPARE(picture.text("shown"), QString("second → first"));
    QCOMPARE(picture.text("Title"), QString("All maps · second → first"));
    const QString table = QString::fromUtf8(m_cli.run(one + QStringList{"--between", "second-first"}).out);
    static const QRegularExpression pair("(it|was|small|\\[SEP\\]) → (\\[CLS\\]|the|old|dog|\\[SEP\\]) ");
    QVERIFY2(table.contains("layer 1, head 2, token-to-token, mask all, second → first\n"), qPrintable(table));
    QCOMPARE(table.count(pair), 4);
}

void CliBetweenTest::aCellIsForbiddenInItsOwnTextAlone() {
    const QStringList two = {"attend", m_cli.path("pair"), "where is the river", "the old bridge"};
    const QStringList one =
        two + QStringList{"--layer", "0", "--head", "1", "--features", "mean", "--stage", "weight", "--json"};
    const auto weights = [](const QJsonObject& of) { return of["maps"].toArray()[0].toObject()["values"].toArray(); };
    const QJsonObject before = m_cli.run(one).object();
    const QJsonObject after = m_cli.run(one + QStringList{"--forbid", "0.1:second.1,2"}).object();
    const QJsonArray second = weights(before["second"].toObject()), changed = weights(after["second"].toObject());
    QCOMPARE(weights(after), weights(before));
    QCOMPARE(second.size(), 9);
    QVERIFY(second != changed);
    for (const int cell : {0, 1, 2, 6, 7, 8}) // what other words see is as it was
        QCOMPARE(changed[cell], second[cell]);
    QCOMPARE(after["altered"].toArray()[0].toObject()["forbidden"].toArray()[0].toArray(), (QJsonArray{1, 2, 1}));
    const CliResult beyond = m_cli.run(two + QStringList{"--force", "0.1:second.3,0"});
    QVERIFY2(beyond.err.contains("cell second.3,0 of head 0.1: the text has 3 tokens"), beyond.err);
}

void CliBetweenTest::refusesPartsThatAreNotThere_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("one text") << samplePair() << QStringList{"--between", "first-second"} << 1 << "give a second one";
    QTest::newRow("name") << samplePair() << QStringList{"it was", "--between", "first"} << 2
                          << "all, first-first, first-second, second-first or second-second";
    QTest::newRow("two sequences") << m_cli.path("pair") << QStringList{"where is", "--between", "first-second"} << 1
                                   << "sequences of their own";
}

void CliBetweenTest::refusesPartsThatAreNotThere() {
    QFETCH(QString, model);
    QFETCH(QStringList, more);
    QFETCH(int, code);
    QFETCH(QString, says);
    const CliResult result = m_cli.run(QStringList{"attend", model, "the book"} + more);
    QCOMPARE(result.code, code);
    QVERIFY2(result.message().startsWith("headlight-cli: --between") && result.message().contains(says), result.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliBetweenTest)
#include "cli_between_test.moc"
