#include "app/cli/attend_fixture.h"

#include <QImage>
#include <cmath>

namespace headlight {

/// What `attend` changes in a model before it answers, and says of it.
class CliAttendChangesTest : public QObject, AttendFixture {
    Q_OBJECT

private slots:
    void initTestCase() { train(); }
    void changesHeads();
    void changesHeadsThatPool();
    void replacesMasks();
    void leavesTokensOut();
    void pointsIntoAMask();
    void marksWhatIsAltered();
    void minusZeroIsZero();

private:
    static double labelLogit(const QJsonObject& document) {
        return document["prediction"].toObject()["logits"].toArray()[0].toDouble();
    }
};

void CliAttendChangesTest::changesHeads() {
    const double own = labelLogit(attend({}));
    const double off = labelLogit(attend({"--off", "0.0"}));
    QVERIFY(std::abs(own - off) > 1e-6);
    QCOMPARE(labelLogit(attend({"--scale", "0.0=0"})), off);
    QCOMPARE(labelLogit(attend({"--scale", "0.0=1"})), own);
}

void CliAttendChangesTest::changesHeadsThatPool() { // heads without masks; and a model without heads
    const auto train = [&](const QString& model) {
        return m_cli
            .run({"train", "--model", model, "--data", "diagnostic:first?length=6&train=60&dev=20&test=20", "--set",
                  "embedding_features=12", "--set", "features=8", "--set", "epochs=1", "--out", model})
            .code;
    };
    QCOMPARE(train("lama"), 0);
    QCOMPARE(train("bilstm"), 0);
    const auto attendTo = [&](const QString& model, const QStringList& more) {
        return m_cli.run(QStringList{"attend", m_cli.path(model + "/best"), m_sentence, "--json"} + more);
    };
    const CliResult own = attendTo("lama", {}), off = attendTo("lama", {"--off", "0.1"});
    QCOMPARE(off.code, 0);
    QVERIFY(std::abs(labelLogit(own.object()) - labelLogit(off.object())) > 1e-6);
    QVERIFY(attendTo("lama", {"--mask", "0.1=fw"}).err.contains("no mask"));
    QVERIFY(attendTo("bilstm", {"--off", "0.0"}).err.contains("no head that can be changed"));
    const CliResult noScores = attendTo("bilstm", {"--layer", "0", "--stage", "score"});
    QCOMPARE(noScores.code, 1);
    QVERIFY2(noScores.err.contains("weights only"), noScores.err);
}

void CliAttendChangesTest::replacesMasks() {
    const QJsonArray all = attend({"--mask", "causal", "--stage", "weight"})["maps"].toArray();
    QCOMPARE(all[0].toObject()["mask"].toString(), QStringLiteral("causal"));
    QCOMPARE(all[1].toObject()["mask"].toString(), QStringLiteral("causal"));
    const QJsonArray one = attend({"--mask", "0.1=window(1)", "--stage", "weight"})["maps"].toArray();
    QCOMPARE(one[0].toObject()["mask"].toString(), QStringLiteral("fw"));
    QCOMPARE(one[1].toObject()["mask"].toString(), QStringLiteral("window(1)"));
    const QJsonArray list = attend({"--mask", "bw, all", "--stage", "weight"})["maps"].toArray();
    QCOMPARE(list[0].toObject()["mask"].toString(), QStringLiteral("bw"));
    QCOMPARE(list[1].toObject()["mask"].toString(), QStringLiteral("all"));
    for (const QStringList& both :
         {QStringList{"--mask", "bw", "--mask", "0.1=all"}, {"--mask", "0.1=all", "--mask", "bw"}})
        QCOMPARE(attend(both + QStringList{"--stage", "weight"})["maps"].toArray(), list);
    QVERIFY(!attend({"--mask", "0.0=fw"}).contains("altered")); // its own
}

void CliAttendChangesTest::leavesTokensOut() {
    const QJsonObject whole = attend({"--effects"}), without = attend({"--leave-out", "1"});
    QCOMPARE(without["tokens"].toArray(), whole["tokens"].toArray());
    QCOMPARE(without["altered"].toArray(), (QJsonArray{QJsonObject{{"left_out", 1}, {"sequence", 0}}}));
    QStringList words = m_sentence.split(' ');
    const QByteArray table = m_cli.run({"attend", m_model, m_sentence, "--leave-out", "1"}).out;
    QVERIFY2(table.startsWith(QStringLiteral("altered: “%1” left out\n").arg(words[1]).toUtf8()), table);
    words.removeAt(1);
    const CliResult shorter = m_cli.run({"attend", m_model, words.join(' '), "--json"});
    QCOMPARE(QJsonDocument::fromJson(shorter.out).object()["prediction"], without["prediction"]);

    const auto refused = [&](const QString& places) {
        const CliResult result = m_cli.run({"attend", m_model, m_sentence, "--leave-out", places});
        return QString::number(result.code) + ' ' + result.err;
    };
    QVERIFY2(refused("40").startsWith("1 ") && refused("40").contains("--leave-out"), qPrintable(refused("40")));
    QVERIFY2(refused("x").startsWith("2 "), qPrintable(refused("x")));
    QVERIFY2(refused("second.0").contains("one sequence"), qPrintable(refused("second.0")));
    QStringList all;
    for (int token = 0; token < m_sentence.split(' ').size(); ++token)
        all << QString::number(token);
    QVERIFY2(refused(all.join(',')).contains("nothing would be left"), qPrintable(refused(all.join(','))));
}

void CliAttendChangesTest::pointsIntoAMask() {
    for (const QString place : {"", "0.1="}) {
        const CliResult result = m_cli.run({"attend", m_model, m_sentence, "--mask", place + "fw+windw(3)"});
        QCOMPARE(result.code, 1);
        QVERIFY(result.out.isEmpty());
        QVERIFY2(result.err.startsWith("headlight-cli: mask: "), result.err);
        QVERIFY2(result.err.endsWith("\n  fw+windw(3)\n     ^^^^^\n"), result.err);
    }
    const CliResult cut = m_cli.run({"attend", m_model, m_sentence, "--mask", "fw+"});
    QVERIFY2(cut.err.endsWith("\n  fw+\n     ^\n"), cut.err);
}

void CliAttendChangesTest::marksWhatIsAltered() {
    const QStringList changes = {"--off", "0.0", "--scale", "0.1=0.3", "--mask", "0.1=all"};
    const QJsonObject document = attend(changes);
    QCOMPARE(document.keys(), QStringList({"altered", "maps", "model", "prediction", "tokens"}));
    QCOMPARE(document["altered"].toArray(),
             (QJsonArray{QJsonObject{{"layer", 0}, {"head", 0}, {"scale", 0}},
                         QJsonObject{{"layer", 0}, {"head", 1}, {"scale", 0.3}, {"mask", "all"}}}));
    const QByteArray table = m_cli.run(QStringList{"attend", m_model, m_sentence} + changes).out;
    QVERIFY2(table.startsWith("altered: head 0.0 off, head 0.1 scaled by 0.3, head 0.1 mask all\n"), table);
    const QByteArray heading = table.split('\n').value(1).simplified();
    QCOMPARE(heading, QByteArray("prediction probability log-odds was change logit"));
    const QList<QByteArray> first = table.split('\n').value(2).simplified().split(' ');
    QCOMPARE(first[2], QByteArray("%")); // and behind it log-odds, what they were, and the difference
    QVERIFY2(std::abs(first[3].toDouble() - first[4].toDouble() - first[5].toDouble()) < 2e-3, table);
    const QStringList picture = {"attend", m_model, m_sentence, "--out", "altered.png"};
    for (const QStringList& which : {QStringList{}, QStringList{"--layer", "0", "--head", "1"}}) {
        QCOMPARE(m_cli.run(picture + which + changes).code, 0);
        QCOMPARE(QImage(m_cli.path("altered.png")).text("altered"),
                 QString::fromUtf8("layer 0 · head 0 is off; layer 0 · head 1 is scaled by 0.3; "
                                   "layer 0 · head 1 has the mask all"));
    }
    const QStringList one = {"attend", m_model, m_sentence, "--layer", "0", "--head", "1", "--out"};
    QCOMPARE(m_cli.run(one + QStringList{"altered.npz"} + changes).code, 0);
    QVERIFY(Cli::read(m_cli.path("altered.npz")).contains("altered.npy"));
    QCOMPARE(m_cli.run(one + QStringList{"altered.csv"} + changes).code, 0);
    QCOMPARE(QString::fromUtf8(Cli::read(m_cli.path("altered.csv")).split(',').first()),
             QString::fromUtf8("query\\key (altered: layer 0 · head 0 is off; layer 0 · head 1 is scaled by 0.3; "
                               "layer 0 · head 1 has the mask all)"));
    // What changes nothing marks nothing.
    QCOMPARE(m_cli.run(one + QStringList{"plain.npz"}).code, 0);
    QVERIFY(!Cli::read(m_cli.path("plain.npz")).contains("altered"));
    QVERIFY(!attend({"--scale", "0.0=1"}).contains("altered"));
    QVERIFY(!m_cli.run({"attend", m_model, m_sentence}).out.contains("altered"));
    QCOMPARE(m_cli.run(picture).code, 0);
    QVERIFY(!QImage(m_cli.path("altered.png")).textKeys().contains("altered"));
}

void CliAttendChangesTest::minusZeroIsZero() {
    const QStringList changes = {"--force", "0.0:2,1=-0", "--scale", "0.1=-0"};
    QVERIFY(!QJsonDocument(attend(changes)["altered"].toArray()).toJson().contains("-0"));
    QVERIFY(!m_cli.run(QStringList{"attend", m_model, m_sentence, "--json"} + changes).out.contains("-0,"));
    const QByteArray table = m_cli.run(QStringList{"attend", m_model, m_sentence} + changes).out;
    QVERIFY2(table.startsWith("altered: head 0.0 1 forced cell (2,1=0), head 0.1 off\n"), table);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliAttendChangesTest)
#include "cli_attend_changes_test.moc"
