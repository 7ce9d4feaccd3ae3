#include "panels/attend/between_choice.h"

#include "app/panels/attend/attend_fixture.h"
#include "figure/figure_menu.h"
#include "matrix/line_view.h"
#include "matrix/map_grid.h"

#include <QAbstractItemView>
#include <QFile>
#include <QLabel>

using namespace headlight;

/// Two texts that a model reads as one sequence, in the Attend view: [CLS] the old dog [SEP] it was small [SEP].
class BetweenChoiceTest : public QObject, AttendFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
        showPublished("the old dog\tit was small");
    }
    void cleanup() { end(); }

    void isOfferedForSeveralTextsOfOneSequence() {
        QVERIFY(choice()->isVisible());
        QStringList titles;
        for (int index = 0; index < choice()->count(); ++index)
            titles << choice()->itemText(index);
        QCOMPARE(titles,
                 (QStringList{"All texts", "First → first", "First → second", "Second → first", "Second → second"}));
        QCOMPARE(choice()->currentIndex(), 0);
        m_session->setSecond({});
        settle();
        QVERIFY(!choice()->isVisible());
        m_session->setSecond("it was small");
        m_session->addModel(opened("pair", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair")));
        settle();
        QVERIFY(m_panel->findChild<AttendModel*>()->isPair() && !choice()->isVisible()); // sequences of their own
    }

    void showsHowOneTextLooksAtTheOther() {
        QCOMPARE(view().rows, 9);
        const MatrixView whole = view();
        pickPart(2);
        QCOMPARE(view().rowLabels, (QStringList{"[CLS]", "the", "old", "dog", "[SEP]"}));
        QCOMPARE(view().columnLabels, (QStringList{"it", "was", "small", "[SEP]"}));
        QVERIFY2(view().title.contains("· weight · first → second"), qPrintable(view().title));
        for (int row = 0; row < view().rows; ++row)
            for (int column = 0; column < view().columns; ++column)
                QCOMPARE(view().value(row, column), whole.value(row, column + 5)); // as they were
        QCOMPARE(find<LineView>("lines-view")->painter().view().columnLabels, view().columnLabels);
        const MapThumbnail& small = find<MapGrid>("overview")->painter().thumbnail(4);
        QVERIFY(small.view.rows == 5 && small.view.columns == 4);
        QVERIFY2(small.toolTip.contains("first → second") && !small.toolTip.contains("on itself"),
                 qPrintable(small.toolTip));
        pickPart(3);
        QVERIFY(view().rows == 4 && view().columns == 5);
        pickPart(0);
        QCOMPARE(view().values, whole.values);
    }

    void pinsOfTheJoinedTextsEndWithEither() {
        m_session->setPins({2}, {7});
        m_session->setSecond("it was here");
        QVERIFY(m_session->marks().pinnedQueries.empty() && m_session->marks().pinnedKeys.empty());
        m_session->setPins({2}, {7});
        m_session->setSentence("the new dog");
        QVERIFY(m_session->marks().pinnedQueries.empty() && m_session->marks().pinnedKeys.empty());
    }

    void theStatisticsOfAHeadAreOfThePart() {
        auto* statistics = find<QLabel>("head-statistics");
        const QString whole = statistics->text();
        QVERIFY(whole.contains("on itself"));
        pickPart(4);
        QVERIFY(statistics->text().contains("on itself") && statistics->text() != whole);
        pickPart(2);
        QVERIFY2(statistics->text().contains("distance") && !statistics->text().contains("on itself"),
                 qPrintable(statistics->text())); // none of the first text is in the second
    }

    void aKeyStepsThroughTheParts() {
        find<HeatMap>("map")->setFocus();
        for (const int index : {1, 2, 3, 4, 0}) {
            QTest::keyClick(find<HeatMap>("map"), Qt::Key_T);
            settle();
            QCOMPARE(choice()->currentIndex(), index);
        }
        runCommand("next-part");
        QCOMPARE(choice()->currentIndex(), 1);
        m_session->setSecond({});
        settle();
        runCommand("next-part"); // there is nothing to choose
        m_session->setSecond("it was small");
        settle();
        QCOMPARE(choice()->currentIndex(), 1); // what was chosen for two texts
    }

    void aSingleTextHasItsWholeMap() {
        pickPart(2);
        m_session->setSecond({});
        settle();
        QVERIFY(view().rows == 5 && view().columns == 5);
        QVERIFY2(!view().title.contains("→"), qPrintable(view().title));
    }

    void cellsAreReadAndHiddenByTheirPlaceInTheSequence() {
        pickPart(2);
        QString reading;
        connect(m_session.get(), &Session::hoverTextChanged, this, [&](const QString& text) { reading = text; });
        auto* map = find<HeatMap>("map");
        const QPoint cell = map->mapGeometry().cellRect(3, 1).center().toPoint();
        QTest::mouseMove(map, cell);
        QTRY_VERIFY2_WITH_TIMEOUT(reading.startsWith("query 3 “dog” → key 6 “was”   weight "), qPrintable(reading),
                                  patience);
        QVERIFY2(map->readOutAt(3, 1).startsWith("query 3 “dog” → key 6 “was”"), qPrintable(map->readOutAt(3, 1)));
        QCOMPARE(m_session->marks().hoveredKey, 6);
        QTest::mouseClick(map, Qt::LeftButton, Qt::ControlModifier, cell);
        settle();
        const HeadChange change = m_session->headChange(m_session->focus().address);
        QCOMPARE(change.forbidden, (std::vector<HeadCell>{{3, 6}}));
        QVERIFY(view().isMasked(3, 1));
        QTest::mouseClick(map, Qt::LeftButton, Qt::ControlModifier, cell);
        settle();
        QVERIFY(!m_session->isAltered());
        m_session->disconnect(this);
    }

    void pinsStayWithTheirTokens() {
        auto* map = find<HeatMap>("map");
        auto* lines = find<LineView>("lines-view");
        pickPart(3);
        QTest::mouseClick(map, Qt::LeftButton, {}, map->mapGeometry().cellRect(2, 1).center().toPoint());
        QCOMPARE(map->pins().rows, QList<int>{2});
        QCOMPARE(m_session->marks().pinnedQueries, std::set<int>{7}); // "small"
        pickPart(2);
        QVERIFY(map->pins().rows.isEmpty() && lines->painter().pins().rows.isEmpty()); // no row of it is shown
        pickPart(4);
        QVERIFY(map->pins().rows == QList<int>{2} && lines->painter().pins().rows == QList<int>{2});
        pickPart(0);
        QVERIFY(map->pins().rows == QList<int>{7} && lines->painter().pins().rows == QList<int>{7});
    }

    void aTableOfAPartSaysSo() {
        pickPart(3);
        const QString csv = m_folder->filePath("part.csv");
        QCOMPARE(find<HeatMap>("map")->findChild<FigureMenu*>()->exportTo(csv), QString());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
        QCOMPARE(lines[0], QString("query\\key (second → first),[CLS],the,old,dog,[SEP]"));
        QVERIFY(lines[1].startsWith("it,") && lines[4].startsWith("[SEP],"));
    }

private:
    BetweenChoice* choice() { return find<BetweenChoice>("between"); }
    /// As a user does.
    void pickPart(int index) {
        QTest::mouseClick(choice(), Qt::LeftButton);
        QAbstractItemView* list = choice()->view();
        QTRY_VERIFY_WITH_TIMEOUT(list->isVisible(), patience);
        QTest::keyClick(list, Qt::Key_Home);
        for (int step = 0; step < index; ++step)
            QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        settle();
        QCOMPARE(choice()->currentIndex(), index);
    }
};

QTEST_MAIN(BetweenChoiceTest)
#include "between_choice_test.moc"
