#include "panels/train_panel.h"

#include "app/panels/panel_fixture.h"
#include "figure/figure_menu.h"
#include "forms/option_form.h"
#include "matrix/heat_map.h"
#include "matrix/map_grid.h"
#include "models/runs_load.h"
#include "plots/curve_plot.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableWidget>
#include <QtTest>

using namespace headlight;

namespace {

const char* const task = "diagnostic:first?length=5&train=200&dev=20&test=20";

} // namespace

class TrainPanelTest : public QObject, PanelFixture<TrainPanel> {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void aCorpusIsPreviewed() {
        QVERIFY(!start()->isEnabled());
        typeData(task);
        auto* preview = find<QTableWidget>("train.preview");
        QTRY_COMPARE_WITH_TIMEOUT(preview->rowCount(), 4, patience);
        QVERIFY(!preview->item(0, 4)->text().isEmpty()); // an example
        QVERIFY(find<QLabel>("train.summary")->text().contains("200 train"));
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QVERIFY(start()->text().startsWith("Train mtsa on first"));
        typeData(m_folder->filePath("nowhere"));
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.summary")->text().contains("nowhere"), patience);
        QVERIFY(!start()->isEnabled());
    }

    void aRateMeantForAnotherOptimizerIsSaidAtItsField() {
        auto* note = find<QLabel>("message.learning_rate");
        QVERIFY(!note->isVisible());
        find<QComboBox>("option.optimizer")->setCurrentText("adam");
        QVERIFY2(note->isVisible() && note->text().contains("for adam 0.001 is usual"), qPrintable(note->text()));
        find<QComboBox>("option.optimizer")->setCurrentText("adadelta");
        QVERIFY(!note->isVisible());
    }

    void theFieldOfTheCorpusHasItsRow() {
        auto* field = find<QComboBox>("train.data");
        QVERIFY(find<QPushButton>("train.browse")->x() - field->geometry().right() <= field->fontMetrics().height());
        const QLineEdit* line = field->lineEdit();
        QVERIFY(line->fontMetrics().horizontalAdvance(line->placeholderText()) < line->width());
    }

    void theHintOfTheProbesOnTheScreenIsThatOfTheCorpus() {
        auto* probes = find<QPlainTextEdit>("train.probes");
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs");
        QTRY_VERIFY_WITH_TIMEOUT(probes->placeholderText().contains(" | "), patience);
        const auto shown = [&] {
            const QPoint corner = probes->viewport()->mapTo(m_panel.get(), QPoint());
            const QImage screen = m_panel->screen()->grabWindow(m_panel->winId()).toImage();
            return screen.copy(QRect(corner, probes->viewport()->size()));
        };
        const auto wanted = [&] { return probes->viewport()->grab().toImage().convertToFormat(shown().format()); };
        QTRY_COMPARE(shown(), wanted());
        probes->setPlaceholderText("another one");
        probes->viewport()->update();
        QTRY_COMPARE(shown(), wanted());
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs?seed=2"); // changes nothing else on the screen
        QTRY_VERIFY_WITH_TIMEOUT(probes->placeholderText().contains(" | "), patience);
        QTRY_COMPARE(shown(), wanted());
    }

