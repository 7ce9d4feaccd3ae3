#include "panels/runs_panel.h"

#include "app/panels/panel_fixture.h"
#include "app/sample_runs.h"
#include "figure/export.h"
#include "figure/figure_menu.h"
#include "forms/expression_edit.h"
#include "models/runs_load.h"
#include "models/runs_model.h"
#include "panels/runs/bars_tab.h"
#include "panels/runs/curves_tab.h"
#include "panels/scatter_tab.h"
#include "plots/curve_plot.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <cmath>

using namespace headlight;

namespace {

/// Three seeds of mtsa and two of disa, with curves.
void fill(const QString& path) {
    Store store(path.toStdString());
    for (int r = 0; r < 5; ++r) {
        NewRun run = sampleRun(r < 3 ? "mtsa" : "disa", "trec", r % 3 + 1);
        run.configuration = R"({"train":{"optimizer":"adam","seed":)" + std::to_string(r % 3 + 1) + "}}";
        std::vector<MetricPoint> points;
        for (int step = 0; step < 100; ++step)
            points.push_back({"train.loss", step, step / 20.0, step * .5, 2 * std::exp(-step / (20.0 + r))});
        points.push_back({"best.accuracy", 99, 5, 50, .85 + .02 * r});
        points.push_back({"test.accuracy", 50, 2.5, 25, .80 + .02 * r});
        points.push_back({"test.accuracy", 99, 5, 50, .85 + .02 * r});
        points.push_back({"run.seconds", 99, 5, 50, 50.0 + r});
        points.push_back({"run.epochs", 99, 5, 50, 5});
        points.push_back({"train.peak_bytes", 99, 5, 50, 1e7 * (r + 1)});
        addRun(store, run, points, r == 4 ? RunStatus::Stopped : RunStatus::Finished);
    }
}

} // namespace

class RunsPanelTest : public QObject, PanelFixture<RunsPanel> {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void anEmptyStoreOffersToTrain() {
        open();
        QSignalSpy views(m_session.get(), &Session::viewRequested);
        auto* button = visibleButton("Train a model");
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(views.size(), 1);
        QCOMPARE(views[0][0].toString(), QStringLiteral("train"));
    }

    void typingFiltersAndAMistakeIsSaid() {
        openFilled();
        QCOMPARE(table()->model()->rowCount(), 5);
        type("disa");
        QCOMPARE(table()->model()->rowCount(), 2);
        type("accuracy > 0.86 and model = mtsa");
        QCOMPARE(table()->model()->rowCount(), 2);
        find<ExpressionLine>("runs.filter")->setText("acuracy > 0.86"); // pasted
        QCOMPARE(table()->model()->rowCount(), 5);
        QVERIFY(filterProblem().endsWith("(all runs are shown)"));
        type("acuracy > 0.5"); // "acu" alone is a word that no run has
        QCOMPARE(table()->model()->rowCount(), 5);
        QVERIFY(filterProblem().contains("accuracy") && filterProblem().endsWith("(all runs are shown)"));
        type("nothing like this");
        QVERIFY(visibleButton("Clear the filter"));
        QTest::mouseClick(visibleButton("Clear the filter"), Qt::LeftButton);
        QCOMPARE(table()->model()->rowCount(), 5);
    }

    void aFilterThatIsBeingTypedKeepsTheRows() {
        openFilled();
        type("disa");
        auto* line = find<ExpressionLine>("runs.filter");
        line->selectAll();
        for (const QChar c : QString("accuracy > ")) {
            QTest::keyClicks(line, QString(c));
            QVERIFY2(table()->isVisible() && table()->model()->rowCount() > 0, qPrintable(line->text()));
        }
        QVERIFY(line->problem());
        QCOMPARE(line->problem()->position, 9); // the comparison that has no value
        // Its first letter was a word, and they all have it.
        QVERIFY2(filterProblem().endsWith("(shown: “a”)"), qPrintable(filterProblem()));
        QTest::keyClicks(line, "0.88");
        QVERIFY(!line->problem());
        QCOMPARE(table()->model()->rowCount(), 3);
        line->setText("spee"); // a word that no run has, and the beginning of a column
        QVERIFY(filterProblem().contains("speed") && filterProblem().endsWith("(shown: “accuracy > 0.88”)"));
        QCOMPARE(line->problem()->position, 0);
        QCOMPARE(table()->model()->rowCount(), 3);
        line->setText("\"spee\""); // the word is meant
        QVERIFY(!line->problem());
        QVERIFY(visibleButton("Clear the filter"));
    }

