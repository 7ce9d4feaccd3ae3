#include "gui/window_fixture.h"

#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QTabBar>

using namespace headlight;

/// Docks keep the sizes that the user sees, whatever is computed in them and whichever view is looked at between.
class DockSizesTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin({.size = {1400, 900}}); }
    void cleanup() { end(); }

    void theScalingViewStaysAsItIsWhileOneLooksElsewhere() {
        clickView("scaling");
        auto* stop = find<QPushButton>("scaling.stop");
        QTest::mouseClick(find<QCheckBox>("scaling.single"), Qt::LeftButton, {}, {10, 10});
        auto* lengths = find<QLineEdit>("scaling.lengths");
        lengths->setFocus();
        lengths->selectAll();
        QTest::keyClicks(lengths, "512,1024");
        QTest::mouseClick(find<QPushButton>("scaling.start"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(stop->isEnabled(), patience);
        QTest::qWait(1500); // the first points are in the list
        const QMap<QString, QRect> before = places();
        for (int round = 0; round < 2; ++round) {
            clickView("runs");
            QTest::qWait(100);
            clickView("scaling");
            QTest::qWait(100);
            QCOMPARE(places(), before);
        }
        QTest::mouseClick(stop, Qt::LeftButton);
        settle();
        QCOMPARE(places(), before);
        closeWindow();
        openWindow({.size = {1400, 900}});
        clickView("scaling");
        QTRY_COMPARE(places(), before);
    }

    void tabsOfTheDocksMoveNothingWithoutAModel() {
        closeWindow();
        openWindow({.model = HEADLIGHT_SOURCE_DIR "/resources/models/trec", .size = {1400, 900}});
        m_window->findChild<QAction*>("close-model")->trigger();
        QTest::qWait(100);
        const QMap<QString, QRect> before = places();
        for (const char* tab : {"Features", "Maps"}) {
            clickTab(tab);
            QCOMPARE(places(), before);
        }
    }

private:
    void clickView(const QString& id) {
        static const QStringList ids{"attend", "masks", "train", "runs", "scaling"};
        auto* tabs = find<QTabBar>("views");
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(int(ids.indexOf(id))).center());
        QCOMPARE(m_window->currentPanel()->objectName(), id);
        if (id != "scaling") // where a sweep may go on
            settle();
        QTest::qWait(100); // docks have come to rest
    }

    /// Of docks that share a place.
    void clickTab(const QString& title) {
        for (auto* tabs : m_window->currentPanel()->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->tabText(tab) == title)
                    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center());
        QTest::qWait(100);
    }

    /// Of every dock that is seen, of what stands between them, and of the button that one is about to press.
    QMap<QString, QRect> places() const {
        auto* panel = static_cast<QMainWindow*>(m_window->currentPanel());
        const auto placeOf = [&](const QWidget* widget) {
            return QRect(widget->mapTo(m_window.get(), QPoint()), widget->size());
        };
        QMap<QString, QRect> places{{"middle", placeOf(panel->centralWidget())}};
        for (const QDockWidget* dock : panel->findChildren<QDockWidget*>())
            if (dock->isVisible() && dock->geometry().right() >= 0 && dock->objectName() != "maps" &&
                dock->objectName() != "features" && dock->objectName() != "layers") // one is before the others' tabs
                places[dock->objectName()] = placeOf(dock);
        if (const auto* stop = panel->findChild<QWidget*>("scaling.stop"))
            places["stop"] = placeOf(stop);
        return places;
    }
};

QTEST_MAIN(DockSizesTest)
#include "dock_sizes_test.moc"
