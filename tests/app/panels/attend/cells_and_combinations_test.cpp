#include "app/panels/attend/attend_fixture.h"
#include "forms/message_bar.h"
#include "matrix/map_grid.h"
#include "panels/attend/cell_brush.h"
#include "panels/attend/combine_choice.h"
#include "panels/attend/head_list.h"
#include "session/changes_json.h"
#include "viewmodels/attend_model.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QTimer>
#include <QToolButton>

using namespace headlight;

/// Cells that are forbidden, forced and painted, and several heads as one map: of a published model of two layers.
class CellsAndCombinationsTest : public QObject, AttendFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
        showPublished("the old dog");
        settle();
    }
    void cleanup() { end(); }

    void theMenuOfACellForbidsForcesAndClearsIt() {
        chooseInMenu(1, 2, "forbidCell");
        QVERIFY(view().isMasked(1, 2) && view().hatch(1, 2) == CellHatch::Forbidden);
        QVERIFY2(map()->readOutAt(1, 2).contains("forbidden"), qPrintable(map()->readOutAt(1, 2)));
        chooseInMenu(1, 2, "forceCell");
        QVERIFY(!view().isMasked(1, 2) && view().hatch(1, 2) == CellHatch::Forced);
        QCOMPARE(view().value(1, 2), 1.0f);
        QVERIFY2(m_panel->findChild<AttendModel*>()->alterations().contains("1 forced cell"),
                 qPrintable(m_panel->findChild<AttendModel*>()->alterations()));
        QVERIFY2(model().hoverText(1, 2).contains("forced by you"), qPrintable(model().hoverText(1, 2)));
        chooseInMenu(1, 2, "clearCell");
        QVERIFY(!m_session->isAltered() && view().hatches.isEmpty());
        m_session->undo();
        settle();
        QCOMPARE(view().value(1, 2), 1.0f);
    }

    void aCellIsForcedToAWeight() {
        answerWeight(0.25);
        chooseInMenu(1, 2, "forceCellWeight");
        QCOMPARE(asked, 1.0);
        QCOMPARE(view().value(1, 2), 0.25f);
        QVERIFY(view().hatch(1, 2) == CellHatch::Forced);
        answerWeight(0.5);
        chooseInMenu(1, 2, "forceCellWeight");
        QCOMPARE(asked, 0.25); // what it has
        QCOMPARE(view().value(1, 2), 0.5f);
        m_session->undo();
        settle();
        QCOMPARE(view().value(1, 2), 0.25f);
        const Intervention kept =
            changesFromJson(changesToJson(m_session->intervention()), m_session->current()->heads(), 1);
        QCOMPARE(kept.begin()->second.forced, (std::vector<ForcedCell>{{1, 2, 0.25}}));
        chooseInMenu(1, 2, "forceCell"); // all of it
        QCOMPARE(view().value(1, 2), 1.0f);
    }

    void theQuestionForAWeightNamesTheCellAndWhatItGets() {
        const auto now = QString::number(double(view().value(1, 2)), 'g', 4);
        const QString name = QStringLiteral("“%1” → “%2”: weight ").arg(view().rowLabels[1], view().columnLabels[2]);
        answerWeight(0.8);
        chooseInMenu(1, 2, "forceCellWeight");
        QVERIFY2(question.contains(name + now + " now"), qPrintable(question));
        QVERIFY2(!question.contains("it gets"), qPrintable(question));
        runCommand("next-stage"); // of which the map shows no weights
        settle();
        answerWeight(0.8);
        chooseInMenu(1, 1, "forceCellWeight");
        QVERIFY2(question.contains("Beside those of this row (0.8 together) it gets 0.5."), qPrintable(question));
        answerWeight(0.8);
        chooseInMenu(1, 2, "forceCellWeight");
        QVERIFY2(question.contains(name + "0.5 now"), qPrintable(question));
        QVERIFY2(model().alterations().contains("= 0.8, scaled to 0.5"), qPrintable(model().alterations()));
    }

    void aStrokePaintsTheWeightThatWasGiven() {
        auto* brush = find<CellBrush>("brush");
        const auto chooseWeight = [&](double weight) {
            answerWeight(weight);
            for (QAction* action : brush->menu()->actions())
                if (action->objectName() == "brush.weight")
                    action->trigger();
        };
        chooseWeight(0.3);
        QVERIFY(brush->mark() == CellMark::Forced && map()->isPainting());
        QVERIFY(find<QLabel>("altered-hint")->text().contains("0.3"));
        stroke({2, 1}, {2, 2});
        QCOMPARE(view().value(2, 1), 0.3f);
        QCOMPARE(view().value(2, 2), 0.3f);
        chooseWeight(0.1);
        stroke({2, 1}, {2, 1});
        QCOMPARE(view().value(2, 1), 0.1f);
        m_session->undo();
        m_session->undo();
        QVERIFY(!m_session->isAltered());
    }

    void theOverviewMarksTheCellsThatWereChanged() {
        const auto hatch = [this] { return find<MapGrid>("overview")->painter().thumbnail(0).view.hatch(1, 2); };
        QVERIFY(hatch() == CellHatch::None);
        chooseInMenu(1, 2, "forbidCell");
        QVERIFY(hatch() == CellHatch::Forbidden);
        chooseInMenu(1, 2, "forceCell");
        QVERIFY(hatch() == CellHatch::Forced);
    }

    void aStrokePaintsItsCellsInOneStep() {
        const float before = view().value(2, 1);
        const QRect place = map()->geometry(), colours = find<QToolButton>("look")->geometry();
        runCommand("next-brush");
        QVERIFY(map()->isPainting() && map()->cursor().shape() == Qt::CrossCursor);
        QVERIFY(find<QLabel>("altered-hint")->text().contains("Drag to forbid cells"));
        QTest::qWait(20);                   // layouts answer later
        QCOMPARE(map()->geometry(), place); // under the pointer
        QCOMPARE(find<QToolButton>("look")->geometry(), colours);
        stroke({2, 1}, {2, 3});
        QCOMPARE(m_session->headChange(m_session->focus().address).forbidden,
                 (std::vector<HeadCell>{{2, 1}, {2, 2}, {2, 3}}));
        QVERIFY(m_session->marks().pinnedQueries.empty());
        runCommand("next-brush"); // force
        stroke({2, 1}, {2, 2});
        QCOMPARE(view().value(2, 1), 0.5f); // in equal shares
        runCommand("next-brush");           // clear
        stroke({2, 1}, {2, 3});
        QVERIFY(!m_session->isAltered());
        for (int step = 0; step < 3; ++step)
            m_session->undo();
        settle();
        QVERIFY(!m_session->isAltered() && !m_session->current()->changes.canUndo());
        QCOMPARE(view().value(2, 1), before);
        QTest::keyClick(m_panel.get(), Qt::Key_Escape);
        QVERIFY(!map()->isPainting() && !find<QLabel>("altered-hint")->text().contains("Drag to forbid cells"));
    }

    void aKeyPaintsTheCellThatItIsAt() {
        runCommand("next-brush");
        map()->setFocus();
        QTest::keyClick(map(), Qt::Key_Down); // to the first cell
        QTest::keyClick(map(), Qt::Key_Return);
        QCOMPARE(m_session->headChange(m_session->focus().address).forbidden, (std::vector<HeadCell>{{0, 0}}));
    }

    void headsChosenOneByOneAreOneMap() {
        const MatrixView own = view();
        auto* list = find<HeadList>("head-list");
        const auto clickRow = [&](int row, Qt::KeyboardModifiers modifiers) {
            QTest::mouseClick(list->viewport(), Qt::LeftButton, modifiers,
                              list->visualItemRect(list->topLevelItem(row)).center());
            settle();
        };
        clickRow(1, Qt::ControlModifier);
        QVERIFY2(view().title.startsWith("mean of heads 0.0–0.1 · weight"), qPrintable(view().title));
        m_session->setHead(at01());
        settle();
        const MatrixView other = view();
        m_session->setHead(MapAddress{});
        settle();
        clickRow(1, Qt::ControlModifier);
        for (int row = 0; row < own.rows; ++row)
            for (int column = 0; column < own.columns; ++column)
                QVERIFY(std::abs(view().value(row, column) - (own.value(row, column) + other.value(row, column)) / 2) <
                        1e-6f);
        QVERIFY(list->topLevelItem(0)->font(0).bold() && !list->topLevelItem(2)->font(0).bold());
        QCOMPARE(find<QComboBox>("feature-kind")->currentText(), QString("Mean")); // of each head its features' mean
        QVERIFY(!find<QWidget>("stage.score")->isEnabled() && !find<CellBrush>("brush")->isEnabled());
        clickRow(0, {}); // which is current already
        QVERIFY(!m_session->focus().combination);
        QCOMPARE(view().values, own.values);
    }

    void theMenuCombinesAllHeads() {
        chooseKind("combine.rollout");
        QCOMPARE(view().title, QString("rollout of layers 0, 1 · weight"));
        QCOMPARE(find<CombineChoice>("combine")->text(), QString("Rollout"));
        for (int row = 0; row < view().rows; ++row) {
            float sum = 0;
            for (int column = 0; column < view().columns; ++column)
                sum += view().value(row, column);
            QVERIFY(std::abs(sum - 1) < 1e-5f);
        }
        QVERIFY(model().hoverText(1, 1).contains("weight") && !model().hoverText(1, 1).contains("score"));
        chooseKind("combine.max");
        QVERIFY2(view().title.startsWith("maximum of heads "), qPrintable(view().title));
        auto* grid = find<MapGrid>("overview");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, Qt::ControlModifier,
                          grid->thumbnailRect(0).center().toPoint()); // one less
        settle();
        QVERIFY(!m_session->focus().combination->heads.empty() &&
                m_session->focus().combination->heads.front() != MapAddress{});
        chooseKind("combine.none");
        QVERIFY(!m_session->focus().combination);
    }

    void theToolbarKeepsItsPlacesAndTheHeadSaysWhatTheMapShows() {
        const auto places = [this] {
            QTest::qWait(20); // layouts answer later
            QList<QRect> places{map()->geometry()};
            for (const char* name : {"stage.score", "combine", "brush", "look"})
                places << find<QWidget>(name)->geometry();
            return places;
        };
        auto* said = find<QLabel>("head-title");
        m_session->setHead(MapAddress{Stack::Encoder, 0, MapPart::Self, 1});
        m_panel->resize(900, 700); // where its rows are full
        const QList<QRect> before = places();
        const QString alone = said->text();
        const int height = said->height();
        for (const auto& [kind, word] : {std::pair("combine.mean", "mean"), std::pair("combine.max", "maximum"),
                                         std::pair("combine.rollout", "rollout")}) {
            chooseKind(kind);
            QCOMPARE(places(), before);
            const auto heads = m_session->focus().combination->heads.size();
            QCOMPARE(said->text(), alone + QStringLiteral(" · map: %1 of %2").arg(word).arg(heads));
            QCOMPARE(said->height(), height);
        }
        chooseKind("combine.none");
        QCOMPARE(places(), before);
        QCOMPARE(said->text(), alone); // of the head that was chosen
    }

    void whatIsPaintedIsSaidWhileSomethingIsAltered() {
        runCommand("next-brush");
        stroke({2, 1}, {2, 3});
        auto* bar = find<MessageBar>("altered");
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), patience);
        QVERIFY2(bar->text().startsWith("Drag to forbid cells"), qPrintable(bar->text()));
        QVERIFY2(bar->text().contains("log-odds"), qPrintable(bar->text())); // what it does is seen all the time
        const auto* said = bar->findChild<QLabel*>("messageText");
        QVERIFY2(said->toolTip().contains("has 3 forbidden cells"), qPrintable(said->toolTip()));
        runCommand("next-brush");
        QVERIFY(bar->text().startsWith("Drag to force cells"));
        QTest::keyClick(m_panel.get(), Qt::Key_Escape);
        QVERIFY2(!bar->text().contains("Drag"), qPrintable(bar->text()));
    }

    void headsThatAreNotAlikeAreToldApart() {
        QString told;
        connect(m_session.get(), &Session::noticePosted, this, [&](const Notice& notice) { told = notice.text; });
        combineHeads(*m_session, model(), {HeadCombination::Kind::Mean, {at01(), MapAddress{Stack::Encoder, 9}}});
        QVERIFY2(told.contains("there is no head 9.0"), qPrintable(told));
        QVERIFY(!m_session->focus().combination);
        m_session->disconnect(this);
    }

    void patternsAreColumnsThatCanBeChosen() {
        auto* list = find<HeadList>("head-list");
        const int separator = list->columnCount() - 1;
        QVERIFY(list->isColumnHidden(separator) && !list->isColumnHidden(3));
        list->header()->actions().last()->trigger();
        QVERIFY(!list->isColumnHidden(separator));
        const auto exact = model().heads()[0].statistics->separator;
        QVERIFY(exact);
        QCOMPARE(list->topLevelItem(0)->text(separator), QString::number(*exact, 'f', 2));
        QVERIFY(list->headerItem()->toolTip(separator).contains("[SEP]"));
        m_panel->remember();
        m_panel.reset();
        open();
        QVERIFY(!find<HeadList>("head-list")->isColumnHidden(separator));
    }

