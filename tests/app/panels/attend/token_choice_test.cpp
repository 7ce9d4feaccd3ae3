#include "panels/attend/token_choice.h"

#include "app/panels/attend/attend_fixture.h"
#include "figure/figure_menu.h"
#include "matrix/map_grid.h"
#include "viewmodels/attend_model.h"

#include <QFile>
#include <QLabel>
#include <QMenu>

using namespace headlight;

/// How tokens stand in the Attend view: [CLS] the un ##known dog [SEP].
class TokenChoiceTest : public QObject, AttendFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
        showPublished("the unknown dog");
    }
    void cleanup() { end(); }

    void piecesAreReadOrMerged() {
        QCOMPARE(view().rowLabels, (QStringList{"[CLS]", "the", "un", "##known", "dog", "[SEP]"}));
        const MatrixView raw = view();
        choose("pieces.pretty");
        QCOMPARE(view().rowLabels, (QStringList{"[CLS]", "the", "un", "·known", "dog", "[SEP]"}));
        QCOMPARE(view().values, raw.values);
        choose("pieces.words");
        QCOMPARE(view().rowLabels, (QStringList{"[CLS]", "the", "unknown", "dog", "[SEP]"}));
        QCOMPARE(view().columnLabels, view().rowLabels);
        QVERIFY(std::abs(view().value(0, 2) - raw.value(0, 2) - raw.value(0, 3)) < 1e-6);
        QVERIFY2(view().title.contains("words"), qPrintable(view().title));
        QVERIFY(find<QLabel>("note")->text().contains("merged to words"));
        QCOMPARE(find<MapGrid>("overview")->painter().thumbnail(0).view.rows, 5);
        choose("pieces.raw");
        QCOMPARE(view().values, raw.values);
        QCOMPARE(view().title, raw.title);
    }

    void theNoteSaysWhetherTheRestIsRenormalised() {
        choose("specials.hidden");
        QCOMPARE(view().rowLabels, (QStringList{"the", "un", "##known", "dog"}));
        QVERIFY(find<QLabel>("note")->text().contains("not renormalised"));
        choose("specials.renormalised");
        QVERIFY2(find<QLabel>("note")->text().contains("is renormalised to 1"),
                 qPrintable(find<QLabel>("note")->text()));
        double sum = 0;
        for (int column = 0; column < view().columns; ++column)
            sum += double(view().value(1, column));
        QVERIFY(std::abs(sum - 1) < 1e-5);
        auto* score = find<QWidget>("stage.score"); // of all tokens; it keeps its place, and nothing beside it moves
        QVERIFY(score->isVisible() && !score->isEnabled() && score->toolTip().contains("choose those in Tokens"));
        choose("specials.shown");
        QVERIFY(!find<QLabel>("note")->text().contains("Special tokens"));
    }

    void pinsGoAndCellsStayAsTheyAre() {
        m_session->setPins({2}, {3});
        choose("pieces.pretty");
        QCOMPARE(m_session->marks().pinnedKeys, std::set<int>{3});
        choose("pieces.words");
        QVERIFY(m_session->marks().pinnedQueries.empty() && m_session->marks().pinnedKeys.empty());
        auto* map = find<HeatMap>("map");
        QTest::mouseClick(map, Qt::LeftButton, Qt::ControlModifier,
                          map->mapGeometry().cellRect(1, 2).center().toPoint());
        settle();
        QVERIFY(!m_session->isAltered()); // a word is no cell of the model's
        QVERIFY(!find<QWidget>("brush")->isEnabled());
    }

    void aWordIsPointedAtByEachOfItsPieces() {
        choose("pieces.words");
        AttendModel* const model = m_panel->findChild<AttendModel*>();
        QCOMPARE(model->shownPlace(0, 3), 2);
        QCOMPARE(model->shownPlace(0, 6), -1);
        QCOMPARE(model->ownTokens(0, {2, 3}), (std::set<int>{2, 3, 4}));
        QCOMPARE(model->tokensRead(), qsizetype(6));
        choose("specials.hidden");
        QCOMPARE(model->shownPlace(0, 0), -1);
        QCOMPARE(model->shownPlace(0, 4), 2);
    }

    void modelsOfWholeWordsHaveNoneUnlessSomethingIsChosen() {
        QVERIFY(find<TokenChoice>("tokens")->isVisible());
        show("the red river", opened("words", sampleClassifier()));
        QVERIFY(!find<TokenChoice>("tokens")->isVisible());
        m_session->setDisplay({PieceDisplay::Words, MarkDisplay::Shown});
        settle();
        QVERIFY(find<TokenChoice>("tokens")->isVisible()); // or nobody could take it back
    }

    void aTextThatIsTypedLaterIsDisplayedSo() {
        choose("pieces.words");
        m_session->setSentence("the unknown river sleeps");
        settle();
        QCOMPARE(view().rowLabels, (QStringList{"[CLS]", "the", "unknown", "river", "sleeps", "[SEP]"}));
    }

    void aTableSaysWhatWasDone() {
        choose("pieces.words");
        choose("specials.renormalised");
        const QString csv = m_folder->filePath("words.csv");
        QCOMPARE(find<HeatMap>("map")->findChild<FigureMenu*>()->exportTo(csv), QString());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY2(text.contains("(words · special tokens hidden, renormalised)") && text.contains("\nunknown,"),
                 qPrintable(text));
    }

private:
    void choose(const char* name) {
        QAction* const action = find<TokenChoice>("tokens")->menu()->findChild<QAction*>(name);
        QVERIFY(action);
        action->trigger();
        QVERIFY(action->isChecked());
        settle();
    }
};

QTEST_MAIN(TokenChoiceTest)
#include "token_choice_test.moc"
