#include "wording/curve_title.h"

#include <QtTest>

using namespace headlight;

/// What a curve of the scaling lab is called, in its legend and in files.
class CurveTitleTest : public QObject {
    Q_OBJECT

private slots:
    void onlyWhatIsKnownIsNamed() {
        ScalePoint point;
        point.encoder = "mtsa";
        QCOMPARE(curveTitle(point), QString("mtsa"));
        point.options = "heads=8";
        QCOMPARE(curveTitle(point), QString("mtsa:heads=8"));
        point.form = AttentionForm::Fused;
        QCOMPARE(curveTitle(point), QString("mtsa:heads=8, fused"));
        point.sequences = Sequences::Single;
        QCOMPARE(curveTitle(point), QString("mtsa:heads=8, fused, one at a time"));
    }

    void whatAStoreHoldsIsShownAsText() {
        ScalePoint point;
        point.encoder = "a\x1b[31m";
        QVERIFY(!curveTitle(point).contains(QChar(0x1b)));
    }
};

QTEST_GUILESS_MAIN(CurveTitleTest)
#include "curve_title_test.moc"