    void probesOfPairsAreTypedWithABar() {
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs");
        makeSmall(1);
        auto* probes = find<QPlainTextEdit>("train.probes");
        auto* problem = find<QLabel>("train.probeproblem");
        QTRY_VERIFY_WITH_TIMEOUT(probes->placeholderText().contains(" | "), patience);
        probes->setFocus();
        QTest::keyClicks(probes, "the kettle is on");
        QVERIFY(problem->isVisible() && problem->text().contains(" | "));
        QVERIFY(!start()->isEnabled());
        QTest::keyClicks(probes, " | the tea is hot");
        QVERIFY(!problem->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended"), qPrintable(log()), patience);
        QTRY_COMPARE_WITH_TIMEOUT(find<QComboBox>("train.probe")->count(), 2, patience); // a map for each sentence

        typeData(task); // left over, the pair is a sentence
        QTRY_VERIFY_WITH_TIMEOUT(!probes->placeholderText().contains(" | "), patience);
        QVERIFY(start()->isEnabled() && !problem->isVisible());
    }

    void theShortcutTakesWhatIsTyped() {
        typeData(task);
        makeSmall(1);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        auto* line = find<QLineEdit>("train.data.text");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QString(task).replace("train=200", "train=100"));
        QTest::keyClick(line, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended"), qPrintable(log()), patience);
        const QString trained = loadRuns(m_session->storePath()).front().spec;
        QVERIFY2(trained.contains("train=100"), qPrintable(trained));
    }

    void whatKeepsItFromStartingIsSaidUntilItIsGone() {
        QSignalSpy notices(m_session.get(), &Session::noticePosted),
            withdrawn(m_session.get(), &Session::noticeWithdrawn);
        for (QAction* command : m_panel->commands())
            if (command->objectName() == "train-start")
                command->trigger();
        QCOMPARE(notices.size(), 1);
        QCOMPARE(notices[0][0].value<Notice>().text, QStringLiteral("Choose a corpus first"));
        withdrawn.clear();
        typeData(task);
        QVERIFY(withdrawn.contains(QVariantList{notices[0][0].value<Notice>().key}));
    }

    void theButtonSaysHowLongItWillTake() {
        typeData(task);
        makeSmall(30);
        find<QSpinBox>("train.seeds")->setValue(2);
        QTRY_VERIFY_WITH_TIMEOUT(start()->text().contains("about"), patience);
        QVERIFY(start()->text().startsWith("Train multihead on first, 2 seeds, about "));
    }

    void aRecipeFillsTheForm() {
        pick("train.recipe", "cr");
        QCOMPARE(find<OptionForm>("train.options")->values().value("optimizer"), QStringLiteral("adam"));
        QVERIFY(find<OptionForm>("train.options")->changed().isEmpty());
        setOption("epochs", "3");
        QCOMPARE(find<OptionForm>("train.options")->changed(), QStringList({"epochs"}));
        QCOMPARE(find<OptionForm>("train.options")->values().value("folds"), QStringLiteral("10"));
        typeData(task);
        QTRY_COMPARE_WITH_TIMEOUT(find<OptionForm>("train.options")->values().value("folds"), QStringLiteral("0"),
                                  patience); // it has a test set
        QVERIFY(start()->isEnabled());
        setOption("epochs", "many");
        QTest::qWait(50);
        QVERIFY(!start()->isEnabled());
        setOption("epochs", "3");
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void aProblemNamesItsOptionOnce() {
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        setOption("masks", "forwards");
        QVERIFY(!start()->isEnabled());
        QVERIFY2(start()->toolTip().startsWith("masks: unknown term"), qPrintable(start()->toolTip()));
    }

    void masksThatDoNotFitTheHeadsAreToldAtTheirFieldBeforeTheStart() {
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        auto* message = find<QLabel>("message.masks");
        setOption("masks", "fw, bw, all");
        setOption("heads", "4");
        QVERIFY2(message->isVisible() && message->text().startsWith("3 masks do not fit 4 heads"),
                 qPrintable(message->text()));
        QVERIFY(!start()->isEnabled());
        QVERIFY2(start()->toolTip().startsWith("masks: 3 masks"), qPrintable(start()->toolTip()));
        setOption("heads", "6");
        QVERIFY(!message->isVisible() && start()->isEnabled());
    }

    void foldsOfACorpusWithATestSetAreToldAtTheirFieldBeforeTheStart() {
        setOption("folds", "5");
        auto* message = find<QLabel>("message.folds");
        QVERIFY(!message->isVisible());
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), patience);
        QVERIFY2(message->text().contains("test set of its own"), qPrintable(message->text()));
        QVERIFY(!start()->isEnabled());
        setOption("folds", "0");
        QVERIFY(!message->isVisible() && start()->isEnabled());
    }

