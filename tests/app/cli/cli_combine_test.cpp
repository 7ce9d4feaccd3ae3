#include "app/cli/cli_runner.h"
#include "app/sample_model.h"
#include "app/views/read_page.h"
#include "engine/core/npz.h"
#include "engine/models/model_folder.h"
#include "engine/models/saved_view_file.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

/// Heads as one map, how heads attend, and single cells that are changed.
class CliCombineTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theMeanIsThatOfTheMapsItNames();
    void aRolloutOfOneLayerHasHalfOfTheTokenItself();
    void aCombinedMapIsATableAndAPicture();
    void anArchiveHoldsTheCombinedMapAndNamesIt();
    void aPageShowsTheCombinedMapAndNamesIt();
    void aPictureHoldsTheViewOfWhatItShows();
    void statisticsAreOfEveryHead();
    void aForbiddenCellIsHiddenAndAForcedOneHasItsWeight();
    void refuses_data();
    void refuses();

private:
    QJsonObject document(const QStringList& more) const {
        const CliResult result = m_cli.run(QStringList{"attend", "model", text, "--json"} + more);
        if (result.code != 0)
            qWarning("%s", result.err.constData());
        return result.object();
    }
    static QList<double> values(const QJsonObject& map) {
        QList<double> numbers;
        for (const QJsonValue& number : map["values"].toArray())
            numbers << number.toDouble();
        return numbers;
    }
    static QJsonObject first(const QJsonObject& document) { return document["maps"].toArray()[0].toObject(); }
    QList<double> weights(int head, const QStringList& more = {}) const {
        return values(first(document(
            QStringList{"--layer", "0", "--head", QString::number(head), "--stage", "weight", "--features", "mean"} +
            more)));
    }

    static constexpr const char* text = "where is the big city";
    static constexpr int tokens = 5;
    Cli m_cli;
};

void CliCombineTest::initTestCase() {
    saveModel(*sampleClassifier("mtsa", {{"heads", "4"}, {"head_features", "4"}}), m_cli.path("model").toStdString());
}

void CliCombineTest::theMeanIsThatOfTheMapsItNames() {
    const QJsonObject map = first(document({"--combine", "mean", "--head", "0,2-3"}));
    QCOMPARE(map["combination"].toString(), QStringLiteral("mean of heads 0.0, 0.2–0.3"));
    const QList<double> mean = values(map), a = weights(0), b = weights(2), c = weights(3);
    const QList<double> most = values(first(document({"--combine", "max"}))), d = weights(1);
    QCOMPARE(mean.size(), tokens * tokens);
    for (qsizetype k = 0; k < mean.size(); ++k) {
        QVERIFY(std::abs(mean[k] - (a[k] + b[k] + c[k]) / 3) < 1e-6);
        QVERIFY(std::abs(most[k] - std::max({a[k], b[k], c[k], d[k]})) < 1e-6);
    }
}

void CliCombineTest::aRolloutOfOneLayerHasHalfOfTheTokenItself() {
    const QJsonObject map = first(document({"--combine", "rollout"}));
    QCOMPARE(map["combination"].toString(), QStringLiteral("rollout of layer 0"));
    const QList<double> rollout = values(map), mean = values(first(document({"--combine", "mean"})));
    for (int row = 0; row < tokens; ++row) {
        const double sum = std::accumulate(mean.begin() + row * tokens, mean.begin() + (row + 1) * tokens, 1.0);
        for (int key = 0; key < tokens; ++key)
            QVERIFY(std::abs(rollout[row * tokens + key] - (mean[row * tokens + key] + (row == key)) / sum) < 1e-6);
    }
}

void CliCombineTest::aCombinedMapIsATableAndAPicture() {
    const CliResult table = m_cli.run({"attend", "model", text, "--combine", "mean"});
    QVERIFY2(table.code == 0 && table.out.contains("mean of heads 0.0–0.3"), table.out + table.err);
    for (const char* name : {"mean.csv", "mean.svg"})
        QCOMPARE(m_cli.run({"attend", "model", text, "--combine", "mean", "--out", name}).code, 0);
    QVERIFY(Cli::read(m_cli.path("mean.svg")).contains("mean of heads 0.0–0.3 · weight · mean of 4 features"));
    QCOMPARE(Cli::read(m_cli.path("mean.csv")).trimmed().count('\n'), tokens);
}

