#include "panels/runs_panel.h"

#include "app/panels/runs/runs_fixture.h"
#include "forms/empty_state.h"
#include "panels/runs/run_dot.h"
#include "plots/curve_plot.h"
#include "plots/plot_overlay.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>

using namespace headlight;

class RunsPanelTest : public QObject, RunsFixture {
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

    void aStoreThatIsGoneIsNamedUntilItIsBack() {
        openFilled();
        const QString path = m_session->storePath();
        const auto said = [&] {
            return table()->isVisible() ? QString() : find<EmptyState>("runs.empty")->accessibleName();
        };
        QCOMPARE(said(), QString());
        for (const char* end : {"", "-wal", "-shm"})
            QFile::rename(path + QLatin1String(end), path + QStringLiteral(".moved") + QLatin1String(end));
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains(path) && said().contains("gone"), qPrintable(said()), patience);
        QVERIFY(!visibleButton("Train a model"));
        QVERIFY(!QFile::exists(path)); // looking makes no store
        for (const char* end : {"", "-wal", "-shm"})
            QFile::rename(path + QStringLiteral(".moved") + QLatin1String(end), path + QLatin1String(end));
        QTRY_COMPARE_WITH_TIMEOUT(said(), QString(), patience);
        QCOMPARE(names().size(), 5);
    }

    void aRefusedStoreIsNamedUntilItIsMended() {
        const QString path = m_session->storePath();
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Dear reader, this is no store at all, and it has to stay as it is.");
        file.close();
        QSignalSpy withdrawn(m_session.get(), &Session::noticeWithdrawn);
        open();
        const auto said = [&] { return find<EmptyState>("runs.empty")->accessibleName(); };
        const auto* plot = find<CurvePlot>("runs.curves")->findChild<PlotOverlay*>();
        QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(path), qPrintable(said()), patience);
        QVERIFY(!table()->isVisible() && !visibleButton("Train a model"));
        QTRY_COMPARE_WITH_TIMEOUT(plot->emptyText(), said(), patience);
        QCOMPARE(find<QLabel>("runs.count")->text(), QStringLiteral("0 runs"));
        QVERIFY(QFile::remove(path));
        QTRY_VERIFY2_WITH_TIMEOUT(plot->emptyText().startsWith("No runs yet"), qPrintable(plot->emptyText()), patience);
        QVERIFY(visibleButton("Train a model"));
        QVERIFY(!withdrawn.isEmpty() && withdrawn.last()[0].toString() == QLatin1String("runs-store"));
    }

    void aDamagedRunIsNamedAndTheOthersAreShown() {
        fill(m_session->storePath());
        SQLite::Database(m_session->storePath().toStdString(), SQLite::OPEN_READWRITE)
            .exec("PRAGMA foreign_keys = OFF; UPDATE run SET id = -5 WHERE id = 2");
        QSignalSpy posted(m_session.get(), &Session::noticePosted);
        open();
        QTRY_COMPARE_WITH_TIMEOUT(names().size(), 4, patience);
        QTRY_COMPARE_WITH_TIMEOUT(posted.size(), 1, patience);
        const QString text = posted[0][0].value<Notice>().text;
        QVERIFY2(
            text.startsWith(m_session->storePath() + ": the run store is damaged; left out is run -5: id: expected "),
            qPrintable(text));
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

    void withoutAChoiceTheFirstGroupsAreDrawnWhole() {
        {
            Store store(m_session->storePath().toStdString());
            for (int r = 0; r < 16; ++r) {
                NewRun run = sampleRun("mtsa", "trec", r % 2);
                run.configuration =
                    R"({"train":{"heads":)" + std::to_string(r / 2) + R"(,"seed":)" + std::to_string(r % 2) + "}}";
                addRun(store, run, {{"train.loss", 1, .1, 1, 2}, {"train.loss", 16, 1, 9, 1}});
            }
        }
        open();
        auto* plot = find<CurvePlot>("runs.curves");
        auto* note = find<QLabel>("runs.curves.note");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 6, patience);
        pick("runs.group", "setting");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().filter("of 2 seeds").size(), 6, patience);
        QCOMPARE(note->text(),
                 QStringLiteral("The first 6 of 8 groups; choose runs in the table to see their curves."));
        pick("runs.group", "model");
        QTRY_COMPARE_WITH_TIMEOUT(plot->remark(), QString("Lines: mean of 16 runs; bands: min to max"), patience);
        QVERIFY(!note->isVisible());
        pick("runs.group", "");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 6, patience);
        QVERIFY(note->isVisible() && note->text().contains("of 16 runs"));
    }

    void theChoiceOutlivesAFilter() {
        openFilled();
        choose({"mtsa seed 1", "mtsa seed 2", "disa seed 1"});
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 3, patience);
        type("disa");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames(), QStringList({"disa seed 1"}), patience);
        find<ExpressionLine>("runs.filter")->clear();
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 3, patience);
        QVERIFY(find<QLabel>("runs.count")->text().contains("3 chosen"));
    }

    /// What trains brings the panel something new all the time.
    void anOpenListIsLeftInPeace() {
        openFilled();
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 5, patience);
        auto* metric = find<QComboBox>("runs.metric");
        const auto open = [&] {
            metric->showPopup();
            QVERIFY(metric->view()->isVisible());
            metric->view()->setCurrentIndex(metric->model()->index(metric->findData("test.accuracy"), 0));
        };
        const auto highlighted = [&] { return metric->view()->currentIndex().data(Qt::UserRole).toString(); };
        Store store(m_session->storePath().toStdString());
        open();
        addRun(store, sampleRun("avg", "trec", 1), {{"train.loss", 10, .5, 5, 2}}); // the same list
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 6, patience);
        QCOMPARE(highlighted(), QStringLiteral("test.accuracy"));
        addRun(store, sampleRun("avg", "trec", 2), {{"dev.loss", 10, .5, 5, 2}}); // one entry more
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 7, patience);
        QCOMPARE(highlighted(), QStringLiteral("test.accuracy"));
        QTest::keyClick(metric->view(), Qt::Key_Return);
        QTRY_VERIFY2_WITH_TIMEOUT(plot->axisTitle(PlotWidget::Axis::Y).startsWith("test accuracy"),
                                  qPrintable(plot->axisTitle(PlotWidget::Axis::Y)), patience);
        QTRY_VERIFY_WITH_TIMEOUT(metric->findData("dev.loss") >= 0, patience);
        open();
        addRun(store, sampleRun("avg", "trec", 3), {{"dev.accuracy", 10, .5, 5, 2}});
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 8, patience);
        QVERIFY(metric->findData("dev.accuracy") < 0);
        metric->hidePopup(); // nothing chosen
        QTRY_VERIFY_WITH_TIMEOUT(metric->findData("dev.accuracy") >= 0, patience);
        QCOMPARE(metric->currentData().toString(), QStringLiteral("test.accuracy"));
    }

    void onlyDifferingColumnsStay() {
        openFilled();
        const int all = table()->model()->columnCount();
        click<QCheckBox>("runs.differing");
        QVERIFY(table()->model()->columnCount() < all);
        QVERIFY(column("model") > 0);
        QVERIFY(column("corpus") < 0);
        choose({"mtsa seed 1", "mtsa seed 2"});
        QVERIFY(column("model") < 0);
        QVERIFY(column("random seed") > 0);
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

    void headingsOfDifferencesKeepTheNumbersOfRuns() {
        {
            Store store(m_session->storePath().toStdString());
            for (int seed : {1, 2}) {
                NewRun run = sampleRun("mtsa", "trec", seed);
                run.name = "a run whose name is by far too long for the heading of a column";
                run.configuration = R"({"train":{"seed":)" + std::to_string(seed) + "}}";
                addRun(store, run, {{"best.accuracy", 99, 5, 50, .85}}, RunStatus::Finished);
            }
        }
        open();
        table()->selectAll();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(3);
        auto* differences = find<QTableWidget>("runs.differences");
        QTRY_COMPARE_WITH_TIMEOUT(differences->columnCount(), 2, patience);
        QStringList exported = tableOf(*differences->model()).columns;
        for (int c = 0; c < 2; ++c) {
            const QTableWidgetItem* heading = differences->horizontalHeaderItem(c);
            QVERIFY2(heading->text().startsWith("a run") && heading->text().contains(QChar(0x2026)),
                     qPrintable(heading->text()));
            QVERIFY2(heading->text().endsWith(exported[c].right(7)), qPrintable(heading->text()));
            const int text = differences->fontMetrics().horizontalAdvance(heading->text());
            QVERIFY(text + differences->fontMetrics().height() < differences->columnWidth(c));
        }
        exported.sort();
        QCOMPARE(exported, QStringList({"a run whose name is by far too long for the heading of a column (run 1)",
                                        "a run whose name is by far too long for the heading of a column (run 2)"}));
    }

    /// A run has the same colour in every figure, which is light whatever the window is.
    void theFigureOfDifferencesIsLight() {
        openFilled();
        m_panel->setPalette(paletteOf(Theme::Dark));
        choose({"mtsa seed 1", "mtsa seed 2"});
        find<QTabWidget>("runs.tabs")->setCurrentIndex(3);
        auto* differences = find<QTableWidget>("runs.differences");
        QTRY_COMPARE_WITH_TIMEOUT(differences->columnCount(), 2, patience);
        QCOMPARE(themeOf(differences->palette()), Theme::Dark);
        const QString file = m_folder->filePath("differences.png");
        FigureOptions options;
        options.theme = Theme::Light;
        options.parts.setFlag(FigurePart::Title, false);
        const QString problem = differences->findChild<FigureMenu*>()->exportTo(file, options);
        QCOMPARE(problem, QString());
        const QImage figure(file);
        QVERIFY(!figure.isNull());
        QList<QColor> wanted;
        for (int place = 0; place < 2; ++place)
            wanted.append(SeriesLook{place}.in(Theme::Light));
        int light = 0, runs = 0, dark = 0;
        for (int y = 0; y < figure.height(); ++y)
            for (int x = 0; x < figure.width(); ++x) {
                const QColor color = figure.pixelColor(x, y);
                light += color.lightness() > 200;
                runs += wanted.contains(QColor(color.rgb()));
                dark += color == SeriesLook{0}.in(Theme::Dark) || color == SeriesLook{1}.in(Theme::Dark);
            }
        QVERIFY2(runs > 20 && dark == 0, qPrintable(QStringLiteral("%1 %2").arg(runs).arg(dark)));
        QVERIFY2(light > figure.width() * figure.height() * 0.7, qPrintable(QString::number(light)));
        QVERIFY(figure.pixelColor(figure.width() / 15, figure.height() / 20).lightness() > 200); // the corner
        for (int y = 2; y < figure.height() - 2; ++y)
            QCOMPARE(figure.pixelColor(2, y), color(ColorRole::Surface, Theme::Light)); // a margin
    }

    void theFigureOfDifferencesHasWholeNamesAndDots() {
        fill(m_session->storePath());
        const QString name = "a run whose name is by far too long for the heading of a column";
        Store(m_session->storePath().toStdString()).setName(1, name.toStdString());
        open();
        table()->selectAll();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(3);
        auto* differences = find<QTableWidget>("runs.differences");
        QTRY_COMPARE_WITH_TIMEOUT(differences->columnCount(), 5, patience);
        QFile file(m_folder->filePath("differences.svg"));
        QCOMPARE(differences->findChild<FigureMenu*>()->exportTo(file.fileName(), FigureOptions()), QString());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString svg = QString::fromUtf8(file.readAll());
        QVERIFY(svg.contains('>' + name + '<'));
        QVERIFY(!svg.contains("<image"));
        for (int place = 0; place < 5; ++place)
            QVERIFY(svg.contains("fill=\"" + SeriesLook{place}.in(Theme::Light).name()));
        for (int row = 0; row < differences->rowCount(); ++row) {
            QVERIFY(svg.contains('>' + differences->verticalHeaderItem(row)->text() + '<'));
            for (int c = 0; c < 5; ++c)
                if (const QTableWidgetItem* item = differences->item(row, c); item && !item->text().isEmpty())
                    QVERIFY2(svg.contains('>' + item->text().toHtmlEscaped() + '<'), qPrintable(item->text()));
        }
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

    void theTrainingOfARunIsAskedFor() {
        openFilled();
        QSignalSpy trainings(m_session.get(), &Session::trainingRequested);
        choose({"mtsa seed 1"});
        click<QToolButton>("runs.training.button");
        QCOMPARE(trainings.size(), 1);
    }

    void theChosenRunsComeBackAfterARestart() {
        openFilled();
        choose({"mtsa seed 1", "disa seed 1"});
        m_session->remember();
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
};

QTEST_MAIN(RunsPanelTest)
#include "runs_panel_test.moc"
