#include "masks/mask.h"

#include "message_of.h"

#include <QtTest>

using namespace headlight;

namespace {

QString printed(const std::string& text) {
    return QString::fromStdString(printMasks(parseMasks(text)));
}

} // namespace

class MaskListTest : public QObject {
    Q_OBJECT
private slots:
    void repeatsBecomeHeads() {
        const std::vector<Mask> masks = parseMasks("fw x4, bw x4");
        QCOMPARE(masks.size(), std::size_t(8));
        QVERIFY(masks[3] == Mask::parse("fw"));
        QVERIFY(masks[4] == Mask::parse("bw"));
    }

    void printsWhatItRead_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("one") << "all"
                             << "all";
        QTest::newRow("repeat") << "fw x4, bw x4"
                                << "fw x4, bw x4";
        QTest::newRow("mpsan") << "fw+logdist, bw+logdist, fa(2), fa(3)"
                               << "fw+logdist, bw+logdist, fa(2), fa(3)";
        QTest::newRow("blanks") << "fw x 2,bw"
                                << "fw x2, bw";
        QTest::newRow("spelled out") << "fw,fw,fw,bw"
                                     << "fw x3, bw";
        QTest::newRow("neighbours join") << "fw x2, fw x3"
                                         << "fw x5";
        QTest::newRow("apart") << "fw, bw, fw"
                               << "fw, bw, fw";
        QTest::newRow("once") << "window(2) x1"
                              << "window(2)";
        QTest::newRow("most") << "fw x1024"
                              << "fw x1024";
    }
    void printsWhatItRead() {
        QFETCH(QString, written);
        QFETCH(QString, canonical);
        QCOMPARE(printed(written.toStdString()), canonical);
        QCOMPARE(printed(canonical.toStdString()), canonical);
    }

    void errorsPointAtTheCharacter_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("position");
        QTest::addColumn<QString>("part");
        QTest::newRow("empty") << "" << 0 << "expected a mask term";
        QTest::newRow("empty head") << "fw,,bw" << 3 << "got \",\"";
        QTest::newRow("comma at the end") << "fw," << 3 << "got the end";
        QTest::newRow("no comma") << "fw x2 bw" << 6 << "expected \"+\", \",\" or a repeat";
        QTest::newRow("no number") << "fw x, bw" << 4 << "expected a number of heads after x";
        QTest::newRow("zero") << "fw x0" << 4 << "repeat of 1 … 1024 heads, got \"0\"";
        QTest::newRow("negative") << "fw x-1" << 4 << "got \"-1\"";
        QTest::newRow("half") << "fw x1.5" << 4 << "got \"1.5\"";
        QTest::newRow("overflow") << "fw x99999999999999999999999" << 4 << "repeat of 1 … 1024";
        QTest::newRow("many") << "fw x1000, bw x25" << 9 << "at most 1024 heads";
        QTest::newRow("unknown in the second") << "fw x4, wb x4" << 7 << "Did you mean \"bw\"?";
        QTest::newRow("repeat of a repeat") << "fw x2 x2" << 6 << "got \"x\"";
    }
    void errorsPointAtTheCharacter() {
        QFETCH(QString, text);
        QFETCH(int, position);
        QFETCH(QString, part);
        try {
            parseMasks(text.toStdString());
            QFAIL("expected a MaskError");
        } catch (const MaskError& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains(part), error.what());
            QCOMPARE(int(error.position()), position);
        }
    }

    void shortListsAreStretchedOverNeighbouringHeads() {
        const auto spread = [](const char* text, Index heads) {
            return QString::fromStdString(printMasks(spreadOver(parseMasks(text), heads)));
        };
        QCOMPARE(spread("fw, bw", 8), QStringLiteral("fw x4, bw x4"));
        QCOMPARE(spread("fw", 3), QStringLiteral("fw x3"));
        QCOMPARE(spread("fw x3, bw", 8), QStringLiteral("fw x6, bw x2"));
        QCOMPARE(spread("fw, bw, fa(2), fa(3)", 4), QStringLiteral("fw, bw, fa(2), fa(3)"));
    }

    void listsThatDoNotFitAreRefused() {
        const QString odd = messageOf([] { spreadOver(parseMasks("fw, bw"), 3); });
        QVERIFY2(odd.contains("2 masks do not fit: 3 heads need 1 or 3 masks"), qPrintable(odd));
        const QString many = messageOf([] { spreadOver(parseMasks("fw, bw"), 1); });
        QVERIFY2(many.contains("2 masks do not fit: 1 head needs 1 mask"), qPrintable(many));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, spreadOver({}, 4));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, spreadOver(parseMasks("fw"), 0));
    }
};

QTEST_GUILESS_MAIN(MaskListTest)
#include "mask_list_test.moc"