    void corporaOfEarlierRunsAreOffered() {
        auto* data = find<QComboBox>("train.data");
        const QString other = QString(task).replace("train=200", "train=100");
        trainShortly(1);
        QCOMPARE(data->itemData(0).toString(), QString(task));
        typeData(other);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QCOMPARE(data->itemData(0).toString(), QString(task)); // nothing was trained on it
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(data->itemData(0).toString(), other, patience);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended"), qPrintable(log()), patience);
        reopen();
        data = find<QComboBox>("train.data");
        QCOMPARE(data->itemData(0).toString(), other);
        QCOMPARE(data->itemData(1).toString(), QString(task));
        QVERIFY(data->itemData(3).toString() != task); // behind the separator
        pick("train.data", task);
        QCOMPARE(data->currentText(), QString(task));
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void whatIsTypedIsNotMadeIntoAnEarlierCorpus() {
        m_session->settings().set("recent-corpora", QStringList(m_folder->filePath("trec?dev=0.1")));
        reopen();
        typeData(m_folder->filePath("trec"));
        QCOMPARE(find<QComboBox>("train.data")->currentText(), m_folder->filePath("trec"));
    }

    void tabWalksInTheOrderOfTheScreen() {
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(find<QTableWidget>("train.preview")->isVisible(), patience);
        pick("train.encoder", "multihead"); // brings other fields
        find<QComboBox>("train.encoder")->setFocus();
        QStringList names;
        for (int stop = 0; stop < 200 && m_panel->focusWidget() != start(); ++stop) {
            names << m_panel->focusWidget()->objectName();
            QTest::keyClick(m_panel->focusWidget(), Qt::Key_Tab);
        }
        QStringList expected = {"train.encoder", "train.preset", "train.recipe", "train.data",    "train.browse",
                                "train.preview", "train.probes", "train.seeds",  "train.allfolds"};
        QCOMPARE(names.mid(0, expected.size()), expected);
        int before = 0; // of the fields, how far below the top of their form
        const QWidget* content = find<OptionForm>("train.options")->widget();
        for (const QString& name : names.mid(expected.size())) {
            QVERIFY2(name.startsWith("option.") || name.startsWith("reset."), qPrintable(name));
            const QWidget* field = find<QWidget>(name);
            QVERIFY2(field->y() >= before - field->height() && content->isAncestorOf(field), qPrintable(name));
            before = field->y();
        }
        QVERIFY(names.count() > expected.count() + 20);
        QCOMPARE(m_panel->focusWidget(), start());
    }

    void aCorpusBringsItsRecipe() {
        const QString corpus = m_folder->filePath("cr.all");
        QVERIFY(QFile::copy(HEADLIGHT_SOURCE_DIR "/datasets/samples/label_text/weather.all", corpus));
        const auto optimizer = [&] { return find<OptionForm>("train.options")->values().value("optimizer"); };
        QCOMPARE(optimizer(), QStringLiteral("adadelta"));
        typeData(corpus);
        setOption("hidden", "many"); // still typing while the corpus is read
        QTRY_COMPARE_WITH_TIMEOUT(optimizer(), QStringLiteral("adam"), patience);
        QVERIFY(find<QComboBox>("train.recipe")->currentText().endsWith("CR customer reviews"));
        setOption("hidden", "16");
        pick("train.recipe", ""); // none
        QCOMPARE(optimizer(), QStringLiteral("adadelta"));
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void itCanBeClosedWhileTyping() {
        typeData(task);
        find<QLineEdit>("train.data.text")->setFocus();
        find<QLineEdit>("train.data.text")->setText("elsewhere");
        m_panel.reset(); // the field's last word goes to a form that is still there, and is remembered
        open();
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), QStringLiteral("elsewhere"));
    }

    void itTrainsToTheEndAndShowsIt() {
        typeData(task);
        makeSmall(3);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        auto* loss = find<CurvePlot>("train.loss");
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Ended"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(loss->legendNames(), QStringList({"train, each batch", "train", "dev", "test"}),
                                  patience);
        QVERIFY(loss->values().rows.size() >= 60);
        QVERIFY(find<QLabel>("train.rate")->text().contains("epoch 3.00 of 3"));
        QVERIFY(find<QPlainTextEdit>("train.log")->toPlainText().contains("Finished"));

