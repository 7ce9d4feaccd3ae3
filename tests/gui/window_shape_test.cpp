#include "engine/models/translator_folder.h"
#include "gui/window_fixture.h"
#include "head_address.h"

#include "forms/message_bar.h"
#include "matrix/heat_map.h"

#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QToolButton>

using namespace headlight;

/// What stays where it is: views below messages, docks that come back, tabs above a sentence that goes.
class WindowShapeTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() {
        begin({.size = {1280, 820}});
        QTest::qWait(50); // docks have come to rest
    }
    void cleanup() { end(); }

    void aMessageMovesNothing() {
        auto* messages = find<MessageBar>("messages");
        for (const char* view : {"attend", "masks", "train", "runs", "scaling", "words", "tensors"}) {
            m_window->showView(view);
            settle();
            QTest::qWait(50);
            const QRect before = placeOf(m_window->currentPanel());
            const QMap<QString, QRect> parts = placesOfParts();
            m_window->session().post({"test", Notice::Kind::Error, "Something went wrong in " + QString(view), "why"});
            QCoreApplication::processEvents();
            QVERIFY(messages->isVisible());
            QVERIFY(before.contains(placeOf(messages)));
            QCOMPARE(placeOf(m_window->currentPanel()), before);
            QCOMPARE(placesOfParts(), parts);
            const QPoint middle = placeOf(messages).center(); // and nothing is drawn over it
            QVERIFY(messages->isAncestorOf(m_window->childAt(m_window->mapFromGlobal(middle))));
            m_window->session().withdraw("test");
        }
    }

    void aMessageOfManyLinesIsSeenWhole() {
        auto* messages = find<MessageBar>("messages");
        m_window->session().post({"test", Notice::Kind::Error, QString("words without end ").repeated(40), "details"});
        QCoreApplication::processEvents();
        const int height = messages->height();
        QVERIFY(height >= messages->layout()->totalHeightForWidth(messages->width()));
        QTest::mouseClick(messages->findChild<QToolButton*>("messageDetails"), Qt::LeftButton);
        QTRY_VERIFY(messages->height() > height);
        QVERIFY(placeOf(m_window.get()).contains(placeOf(messages)));
    }

    void anAlterationMovesNothing() {
        auto* map = find<HeatMap>("map");
        auto* altered = find<MessageBar>("altered");
        const QRect before = placeOf(map), tags = placeOf(find<QCheckBox>("head-on"));
        press(m_window->currentPanel(), Qt::Key_H);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && altered->isVisible(), patience);
        QCOMPARE(placeOf(map), before);
        QCOMPARE(placeOf(find<QCheckBox>("head-on")), tags);
        QVERIFY(!placeOf(altered).intersects(placeOf(map)));
        m_window->findChild<QAction*>("undo-all")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && !altered->isVisible(), patience);
        QCOMPARE(placeOf(map), before);
    }

    void whatIsAlteredIsSeenWholeOnDemand() {
        m_window->resize(1280, 820);
        for (const int head : {0, 1}) {
            HeadChange change;
            change.mask = "fw + dist(0.5) + window(3)";
            m_window->session().setHeadChange(at(0, head), change, "mask");
        }
        settle();
        auto* altered = find<MessageBar>("altered");
        QTRY_VERIFY(altered->isVisible());
        QVERIFY2(altered->text().startsWith("Layer 0 · head 0 has the mask") && altered->text().contains("and 1 more"),
                 qPrintable(altered->text()));
        const int line = altered->height();
        auto* more = altered->findChild<QToolButton*>("messageDetails");
        QTRY_VERIFY(more->isVisible());
        QTest::mouseClick(more, Qt::LeftButton);
        QTRY_VERIFY(altered->height() > line);
        auto shown = altered->findChild<QLabel*>("messageText")->text();
        QCOMPARE(shown.remove(QChar(0x200B)), altered->text());
        QVERIFY(altered->findChild<QPlainTextEdit*>()->toPlainText().contains("layer 0 · head 1 has the mask"));
        QTest::mouseClick(more, Qt::LeftButton);
        QTRY_COMPARE(altered->height(), line);
    }

    /// The figures of a change are what one looks for, and what to do is read while one paints.
    void figuresAndHintsAreWholeInASmallWindow() {
        m_window->resize(1024, 700);
        for (const int head : {0, 1}) {
            HeadChange change;
            change.mask = "fw + dist(0.5) + window(3)";
            m_window->session().setHeadChange(at(0, head), change, "mask");
        }
        settle();
        const auto* said = find<MessageBar>("altered")->findChild<QLabel*>("messageText");
        const auto figures = [&] { return said->text().section('\n', -1); };
        QTRY_VERIFY2(figures().contains("log-odds") && !figures().contains(u'…'), qPrintable(said->text()));
        QVERIFY(said->sizeHint().width() <= said->width());
        const QString whole = said->toolTip().replace('\n', ' ');
        QVERIFY2(whole.contains("layer 0 · head 1 has the mask"), qPrintable(whole));
        for (const char* hint : {"Drag to forbid cells", "Drag to force cells", "Drag to clear cells"}) {
            press(m_window->currentPanel(), Qt::Key_P);
            QTRY_VERIFY2(said->text().startsWith(hint) && !said->text().contains(u'…'), qPrintable(said->text()));
            QVERIFY2(said->text().contains("Esc: end") && figures().contains("log-odds"), qPrintable(said->text()));
        }
        const auto* map = find<HeatMap>("map");
        QVERIFY(!placeOf(find<MessageBar>("altered")).intersects(placeOf(map)));
    }

    void theKeyboardGoesToAMessageAndBack() {
        auto* sentence = find<QLineEdit>("sentence");
        auto* messages = find<MessageBar>("messages");
        sentence->setFocus();
        m_window->session().post({"test", Notice::Kind::Error, "Something went wrong", "why"});
        QVERIFY(sentence->hasFocus());
        QTest::keyClick(sentence, Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
        QWidget* focused = m_window->focusWidget();
        QVERIFY(focused && messages->isAncestorOf(focused));
        QTest::keyClick(focused, Qt::Key_Escape);
        QVERIFY(!messages->isVisible());
        QVERIFY(sentence->hasFocus());
    }

    void docksComeBackToTheirSizes_data() {
        QTest::addColumn<QString>("view");
        for (const char* view : {"attend", "masks", "train", "runs"})
            QTest::newRow(view) << view;
    }

    void docksComeBackToTheirSizes() {
        QFETCH(QString, view);
        m_window->showView(view);
        settle();
        QTest::qWait(50);
        const QMap<QString, QRect> before = placesOfParts();
        for (QDockWidget* dock : m_window->currentPanel()->findChildren<QDockWidget*>()) {
            if (!dock->isVisible() || dock->geometry().right() < 0)
                continue; // behind a tab
            dock->close();
            QTest::qWait(20);
            dock->toggleViewAction()->trigger();
            QTRY_COMPARE(placesOfParts(), before);
            dock->setFloating(true);
            QTest::qWait(20);
            dock->setFloating(false);
            QTRY_COMPARE(placesOfParts(), before);
        }
        m_window->showView("scaling");
        m_window->showView(view);
        QCOMPARE(placesOfParts(), before);
        m_window->findChild<QAction*>("reset-layout")->trigger();
        QCOMPARE(placesOfParts(), before);
        const QPoint place = m_window->pos();
        closeWindow();
        openWindow({.size = {1280, 820}});
        m_window->move(place);
        QTRY_COMPARE(placesOfParts(), before);
    }

    void docksSizedByHandComeBackToThatSize() {
        auto* panel = static_cast<QMainWindow*>(m_window->currentPanel());
        auto* maps = find<QDockWidget>("maps");
        const QPoint separator(maps->geometry().right() + 3, 200);
        const int before = maps->width();
        QTest::mousePress(panel, Qt::LeftButton, {}, separator);
        QTest::mouseMove(panel, separator + QPoint(60, 0));
        QTRY_VERIFY_WITH_TIMEOUT(maps->width() > before + 40, patience);
        QTest::mouseRelease(panel, Qt::LeftButton, {}, separator + QPoint(60, 0));
        const QMap<QString, QRect> byHand = placesOfParts();
        for (const char* part : {"answer", "lines", "heads"}) {
            find<QDockWidget>(part)->close();
            QTest::qWait(20);
            find<QDockWidget>(part)->toggleViewAction()->trigger();
            QTRY_COMPARE(placesOfParts(), byHand);
        }
        for (int round = 0; round < 6; ++round)
            for (const char* view : {"masks", "attend"}) {
                m_window->showView(view);
                QTest::qWait(20);
            }
        QCOMPARE(placesOfParts(), byHand);
    }

    /// A height by hand leaves the widths, and a small window leaves the docks at the sides as much as is read there.
    void aHeightByHandLeavesTheWidths() {
        m_window->resize(1700, 1000);
        QTest::qWait(50);
        auto* panel = static_cast<QMainWindow*>(m_window->currentPanel());
        auto *maps = find<QDockWidget>("maps"), *heads = find<QDockWidget>("heads");
        const auto widthIn = [&](int width) {
            m_window->resize(width, 700);
            QTest::qWait(50);
            return heads->width();
        };
        const int small = widthIn(1024);
        m_window->resize(1700, 1000);
        QTest::qWait(50);
        const int before = heads->height();
        const QPoint separator(maps->geometry().center().x(), (maps->geometry().bottom() + heads->y()) / 2 + 20);
        for (int y = maps->geometry().bottom(); y < heads->y() + 2 && heads->height() == before; ++y) {
            const QPoint at(separator.x(), y);
            QTest::mousePress(panel, Qt::LeftButton, {}, at);
            QTest::mouseMove(panel, at - QPoint(0, 60));
            QTest::qWait(50);
            QTest::mouseRelease(panel, Qt::LeftButton, {}, at - QPoint(0, 60));
        }
        QVERIFY(heads->height() > before + 40);
        QCOMPARE(widthIn(1024), small);
    }

    void aPartThatFloatsLeavesTheHeadsControlsFree() {
        auto* lines = find<QDockWidget>("lines");
        QTest::mouseClick(lines->findChild<QAbstractButton*>("qt_dockwidget_floatbutton"), Qt::LeftButton);
        QTRY_VERIFY(lines->isFloating());
        QTRY_VERIFY(placeOf(find<QWidget>("map")->window()).contains(placeOf(lines)));
        for (const char* controls : {"head", "answer", "maps"})
            QVERIFY2(!placeOf(lines).intersects(placeOf(find<QDockWidget>(controls))), controls);
    }

    void theSentenceIsSeenWhereItIsRead() {
        auto* sentence = find<QLineEdit>("sentence");
        auto* tabs = find<QTabBar>("views");
        const QRect tabsBefore = placeOf(tabs);
        const QSize size = m_window->size();
        for (const char* view : {"masks", "train", "runs", "scaling", "words", "tensors"}) {
            m_window->showView(view);
            settle();
            QVERIFY2(!sentence->isVisible() && !find<QWidget>("hints")->isVisible(), view);
            QCOMPARE(placeOf(tabs), tabsBefore);
            QCOMPARE(m_window->size(), size);
        }
        QTest::keyClick(m_window->focusWidget(), Qt::Key_L, Qt::ControlModifier);
        QCOMPARE(m_window->currentPanel()->objectName(), QString("attend"));
        QVERIFY(sentence->hasFocus() && sentence->isVisible() && find<QWidget>("hints")->isVisible());
    }

    /// Nor do rows above a view and another view that are never seen together.
    void whatAnotherViewShowedMakesNoWindowHigher() {
        const QSize small(1024, 675);
        m_window->showView("train");
        settle();
        auto* corpus = find<QLineEdit>("train.data.text");
        corpus->setFocus();
        corpus->selectAll();
        QTest::keyClicks(corpus, HEADLIGHT_SOURCE_DIR "/datasets/samples/translations");
        QTest::keyClick(corpus, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("train.turn")->isVisible(), patience);
        settle();
        const QString folder = m_folder.filePath("translator");
        saveTranslator(*sampleTranslator(), folder.toStdString());
        m_window->session().requestModel(folder);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && m_window->session().wantsPair(), patience);
        for (const char* view : {"attend", "train", "attend"}) {
            m_window->showView(view);
            settle();
            QTest::qWait(50); // what asks for room has got it
            m_window->resize(small);
            QTest::qWait(50);
            QCOMPARE(m_window->size(), small);
        }
    }

    void whatTheKeyboardPointedAtGoesWithIt() {
        auto* map = find<HeatMap>("map");
        map->setFocus();
        press(map, Qt::Key_Right);
        press(map, Qt::Key_Down);
        QVERIFY(m_window->session().marks().hoveredQuery >= 0);
        find<QLineEdit>("sentence")->setFocus();
        QCOMPARE(m_window->session().marks().hoveredQuery, -1);
        QCOMPARE(map->painter().hover().row, -1);
        auto* bars = find<BarList>("answer-bars");
        bars->setFocus();
        press(bars, Qt::Key_Down);
        QVERIFY(bars->painter().hover() >= 0);
        find<QLineEdit>("sentence")->setFocus();
        QCOMPARE(bars->painter().hover(), -1);
    }

private:
    static void press(QWidget* widget, Qt::Key key) { QTest::keyClick(widget, key); }

    static QRect placeOf(const QWidget* widget) { return {widget->mapToGlobal(QPoint()), widget->size()}; }

    /// Of every dock that is seen, and of what stands between them.
    QMap<QString, QRect> placesOfParts() const {
        auto* panel = static_cast<QMainWindow*>(m_window->currentPanel());
        QMap<QString, QRect> places{{"middle", placeOf(panel->centralWidget())}};
        for (const QDockWidget* dock : panel->findChildren<QDockWidget*>())
            if (dock->isVisible() && dock->geometry().right() >= 0) // not behind a tab
                places[dock->objectName()] = placeOf(dock);
        return places;
    }
};

QTEST_MAIN(WindowShapeTest)
#include "window_shape_test.moc"