void CliCombineTest::anArchiveHoldsTheCombinedMapAndNamesIt() {
    const QStringList combine = {"--combine", "max", "--head", "0,2"};
    const CliResult result = m_cli.run(QStringList{"attend", "model", text, "--out", "max.npz"} + combine);
    QVERIFY2(result.code == 0, result.err);
    const auto arrays = readNpz(m_cli.path("max.npz").toStdString());
    const NpzArray& combined = arrays.at("combined.weight");
    QCOMPARE(combined.shape, (std::vector<std::int64_t>{tokens, tokens}));
    const QList<double> expected = values(first(document(combine)));
    for (qsizetype k = 0; k < expected.size(); ++k)
        QCOMPARE(combined.values[std::size_t(k)], float(expected[k]));
    const std::u32string name = U"maximum of heads 0.0, 0.2"; // as numpy keeps texts
    const auto* const bytes = reinterpret_cast<const char*>(name.data());
    const QByteArray file = Cli::read(m_cli.path("max.npz"));
    QVERIFY(file.contains("combination.npy") && file.contains(QByteArray(bytes, qsizetype(4 * name.size()))));
    QVERIFY(!arrays.contains("L0.H0.weight")); // under the name of a head it would be taken for that
}

void CliCombineTest::aPageShowsTheCombinedMapAndNamesIt() {
    const CliResult result = m_cli.run({"attend", "model", text, "--combine", "rollout", "--out", "rollout.html"});
    QVERIFY2(result.code == 0, result.err);
    const QJsonObject page = documentOf(Cli::read(m_cli.path("rollout.html")));
    const QJsonArray maps = page["sequences"][0]["maps"].toArray();
    QCOMPARE(maps.size(), 1);
    QCOMPARE(maps[0]["combination"].toString(), QString("rollout of layer 0"));
    QVERIFY(maps[0]["opened"].toBool());
    QVERIFY2(page["title"].toString().startsWith("rollout of layer 0 · weight"), qPrintable(page["title"].toString()));
    const QList<double> expected = values(first(document({"--combine", "rollout"})));
    const std::vector<float> numbers = numbersOf(page);
    QCOMPARE(qsizetype(numbers.size()), expected.size());
    for (qsizetype k = 0; k < expected.size(); ++k)
        QCOMPARE(numbers[std::size_t(k)], float(expected[k]));
}

void CliCombineTest::aPictureHoldsTheViewOfWhatItShows() {
    const CliResult result = m_cli.run({"attend", "model", "where is\tthe city", "--combine", "max", "--head", "0-1",
                                        "--scale", "0.0=-3", "--out", "view.png"});
    QVERIFY2(result.code == 0, result.err);
    const SavedView view = readSavedView(m_cli.path("view.png").toStdU16String());
    QVERIFY(view.combination && view.combination->heads.size() == 2);
    QCOMPARE(view.texts[0], std::string("where is the city"));
    QCOMPARE(view.changes.begin()->second.scale, -3.0);
}

void CliCombineTest::statisticsAreOfEveryHead() {
    const QJsonObject heads = document({"--statistics"})["statistics"].toArray()[0].toObject();
    QVERIFY(heads.contains("0.0") && heads.contains("0.3") && heads.contains("1.pooling.0"));
    const QList<double> own = weights(1);
    double previous = 0, first = 0;
    int rows = 0, seen = 0;
    for (int row = 0; row < tokens; ++row) {
        const double sum = std::accumulate(own.begin() + row * tokens, own.begin() + (row + 1) * tokens, 0.0);
        if (sum <= 0)
            continue;
        ++seen;
        first += own[row * tokens] / sum;
        if (row == 0)
            continue;
        ++rows;
        previous += own[row * tokens + row - 1] / sum;
    }
    const QJsonObject head = heads["0.1"].toObject();
    QVERIFY(std::abs(head["previous"].toDouble() - previous / rows) < 1e-6);
    QVERIFY(std::abs(head["first"].toDouble() - first / seen) < 1e-6);
    QVERIFY(head["separator"].isNull() && head.contains("separator")); // this model sets no marks
    QVERIFY(heads["1.pooling.0"].toObject()["previous"].isNull());
    const CliResult table = m_cli.run({"attend", "model", text, "--statistics"});
    QVERIFY2(table.out.contains("previous") && table.out.contains("1.pooling.0"), table.out);
}

