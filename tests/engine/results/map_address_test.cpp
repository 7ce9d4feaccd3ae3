#include "results/head_info.h"

#include "head_address.h"

#include <QtTest>

using namespace headlight;

class MapAddressTest : public QObject {
    Q_OBJECT
private slots:
    void aTextIsReadAsItIsWritten_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"0.0", "3.11", "0.gate.1", "1.pooling.0", "2.blocks.3", "0.groups.0",
                                 "0.sensitivity.0", "dec.3.cross.5", "dec.0.1"})
            QTest::newRow(text) << text;
    }
    void aTextIsReadAsItIsWritten() {
        QFETCH(QString, text);
        const auto address = MapAddress::parse(text.toStdString());
        QVERIFY(address);
        QCOMPARE(QString::fromStdString(address->text()), text);
    }

    void encoderAndSelfMayBeNamed() {
        QVERIFY(MapAddress::parse("enc.2.self.1") == at(2, 1));
        QVERIFY(MapAddress::parse("enc.2.1") == at(2, 1));
        QVERIFY(MapAddress::parse("2.self.1") == at(2, 1));
    }

    void whatIsNoAddressIsNone() {
        for (const char* text :
             {"",       ".",       "0",           "0.",   ".0",   "0..1",    "a.b",           "0.0.0",
              "0.gate", "0.gate.", "gate.0",      "-1.0", "0.-1", "+1.0",    "0.99999999999", "enc",
              "enc.",   "enc.0",   "dec.0.cross", "0.1 ", " 0.1", "0.foo.1", "0.1.gate",      "dec.enc.0.0"})
            QVERIFY2(!MapAddress::parse(text), text);
    }

    void kindsAreThoseOfDocuments() {
        QCOMPARE(kindName(MapPart::Self), std::string("token-to-token"));
        QCOMPARE(kindName(MapPart::Pooling), std::string("source-to-token"));
        QVERIFY(!isAttention(MapPart::Gate) && isAttention(MapPart::Cross));
        QVERIFY(!hasQueries(MapPart::Pooling) && hasQueries(MapPart::Groups) && !isOfPairs(MapPart::Groups));
    }

    void aHeadIsFoundAsAPersonWritesIt() {
        std::vector<HeadInfo> heads(4);
        heads[0].address = at(0, 0);
        heads[1].address = at(0, 0, MapPart::Gate);
        heads[2].address = at(0, 1, MapPart::Gate);
        heads[3].address = at(1, 0, MapPart::Pooling);
        QVERIFY(headAt(heads, "0.0") == &heads[0]);
        QVERIFY(headAt(heads, "0.gate.0") == &heads[1]);
        QVERIFY(headAt(heads, "0.1") == &heads[2]); // no head of this number, so what there is
        QVERIFY(headAt(heads, "1.0") == &heads[3]);
        QVERIFY(!headAt(heads, "1.1") && !headAt(heads, "0.blocks.0") && !headAt(heads, "pooling"));
    }
};

QTEST_GUILESS_MAIN(MapAddressTest)
#include "map_address_test.moc"