private:
    double asked = -1; ///< the weight that the question began with
    QString question;  ///< in words, with the weight that was answered

    /// Of the question that comes next.
    void answerWeight(double weight) {
        QTimer::singleShot(0, this, [this, weight] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            asked = dialog->doubleValue();
            dialog->setDoubleValue(weight);
            question = dialog->labelText();
            dialog->accept();
        });
    }
    HeatMap* map() { return find<HeatMap>("map"); }
    AttendModel& model() { return *m_panel->findChild<AttendModel*>(); }
    static MapAddress at01() { return {Stack::Encoder, 0, MapPart::Self, 1}; }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && !view().isEmpty(), patience); }
    QPoint place(int row, int column) { return map()->mapGeometry().cellRect(row, column).center().toPoint(); }

    /// The entry of the menu that the cell would open; the menu itself would wait for the user.
    void chooseInMenu(int row, int column, const QString& entry) {
        map()->setContextMenuPolicy(Qt::NoContextMenu);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place(row, column), map()->mapToGlobal(place(row, column)));
        QCoreApplication::sendEvent(map(), &event);
        for (QAction* action : map()->actions())
            if (action->objectName() == entry) {
                QVERIFY(action->isEnabled());
                action->trigger();
            }
        settle();
    }
    void stroke(MapCell from, MapCell to) {
        QTest::mousePress(map(), Qt::LeftButton, {}, place(from.row, from.column));
        QTest::mouseMove(map(), place(to.row, to.column));
        QTest::mouseRelease(map(), Qt::LeftButton, {}, place(to.row, to.column));
        settle();
    }
    void chooseKind(const QString& name) {
        auto* menu = find<CombineChoice>("combine")->menu();
        emit menu->aboutToShow();
        for (QAction* action : menu->actions())
            if (action->objectName() == name)
                return action->trigger(), settle();
        QFAIL(qPrintable(name));
    }
};

QTEST_MAIN(CellsAndCombinationsTest)
#include "cells_and_combinations_test.moc"
