#include "app/cli/cli_runner.h"
#include "engine/models/saved_view_file.h"

#include <QImage>

namespace headlight {

/// attend of a model that sees images.
class CliImageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void classesAndMapsAreThoseOfTheImage();
    void aPictureDrawsOneMapOverTheImage();
    void refuses_data();
    void refuses();

private:
    static QString folder(const char* name) {
        return QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/%1").arg(QLatin1String(name));
    }
    Cli m_cli;
};

void CliImageTest::initTestCase() {
    QImage image(30, 20, QImage::Format_RGB32);
    image.fill(Qt::black);
    for (int row = 0; row < 20; ++row)
        for (int column = 15; column < 30; ++column)
            image.setPixelColor(column, row, Qt::red);
    QVERIFY(image.save(m_cli.path("half.png")));
    m_cli.write("text.png", "no image");
}

void CliImageTest::classesAndMapsAreThoseOfTheImage() {
    const CliResult table = m_cli.run({"attend", folder("published/vit-classifier"), "half.png"});
    QCOMPARE(table.code, 0);
    QVERIFY2(table.out.contains("entailment") && table.out.contains("[CLS]"), table.out.constData());
    const QJsonObject document =
        m_cli.run({"attend", folder("published/vit-classifier"), "half.png", "--layer", "0", "--head", "1", "--json"})
            .object();
    QCOMPARE(document["tokens"].toArray().size(), 10);
    QCOMPARE(document["tokens"].toArray()[6].toString(), QStringLiteral("2,3"));
    QCOMPARE(document["image"].toObject()["rows"].toInt(), 3);
    QCOMPARE(document["image"].toObject()["patch"].toInt(), 4);
}

void CliImageTest::aPictureDrawsOneMapOverTheImage() {
    const QStringList attend = {"attend", folder("published/vit-classifier"), "half.png"};
    const CliResult mean = m_cli.run(attend + QStringList{"--out", "mean.png"});
    QVERIFY2(mean.code == 0 && mean.err.contains("the mean of the chosen heads of layer 1"), mean.err.constData());
    const auto redOf = [this](const char* name) { // how much of the picture is reddish: the image is seen through
        const QImage picture(m_cli.path(name));
        int count = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                count += picture.pixelColor(x, y).red() > picture.pixelColor(x, y).blue() + 20;
        return double(count) / picture.width() / picture.height();
    };
    QVERIFY2(redOf("mean.png") > 0.1, qPrintable(QString::number(redOf("mean.png"))));
    const QStringList head = {"--layer", "0", "--head", "2"};
    QCOMPARE(m_cli.run(attend + head + QStringList{"--query", "2,3", "--out", "patch.png"}).code, 0);
    QCOMPARE(m_cli.run(attend + head + QStringList{"--query", "6", "--out", "number.png"}).code, 0);
    QCOMPARE(m_cli.run(attend + head + QStringList{"--out", "class.png"}).code, 0);
    QCOMPARE(QImage(m_cli.path("patch.png")), QImage(m_cli.path("number.png")));
    QVERIFY(QImage(m_cli.path("patch.png")) != QImage(m_cli.path("class.png")));
    const QStringList hidden = {"--specials", "hidden", "--query"}; // tokens are counted as they are displayed
    QCOMPARE(m_cli.run(attend + head + hidden + QStringList{"2,3", "--out", "hidden.png"}).code, 0);
    QCOMPARE(m_cli.run(attend + head + hidden + QStringList{"5", "--out", "fifth.png"}).code, 0);
    QCOMPARE(QImage(m_cli.path("hidden.png")), QImage(m_cli.path("fifth.png")));
    QVERIFY(QImage(m_cli.path("hidden.png")) != QImage(m_cli.path("patch.png")));
    const auto document = savedViewInPng(Cli::read(m_cli.path("patch.png")).toStdString()); // the window opens it again
    QVERIFY(document && document->find("half.png") != std::string::npos);
}

void CliImageTest::refuses_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const QString vit = folder("published/vit-classifier"), bert = folder("bert/classifier");
    QTest::newRow("no image") << vit << QStringList{"text.png"} << "this is no image that can be read";
    QTest::newRow("a text") << vit << QStringList{"the old dog"} << "there is no such file; this model sees images";
    QTest::newRow("two") << vit << QStringList{"half.png", "half.png"} << "one image";
    QTest::newRow("an image for a text") << bert << QStringList{"half.png"} << "the model reads texts";
    QTest::newRow("query of a text") << bert << QStringList{"the dog", "--query", "1", "--out", "a.png"} << "--query";
    QTest::newRow("no such patch") << vit << QStringList{"half.png", "--query", "4,1", "--out", "a.png"}
                                   << "1,1 to 3,3";
    QTest::newRow("query of a table") << vit << QStringList{"half.png", "--query", "1,1"} << "--query";
}

void CliImageTest::refuses() {
    QFETCH(QString, model);
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const CliResult result = m_cli.run(QStringList{"attend", model} + arguments);
    QVERIFY(result.code != 0);
    QVERIFY2(result.message().contains(message), result.err.constData());
    QVERIFY(!QFile::exists(m_cli.path("a.png")));
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliImageTest)
#include "cli_image_test.moc"