/// A list of lists, also of one: QJsonArray{list} would be a copy of it.
static QJsonArray listOf(const QList<QJsonArray>& lists) {
    QJsonArray all;
    for (const QJsonArray& list : lists)
        all.append(list);
    return all;
}

void CliCombineTest::aForbiddenCellIsHiddenAndAForcedOneHasItsWeight() {
    const QStringList changes = {"--forbid", "0.0:3,1", "--force", "0.0:3,4=0.25", "--force", "0.0:2,2"};
    const QList<double> own = weights(0), changed = weights(0, changes);
    const int row = 3 * tokens;
    QVERIFY(own[row + 1] > 0 && changed[row + 1] == 0);
    QVERIFY(std::abs(changed[row + 4] - 0.25) < 1e-6);
    QCOMPARE(changed[2 * tokens + 2], 1.0);
    const QJsonObject altered = document(changes)["altered"].toArray()[0].toObject();
    QCOMPARE(altered["forbidden"].toArray(), listOf({QJsonArray{3, 1}}));
    QCOMPARE(altered["forced"].toArray(), listOf({QJsonArray{3, 4, 0.25}, QJsonArray{2, 2, 1.0}}));
    const CliResult table = m_cli.run(QStringList{"attend", "model", text} + changes);
    QVERIFY2(table.out.contains("head 0.0 1 forbidden cell (3,1), head 0.0 2 forced cells (3,4=0.25 2,2=1)"),
             table.out);
}

void CliCombineTest::refuses_data() {
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QStringList& more, int code, const char* expected) {
        QTest::newRow(name) << more << code << QString::fromUtf8(expected);
    };
    row("kind", {"--combine", "sum"}, 2, "--combine");
    row("backwards", {"--head", "3-0"}, 2, "or several such as 0,2-3, the smaller number first");
    row("semicolon", {"--head", "0;1"}, 2, "or several such as 0,2-3");
    row("open end", {"--head", "0-"}, 2, "or several such as 0,2-3");
    row("no picture", {"--colors", "grey"}, 2, "--colors: it is of pictures");
    row("scores", {"--combine", "mean", "--stage", "score", "--out", "x.json"}, 2, "--combine: weights are combined");
    row("features", {"--combine", "mean", "--features", "max"}, 2, "--combine: of each head the mean");
    row("no head", {"--head", "7"}, 1, "--head 7: there is no such head; layer.head may be 0.0");
    row("heads", {"--layer", "0", "--head", "0,7"}, 1, "--layer 0 --head 0,7: there is no such head");
    row("heads to", {"--head", "1-9"}, 1, "--head 1-9: there is no such head");
    row("layer", {"--combine", "mean", "--layer", "1"}, 1,
        "--combine: there is no self attention in --layer 1; name another part with --head, such as pooling.0");
    row("rows", {"--combine", "rollout", "--head", "pooling.0"}, 1, "not self attention");
    row("cell", {"--forbid", "0.0:3"}, 2, "--forbid: expected layer.head:query,key");
    row("weight", {"--force", "0.0:3,1=2"}, 2, "with a weight from 0 to 1");
    row("head", {"--forbid", "7.0:3,1"}, 1, "--forbid: there is no head 7.0");
    row("no mask", {"--force", "1.pooling.0:0,1"}, 1, "--force: no mask can be put on head 1.pooling.0");
    row("token", {"--force", "0.0:3,5"}, 1, "the text has 5 tokens, from 0 to 4");
    row("second", {"--forbid", "0.0:second.3,1"}, 2, "cell second.3,1 of head 0.0: there is one sequence of tokens");
    row("twice", {"--force", "0.0:3,1", "--forbid", "0.0:3,1"}, 2, "is named twice");
}

void CliCombineTest::refuses() {
    QFETCH(QStringList, more);
    QFETCH(int, code);
    QFETCH(QString, expected);
    const CliResult result = m_cli.run(QStringList{"attend", "model", text} + more);
    QVERIFY2(result.code == code && result.err.contains(expected.toUtf8()), result.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliCombineTest)
#include "cli_combine_test.moc"
