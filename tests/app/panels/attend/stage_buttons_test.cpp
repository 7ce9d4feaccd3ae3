#include "panels/attend/stage_buttons.h"

#include "app/panels/attend/attend_fixture.h"

#include <QMenu>
#include <QToolButton>
#include <QtTest>

using namespace headlight;

/// Which stage is shown, by the buttons over the map.
class StageButtonsTest : public QObject, AttendFixture {
    Q_OBJECT
    QAction* part(const char* name) { return find<QAction>(QString("stage.%1").arg(name)); }

private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void partsOfAScoreAreInAMenu() {
        showGolden("published/deberta-masked", "5 9 7");
        auto* parts = find<QToolButton>("stage.parts");
        QVERIFY(parts->isVisible() && parts->isEnabled() && !parts->isChecked());
        QVERIFY(!part("bias")->isVisible() && part("position-content")->isVisible());
        part("position-content")->trigger();
        settle();
        QVERIFY(m_session->focus().stage == MapStage::PositionContent);
        QVERIFY2(view().title.contains("position-content"), qPrintable(view().title));
        QCOMPARE(view().colorMap, ColorMapId::Diverging);
        QVERIFY(parts->isChecked() && parts->text().contains("Position"));
        const QRect before = parts->geometry();
        find<QToolButton>("stage.weight")->click();
        settle();
        QVERIFY(!parts->isChecked() && !part("position-content")->isChecked());
        QCOMPARE(parts->geometry(), before);
    }

    /// S goes through all that the head has, and what it has not is shown as its score.
    void headsWithoutPartsShowTheirScore() {
        showGolden("published/t5", "5 9 7");
        m_session->setStage(MapStage::Weight);
        for (const MapStage next : {MapStage::Content, MapStage::Bias, MapStage::Score, MapStage::Masked}) {
            runCommand("next-stage");
            QCOMPARE(int(m_session->focus().stage), int(next));
        }
        m_session->setStage(MapStage::Bias);
        m_session->setHead({Stack::Decoder, 0, MapPart::Cross, 0});
        m_session->setSequence(1);
        settle();
        auto* parts = find<QToolButton>("stage.parts");
        QVERIFY(parts->isVisible() && !parts->isEnabled()); // it keeps its place
        QVERIFY(find<QToolButton>("stage.score")->isChecked());
        show("the red river", sampleModel());
        QVERIFY(!parts->isVisible());
    }

    void mapsOfWordsHaveNoParts() {
        showGolden("published/deberta-masked", "5 9 7");
        m_session->setStage(MapStage::Content);
        settle();
        m_session->setDisplay({PieceDisplay::Words, MarkDisplay::Shown});
        settle();
        auto* parts = find<QToolButton>("stage.parts");
        QVERIFY(!parts->isVisible() && !find<QToolButton>("stage.score")->isEnabled());
        QVERIFY(find<QToolButton>("stage.weight")->isChecked() && view().rowsAreShares);
        runCommand("next-stage"); // there is no other
        QVERIFY(m_session->focus().stage == MapStage::Content);
        m_session->setDisplay({});
        settle();
        QVERIFY(parts->isVisible() && parts->isChecked());
    }
};

QTEST_MAIN(StageButtonsTest)
#include "stage_buttons_test.moc"
