#include "app/cli/cli_runner.h"

#include <QImage>

namespace headlight {

/// How the command line colours its pictures: as the window does, without a question.
class CliLookTest : public QObject {
    Q_OBJECT

private slots:
    void picturesHaveTheRangeThatIsAskedFor();
    void refusesRangesThatAreNone_data();
    void refusesRangesThatAreNone();
    void aLongTextIsSeenWithoutOptions();

private:
    CliResult attend(const QString& text, const QStringList& more) const {
        return m_cli.run(QStringList{"attend", HEADLIGHT_SOURCE_DIR "/resources/models/trec", text, "--out", "x.png"} +
                         more);
    }
    QString range(const QStringList& more) const {
        const CliResult result =
            attend("What is the capital of Spain ?", QStringList{"--layer", "0", "--head", "1"} + more);
        return result.code == 0 ? picture().text("range") : QString::fromUtf8(result.err);
    }
    QImage picture() const { return QImage(m_cli.path("x.png")); }
    Cli m_cli;
};

void CliLookTest::picturesHaveTheRangeThatIsAskedFor() {
    QCOMPARE(range({}), QStringLiteral("0…1, automatic"));
    QCOMPARE(range({"--range", "fixed"}), QStringLiteral("0…1"));
    QCOMPARE(range({"--range", "row"}), QStringLiteral("each row to its own maximum"));
    QCOMPARE(range({"--range", "0:0.05", "--color-scale", "sqrt"}),
             QStringLiteral("0…0.05, typed limits, square root"));
    const auto typed = [&](const char* limits) { return range({"--range", limits, "--color-scale", "log"}); };
    QCOMPARE(typed("0.1:0.3"), QStringLiteral("0.1…0.3, typed limits, logarithmic")); // whatever is below
    QCOMPARE(typed("0.2:0.9"), QStringLiteral("0.2…0.9, typed limits, logarithmic"));
    QCOMPARE(typed("0.00001:1"), QStringLiteral("1e−05…1, typed limits, logarithmic"));
    QVERIFY(range({"--range", "0:0.3", "--color-scale", "log"}).contains("the low end must be above 0"));
    QVERIFY(range({"--range", "0:0.3", "--color-scale", "percentile"}).contains("a percentile scale has no limits"));
    QVERIFY(
        range({"--range", "map", "--color-scale", "log"}).endsWith("up to the largest value of all maps, logarithmic"));
    const QString all = range({"--range", "map"}), own = range({"--range", "map", "--own-range"});
    QVERIFY2(all.endsWith("range of all maps") && own.endsWith("range of this map"), qPrintable(all + own));
    QVERIFY(all.section(',', 0, 0) != own.section(',', 0, 0));
    QVERIFY(range({"--color-scale", "percentile"}).endsWith("percentile among the values of all maps"));
    QVERIFY2(range({"--stage", "score"}).endsWith("automatic: 98 % of all maps"),
             qPrintable(range({"--stage", "score"})));
    range({"--colors", "grey"});
    const QImage grey = picture();
    range({"--colors", "viridis"});
    QVERIFY(picture() != grey);
    range({"--stage", "score"});
    const QImage score = picture();
    range({"--stage", "masked"}); // hides what is behind the mask
    QVERIFY(picture() != score);
}

void CliLookTest::refusesRangesThatAreNone_data() {
    QTest::addColumn<QStringList>("options");
    for (const char* range : {"wide", "1:0", "0:0", "0:", ":1", "0:1:2", "0:inf", "limits", ""})
        QTest::addRow("range %s", range) << QStringList{"--range", range};
    QTest::newRow("scale") << QStringList{"--color-scale", "loud"};
    QTest::newRow("colours") << QStringList{"--colors", "diverging"};
}

void CliLookTest::refusesRangesThatAreNone() {
    QFETCH(QStringList, options);
    const CliResult result = attend("What is it ?", options);
    QCOMPARE(result.code, 2);
    QVERIFY2(result.message().startsWith("headlight-cli: " + options[0]), qPrintable(result.message()));
    QVERIFY(!QFile::exists(m_cli.path("x.png")) || picture().width() > 0);
}

void CliLookTest::aLongTextIsSeenWithoutOptions() {
    const QString text = QStringLiteral("What is the capital of Spain ? ").repeated(80);
    for (const QStringList& head :
         {QStringList{"--layer", "0", "--head", "0"}, QStringList{"--layer", "0", "--head", "3"},
          QStringList{"--layer", "1", "--head", "pooling.0"}, QStringList()}) {
        const CliResult result = attend(text, head);
        QVERIFY2(result.code == 0, result.err);
        const QImage drawn = picture();
        QVERIFY2(drawn.text("range").contains("automatic: ") || drawn.text("range") == "of each map",
                 qPrintable(drawn.text("range")));
        int coloured = 0, all = 0;
        for (int y = 0; y < drawn.height(); y += 3)
            for (int x = 0; x < drawn.width(); x += 3, ++all)
                coloured += drawn.pixelColor(x, y).hsvSaturation() > 15;
        QVERIFY2(coloured > all / 20, qPrintable(head.join(' ') + QStringLiteral(": %1 of %2").arg(coloured).arg(all)));
    }
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliLookTest)
#include "cli_look_test.moc"
