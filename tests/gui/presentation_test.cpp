#include "gui/window_fixture.h"

#include "matrix/heat_map.h"

#include <QAction>
#include <QDockWidget>
#include <QMenuBar>
#include <QStatusBar>
#include <QTabBar>

using namespace headlight;

/// View → Presentation.
class PresentationTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin({.size = {1280, 820}}); }
    void cleanup() { end(); }

    void aPresentationIsLargeAndBareAndAllComesBack() {
        find<QDockWidget>("heads")->close();
        QTest::qWait(50);
        const QMap<QString, QRect> before = places();
        auto* map = find<HeatMap>("map");
        const QSize size = map->size();
        const QFont font = map->font();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY(map->width() > size.width() && map->height() > size.height());
        QVERIFY(QFontInfo(map->font()).pixelSize() > QFontInfo(font).pixelSize());
        for (QWidget* hidden :
             {static_cast<QWidget*>(m_window->menuBar()), static_cast<QWidget*>(find<QTabBar>("views")),
              static_cast<QWidget*>(m_window->statusBar()), static_cast<QWidget*>(find<QDockWidget>("maps")),
              static_cast<QWidget*>(find<QDockWidget>("head"))})
            QVERIFY2(!hidden->isVisible(), qPrintable(hidden->objectName()));
        QVERIFY(find<QDockWidget>("answer")->isVisible());
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Escape);
        QCOMPARE(map->font(), font);
        QTRY_COMPARE(places(), before);
        QVERIFY(!find<QDockWidget>("heads")->isVisible());
    }

    /// By a separator in a column, and by the one beside it.
    void docksSizedByHandComeBackToThatSize() {
        auto* panel = m_window->currentPanel();
        const auto drag = [&](const QPoint& from, const QPoint& by) {
            QTest::mousePress(panel, Qt::LeftButton, {}, from);
            QTest::mouseMove(panel, from + by);
            QTest::qWait(50);
            QTest::mouseRelease(panel, Qt::LeftButton, {}, from + by);
        };
        const QRect head = find<QDockWidget>("head")->geometry(), maps = find<QDockWidget>("maps")->geometry();
        drag({head.center().x(), head.bottom() + 3}, {0, 40});
        drag({maps.right() + 3, maps.center().y()}, {30, 0});
        QTest::qWait(50);
        const QMap<QString, QRect> before = places();
        QVERIFY(find<QDockWidget>("head")->height() > head.height() + 20);
        for (int round = 0; round < 2; ++round) {
            QTest::keyClick(m_window.get(), Qt::Key_F5);
            QTRY_VERIFY(!find<QDockWidget>("head")->isVisible());
            QTest::qWait(50);
            QTest::keyClick(m_window->focusWidget(), Qt::Key_Escape);
            QTRY_COMPARE(places(), before);
        }
    }

    void otherViewsArePresentedToo() {
        m_window->showView("masks");
        settle();
        QTest::qWait(50);
        const QMap<QString, QRect> before = places();
        m_window->showView("attend");
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(m_window->currentPanel()->objectName(), QString("masks"));
        QVERIFY(!find<QDockWidget>("gallery")->isVisible());
        QTest::keyClick(m_window->focusWidget(), Qt::Key_3, Qt::ControlModifier); // shown for the first time
        QTRY_VERIFY(!find<QDockWidget>("form")->isVisible());
        QTest::keyClick(m_window->focusWidget(), Qt::Key_F5);
        QTRY_VERIFY(find<QDockWidget>("form")->isVisible());
        m_window->showView("masks");
        QTRY_COMPARE(places(), before);
    }

    void lettersOfEveryViewAreAsTheyWere() {
        for (const char* view : {"masks", "train", "runs", "scaling", "attend"}) {
            m_window->showView(view);
            settle();
        }
        const QMap<QString, QString> before = fonts();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTest::qWait(50);
        QVERIFY(fonts() != before);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_F5);
        QTest::qWait(50);
        const QMap<QString, QString> after = fonts();
        QStringList others;
        for (const QString& widget : before.keys())
            if (after.contains(widget) && after[widget] != before[widget])
                others << widget + ": " + before[widget] + " → " + after[widget];
        QVERIFY2(others.isEmpty(), qPrintable(others.join('\n')));
    }

    void theNextWindowIsAsThisOneWasBefore() {
        QTest::qWait(50);
        const QMap<QString, QRect> before = places();
        m_window->findChild<QAction*>("presentation")->trigger();
        QTest::qWait(50);
        closeWindow();
        openWindow({.size = {1280, 820}});
        QTRY_COMPARE(places(), before);
        QVERIFY(m_window->menuBar()->isVisible());
    }

private:
    /// Of every widget.
    QMap<QString, QString> fonts() const {
        QMap<QString, QString> fonts;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const QString id = QString::number(quintptr(widget), 16) + ' ' + widget->metaObject()->className() + ' ' +
                               widget->objectName() + " in " + widget->parentWidget()->objectName();
            fonts[id] = QString::number(widget->fontInfo().pixelSize());
        }
        return fonts;
    }

    QMap<QString, QRect> places() const {
        auto* panel = static_cast<QMainWindow*>(m_window->currentPanel());
        const auto placeOf = [&](const QWidget* widget) {
            return widget->isVisible() ? QRect(widget->mapTo(m_window.get(), QPoint()), widget->size()) : QRect();
        };
        QMap<QString, QRect> places{{"middle", placeOf(panel->centralWidget())}};
        for (const QDockWidget* dock : panel->findChildren<QDockWidget*>())
            places[dock->objectName()] = placeOf(dock);
        return places;
    }
};

QTEST_MAIN(PresentationTest)
#include "presentation_test.moc"
