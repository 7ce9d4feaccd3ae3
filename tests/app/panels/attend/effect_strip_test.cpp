#include "panels/attend/effect_strip.h"

#include "app/panels/panel_fixture.h"
#include "app/sample_model.h"
#include "matrix/heat_map.h"
#include "panels/attend_panel.h"
#include "wording/number_text.h"

using namespace headlight;

/// What the answer owes each word, above the map; a word is left out from there.
class EffectStripTest : public QObject, PanelFixture<AttendPanel> {
    Q_OBJECT

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience); }
    void clickWord(EffectStrip* strip, int index, Qt::KeyboardModifiers modifiers) {
        const QPoint word = strip->painter().boxRect(strip->rect(), index).center().toPoint();
        QTest::mouseMove(strip, word);
        QTest::mouseClick(strip, Qt::LeftButton, modifiers, word);
        settle();
    }
    const AttendModel& model() { return *m_panel->findChild<AttendModel*>(); }
    const EffectsModel& effects() { return *m_panel->findChild<EffectsModel*>(); }

private slots:
    void init() {
        begin();
        open();
        m_session->addModel(sampleModel());
        m_session->setSentence("who wrote the quiet book");
        settle();
    }
    void cleanup() { end(); }

    void everyWordHasItsEffect() {
        auto* strip = find<EffectStrip>("effects");
        QVERIFY(strip->isVisible());
        const TokenStripView& view = strip->painter().view();
        QCOMPARE(view.tokens, QStringList({"who", "wrote", "the", "quiet", "book"}));
        for (int token = 0; token < 5; ++token)
            QCOMPARE(view.values[token], float(*effects().ofToken(0, token)));
        QCOMPARE(view.range.low, -view.range.high); // zero is in the middle of the colours
        QCOMPARE(view.range.high, effects().largestOfTokens());
        QVERIFY2(view.title.contains(effects().decision().mid(1)), qPrintable(view.title));
        QVERIFY2(view.shorterTitles[0].contains(effects().decision().mid(1)), qPrintable(view.shorterTitles[0]));
        QCOMPARE(view.shorterTitles[1], QString("Answer without each word")); // never without saying of what
        QVERIFY(!find<EffectStrip>("second-effects")->isVisible());
    }

    void aWordClickedWithAltIsLeftOut() {
        auto* strip = find<EffectStrip>("effects");
        const std::vector<AnswerRow> before = model().answer().rows();
        const double effect = *effects().ofToken(0, 3);
        const auto label = std::size_t(
            std::find_if(before.begin(), before.end(), [](const AnswerRow& row) { return row.best; }) - before.begin());
        clickWord(strip, 3, Qt::AltModifier);
        QVERIFY(m_session->marks().pinnedKeys.empty());
        QVERIFY(m_session->intervention().leftOut == std::set<TokenPlace>({{0, 3}}));
        // The answer changes by what was said, and what was is compared with.
        QVERIFY(std::abs(model().answer().rows()[label].logOdds - before[label].logOdds - effect) < 1e-6);
        QCOMPARE(model().answer().rows()[label].was, std::optional(before[label].probability));
        QCOMPARE(model().alterations(), QString("“quiet” is left out"));
        // It stays in what is shown, struck through.
        const MatrixView& map = find<HeatMap>("map")->view();
        QCOMPARE(map.columns, 5);
        QVERIFY(map.columnLabels[3] != "quiet" && map.columnLabels[3].startsWith('q'));
        QVERIFY(map.isMasked(4, 3) && map.isMasked(3, 4));
        QCOMPARE(map.columnLabels[4], QString("book"));
        QCOMPARE(strip->painter().valueText(3), QString("–"));

        m_session->undo();
        settle();
        QCOMPARE(model().answer().rows()[label].probability, before[label].probability);
        m_session->redo();
        settle();
        QVERIFY(m_session->isAltered());
        clickWord(strip, 3, Qt::AltModifier);
        QVERIFY(!m_session->isAltered());
    }

    void theMenuIsOfTheWordThatIsPointedAt() {
        auto* strip = find<EffectStrip>("effects");
        QTest::mouseMove(strip, strip->painter().boxRect(strip->rect(), 1).center().toPoint());
        QAction* leave = strip->actions().first();
        QCOMPARE(leave->text(), QString("Leave “wrote” out"));
        leave->trigger();
        settle();
        QVERIFY(m_session->intervention().leftOut == std::set<TokenPlace>({{0, 1}}));
        QCOMPARE(leave->text(), QString("Read “wrote” again"));
        m_session->undoAllChanges();
        settle();
        QCOMPARE(leave->text(), QString("Leave “wrote” out"));
    }

    void aPlainClickPinsTheWord() {
        clickWord(find<EffectStrip>("effects"), 2, Qt::NoModifier);
        QVERIFY(m_session->marks().pinnedKeys == std::set<int>{2} && !m_session->isAltered());
    }

    void ofAPairBothSentencesHaveTheirs() {
        m_session->addModel(
            opened("pairs", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair")));
        m_session->setSecond("where is the city");
        settle();
        auto* second = find<EffectStrip>("second-effects");
        QVERIFY(second->isVisible());
        QCOMPARE(second->painter().view().tokens.size(), 4);
        clickWord(second, 3, Qt::AltModifier);
        QVERIFY(m_session->intervention().leftOut == std::set<TokenPlace>({{1, 3}}));
        QCOMPARE(model().alterations(), QString("“city” is left out"));
    }
};

QTEST_MAIN(EffectStripTest)
#include "effect_strip_test.moc"
