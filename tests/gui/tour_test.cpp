#include "gui/window_fixture.h"

#include "forms/callout.h"
#include "forms/message_bar.h"
#include "matrix/heat_map.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>

using namespace headlight;

/// Help → First steps, walked as a user does: by clicks and keys on the real window.
class TourTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() {
        begin({.size = {1280, 820}});
        QTest::keyClick(m_window.get(), Qt::Key_F1, Qt::ShiftModifier);
    }
    void cleanup() { end(); }

    void tenStepsAreDoneByTheUsersOwnClicks() {
        QVERIFY(isAt(1));
        QTest::keyClicks(find<QLineEdit>("sentence"), " now");
        QTRY_VERIFY_WITH_TIMEOUT(isAt(2), patience);
        settle();
        clickThumbnail(1);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(3), patience);
        auto* map = find<HeatMap>("map");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->mapGeometry().cellRect(1, 1).center().toPoint());
        QTRY_VERIFY_WITH_TIMEOUT(isAt(4), patience);
        auto* on = find<QCheckBox>("head-on");
        QTest::mouseClick(on, Qt::LeftButton, {}, QPoint(8, on->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(isAt(5), patience);
        QTest::mouseClick(find<QPushButton>("callout.read"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(6), patience);
        settle();
        QTest::mouseClick(find<QWidget>("altered")->findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(7), patience);
        chooseFeature();
        QTRY_VERIFY_WITH_TIMEOUT(isAt(8), patience);
        clickView(1);
        auto* gallery = find<MapGrid>("mask-gallery");
        QTest::mouseClick(gallery->viewport(), Qt::LeftButton, {}, gallery->thumbnailRect(2).center().toPoint());
        QTRY_VERIFY_WITH_TIMEOUT(isAt(9), patience);
        clickView(2);
        train();
        QTRY_VERIFY_WITH_TIMEOUT(isAt(10), patience);
        clickView(3);
        auto* runs = find<QTableView>("runs.table");
        QTRY_VERIFY_WITH_TIMEOUT(runs->isVisible() && runs->model()->rowCount() > 0, patience);
        QTest::mouseClick(runs->viewport(), Qt::LeftButton, {}, runs->visualRect(runs->model()->index(0, 0)).center());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->findChild<Callout*>(), patience);
        QVERIFY(m_settings->flag("tour-done"));
        QVERIFY(find<MessageBar>("messages")->text().contains("That was all"));
        m_window->findChild<QAction*>("train-stop")->trigger();
    }

    /// An area that scrolls is all covered by what it shows.
    void theMapsAreRinged() {
        QTest::mouseClick(find<QPushButton>("callout.skip"), Qt::LeftButton);
        QVERIFY(isAt(2));
        const auto* maps = find<MapGrid>("overview");
        const QRect place(maps->mapTo(m_window.get(), QPoint()), maps->size());
        QTRY_COMPARE(find<QWidget>("callout.ring")->geometry(), place.adjusted(-2, -2, 2, 2));
    }

    void theToyTaskIsATraining() {
        for (int step = 1; step < 9; ++step)
            goOn();
        clickView(2);
        auto* toy = find<QWidget>("train.next")->findChild<QPushButton*>();
        QTRY_VERIFY_WITH_TIMEOUT(toy && toy->isVisible(), patience);
        QTest::mouseClick(toy, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(10), patience);
        m_window->findChild<QAction*>("train-stop")->trigger();
    }

    void everyStepCanBeSkippedAndTheTourLeft() {
        for (int step = 1; step <= 10; ++step) {
            QVERIFY(isAt(step));
            QVERIFY(find<QPushButton>("callout.skip")->isVisible() != find<QPushButton>("callout.read")->isVisible());
            goOn();
        }
        QTRY_VERIFY(!m_window->findChild<Callout*>());
        m_window->findChild<QAction*>("first-steps")->trigger(); // again
        QVERIFY(isAt(1));
        QTest::mouseClick(find<QPushButton>("callout.leave"), Qt::LeftButton);
        QTRY_VERIFY(!m_window->findChild<Callout*>());
        m_window->findChild<QAction*>("first-steps")->trigger();
        QTest::keyClick(find<QLineEdit>("sentence"), Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<Callout*>());
        QVERIFY(m_settings->flag("tour-done"));
    }

    void theKeyboardReachesTheBubble() {
        auto* sentence = find<QLineEdit>("sentence");
        sentence->setFocus();
        QTest::keyClick(sentence, Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(find<QPushButton>("callout.skip")->hasFocus());
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
        QVERIFY(isAt(2));
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<Callout*>());
    }

    void theBubbleFollowsTheWindow() {
        auto* bubble = m_window->findChild<Callout*>();
        const auto text = [&] { return find<QLabel>("callout.text")->text(); };
        const auto isInside = [&] { return bubble->isVisible() && m_window->rect().contains(bubble->geometry()); };
        QTest::mouseClick(find<QPushButton>("callout.skip"), Qt::LeftButton);
        const QRect beside = bubble->geometry();
        m_window->resize(900, 640);
        QTRY_VERIFY(isInside());
        find<QDockWidget>("maps")->close(); // what it points at is gone
        QTRY_VERIFY(isInside() && bubble->geometry() != beside);
        find<QDockWidget>("maps")->toggleViewAction()->trigger();
        QTRY_VERIFY(isInside());
        const QString words = text();
        m_window->showView("runs");
        QTRY_VERIFY2(text().contains("Attend"), qPrintable(text()));
        QVERIFY(isInside());
        m_window->showView("attend");
        QTRY_COMPARE(text(), words);
        settle();
        clickThumbnail(1);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(3), patience);
    }

private:
    bool isAt(int step) {
        auto* progress = m_window->findChild<QLabel*>("callout.progress");
        return progress && progress->isVisible() && progress->text() == QStringLiteral("%1 of 10").arg(step);
    }

    /// Without doing what the step asks for.
    void goOn() {
        auto* read = find<QPushButton>("callout.read");
        QTest::mouseClick(read->isVisible() ? read : find<QPushButton>("callout.skip"), Qt::LeftButton);
    }

    void clickView(int view) {
        auto* tabs = find<QTabBar>("views");
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(view).center());
        settle();
        QCoreApplication::processEvents(); // the tour hears it afterwards
    }

    void chooseFeature() {
        for (auto* bar : m_window->findChildren<QTabBar*>())
            for (int tab = 0; tab < bar->count(); ++tab)
                if (bar->isVisible() && bar->tabText(tab) == "Features")
                    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        auto* grid = find<MapGrid>("feature-maps");
        QTRY_VERIFY_WITH_TIMEOUT(grid->isVisible() && grid->painter().count() > 1, patience);
        settle();
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(1).center().toPoint());
    }

    void train() {
        auto* data = find<QLineEdit>("train.data.text");
        data->setFocus();
        data->selectAll();
        QTest::keyClicks(data, "diagnostic:first?length=5&train=40&dev=10&test=10");
        QTest::keyClick(data, Qt::Key_Return);
        auto* start = find<QPushButton>("train.start");
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), patience);
        QTest::mouseClick(start, Qt::LeftButton);
    }
};

QTEST_MAIN(TourTest)
#include "tour_test.moc"
