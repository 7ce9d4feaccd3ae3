#include "gui/window_fixture.h"

#include "app/sample_runs.h"
#include "forms/message_bar.h"
#include "matrix/heat_map.h"

#include <QAction>
#include <QDockWidget>
#include <QHeaderView>
#include <QMenuBar>
#include <QScrollArea>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

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

    void aViewThatIsHiddenMeanwhileIsAsItWas_data() {
        QTest::addColumn<QString>("view");
        for (const char* view : {"attend", "masks", "train", "runs", "scaling", "words", "tensors"})
            QTest::newRow(view) << view;
    }

    /// Its letters, its docks, and all of what a form has.
    void aViewThatIsHiddenMeanwhileIsAsItWas() {
        QFETCH(QString, view);
        m_window->showView(view);
        settle();
        QTest::qWait(250);
        const QMap<QString, QRect> before = places();
        m_window->showView(view == "runs" ? "train" : "runs");
        settle();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTest::qWait(300);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_F5);
        QTest::qWait(300);
        m_window->showView(view);
        settle();
        QTRY_COMPARE(places(), before);
        QTest::qWait(250);
        QCOMPARE(places(), before);
        for (const QScrollArea* area : m_window->currentPanel()->findChildren<QScrollArea*>())
            if (area->isVisible() && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff)
                QVERIFY2(area->widget()->width() <= area->viewport()->width(), qPrintable(area->objectName()));
    }

    void lettersOfEveryViewAreAsTheyWere() {
        for (const char* view : {"masks", "train", "runs", "scaling", "words", "tensors", "attend"}) {
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

    void theWindowCanBeAsSmallAsBefore_data() {
        QTest::addColumn<QString>("view");
        for (const char* view : {"attend", "masks", "train", "runs", "scaling"})
            QTest::newRow(view) << view;
    }

    /// Whatever was looked at meanwhile, and in letters of which size.
    void theWindowCanBeAsSmallAsBefore() {
        QFETCH(QString, view);
        const QStringList views = {"masks", "train", "runs", "scaling", "attend"};
        for (const QString& each : views) {
            m_window->showView(each);
            settle();
            QTest::qWait(50);
        }
        m_window->showView(view);
        settle();
        const int before = settledWidth();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        for (int key = Qt::Key_1; key <= Qt::Key_5; ++key) {
            QTest::keyClick(m_window->focusWidget(), Qt::Key(key), Qt::ControlModifier);
            QTest::qWait(50);
        }
        m_window->showView(view);
        QTest::qWait(100);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_F5);
        QTest::qWait(300);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->minimumSizeHint().width(), before, 20000); // laid out again at its pace
        QCOMPARE(settledWidth(), before);
    }

    /// A question and the sentences of a passage are text, which needs lines of some words.
    void theSentencesOfAPassageCanBeRead() {
        openModel("multihead", {{"heads", "2"}, {"head_features", "8"}}, "select");
        m_window->resize(1280, 820);
        m_window->session().setExample("who wrote the book\tthe engineer wrote the quiet book . the city is near .");
        settle();
        QVERIFY(find<QToolButton>("side.1")->toolTip().contains("between the sentences"));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY(!find<QDockWidget>("head")->isVisible());
        QTest::qWait(50);
        const auto* passage = find<QWidget>("answer-passage");
        QVERIFY(passage->isVisible());
        QVERIFY2(passage->width() > 15 * passage->fontMetrics().height(),
                 qPrintable(QString::number(passage->width())));
        QVERIFY(find<HeatMap>("map")->width() > m_window->width() / 3);
    }

    void theRunsTableComesBackWithItsColumns_data() {
        QTest::addColumn<bool>("dragged");
        QTest::newRow("as they fit") << false;
        QTest::newRow("dragged") << true;
    }

    void theRunsTableComesBackWithItsColumns() {
        QFETCH(bool, dragged);
        keepSampleRuns();
        m_window->showView("runs");
        settle();
        QHeaderView* header = find<QTableView>("runs.table")->horizontalHeader();
        QTRY_VERIFY(header->count() > 3);
        QTest::qWait(50);
        if (dragged) {
            const QPoint end(header->sectionViewportPosition(1) - 1, header->height() / 2);
            QTest::mousePress(header->viewport(), Qt::LeftButton, {}, end);
            QTest::mouseMove(header->viewport(), end - QPoint(60, 0));
            QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, end - QPoint(60, 0));
        }
        const auto widths = [&] {
            QList<int> widths;
            for (int column = 0; column < header->count(); ++column)
                widths << header->sectionSize(column);
            return widths;
        };
        const QList<int> before = widths();
        const QMap<QString, QRect> parts = places();
        for (int round = 0; round < 2; ++round) {
            QTest::keyClick(m_window.get(), Qt::Key_F5);
            QTRY_VERIFY(!find<QDockWidget>("table")->isVisible());
            QTest::qWait(50);
            QTest::keyClick(m_window->focusWidget(), Qt::Key_F5);
            QTRY_COMPARE(places(), parts);
            QTest::qWait(50);
            QCOMPARE(widths(), before);
        }
    }

    /// Of a few words, and of so many that strips of them would take the room.
    void theMapIsMuchLarger_data() {
        QTest::addColumn<int>("words");
        QTest::newRow("few words") << 8;
        QTest::newRow("many words") << 60;
        QTest::newRow("a text") << 90;
    }

    void theMapIsMuchLarger() {
        QFETCH(int, words);
        m_window->resize(1400, 900);
        QStringList sentence;
        for (int word = 0; word < words; ++word)
            sentence << QStringList{"who", "wrote", "the", "quiet", "book", "of", "engineers"}[word % 7];
        type(sentence.join(' '));
        QTest::qWait(50);
        const auto* map = find<HeatMap>("map");
        const auto side = [&] { return std::min(map->mapGeometry().plot.width(), map->mapGeometry().plot.height()); };
        const double before = side();
        const QMap<QString, QRect> parts = places();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY(!find<QDockWidget>("head")->isVisible());
        QTest::qWait(50);
        QVERIFY2(side() > 1.3 * before, qPrintable(QStringLiteral("%1 → %2").arg(before).arg(side())));
        const auto* answer = find<QDockWidget>("answer");
        QVERIFY2(answer->isVisible() && 7 * answer->width() < 2 * m_window->width(),
                 qPrintable(QString::number(answer->width())));
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Escape);
        QTRY_COMPARE(places(), parts);
        QTRY_COMPARE(side(), before);
    }

    /// Also when it was ended and begun again in the meantime.
    void howItEndsIsSaidForAWhileBesideWhatIsShown() {
        const auto* hint = find<MessageBar>("presentation-hint");
        const auto placeOf = [](const QWidget* widget) { return QRect(widget->mapToGlobal(QPoint()), widget->size()); };
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTest::qWait(3000);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_F5);
        QVERIFY(!hint->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTest::qWait(1500);
        QVERIFY(hint->isVisible() && hint->text().contains("F5"));
        const auto* bars = find<BarList>("answer-bars");
        QRect written = placeOf(bars);
        written.setHeight(bars->minimumSizeHint().height());
        for (const QRect& shown : {placeOf(find<HeatMap>("map")), placeOf(find<QWidget>("strip")), written})
            QVERIFY(!shown.intersects(placeOf(hint)));
        QTRY_VERIFY_WITH_TIMEOUT(!hint->isVisible(), 4000);
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
    /// The least width of the window, once it has been the same for a while.
    int settledWidth() {
        int width = -1;
        for (int same = 0, looks = 0; same < 4 && looks < 60; ++looks) {
            QTest::qWait(150);
            const int now = m_window->minimumSizeHint().width();
            same = now == width ? same + 1 : 0;
            width = now;
        }
        return width;
    }

    /// With names that do not fit.
    void keepSampleRuns() {
        Store store(m_folder.filePath("runs.sqlite").toStdString());
        for (const int seed : {1, 2, 3})
            addRun(store, sampleRun("mtsa with a name of many words", "trec", seed),
                   pointsOf({{"best.accuracy", 0.8 + 0.01 * seed}, {"run.seconds", 50. + seed}}));
    }

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