    void theStatusIsSeenWholeBesideLongNames() {
        fill(m_session->storePath());
        Store store(m_session->storePath().toStdString());
        store.setName(1, std::string(200, 'x'));
        open();
        const auto shown = [&] { return table()->visualRect(table()->model()->index(0, column("status"))); };
        QVERIFY(shown().right() < table()->viewport()->width());
        // Also a longer word than any there is now.
        QVERIFY(shown().width() > table()->fontMetrics().horizontalAdvance("interrupted"));
    }

    void theNewestIsOnTopAndAHeaderSorts() {
        openFilled();
        const int accuracy = column("accuracy");
        QVERIFY(accuracy > 0);
        clickHeader(accuracy);
        QCOMPARE(cell(0, accuracy), QStringLiteral("93.00 %"));
        clickHeader(accuracy);
        QCOMPARE(cell(0, accuracy), QStringLiteral("85.00 %"));
    }

    void twoChosenRunsAreTwoCurves() {
        openFilled();
        choose({"mtsa seed 1", "disa seed 1"});
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        QVERIFY(plot->legendNames().contains("disa seed 1"));
        QCOMPARE(m_session->chosenRuns().size(), 2);
        find<QSlider>("runs.smoothing")->setValue(300);
        QCOMPARE(plot->smoothing(), 0.3);
        click<QCheckBox>("runs.logy");
        QVERIFY(plot->isLogarithmic(PlotWidget::Axis::Y));
        pick("runs.x", "time");
        QVERIFY(plot->axisTitle(PlotWidget::Axis::X).contains("time"));
        QVERIFY(std::abs(plot->range(PlotWidget::Axis::X).high - 49.5) < 10);
        pick("runs.metric", "test.accuracy");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
    }