        auto* slider = find<QSlider>("train.epoch");
        auto* map = find<HeatMap>("train.map");
        QTRY_COMPARE_WITH_TIMEOUT(slider->maximum(), 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(map->view().title.contains("epoch 3"), patience);
        QCOMPARE(loss->cursor().value_or(-1), 3.0);
        const QList<float> last = map->view().values;
        slider->setValue(0);
        QTRY_VERIFY_WITH_TIMEOUT(map->view().title.contains("epoch 0"), patience);
        QVERIFY(map->view().values != last);
        QCOMPARE(loss->cursor().value_or(-1), 0.0);
        emit loss->cursorRequested(2.1);
        QTRY_COMPARE_WITH_TIMEOUT(slider->value(), 2, patience);

        QCOMPARE(loadRuns(m_session->storePath()).front().status, QStringLiteral("finished"));
        QSignalSpy opened(m_session.get(), &Session::modelRequested);
        QTest::mouseClick(find<QPushButton>("train.open"), Qt::LeftButton);
        QCOMPARE(opened.size(), 1);
        QVERIFY(QFile::exists(opened[0][0].toString() + "/model.safetensors"));
    }

    void aStartThatFailsLeavesWhatIsShown() {
        const QString corpus = m_folder->filePath("weather.all");
        QVERIFY(QFile::copy(HEADLIGHT_SOURCE_DIR "/datasets/samples/label_text/weather.all", corpus));
        typeData(corpus);
        makeSmall(2);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended"), qPrintable(log()), patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && !find<HeatMap>("train.map")->view().title.isEmpty(),
                                 patience);
        const QString map = find<HeatMap>("train.map")->view().title;
        const QString before = state(), rate = find<QLabel>("train.rate")->text(), lines = log();
        const auto curves = find<CurvePlot>("train.loss")->values().rows;
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        const auto isAsBefore = [&] {
            return state() == before && find<QLabel>("train.rate")->text() == rate && log().startsWith(lines) &&
                   find<CurvePlot>("train.loss")->values().rows == curves &&
                   find<HeatMap>("train.map")->view().title == map && find<HeatMap>("train.map")->isVisible() &&
                   find<QPushButton>("train.open")->isEnabled();
        };

