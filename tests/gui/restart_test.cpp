#include "forms/message_bar.h"
#include "gui/window_fixture.h"

#include "engine/store/run_recorder.h"
#include "matrix/heat_map.h"
#include "matrix/line_view.h"
#include "open_data.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QToolButton>
#include <QTreeWidget>
#include <sys/stat.h>

using namespace headlight;

/// In which order the window is activated and its dock "lines" is shown.
class ShowOrder : public QObject {
public:
    QStringList names;
    bool eventFilter(QObject* watched, QEvent* event) override {
        if ((event->type() == QEvent::WindowActivate && watched->objectName() == "window") ||
            (event->type() == QEvent::Show && watched->objectName() == "lines"))
            names << watched->objectName();
        return false;
    }
};

/// What is as it was when the window is closed and opened again.
class RestartTest : public QObject, WindowFixture {
    Q_OBJECT
public:
    /// The screen without a display is smaller than a window that is to come back.
    static void initMain() {
        qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" HEADLIGHT_SOURCE_DIR "/tests/gui/screen.json");
    }

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void restartingRestores() {
        type("the quiet engineer");
        clickThumbnail(1);
        QTest::mouseClick(find<QToolButton>("stage.masked"), Qt::LeftButton);
        m_window->resize(1100, 700);
        m_window->findChild<QDockWidget*>("lines")->close();
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->currentPanel()->objectName(), QString("masks"), patience);
        reopenWindow();
        QCOMPARE(m_window->currentPanel()->objectName(), QString("masks"));
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("the quiet engineer"));
        QCOMPARE(m_window->size(), QSize(1100, 700));
        m_window->showView("attend");
        settle();
        const QString title = find<HeatMap>("map")->view().title;
        QVERIFY2(title.startsWith("layer 0 · head 1") && title.contains("· masked ·"), qPrintable(title));
        QVERIFY(!find<QDockWidget>("lines")->isVisible());
        m_window->findChild<QAction*>("reset-layout")->trigger();
        QVERIFY(find<QDockWidget>("lines")->isVisible());
    }

    void aWindowFromALargerScreenFitsThisOne() {
        m_window->resize(2400, 1500);
        reopenWindow();
        QVERIFY(m_window->width() == 1920 && m_window->height() < 1200 && m_window->height() > 1150);
    }

    void openModelsAreOpenAgain() {
        const auto titles = [&] {
            QStringList shown;
            const auto* chooser = find<QComboBox>("model");
            for (int i = 0; i < chooser->count() && !chooser->itemText(i).isEmpty(); ++i)
                shown << chooser->itemText(i);
            return shown;
        };
        const QString other = m_folder.filePath("other"), gone = m_folder.filePath("gone");
        for (const QString& folder : {other, gone}) {
            saveModel(*sampleClassifier("disa", {}), folder.toStdString());
            m_window->session().requestModel(folder);
            settle();
        }
        m_window->session().setCurrentModel(QFileInfo(modelFolder()).canonicalFilePath()); // not the one opened last
        type("the quiet engineer");
        const QStringList before = titles();
        QCOMPARE(before.size(), 3);
        QVERIFY(QDir(gone).removeRecursively());
        reopenWindow();
        QCOMPARE(titles(), before.mid(0, 2));
        QCOMPARE(find<QComboBox>("model")->currentText(), before[0]);
        const QString said = find<MessageBar>("messages")->text();
        QVERIFY2(said.contains("gone was open last time and was not opened"), qPrintable(said));
        reopenWindow();
        QCOMPARE(titles(), before.mid(0, 2));
        QVERIFY(!find<QWidget>("messages")->isVisible()); // once is enough
        m_window->session().setCurrentModel(QFileInfo(other).canonicalFilePath());
        closeWindow();
        QCOMPARE(Settings(m_folder.filePath("settings.ini")).text("model"), QFileInfo(other).canonicalFilePath());
        openWindow();
    }

    /// The models of the last time come behind it, and one of them is shown: the message must not go for that.
    void aModelThatCantBeOpenedAtTheStartIsTold() {
        closeWindow();
        WindowOptions options;
        options.model = m_folder.filePath("nowhere");
        openWindow(options);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().current(), patience);
        auto* messages = find<MessageBar>("messages");
        QVERIFY(messages->isVisible());
        QVERIFY2(messages->text().contains("nowhere was not opened"), qPrintable(messages->text()));
        m_window->session().requestModel(modelFolder()); // the one that is shown: now it is meant
        settle();
        QVERIFY(!messages->isVisible());
    }

    void aDockThatFloatsIsAboveTheWindowAgain() {
        find<QDockWidget>("lines")->setFloating(true);
        ShowOrder order;
        qApp->installEventFilter(&order);
        reopenWindow();
        QTRY_COMPARE_WITH_TIMEOUT(order.names.value(order.names.size() - 2), QString("window"), patience);
        QCOMPARE(order.names.last(), QString("lines"));
        QVERIFY(find<QDockWidget>("lines")->isFloating() && find<QDockWidget>("lines")->isVisible());
    }

    void docksOfASmallWindowGrowWithIt() {
        const auto widths = [&] {
            QTest::qWait(100); // what is as high as its width asks settles in a further step
            return QList<int>{find<QDockWidget>("maps")->width(), find<QDockWidget>("answer")->width()};
        };
        const QSize small(740, 640), large(1600, 1000);
        closeWindow();
        openWindow({.size = large});
        const QList<int> wanted = widths();
        closeWindow();
        begin({.size = small});
        const QList<int> squeezed = widths();
        QVERIFY(squeezed[0] < wanted[0] && squeezed[1] < wanted[1]);
        m_window->resize(large);
        QCOMPARE(widths(), wanted);
        m_window->resize(small);
        QCOMPARE(widths(), squeezed);
        closeWindow(); // saved in a small window, opened in a large one, such as a maximised one
        openWindow({.size = large});
        QCOMPARE(widths(), wanted);
    }

    void aDamagedLayoutIsTheUsualOne() {
        m_window->resize(1400, 800);
        const QRect usual = find<QDockWidget>("maps")->geometry();
        closeWindow();
        {
            Settings settings(m_folder.filePath("settings.ini"));
            const QByteArray layout = settings.bytes("layout/attend");
            QVERIFY(layout.size() > 100);
            settings.set("layout/attend", layout.chopped(40));
        }
        openWindow();
        m_window->resize(1400, 800);
        QCOMPARE(find<QDockWidget>("maps")->geometry(), usual);
        QVERIFY(find<QDockWidget>("answer")->geometry().right() < m_window->width());
    }

    void docksSizedByHandStayInAWindowOfTheSameSize() {
        m_window->resize(1400, 800);
        auto* panel = static_cast<QMainWindow*>(m_window->currentPanel());
        auto* maps = find<QDockWidget>("maps");
        const QPoint separator(maps->geometry().right() + 3, 200);
        const int before = maps->width();
        QTest::mousePress(panel, Qt::LeftButton, {}, separator);
        QTest::mouseMove(panel, separator + QPoint(60, 0));
        QTRY_VERIFY_WITH_TIMEOUT(maps->width() > before + 40, patience);
        QTest::mouseRelease(panel, Qt::LeftButton, {}, separator + QPoint(60, 0));
        const int byHand = maps->width();
        m_window->resize(1300, 800);
        m_window->resize(1400, 800);
        QCOMPARE(maps->width(), byHand);
        reopenWindow();
        QCOMPARE(m_window->width(), 1400);
        QCOMPARE(find<QDockWidget>("maps")->width(), byHand);
        m_window->resize(1600, 900);
        QVERIFY(std::abs(find<QDockWidget>("maps")->width() - byHand * 1600 / 1400) <= 2);
        m_window->findChild<QAction*>("reset-layout")->trigger();
        m_window->resize(1400, 800);
        QCOMPARE(find<QDockWidget>("maps")->width(), before);
    }

    void aPinnedRowIsPinnedAfterARestart_data() {
        QTest::addColumn<int>("thumbnail");
        QTest::addColumn<int>("row");
        QTest::addColumn<QString>("closedIn");
        QTest::newRow("first head") << 0 << 2 << "attend";
        QTest::newRow("another head") << 1 << 2 << "attend";
        QTest::newRow("pooling") << 2 << 0 << "attend";
        QTest::newRow("closed in another view") << 1 << 3 << "masks";
    }

    void aPinnedRowIsPinnedAfterARestart() {
        QFETCH(int, thumbnail);
        QFETCH(int, row);
        QFETCH(QString, closedIn);
        type("where is the red bridge");
        clickThumbnail(thumbnail);
        auto* map = find<HeatMap>("map");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->mapGeometry().cellRect(row, 1).center().toPoint());
        QCOMPARE(map->pins().rows, QList<int>{row});
        m_window->showView(closedIn);
        reopenWindow();
        m_window->showView("attend");
        settle();
        QCOMPARE(find<HeatMap>("map")->view().rows, thumbnail == 2 ? 1 : 5);
        QCOMPARE(find<HeatMap>("map")->pins().rows, QList<int>{row});
        QCOMPARE(find<LineView>("lines-view")->painter().pins().rows, QList<int>{row});
        QCOMPARE(m_window->session().marks().pinnedQueries, std::set<int>{row});
    }

    void aPinBeyondTheSentenceIsNotShown() {
        closeWindow();
        Settings(m_folder.filePath("settings.ini")).set("pins/queries", QStringList{"2", "40"});
        openWindow();
        QCOMPARE(find<HeatMap>("map")->pins().rows, QList<int>{2});
        QCOMPARE(find<LineView>("lines-view")->painter().pins().rows, QList<int>{2});
    }

    void theMapIsZoomedAsItWas() {
        type("where is the red bridge near the river");
        clickThumbnail(1);
        find<HeatMap>("map")->setFocus();
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(find<HeatMap>("map"), Qt::Key_Plus);
        const MapViewport& now = find<HeatMap>("map")->viewport();
        QVERIFY(now.zoom > 1 && now.row > 0 && now.column > 0);
        find<HeatMap>("map")->setViewport({now.zoom, now.row / 2, now.column});
        const MapViewport before = now;
        const auto isBefore = [&] {
            const MapViewport& shown = find<HeatMap>("map")->viewport();
            return qFuzzyCompare(shown.zoom, before.zoom) && qFuzzyCompare(shown.row, before.row) &&
                   qFuzzyCompare(shown.column, before.column);
        };
        reopenWindow();
        QVERIFY(isBefore());
        m_window->showView("masks");
        reopenWindow();
        reopenWindow(); // the map was not shown in between
        m_window->showView("attend");
        settle();
        QVERIFY(isBefore());
        closeWindow();
        openWindow({.text = "who did the book near the quiet city"});
        QCOMPARE(find<HeatMap>("map")->view().rows, 8);
        QCOMPARE(find<HeatMap>("map")->viewport(), MapViewport());
    }

    void theHeadsAreSortedAsTheyWere() {
        const auto header = [&] { return find<QTreeWidget>("head-list")->header(); };
        for (int click = 0; click < 2; ++click)
            QTest::mouseClick(header()->viewport(), Qt::LeftButton, {},
                              QPoint(header()->sectionViewportPosition(2) + header()->sectionSize(2) / 2, 5));
        const Qt::SortOrder order = header()->sortIndicatorOrder();
        QCOMPARE(header()->sortIndicatorSection(), 2);
        reopenWindow();
        QCOMPARE(header()->sortIndicatorSection(), 2);
        QCOMPARE(header()->sortIndicatorOrder(), order);
    }

    void theMasksViewHasTheSameChoices() {
        m_window->showView("masks");
        const auto click = [&](const char* name, int card) {
            auto* grid = find<MapGrid>(name);
            QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(card).center().toPoint());
            return find<HeatMap>("mask-map")->view().title;
        };
        find<QComboBox>("mask-target")->setFocus();
        QTest::keyClick(find<QComboBox>("mask-target"), Qt::Key_Down);
        QCOMPARE(find<QComboBox>("mask-target")->currentIndex(), 1);
        const QString head = click("mask-layout", 2);
        reopenWindow();
        QCOMPARE(find<HeatMap>("mask-map")->view().title, head);
        QCOMPARE(find<MapGrid>("mask-layout")->current(), 2);
        QCOMPARE(find<MapGrid>("mask-gallery")->current(), -1);
        QCOMPARE(find<QComboBox>("mask-target")->currentIndex(), 1);
        const QString card = click("mask-gallery", 3);
        QVERIFY(card != head);
        reopenWindow();
        QCOMPARE(find<HeatMap>("mask-map")->view().title, card);
        QCOMPARE(find<MapGrid>("mask-gallery")->current(), 3);
        QCOMPARE(find<MapGrid>("mask-layout")->current(), -1);
        const QString mask = card.section('(', 1).chopped(1); // the title names it behind its words
        QVERIFY2(!mask.isEmpty() && find<QPushButton>("apply-mask-button")->text().contains(mask), qPrintable(card));
    }

    void theTrainViewShowsTheRunAgain() {
        RunConfig config = RunConfig::forEncoder("multihead");
        config.classifier.embeddingFeatures = 16;
        config.classifier.hidden = 16;
        config.train.batch = 10;
        config.train.epochs = 2;
        config.data = "diagnostic:first?length=5&train=100&dev=20&test=20";
        TrainControl control;
        control.stop();
        RunListener nobody;
        const QString store = m_folder.filePath("runs.sqlite");
        trainRecorded(store.toStdString(), config, openData(config.data), 1, control, nobody);
        m_window->showView("train");
        m_window->session().requestResume("1");
        const auto state = [&] { return find<QLabel>("train.state")->text(); };
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Run 1 has ended"), qPrintable(state()), patience);
        find<QSlider>("train.epoch")->setValue(1);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 1"), patience);
        reopenWindow();
        QVERIFY2(state().startsWith("Run 1 has ended"), qPrintable(state()));
        QVERIFY2(find<HeatMap>("train.map")->view().title.contains("epoch 1"),
                 qPrintable(find<HeatMap>("train.map")->view().title));
        QVERIFY(find<QPlainTextEdit>("train.log")->toPlainText().contains("Finished after step 20"));
    }

    void aProgramThatIsToldToEndForgetsNothing() {
        startAndTerminate("masks");
        const QSettings kept(m_keptFile, QSettings::IniFormat);
        QCOMPARE(kept.value("sentence").toString(), QString("the quiet engineer"));
        QCOMPARE(kept.value("view").toString(), QString("masks"));
    }

    void aPartThatFloatsIsThereAgainAfterAProgramWasToldToEnd() {
        find<QDockWidget>("lines")->setFloating(true);
        closeWindow();
        QVERIFY(QDir().mkpath(QFileInfo(m_keptFile).path()));
        QFile::remove(m_keptFile);
        QVERIFY(QFile::copy(m_folder.filePath("settings.ini"), m_keptFile));
        QSettings(m_keptFile, QSettings::IniFormat).remove("model"); // by which one sees that the program has begun
        startAndTerminate("attend");
        QVERIFY(QFile::remove(m_folder.filePath("settings.ini")));
        QVERIFY(QFile::copy(m_keptFile, m_folder.filePath("settings.ini")));
        openWindow();
        QVERIFY(find<QDockWidget>("lines")->isFloating() && find<QDockWidget>("lines")->isVisible());
    }

    /// SQLite would wait for the other end of the pipe, and with it the window, whoever told it to end.
    void aPipeBesideTheStoreHoldsNothingUp() {
        closeWindow();
        QFile::remove(m_keptFile);
        const QString store = m_folder.filePath("runs.sqlite");
        { const Store made(store.toStdString()); }
        const QByteArray pipe = QFile::encodeName(store + "-journal");
        QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
        startAndTerminate("scaling");
        QVERIFY(QFile::remove(store + "-journal"));
    }

    void aChangedViewIsKeptAtOnce() {
        m_window->showView("runs");
        QCOMPARE(m_settings->text("view"), QString("runs")); // a killed program closes nothing
    }

private:
    /// A session that ends tells its programs so.
    void startAndTerminate(const QString& view) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CONFIG_HOME", m_folder.filePath("config"));
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"),
                      {"--model", modelFolder(), "--text", "the quiet engineer", "--view", view, "--store",
                       m_folder.filePath("runs.sqlite")});
        QVERIFY(program.waitForStarted(patience));
        QTRY_COMPARE_WITH_TIMEOUT(QSettings(m_keptFile, QSettings::IniFormat).value("model").toString(),
                                  QFileInfo(modelFolder()).canonicalFilePath(), patience); // it is open
        program.terminate();
        QVERIFY(program.waitForFinished(patience));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
    }

    const QString m_keptFile = m_folder.filePath("config/headlight/headlight.ini");
};

QTEST_MAIN(RestartTest)
#include "restart_test.moc"
