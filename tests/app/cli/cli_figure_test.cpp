#include "app/cli/cli_runner.h"

#include <QImage>

namespace headlight {

/// What the command line says of a picture's size, letters and parts is in the file.
class CliFigureTest : public QObject {
    Q_OBJECT

private slots:
    void picturesHaveTheSizeThatIsAskedFor();
    void partsAreChosen();
    void refusesWhatIsNoSuchValue_data();
    void refusesWhatIsNoSuchValue();
    void picturesHoldTheViewThatTheWindowOpens();

private:
    CliResult attend(const QStringList& more) const {
        return m_cli.run(QStringList{"attend", HEADLIGHT_SOURCE_DIR "/resources/models/trec",
                                     "What is the capital of the city ?", "--layer", "0", "--head", "1"} +
                         more);
    }
    QByteArray svg(const QStringList& more) const {
        const CliResult result = attend(QStringList{"--out", "x.svg"} + more);
        return result.code == 0 ? Cli::read(m_cli.path("x.svg")) : result.err;
    }
    Cli m_cli;
};

void CliFigureTest::picturesHaveTheSizeThatIsAskedFor() {
    QVERIFY(svg({}).contains("<svg width=\"85.000mm\""));
    QVERIFY(svg({"--width-mm", "180", "--height-mm", "70"}).contains("<svg width=\"180.000mm\" height=\"70.000mm\""));
    QCOMPARE(attend({"--out", "x.png", "--width-mm", "120", "--dpi", "600"}).code, 0);
    const QImage image(m_cli.path("x.png"));
    QCOMPARE(image.width(), 2835); // 120 mm at 600 to the inch
    QCOMPARE(image.dotsPerMeterX(), 23622);
    QCOMPARE(m_cli.run({"mask", "fw", "--length", "5", "--width-mm", "60", "--out", "mask.svg"}).code, 0);
    QVERIFY(Cli::read(m_cli.path("mask.svg")).contains("<svg width=\"60.000mm\""));
}

void CliFigureTest::partsAreChosen() {
    const QByteArray all = svg({});
    QVERIFY(all.contains(">the (2)<"));
    QCOMPARE(all.count(">layer 0"), 2); // one is what the file says of itself
    QCOMPARE(svg({"--no-title"}).count(">layer 0"), 1);
    QVERIFY(all.contains(">weight<")); // a reader has chosen nothing that would be automatic
    QVERIFY(!svg({"--no-labels"}).contains(">the (2)<"));
    QVERIFY(all.contains(">not visible<") && !svg({"--no-color-bar"}).contains(">not visible<"));
    QVERIFY(!all.contains(">1.00<") && svg({"--values"}).contains(">1.00<"));
    QVERIFY(svg({"--values", "--digits", "1"}).contains(">1.0<"));
    QVERIFY(svg({"--font", "DejaVu Sans", "--font-size", "12"}).contains("font-size=\"16\""));
    QCOMPARE(attend({"--out", "x.png", "--transparent"}).code, 0);
    QCOMPARE(QImage(m_cli.path("x.png")).pixelColor(0, 0).alpha(), 0);
}

void CliFigureTest::refusesWhatIsNoSuchValue_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::newRow("width") << QStringList{"--width-mm", "5"} << 2;
    QTest::newRow("no width") << QStringList{"--width-mm", "wide"} << 2;
    QTest::newRow("height") << QStringList{"--height-mm", "0"} << 2;
    QTest::newRow("size") << QStringList{"--font-size", "nan"} << 2;
    QTest::newRow("digits") << QStringList{"--digits", "9"} << 2;
    QTest::newRow("dpi") << QStringList{"--dpi", "3.5"} << 2;
    QTest::newRow("font") << QStringList{"--font", "No Such Font"} << 1;
}

void CliFigureTest::refusesWhatIsNoSuchValue() {
    QFETCH(QStringList, options);
    QFETCH(int, code);
    const CliResult result = attend(QStringList{"--out", "refused.png"} + options);
    QCOMPARE(result.code, code);
    QVERIFY2(result.message().startsWith("headlight-cli: " + options[0]), qPrintable(result.message()));
    QVERIFY(!QFile::exists(m_cli.path("refused.png")));
}

void CliFigureTest::picturesHoldTheViewThatTheWindowOpens() {
    QCOMPARE(attend({"--out", "x.png", "--range", "map", "--off", "0.2"}).code, 0);
    const QJsonObject view =
        QJsonDocument::fromJson(QImage(m_cli.path("x.png")).text("headlight-view").toUtf8()).object();
    QCOMPARE(view["format"].toString(), QStringLiteral("headlight-view"));
    QCOMPARE(view["model"].toObject()["folder"].toString(), QStringLiteral("trec")); // not where it is
    QCOMPARE(view["focus"].toObject()["address"].toString(), QStringLiteral("0.1"));
    QCOMPARE(view["texts"].toArray()[0].toString(), QStringLiteral("What is the capital of the city ?"));
    QCOMPARE(view["changes"].toArray()[0].toObject()["address"].toString(), QStringLiteral("0.2"));
    QCOMPARE(view["colors"].toObject()["range"].toString(), QStringLiteral("map"));
    QVERIFY(svg({}).contains("<metadata id=\"headlight-view\">"));
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliFigureTest)
#include "cli_figure_test.moc"