        QVERIFY(QFile::remove(corpus)); // after it was previewed
        QVERIFY(start()->isEnabled());
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 1, patience);
        QVERIFY(notices[0][0].value<Notice>().text.contains("weather.all"));
        QVERIFY2(isAsBefore(), qPrintable(state() + '\n' + log()));
        QVERIFY(log().endsWith(notices[0][0].value<Notice>().text));
        QVERIFY(start()->isEnabled());
        m_session->requestResume("77"); // there is none
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 2, patience);
        QVERIFY2(isAsBefore(), qPrintable(state() + '\n' + log()));

        typeData(task); // what begins then has a log of its own
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended: Run 2"), qPrintable(log()), patience);
        QVERIFY2(log().startsWith("Reading diagnostic:") && !log().contains("weather"), qPrintable(log()));
        QVERIFY(find<CurvePlot>("train.loss")->values().rows != curves);
    }

    void itPausesGoesOnStopsAndIsResumed() {
        typeData(task);
        makeSmall(3000);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        auto* pause = find<QPushButton>("train.pause");
        auto* stop = find<QPushButton>("train.stop");
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.rate")->text().contains("tokens/s"), patience);
        QVERIFY(!start()->isEnabled());
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(pause->text(), QStringLiteral("Resume"), patience);
        QVERIFY(state().startsWith("Paused"));
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(pause->text(), QStringLiteral("Pause"), patience);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Stopped"), patience);
        QCOMPARE(loadRuns(m_session->storePath()).front().status, QStringLiteral("stopped"));
        QVERIFY(start()->isEnabled());
        const QString before = log();

        const auto resumed = [&] {
            return find<QPlainTextEdit>("train.log")->toPlainText().contains("Resumed after step");
        };
        QCOMPARE(pause->text(), QStringLiteral("Resume")); // on the spot ...
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(resumed() && stop->isEnabled(), patience);
        QVERIFY2(log().startsWith(before), qPrintable(log())); // what it told before is still there
        QTRY_COMPARE_WITH_TIMEOUT(pause->text(), QStringLiteral("Pause"), patience);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Stopped"), patience);

        m_session->requestResume("1"); // ... and from Runs
        QTRY_VERIFY_WITH_TIMEOUT(resumed(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(stop->isEnabled(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<CurvePlot>("train.loss")->values().rows.size() > 2, patience);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Stopped"), patience);
        QCOMPARE(loadRuns(m_session->storePath()).size(), 1);
    }

    /// By keyboard alone: the button that was pressed goes off, and what one would press next has the focus.
    void theFocusGoesOnToTheCounterpart() {
        typeData(task);
        makeSmall(3000);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        QWidget* pause = find<QPushButton>("train.pause");
        auto* stop = find<QPushButton>("train.stop");
        const auto text = [&] { return find<QPushButton>("train.pause")->text(); };
        const auto press = [](QWidget* button) {
            button->setFocus();
            QTest::keyClick(button, Qt::Key_Space);
        };
        press(start());
        QTRY_VERIFY_WITH_TIMEOUT(!start()->isEnabled(), patience); // the corpus has been read
        QVERIFY(QApplication::focusWidget() == pause || !qobject_cast<QAbstractButton*>(QApplication::focusWidget()));
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::focusWidget(), pause, patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.rate")->text().contains("tokens/s"), patience);
        press(pause);
        QTRY_COMPARE_WITH_TIMEOUT(text(), QStringLiteral("Resume"), patience);
        QCOMPARE(QApplication::focusWidget(), pause);
        press(pause);
        QTRY_COMPARE_WITH_TIMEOUT(text(), QStringLiteral("Pause"), patience);
        QCOMPARE(QApplication::focusWidget(), pause);
        press(stop);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Stopped"), patience);
        QCOMPARE(QApplication::focusWidget(), pause);
        QCOMPARE(text(), QStringLiteral("Resume"));
        press(pause);
        QTRY_VERIFY_WITH_TIMEOUT(stop->isEnabled() && text() == QStringLiteral("Pause") && pause->isEnabled(),
                                 patience);
        QCOMPARE(QApplication::focusWidget(), pause);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Stopped"), patience);

        setOption("epochs", "1");
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        press(start());
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended"), qPrintable(log()), patience);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(start())); // there is nothing to go on with
    }

    void aCorpusIsChosenInADialog_data() {
        QTest::addColumn<int>("kind"); // of the menu's entries
        QTest::addColumn<QString>("path");
        const QString samples = QStringLiteral(HEADLIGHT_SOURCE_DIR "/datasets/samples");
        QTest::newRow("a folder") << 0 << samples + "/pairs";
        QTest::newRow("a file") << 1 << samples + "/pairs/train.txt";
    }
    void aCorpusIsChosenInADialog() {
        QFETCH(int, kind);
        QFETCH(QString, path);
        QVERIFY(QFileInfo::exists(path));
        QTimer::singleShot(200, this, [path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        find<QPushButton>("train.browse")->menu()->actions().at(kind)->trigger();
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), path);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void aCopiedMapHasNoCrosshair() {
        trainShortly(1);
        auto* map = find<HeatMap>("train.map");
        auto* menu = map->findChild<FigureMenu*>();
        const auto copied = [menu] {
            menu->copyImage();
            return QGuiApplication::clipboard()->image();
        };
        const QImage plain = copied();
        map->setHover(1, 0);
        QVERIFY(!plain.isNull());
        QVERIFY(copied() == plain);
    }

    void anEmptyViewOffersTheNextThing() {
        auto* next = find<QWidget>("train.next")->findChild<QPushButton*>();
        QVERIFY(next->isVisible());
        QCOMPARE(next->text(), QStringLiteral("Choose a corpus…"));
        QVERIFY(!find<CurvePlot>("train.loss")->isVisible());
        typeData(task);
        makeSmall(1);
        QTRY_VERIFY_WITH_TIMEOUT(next->text().startsWith("Train multihead on first"), patience);
        QTest::mouseClick(next, Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended"), qPrintable(log()), patience);
        QVERIFY(find<CurvePlot>("train.loss")->isVisible());
        QVERIFY(!next->isVisible());
    }

    void theEndOfTheLogIsSeen() {
        trainShortly(30);
        const QScrollBar* bar = find<QPlainTextEdit>("train.log")->verticalScrollBar();
        QVERIFY(bar->maximum() > 0);
        QTRY_COMPARE(bar->value(), bar->maximum());
        QVERIFY(isEndOfLogSeen());
    }

    void theLogIsFollowedUntilTheUserScrollsUp() {
        auto* text = find<QPlainTextEdit>("train.log");
        QScrollBar* bar = text->verticalScrollBar();
        for (int line = 0; line < 60; ++line)
            text->appendPlainText(QString::number(line));
        for (const QSize size : {QSize(1024, 700), QSize(1400, 700), QSize(900, 600), QSize(1300, 650)}) {
            m_panel->resize(size);
            QTRY_VERIFY(bar->maximum() > 0);
            QTRY_COMPARE(bar->value(), bar->maximum());
            text->appendPlainText("one line more, long enough to be broken in a narrow log; it has to be seen");
            QTRY_COMPARE(bar->value(), bar->maximum());
        }
        text->setPlainText(text->toPlainText()); // another run begins
        text->appendPlainText("its first line");
        QTRY_COMPARE(bar->value(), bar->maximum());
        m_panel->hide();
        for (int line = 0; line < 20; ++line)
            text->appendPlainText("while it is hidden, a line that is long enough to be broken in a narrow log");
        m_panel->show();
        QTRY_COMPARE(bar->value(), bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        const int up = bar->value();
        QVERIFY(up < bar->maximum());
        text->appendPlainText("not seen");
        QTest::qWait(50);
        QCOMPARE(bar->value(), up);
        bar->triggerAction(QAbstractSlider::SliderToMaximum);
        text->appendPlainText("seen");
        QTRY_COMPARE(bar->value(), bar->maximum());
    }

    void theEndOfTheLogIsSeenWhenTheViewIsShownLater() {
        trainShortly(2);
        Store store(m_session->storePath().toStdString());
        for (int step = 1; step < 800; ++step)
            store.addEvaluation(1, {1000 + step, step / 20., "test", R"({"accuracy":0.5,"loss":1})"});
        for (const int width : {1300, 1100, 900}) {                      // where the last line is broken otherwise
            m_panel = std::make_unique<TrainPanel>(*m_session, *m_jobs); // while another view is looked at
            m_panel->resize(width, 850);
            QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && log().contains("Finished"), patience);
            m_panel->show();
            QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
            QTest::qWait(50);
            QVERIFY2(isEndOfLogSeen(), qPrintable(QString::number(width)));
            m_panel.reset(); // and while it is looked at
            m_panel = std::make_unique<TrainPanel>(*m_session, *m_jobs);
            m_panel->resize(width, 850);
            m_panel->show();
            QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && log().contains("Finished"), patience);
            QTest::qWait(50);
            QVERIFY2(isEndOfLogSeen(), qPrintable(QString::number(width)));
        }
    }

    void theLogOfAnotherProgramsRunIsFollowedUntilTheUserScrollsUp() {
        trainShortly(30);
        Store store(m_session->storePath().toStdString());
        store.setStatus(1, RunStatus::Running);
        reopen();
        QScrollBar* bar = find<QPlainTextEdit>("train.log")->verticalScrollBar();
        const auto goOn = [&](int step) {
            const int lines = int(log().count('\n'));
            store.addEvaluation(1, {step, step / 20., "test", R"({"accuracy":0.5,"loss":1})"});
            store.addMetrics(1, {{"test.accuracy", step, step / 20., 1, 0.5}});
            QTRY_VERIFY_WITH_TIMEOUT(log().count('\n') > lines, patience);
        };
        goOn(2000);
        QTRY_COMPARE(bar->value(), bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        const int up = bar->value();
        goOn(3000);
        QTest::qWait(50);
        QCOMPARE(bar->value(), up);
        store.setStatus(1, RunStatus::Finished);
    }

    void theLastEpochIsFollowedAfterARestartToo() {
        trainShortly(3);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 3"), patience);
        Store store(m_session->storePath().toStdString());
        Snapshot further = store.snapshot(1, 3, 0);
        further.epoch = 4;
        store.addSnapshot(1, further); // it went on in another program
        reopen();
        QTRY_COMPARE_WITH_TIMEOUT(find<QSlider>("train.epoch")->value(), 4, patience);
    }

    void anEarlierRunIsShownAgain() {
        trainShortly(2);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 2"), patience);
        find<QSpinBox>("train.seeds")->setFocus();
        makeSmall(3);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended: Run 2"), qPrintable(log()), patience);

        m_session->requestTraining("1");
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended: Run 1"), qPrintable(state()), patience);
        QVERIFY2(log().contains("Epoch 2") && !log().contains("Epoch 3"), qPrintable(log()));
        QCOMPARE(find<QSlider>("train.epoch")->value(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 2"), patience);
    }

    void whatIsWrongIsPosted() {
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        m_session->requestResume("77");
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 1, patience);
        QCOMPARE(notices[0][0].value<Notice>().key, QStringLiteral("train"));
    }

    void aRestartShowsTheRunAsItWas() {
        trainShortly(3);
        auto* slider = find<QSlider>("train.epoch");
        QTRY_COMPARE_WITH_TIMEOUT(slider->maximum(), 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 3"), patience);
        slider->setValue(1);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 1"), patience);
        auto* sentence = find<QComboBox>("train.probe");
        sentence->setCurrentIndex(1);
        emit sentence->activated(1);
        auto* grid = find<MapGrid>("train.grid");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(1).center().toPoint());
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        const MatrixView map = find<HeatMap>("train.map")->view();
        QCOMPARE(map.title, QString("layer 0 · head 1 · all · weight · epoch 1")); // as Attend says it
        const QString before = state(), rate = find<QLabel>("train.rate")->text();
        const QStringList lines = log().split('\n');
        const auto table = [&](const char* plot) { return find<CurvePlot>(plot)->values().rows; };
        const auto loss = table("train.loss"), figure = table("train.figure");
        QVERIFY(!loss.isEmpty() && !figure.isEmpty());

        reopen();
        QCOMPARE(state(), before);
        QCOMPARE(find<QLabel>("train.rate")->text(), rate);
        QCOMPARE(table("train.loss"), loss);
        QCOMPARE(table("train.figure"), figure);
        QCOMPARE(log().split('\n').last(), lines.last());
        QCOMPARE(find<QSlider>("train.epoch")->value(), 1);
        QCOMPARE(find<QSlider>("train.epoch")->maximum(), 3);
        QCOMPARE(find<CurvePlot>("train.loss")->cursor().value_or(-1), 1.0);
        QCOMPARE(find<QComboBox>("train.probe")->currentIndex(), 1);
        QCOMPARE(find<HeatMap>("train.map")->view().title, map.title);
        QCOMPARE(find<HeatMap>("train.map")->view().values, map.values);
        QVERIFY(find<QPushButton>("train.open")->isEnabled());
        QVERIFY(!find<QPushButton>("train.pause")->isEnabled()); // finished: nothing to resume
    }

    void aStoppedRunIsResumedAfterARestart() {
        trainAndStop();
        const QString before = state();
        reopen();
        QCOMPARE(state(), before);
        auto* pause = find<QPushButton>("train.pause");
        QCOMPARE(pause->text(), QStringLiteral("Resume"));
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(log().contains("Resumed after step"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("train.stop")->isEnabled(), patience);
        QTest::mouseClick(find<QPushButton>("train.stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Stopped"), patience);
        QCOMPARE(loadRuns(m_session->storePath()).size(), 1);
    }

    void aRunThatIsGoneLeavesTheViewEmptyWithoutAnError() {
        trainShortly(1);
        const QString store = m_session->storePath();
        m_session->setStorePath(m_folder->filePath("other.sqlite")); // where number 1 is another run, or none
        reopen();
        QCOMPARE(state(), QStringLiteral("Nothing is training."));
        m_session->setStorePath(store);
        Store(store.toStdString()).remove({1});
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        reopen();
        QCOMPARE(state(), QStringLiteral("Nothing is training."));
        QVERIFY(find<CurvePlot>("train.loss")->values().rows.isEmpty());
        QCOMPARE(notices.size(), 0);
        Store(store.toStdString()).restore({1});
        reopen();
        QVERIFY(state().startsWith("Ended: Run 1"));
    }

    void aRunOfAnotherProgramIsFollowedUntilItEnds() {
        trainAndStop();
        Store store(m_session->storePath().toStdString());
        store.setStatus(1, RunStatus::Running);
        reopen();
        QVERIFY2(state().startsWith("Going on in another program: Run 1"), qPrintable(state()));
        QVERIFY(!find<QPushButton>("train.pause")->isEnabled());
        QVERIFY(!find<QPushButton>("train.stop")->isEnabled());
        const int epoch = find<QSlider>("train.epoch")->value();
        store.setStatus(1, RunStatus::Stopped);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Stopped: Run 1"), patience);
        QCOMPARE(find<QPushButton>("train.pause")->text(), QStringLiteral("Resume"));
        QCOMPARE(find<QSlider>("train.epoch")->value(), epoch);
    }

    void theFormIsRemembered() {
        typeData(task);
        pick("train.encoder", "disa");
        setOption("epochs", "7");
        m_panel.reset();
        open();
        QCOMPARE(find<QComboBox>("train.encoder")->currentData().toString(), QStringLiteral("disa"));
        QCOMPARE(find<OptionForm>("train.options")->values().value("epochs"), QStringLiteral("7"));
        QCOMPARE(find<QComboBox>("train.data")->currentText(), QString(task));
    }

private:
    QPushButton* start() { return find<QPushButton>("train.start"); }
    void reopen() {
        m_panel.reset();
        open();
    }
    void trainShortly(int epochs) {
        typeData(task);
        makeSmall(epochs);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Ended"), qPrintable(log()), patience);
    }
    bool isEndOfLogSeen() {
        auto* text = find<QPlainTextEdit>("train.log");
        QTextCursor end(text->document());
        end.movePosition(QTextCursor::End);
        const QScrollBar* bar = text->verticalScrollBar();
        return bar->maximum() > 0 && text->viewport()->rect().contains(text->cursorRect(end));
    }
    void trainAndStop() {
        typeData(task);
        makeSmall(3000);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.rate")->text().contains("tokens/s"), patience);
        QTest::mouseClick(find<QPushButton>("train.stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Stopped"), patience);
    }
    QString state() { return find<QLabel>("train.state")->text(); }
    QString log() { return find<QPlainTextEdit>("train.log")->toPlainText(); }
    void typeData(const QString& text) {
        auto* line = find<QLineEdit>("train.data.text");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }
    void setOption(const QString& name, const QString& value) {
        auto* control = find<QWidget>("option." + name);
        auto* line = qobject_cast<QLineEdit*>(control);
        if (!line)
            line = control->findChild<QLineEdit*>();
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, value);
    }
    void makeSmall(int epochs) {
        pick("train.encoder", "multihead");
        setOption("embedding_features", "16");
        setOption("hidden", "16");
        setOption("epochs", QString::number(epochs));
        setOption("batch", "10");
    }
};

QTEST_MAIN(TrainPanelTest)
#include "train_panel_test.moc"
