#include "wording/curve_title.h"

#include <QtTest>

using namespace headlight;

/// What a curve of the scaling lab is called: in the window by people's words, in files by identifiers.
class CurveTitleTest : public QObject {
    Q_OBJECT

private slots:
    void onlyWhatIsKnownIsNamed() {
        ScalePoint point;
        point.encoder = "mtsa";
        QCOMPARE(curveTitle(point), QString("MTSA"));
        QCOMPARE(curveId(point), QString("mtsa"));
        point.options = "preset=paper:heads=8";
        QCOMPARE(curveTitle(point), QString("MTSA, paper preset, heads 8"));
        QCOMPARE(curveId(point), QString("mtsa:preset=paper:heads=8"));
        point.form = AttentionForm::Fused;
        QCOMPARE(curveTitle(point), QString("MTSA, paper preset, heads 8, fused"));
        point.sequences = Sequences::Single;
        QCOMPARE(curveTitle(point), QString("MTSA, paper preset, heads 8, fused, one at a time"));
        QCOMPARE(curveId(point), QString("mtsa:preset=paper:heads=8, fused, one at a time"));
    }

    void aModeIsWhatIsDone() {
        QCOMPARE(stepModeTitle(StepMode::Infer), QString("inference"));
        QCOMPARE(stepModeTitle(StepMode::Train), QString("training step"));
    }

    void whatAStoreHoldsIsShownAsText() {
        ScalePoint point;
        point.encoder = "a\x1b[31m";
        point.options = "b\x1b[31m=1";
        QVERIFY(!curveTitle(point).contains(QChar(0x1b)));
        QVERIFY(!curveId(point).contains(QChar(0x1b)));
    }
};

QTEST_GUILESS_MAIN(CurveTitleTest)
#include "curve_title_test.moc"
