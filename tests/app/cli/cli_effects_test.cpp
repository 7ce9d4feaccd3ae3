#include "app/cli/cli_runner.h"
#include "app/sample_model.h"
#include "engine/models/model_folder.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headlight {

/// What the command line says of single features, and of what decides.
class CliEffectsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void effectsAreTheDecisionWithoutThePart();
    void effectsAreListedByTheirSize();
    void effectsOfAnAlteredModelLeaveOutWhatIsOff();
    void aClusterIsTheMeanOfItsFeatures();
    void clustersHoldEachFeatureOnce();
    void featuresOffAreThoseScaledToNothing();
    void allFeaturesOffAreTheHeadOff();
    void refuses_data();
    void refuses();

private:
    CliResult attend(const QStringList& more) const {
        return m_cli.run(QStringList{"attend", "model", text, "--json"} + more);
    }
    QJsonObject document(const QStringList& more) const {
        const CliResult result = attend(more);
        if (result.code != 0)
            qWarning("%s", result.err.constData());
        return result.object();
    }
    static QList<double> logits(const QJsonObject& document) {
        QList<double> values;
        for (const QJsonValue& logit : document["prediction"].toObject()["logits"].toArray())
            values.append(logit.toDouble());
        return values;
    }
    /// Log-odds of a class, of logits, by its definition.
    static double logOdds(const QList<double>& logits, qsizetype label) {
        double others = 0;
        for (qsizetype k = 0; k < logits.size(); ++k)
            if (k != label)
                others += std::exp(logits[k]);
        return logits[label] - std::log(others);
    }
    /// The weights of head 0.0 as the document has them: of the whole text for all features, or of one map.
    QJsonObject weights(const QString& features) const {
        return document({"--layer", "0", "--head", "0", "--stage", "weight", "--features", features})["maps"]
            .toArray()[0]
            .toObject();
    }

    static constexpr const char* text = "where is the big city";
    static constexpr int tokens = 5, features = 8;
    Cli m_cli;
};

void CliEffectsTest::initTestCase() {
    saveModel(*sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", std::to_string(features)}}),
              m_cli.path("model").toStdString());
    saveModel(*sampleClassifier("multihead", {{"heads", "2"}}), m_cli.path("plain").toStdString());
}

void CliEffectsTest::effectsAreTheDecisionWithoutThePart() {
    const QJsonObject whole = document({"--effects"});
    const QList<double> own = logits(whole);
    const qsizetype answer = std::max_element(own.begin(), own.end()) - own.begin();
    const auto changeOf = [&](const QJsonObject& other) {
        return logOdds(logits(other), answer) - logOdds(own, answer);
    };

    const QJsonObject effects = whole["effects"].toObject();
    const QJsonObject heads = effects["heads"].toObject();
    for (const QString head : {"0.0", "0.1", "1.pooling.0"}) {
        QVERIFY2(heads.contains(head), qPrintable(head));
        if (heads[head].isNull())
            continue; // one that can't be switched off
        QVERIFY(std::abs(heads[head].toDouble() - changeOf(document({"--off", head}))) < 1e-4);
    }
    QVERIFY(!heads["0.0"].isNull() && !heads["0.1"].isNull());

    const QJsonArray words = effects["tokens"].toArray()[0].toArray();
    QCOMPARE(words.size(), tokens);
    for (int word = 0; word < tokens; ++word) {
        QStringList rest = QString(text).split(' ');
        rest.removeAt(word);
        const QJsonObject without = m_cli.run({"attend", "model", rest.join(' '), "--json"}).object();
        QVERIFY(std::abs(words[word].toDouble() - changeOf(without)) < 1e-4);
    }
}

void CliEffectsTest::effectsAreListedByTheirSize() {
    const CliResult result = m_cli.run({"attend", "model", text, "--effects"});
    QVERIFY2(result.code == 0, result.err);
    const QStringList lines = QString::fromUtf8(result.out).split('\n');
    const qsizetype head =
        std::find_if(lines.begin(), lines.end(), [](const QString& line) { return line.startsWith("without"); }) -
        lines.begin();
    QVERIFY2(head < lines.size(), result.out);
    QList<double> sizes;
    for (qsizetype at = head + 1; at < lines.size() && !lines[at].isEmpty(); ++at)
        sizes.append(std::abs(lines[at].section(' ', -1).toDouble()));
    QCOMPARE(sizes.size(), tokens + 2);
    QVERIFY(std::is_sorted(sizes.rbegin(), sizes.rend()));
}

