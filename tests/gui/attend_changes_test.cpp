#include "gui/window_fixture.h"
#include "head_address.h"

#include "matrix/heat_map.h"
#include "wording/number_text.h"

#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

using namespace headlight;

/// Heads that are switched off and masks that are replaced, in the Attend view.
class AttendChangesTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void aHeadOffIsAnnouncedAndUndoRestoresTheBits() {
        type("where is the red bridge");
        const QList<double> before = bars();
        QTest::mouseClick(find<QCheckBox>("head-on"), Qt::LeftButton, {},
                          QPoint(8, find<QCheckBox>("head-on")->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() != before, patience);
        auto* altered = find<QWidget>("altered");
        QVERIFY(altered->isVisible());
        QVERIFY(find<MapGrid>("overview")->painter().thumbnail(0).off);
        for (int k = 0; k < before.size(); ++k)
            QCOMPARE(find<BarList>("answer-bars")->painter().bars()[k].ghost, before[k]);
        m_window->findChild<QAction*>("undo")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && !altered->isVisible(), patience);
        QCOMPARE(bars(), before);
        m_window->showView("train"); // where nobody would see it
        m_window->findChild<QAction*>("redo")->trigger();
        m_window->showView("attend");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
        QVERIFY(!altered->isVisible());
        m_window->findChild<QAction*>("redo")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && altered->isVisible(), patience);
        m_window->findChild<QAction*>("undo-all")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && !altered->isVisible(), patience);
        QCOMPARE(bars(), before);
    }

    void theSmallestChangeHasItsSignAndItsSize() {
        type("where is the red bridge");
        m_window->session().setHeadChange(at(0, 0), {.scale = 0.9999, .mask = {}, .forbidden = {}}, "scale");
        settle();
        bool isAnySmall = false;
        for (const Bar& bar : find<BarList>("answer-bars")->painter().bars()) {
            const double change = bar.value - bar.ghost;
            isAnySmall |= change != 0 && std::abs(change) < 0.0005;
            if (change != 0)
                QVERIFY2(bar.change != "0" && bar.change.startsWith(change < 0 ? u'−' : u'+') &&
                             bar.change != "+0.000" && bar.change != "−0.000",
                         qPrintable(bar.change));
        }
        QVERIFY(isAnySmall);
    }

    void logOddsShowTheChangeAndAreRemembered() {
        type("where is the red bridge");
        QTest::mouseClick(find<QToolButton>("answer-scale.log-odds"), Qt::LeftButton);
        const QList<double> before = bars();
        QVERIFY(before[0] < 0); // of five classes that are nearly alike
        QTest::mouseClick(find<QCheckBox>("head-on"), Qt::LeftButton, {},
                          QPoint(8, find<QCheckBox>("head-on")->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() != before, patience);
        const Bar bar = find<BarList>("answer-bars")->painter().bars()[0];
        QCOMPARE(bar.ghost, before[0]);
        QCOMPARE(bar.change, changeText(bar.value - before[0], 3));
        reopenWindow();
        QVERIFY(find<QToolButton>("answer-scale.log-odds")->isChecked());
        QTest::mouseClick(find<QToolButton>("answer-scale.probability"), Qt::LeftButton);
        QVERIFY(bars()[0] > 0);
    }

    void aCellThatIsHiddenAnywayCantBeForbidden() {
        type("where is the red bridge");
        auto* map = find<HeatMap>("map");
        QVERIFY(map->view().isMasked(3, 3));
        const auto click = [&](int query, int key) {
            QTest::mouseClick(map, Qt::LeftButton, Qt::ControlModifier,
                              map->mapGeometry().cellRect(query, key).center().toPoint());
            settle();
        };
        click(3, 3);
        QVERIFY(!m_window->session().isAltered() && !m_window->session().current()->changes.canUndo());
        const auto [query, key] = map->view().isMasked(3, 1) ? std::pair(1, 3) : std::pair(3, 1);
        click(query, key);
        QVERIFY(m_window->session().isAltered() && map->view().isMasked(query, key));
        click(query, key);
        QVERIFY(!m_window->session().isAltered() && !map->view().isMasked(query, key));
    }

    void aHeadThatIsOnAgainHasItsScaleAgain() {
        type("where is the red bridge");
        auto* scale = find<QDoubleSpinBox>("head-scale");
        scale->setValue(0.4);
        settle();
        auto* on = find<QCheckBox>("head-on");
        const auto toggle = [&] { QTest::mouseClick(on, Qt::LeftButton, {}, QPoint(8, on->height() / 2)); };
        toggle();
        QCOMPARE(m_window->session().headChange(at(0, 0)).scale, 0.0);
        QVERIFY(!on->isChecked());
        toggle();
        QCOMPARE(m_window->session().headChange(at(0, 0)).scale, 0.4);
        scale->setValue(0); // off by its scale: there is no other to go back to
        toggle();
        QVERIFY(on->isChecked());
    }

    void aTypedMaskIsUsedAndABadOneIsNot() {
        type("where is the red bridge");
        const QList<double> before = bars();
        auto* field = find<QLineEdit>("head-mask");
        const QString own = field->text();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "fa(1)");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && find<HeatMap>("map")->view().title.contains("fa(1)"),
                                 patience);
        QVERIFY(find<HeatMap>("map")->view().isMasked(0, 3));
        QVERIFY(bars() != before);
        QTest::keyClicks(field, "+nonsense");
        QVERIFY(m_window->session().headChange(at(0, 0)).mask.value() == "fa(1)");
        m_window->findChild<QAction*>("undo-all")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() == before, patience);
    }

    void eachMaskThatEnterTakesIsAStepToUndo() {
        type("where is the red bridge");
        auto* field = find<QLineEdit>("head-mask");
        for (const char* mask : {"fa(1)", "window(2)"}) {
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, mask);
            QTest::keyClick(field, Qt::Key_Return);
        }
        const auto mask = [this] { return m_window->session().headChange(at(0, 0)).mask; };
        QVERIFY(mask() && mask().value() == "window(2)");
        m_window->session().undo();
        QVERIFY(mask() && mask().value() == "fa(1)");
        m_window->session().undo();
        QVERIFY(!mask());
    }

    void aWrongMaskLeavesUndoInSight() {
        m_window->resize(1280, 820);
        type("where is the red bridge");
        auto* field = find<QLineEdit>("head-mask");
        const QRect dock = find<QDockWidget>("head")->geometry();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "fw+nonsense");
        const auto messageInSight = [this]() -> QLabel* {
            for (QLabel* message : m_window->findChildren<QLabel*>("message"))
                if (message->isVisible())
                    return message;
            return nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(messageInSight(), patience);
        const QLabel* message = messageInSight();
        const auto isWhole = [](const QWidget* widget) {
            return widget->height() >= widget->sizeHint().height() &&
                   widget->visibleRegion().boundingRect() == widget->rect();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(field) && isWhole(message), patience);
        QCOMPARE(find<QDockWidget>("head")->geometry(), dock);
        QVERIFY(isWhole(find<QPushButton>("head-undo")) && isWhole(find<QPushButton>("head-reset")));
        QVERIFY(!find<QPushButton>("head-undo")->isEnabled()); // on the way it was the head's own: nothing to undo
    }

    void undoInAFieldUndoesTheModelsChange() {
        type("where is the red bridge");
        const QList<double> before = bars();
        auto* field = find<QLineEdit>("head-mask");
        const QString own = field->text();
        const auto mask = [&] {
            const HeadChange change = m_window->session().headChange(at(0, 0));
            return change.mask ? QString::fromStdString(change.mask.value()) : own;
        };
        const auto press = [](QWidget* widget, bool again) {
            QTest::keyClick(widget, Qt::Key_Z, again ? Qt::ControlModifier | Qt::ShiftModifier : Qt::ControlModifier);
        };
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "fa(1)");
        QCOMPARE(mask(), QString("fa(1)"));
        press(field, false);
        QCOMPARE(mask(), own);
        QCOMPARE(field->text(), own);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() == before, patience);
        press(field, true);
        QCOMPARE(mask(), QString("fa(1)"));
        QCOMPARE(field->text(), QString("fa(1)"));
        QTest::keyClicks(field, "+nonsense"); // goes first: the model has never had it
        press(field, false);
        QCOMPARE(field->text(), QString("fa(1)"));
        QCOMPARE(mask(), QString("fa(1)"));
        field->end(false);
        QTest::keyClicks(field, " + logdist");
        QCOMPARE(mask(), QString("fa(1)+logdist"));
        field->undo(); // its own, from its menu: what it says holds all the same
        QCOMPARE(QString(field->text()).remove(' '), mask());

        auto* scale = find<QDoubleSpinBox>("head-scale");
        scale->setValue(0.4);
        scale->setFocus();
        scale->selectAll();
        QTest::keyClicks(scale, "0.7");
        press(scale, false);
        QCOMPARE(scale->text(), scale->textFromValue(0.4));
        press(scale, false);
        QCOMPARE(scale->value(), 1.0);
        QCOMPARE(m_window->session().headChange(at(0, 0)).scale, 1.0);
    }

    void headsThatPoolAreSwitchedOff() {
        openModel("lama", {{"features", "4"}, {"heads", "3"}, {"context_features", "3"}});
        clickThumbnail(1);
        QVERIFY2(find<HeatMap>("map")->view().title.startsWith("layer 0 · head 1"),
                 qPrintable(find<HeatMap>("map")->view().title));
        const QList<double> before = bars();
        auto* on = find<QCheckBox>("head-on");
        QVERIFY(on->isVisible() && on->isChecked());
        QVERIFY(!find<QLineEdit>("head-mask")->isVisible());
        QTest::mouseClick(on, Qt::LeftButton, {}, QPoint(8, on->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() != before, patience);
        QVERIFY(find<QWidget>("altered")->isVisible());
        QVERIFY(find<MapGrid>("overview")->painter().thumbnail(1).off);
        QVERIFY(!find<MapGrid>("overview")->painter().thumbnail(0).off);
        QCOMPARE(m_window->session().headChange(at(0, 1, MapPart::Pooling)).scale, 0.0);
        m_window->findChild<QAction*>("undo")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() == before, patience);
        QVERIFY(on->isChecked());
    }

    void aGateHasOneStageAndNothingToChange() {
        openModel("biblosa", {{"features", "4"}, {"block_length", "2"}});
        auto* grid = find<MapGrid>("overview");
        QCOMPARE(grid->painter().count(), 9); // four kinds for two directions, and the pooling
        QVERIFY(find<QWidget>("head-on")->isVisible());
        clickThumbnail(2);
        const MatrixView& view = find<HeatMap>("map")->view();
        QVERIFY2(view.title.startsWith("layer 0 · forward blocks · fw · weight"), qPrintable(view.title));
        QCOMPARE(view.columnLabels, (QStringList{"0–1", "2–3"}));
        QCOMPARE(view.rowLabels, view.columnLabels);
        QVERIFY(!find<QWidget>("head-on")->isVisible());

        auto* score = find<QToolButton>("stage.score");
        QTest::mouseClick(score, Qt::LeftButton);
        QVERIFY(score->isChecked());
        clickThumbnail(6);
        QVERIFY2(view.title.startsWith("layer 0 · forward fusion gate · mean"), qPrintable(view.title));
        QCOMPARE(view.rows, 1);
        QVERIFY(!score->isEnabled() && !find<QToolButton>("stage.masked")->isEnabled());
        QVERIFY(find<QToolButton>("stage.weight")->isChecked());
        QVERIFY2(score->toolTip().contains("gate"), qPrintable(score->toolTip()));
        find<HeatMap>("map")->setFocus();
        QTest::keyClick(find<HeatMap>("map"), Qt::Key_S);
        QVERIFY(m_window->session().focus().stage == MapStage::Score);
        clickThumbnail(1); // the stage is still the chosen one
        QVERIFY(score->isEnabled() && score->isChecked());
        QVERIFY2(view.title.contains("· score ·"), qPrintable(view.title));
    }
};

QTEST_MAIN(AttendChangesTest)
#include "attend_changes_test.moc"