    void withoutAChoiceTheFirstRunsAreDrawnAndItIsSaid() {
        fill(m_session->storePath());
        fill(m_session->storePath()); // ten runs
        open();
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 6, patience);
        auto* note = find<QLabel>("runs.curves.note");
        QVERIFY(note->isVisible());
        QCOMPARE(note->text(), QStringLiteral("The first 6 of 10 runs; choose runs in the table to see their curves."));
        table()->selectAll();
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 10, patience);
        QVERIFY(!note->isVisible());
    }

    void aMeanEndsWithItsFirstMember() {
        fill(m_session->storePath());
        Store store(m_session->storePath().toStdString());
        NewRun run = sampleRun("mtsa", "trec", 4);
        run.configuration = R"({"train":{"optimizer":"adam","seed":4}})";
        addRun(store, run, {{"train.loss", 0, 0, 0, 2}, {"train.loss", 40, 2, 20, 1}});
        open();
        table()->selectAll();
        pick("runs.metric", "train.loss");
        pick("runs.group", "setting");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_VERIFY_WITH_TIMEOUT(plot->legendNames().join('|').contains("n=4"), patience);
        double end = 0;
        for (const CurvePlot::Hover& entry : plot->nearest(plot->toPixel(99, 1)))
            if (entry.id == "group 6")
                end = entry.x;
        QCOMPARE(end, 40.0);
    }

    void memoryIsDrawnInMegabytes() {
        openFilled();
        choose({"disa seed 2"});
        pick("runs.metric", "train.peak_bytes");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 1, patience);
        QVERIFY2(plot->axisTitle(PlotWidget::Axis::Y).contains("MB"), qPrintable(plot->axisTitle(PlotWidget::Axis::Y)));
        QVERIFY2(plot->values().rows.value(0).contains("50"), qPrintable(plot->values().rows.value(0).join(" ")));
    }

    void seedsBecomeOneCurveWithABand() {
        openFilled();
        table()->selectAll();
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 5, patience);
        pick("runs.group", "setting");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        QVERIFY2(plot->legendNames().first().endsWith("n=2") || plot->legendNames().first().endsWith("n=3"),
                 qPrintable(plot->legendNames().first()));
        QVERIFY(!plot->legendNames().join(' ').contains("runs"));
    }

    void publishedFiguresAreMarked() {
        openFilled();
        table()->selectAll();
        pick("runs.metric", "test.accuracy");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 5, patience);
        click<QCheckBox>("runs.published");
        QTRY_VERIFY_WITH_TIMEOUT(plot->legendNames().join('\n').contains("MTSA on TREC, published"), patience);
        // Beside the own runs, those of their models alone: else the legend has no place for the runs.
        QCOMPARE(plot->legendNames().size(), 5 + 2);
        QVERIFY(plot->legendNames().first().contains("seed") &&
                plot->legendNames().contains("DiSAN on TREC, published"));
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        auto* bars = find<BarPlot>("runs.bars");
        QTRY_VERIFY_WITH_TIMEOUT(bars->legendNames().contains("published"), patience);
        QVERIFY(bars->legendNames().contains("disa"));
        // At the bars of their own encoders; the others have places and names of their own.
        const ValueTable table = bars->values();
        const auto published = [&](const QString& column) {
            return table.rows[0].value(table.columns.indexOf(column)).toDouble();
        };
        QVERIFY2(std::abs(published("published mtsa") - 95.3) < 1e-9, qPrintable(table.columns.join('|')));
        QVERIFY(std::abs(published("published disa") - 94.2) < 1e-9);
        QVERIFY2(std::abs(published("published Bi-LSTM") - 94.4) < 1e-9, qPrintable(table.columns.join('|')));
        QVERIFY2(std::abs(published("published MPSAN") - 94.8) < 1e-9, qPrintable(table.columns.join('|')));
        QVERIFY(!table.columns.join('|').contains("MTSA"));
        bars->step(-1, 0); // from the right
        QVERIFY2(bars->readout().contains("MPSAN, published"), qPrintable(bars->readout()));
        click<QCheckBox>("runs.published");
        QTRY_VERIFY_WITH_TIMEOUT(!bars->legendNames().join('\n').contains("published"), patience);
    }

    void onlyDifferingColumnsStay() {
        openFilled();
        const int all = table()->model()->columnCount();
        click<QCheckBox>("runs.differing");
        QVERIFY(table()->model()->columnCount() < all);
        QVERIFY(column("model") > 0);
        QVERIFY(column("data") < 0);
        choose({"mtsa seed 1", "mtsa seed 2"});
        QVERIFY(column("model") < 0);
        QVERIFY(column("seed") > 0);
        find<QTabWidget>("runs.tabs")->setCurrentIndex(3);
        auto* differences = find<QTableWidget>("runs.differences");
        QTRY_COMPARE_WITH_TIMEOUT(differences->columnCount(), 2, patience);
        QVERIFY(differences->rowCount() >= 3);
        // Chosen rows stay chosen, and the order that of the hidden column; both are there again after a restart.
        QCOMPARE(m_session->chosenRuns().size(), 2);
        click<QCheckBox>("runs.differing");
        QCOMPARE(m_session->chosenRuns().size(), 2);
        QVERIFY(find<QToolButton>("runs.delete.button")->isEnabled());
        const QStringList before = names();
        click<QCheckBox>("runs.differing");
        QVERIFY(column("started") < 0);
        QCOMPARE(names(), before);
        QVERIFY(find<QToolButton>("runs.delete.button")->isEnabled());
        m_panel.reset();
        open();
        QVERIFY(find<QCheckBox>("runs.differing")->isChecked());
        QCOMPARE(names(), before);
    }

    void aRunIsRenamedByTyping() {
        openFilled();
        choose({"mtsa seed 2"});
        QTest::keyClick(table(), Qt::Key_F2);
        auto* editor = table()->findChild<QLineEdit*>();
        QVERIFY(editor);
        QTest::keyClicks(editor, "the good one");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(names().contains("the good one"), patience);
        QCOMPARE(loadRuns(m_session->storePath())[1].name, QStringLiteral("the good one"));
    }

    void whatTheStoreRefusesIsOfferedAgain() {
        openFilled();
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        SQLite::Database other(m_session->storePath().toStdString(), SQLite::OPEN_READWRITE);
        other.exec("BEGIN IMMEDIATE"); // another program that writes for long
        choose({"mtsa seed 2"});
        QTest::keyClick(table(), Qt::Key_F2);
        QTest::keyClicks(table()->findChild<QLineEdit*>(), "the good one");
        QTest::keyClick(table()->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 1, patience);
        QVERIFY2(notices[0][0].value<Notice>().text.contains("the good one"),
                 qPrintable(notices[0][0].value<Notice>().text));
        QTRY_VERIFY(table()->findChild<QLineEdit*>());
        QCOMPARE(table()->findChild<QLineEdit*>()->text(), QStringLiteral("the good one"));
        other.exec("COMMIT");
        QTest::keyClick(table()->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(names().contains("the good one"), patience);

        other.exec("BEGIN IMMEDIATE");
        QStringList offered;
        const auto answer = [&](const QString& text) {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return false;
            offered << dialog->textValue();
            dialog->setTextValue(text);
            dialog->accept();
            return true;
        };
        QTimer::singleShot(0, this, [&] { answer("two\nlines"); });
        click<QToolButton>("runs.note.button");
        QTimer again;
        connect(&again, &QTimer::timeout, this, [&] {
            if (QApplication::activeModalWidget())
                other.exec("COMMIT");
            if (answer("two\nlines"))
                again.stop();
        });
        again.start(20);
        QTRY_COMPARE_WITH_TIMEOUT(loadRuns(m_session->storePath())[1].notes, QStringLiteral("two\nlines"), patience);
        QCOMPARE(offered, QStringList({"", "two\nlines"}));
    }

    void notesAreTypedWithTheKeyboardAlone() {
        openFilled();
        choose({"mtsa seed 2"});
        bool tabLedOn = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            auto* text = dialog->findChild<QPlainTextEdit*>();
            text->setFocus();
            QTest::keyClicks(text, "two");
            QTest::keyClick(text, Qt::Key_Return);
            QTest::keyClicks(text, "lines");
            QTest::keyClick(text, Qt::Key_Tab);
            tabLedOn = qobject_cast<QPushButton*>(dialog->focusWidget());
            text->setFocus();
            QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
            if (dialog->result() != QDialog::Accepted)
                dialog->reject(); // the notes are not kept then
        });
        QTest::keyClick(table(), Qt::Key_N, Qt::ControlModifier);
        QVERIFY(tabLedOn);
        QTRY_COMPARE_WITH_TIMEOUT(loadRuns(m_session->storePath())[1].notes, QStringLiteral("two\nlines"), patience);
    }

    void tagsAreTypedIntoADialog() {
        openFilled();
        choose({"mtsa seed 2"});
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setTextValue("paper, kept");
            dialog->accept();
        });
        click<QToolButton>("runs.tag.button");
        QTRY_COMPARE_WITH_TIMEOUT(loadRuns(m_session->storePath())[1].tags, QStringList({"kept", "paper"}), patience);
        type("tags ~ paper");
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 1, patience);
    }

    void deletedRunsComeBack() {
        openFilled();
        choose({"mtsa seed 1", "disa seed 1"});
        QTest::keyClick(table(), Qt::Key_Delete);
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<QToolButton>("runs.undo.button")->isEnabled(), patience);
        QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 5, patience);
    }

    void aRunThatIsGoingOnIsNotDeleted() {
        openFilled();
        Store(m_session->storePath().toStdString()).setStatus(1, RunStatus::Running);
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        choose({"mtsa seed 1", "disa seed 1"});
        QTest::keyClick(table(), Qt::Key_Delete);
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 1, patience);
        QCOMPARE(notices[0][0].value<Notice>().text,
                 QStringLiteral("run 1 is still going on: stop it where it runs, then delete it"));
        QCOMPARE(table()->model()->rowCount(), 5);
        QCOMPARE(loadRuns(m_session->storePath()).size(), 5);
        QVERIFY(!find<QToolButton>("runs.undo.button")->isEnabled());
    }

    void aStoppedRunIsResumedElsewhere() {
        openFilled();
        QSignalSpy resumes(m_session.get(), &Session::resumeRequested);
        choose({"mtsa seed 1"});
        QVERIFY(!find<QToolButton>("runs.resume.button")->isEnabled());
        choose({"disa seed 2"});
        click<QToolButton>("runs.resume.button");
        QCOMPARE(resumes.size(), 1);
        QCOMPARE(resumes[0][0].toString(), QStringLiteral("5"));
    }

    void scatterShowsEveryRun() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* plot = find<ScatterPlot>("runs.scatter");
        QTRY_COMPARE_WITH_TIMEOUT(plot->values().rows.size(), 5, patience);
        QSignalSpy chosen(m_session.get(), &Session::chosenRunsChanged);
        QTest::qWait(50);
        plot->click(plot->toPixel(54, .93));
        QCOMPARE(m_session->chosenRuns(), QStringList({"5"}));
    }

    void timesHaveUnitsAlongTheAxis() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* plot = find<ScatterPlot>("runs.scatter");
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::X), QStringLiteral("time")); // the unit is at every number
        plot->hover(plot->toPixel(54, .93));
        QVERIFY2(plot->readout().contains("time: 54 s"), qPrintable(plot->readout()));
        pick("runs.scatter.x", "time per epoch");
        plot->hover(plot->toPixel(54 / 5., .93));
        QVERIFY2(plot->readout().contains("time per epoch: 10.8 s"), qPrintable(plot->readout()));
    }

    void scatterSaysWhyNothingPublishedIsShown() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* note = find<QLabel>("runs.scatter.note");
        QVERIFY(!note->isVisible());
        click<QCheckBox>("runs.published");
        QVERIFY(note->isVisible());
        QCOMPARE(note->text(), QStringLiteral("No published figure of these corpora has a value for time."));
        QCOMPARE(find<ScatterPlot>("runs.scatter")->values().rows.size(), 5);
        pick("runs.scatter.x", "accuracy");
        QVERIFY(!note->isVisible());
        QVERIFY(find<ScatterPlot>("runs.scatter")->values().rows.size() > 5);
    }

    void exportedPicturesSayWhatTheyShow() {
        openFilled();
        const auto metadata = [&](FigureMenu* menu, const QString& key) {
            const QString file = m_folder->filePath("picture.png");
            if (const QString problem = menu->exportTo(file); !problem.isEmpty())
                return problem;
            for (const auto& [name, text] : readPictureMetadata(file))
                if (name == key)
                    return text;
            return QString();
        };
        type("disa");
        auto* menu = table()->findChild<FigureMenu*>();
        QCOMPARE(metadata(menu, "filter"), QStringLiteral("disa"));
        QCOMPARE(metadata(menu, "runs"), QStringLiteral("2 of 5 runs"));
        QVERIFY(metadata(menu, "program").startsWith("Headlight"));
        choose({"disa seed 1"});
        for (const int tab : {0, 1, 2}) {
            find<QTabWidget>("runs.tabs")->setCurrentIndex(tab);
            auto* plot = find<PlotWidget>(QStringList{"runs.curves", "runs.scatter", "runs.bars"}[tab]);
            QCOMPARE(metadata(plot->menu(), "runs"), QStringLiteral("4 disa seed 1"));
            QVERIFY(metadata(plot->menu(), "program").startsWith("Headlight"));
        }
    }

    void theChosenRunsComeBackAfterARestart() {
        openFilled();
        choose({"mtsa seed 1", "disa seed 1"});
        m_session->keep();
        m_panel.reset();
        const QString store = m_session->storePath();
        m_session = std::make_unique<Session>(*m_settings);
        m_session->setStorePath(store);
        m_session->recall();
        open();
        QTRY_COMPARE_WITH_TIMEOUT(table()->selectionModel()->selectedRows().size(), 2, patience);
        QTRY_COMPARE_WITH_TIMEOUT(find<CurvePlot>("runs.curves")->legendNames().size(), 2, patience);
    }

    void choicesAreRemembered() {
        openFilled();
        type("seed >= 2"); // a column that is known with the runs
        QCOMPARE(table()->model()->rowCount(), 3);
        pick("runs.x", "epoch");
        find<QSlider>("runs.smoothing")->setValue(250);
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        m_panel.reset();
        open();
        QCOMPARE(find<ExpressionLine>("runs.filter")->text(), QStringLiteral("seed >= 2"));
        QVERIFY(!find<ExpressionLine>("runs.filter")->problem());
        QCOMPARE(table()->model()->rowCount(), 3);
        QCOMPARE(find<QTabWidget>("runs.tabs")->currentIndex(), 2);
        QCOMPARE(find<QComboBox>("runs.x")->currentData().toString(), QStringLiteral("epoch"));
        QCOMPARE(find<CurvePlot>("runs.curves")->smoothing(), 0.25);
    }

    void theTableIsExported() {
        openFilled();
        const QString file = m_folder->filePath("runs.csv");
        QCOMPARE(table()->findChild<FigureMenu*>()->exportTo(file), QString());
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(csv.readAll());
        QVERIFY(text.startsWith("name,"));
        QVERIFY(text.contains("mtsa seed 2"));
        QVERIFY(text.contains(",0.85,"));
    }