void CliEffectsTest::effectsOfAnAlteredModelLeaveOutWhatIsOff() {
    const QJsonObject heads = document({"--effects", "--off", "0.0"})["effects"].toObject()["heads"].toObject();
    QVERIFY(heads["0.0"].isNull());
    QVERIFY(!heads["0.1"].isNull());
}

void CliEffectsTest::aClusterIsTheMeanOfItsFeatures() {
    const QJsonArray all = weights("all")["values"].toArray();
    const QJsonObject cluster = weights("cluster:1/3");
    // "mean of features 1, 4, 6"
    const QStringList members = cluster["features"].toString().section("features ", 1).split(", ");
    QVERIFY(members.size() >= (features + 2) / 3);
    for (int cell = 0; cell < tokens * tokens; ++cell) {
        double sum = 0;
        for (const QString& member : members)
            sum += all[cell * features + member.toInt()].toDouble();
        QVERIFY(std::abs(cluster["values"].toArray()[cell].toDouble() - sum / double(members.size())) < 1e-6);
    }
}

void CliEffectsTest::clustersHoldEachFeatureOnce() {
    QStringList members;
    for (int k = 1; k <= 3; ++k)
        members +=
            weights(QStringLiteral("cluster:%1/3").arg(k))["features"].toString().section("features ", 1).split(", ");
    members.sort();
    QStringList every;
    for (int feature = 0; feature < features; ++feature)
        every.append(QString::number(feature));
    QCOMPARE(members, every);
}

void CliEffectsTest::featuresOffAreThoseScaledToNothing() {
    const QList<double> own = logits(document({})), off = logits(document({"--off", "0.0:1,3-4"}));
    QVERIFY(off != own);
    QCOMPARE(logits(document({"--scale", "0.0:1,3-4=0"})), off);
    QCOMPARE(logits(document({"--off", "0.0:1", "--off", "0.0:3-4"})), off);
    QCOMPARE(logits(document({"--scale", "0.0:1,3-4=1"})), own);
    const QByteArray table = m_cli.run({"attend", "model", text, "--off", "0.0:1,3-4"}).out;
    QVERIFY2(table.startsWith("altered: head 0.0"), table);
}

void CliEffectsTest::allFeaturesOffAreTheHeadOff() {
    QCOMPARE(logits(document({"--off", QStringLiteral("0.0:0-%1").arg(features - 1)})),
             logits(document({"--off", "0.0"})));
}

void CliEffectsTest::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QStringList& more, const QString& says) {
        QTest::newRow(name) << QStringList{"attend", "model", text} + more << says;
    };
    row("cluster 0", {"--features", "cluster:0"}, "cluster:K or cluster:K/N, got \"cluster:0\"");
    row("third of two", {"--features", "cluster:3/2"}, "got \"cluster:3/2\"");
    row("no number", {"--features", "cluster:"}, "got \"cluster:\"");
    row("more clusters than features", {"--features", "cluster:1/9"}, "has 8 features, too few for 9 clusters");
    row("beyond those suggested", {"--features", "cluster:8"}, "cluster:K/N makes N of them");
    row("feature that is not there", {"--off", "0.0:8"}, "features from 0 to 7 as 3,5-9, got \"8\"");
    row("open range", {"--off", "0.0:3-"}, "got \"3-\"");
    row("backwards", {"--off", "0.0:5-3"}, "got \"5-3\"");
    row("no features", {"--off", "0.0:"}, "--off 0.0: expected features");
    row("two factors", {"--off", "0.0:3", "--scale", "0.0:2-4=0.5"}, "feature 3 is scaled twice");
    row("effects of a picture", {"--effects", "--out", "x.png"}, "--effects: they are in the readable table");
    QTest::newRow("head without features")
        << QStringList{"attend", "plain", text, "--off", "0.0:1"} << "no features of their own";
}

void CliEffectsTest::refuses() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const CliResult result = m_cli.run(arguments);
    QVERIFY(result.code == 1 || result.code == 2);
    QVERIFY2(result.message().contains(says), result.err);
    QVERIFY(result.out.isEmpty());
    QVERIFY(!QFile::exists(m_cli.path("x.png")));
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliEffectsTest)
#include "cli_effects_test.moc"