private:
    template <class Button>
    void click(const QString& name) {
        find<Button>(name)->click();
    }
    void openFilled() {
        fill(m_session->storePath());
        open();
    }
    QTableView* table() { return find<QTableView>("runs.table"); }
    int column(const QString& title) {
        for (int c = 0; c < table()->model()->columnCount(); ++c)
            if (table()->model()->headerData(c, Qt::Horizontal).toString() == title)
                return c;
        return -1;
    }
    QString cell(int row, int c) { return table()->model()->index(row, c).data().toString(); }
    QStringList names() {
        QStringList all;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            all.append(cell(row, 0));
        return all;
    }
    QString filterProblem() {
        const auto& problem = find<ExpressionLine>("runs.filter")->problem();
        return problem ? problem->message : QString();
    }
    void clickHeader(int c) {
        auto* header = table()->horizontalHeader();
        table()->scrollTo(table()->model()->index(0, c));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(c) + 8, header->height() / 2));
    }
    void type(const QString& text) {
        auto* line = find<ExpressionLine>("runs.filter");
        line->setFocus();
        line->clear();
        QTest::keyClicks(line, text);
        QCOMPARE(line->text(), text);
    }
    void choose(const QStringList& wanted) {
        table()->clearSelection();
        bool first = true;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            if (wanted.contains(cell(row, 0))) {
                QTest::mouseClick(table()->viewport(), Qt::LeftButton, first ? Qt::NoModifier : Qt::ControlModifier,
                                  table()->visualRect(table()->model()->index(row, 0)).center());
                first = false;
            }
    }
    QPushButton* visibleButton(const QString& text) {
        for (auto* button : m_panel->findChildren<QPushButton*>())
            if (button->text() == text && button->isVisible())
                return button;
        return nullptr;
    }
};

QTEST_MAIN(RunsPanelTest)
#include "runs_panel_test.moc"
