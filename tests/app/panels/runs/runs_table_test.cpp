#include "panels/runs/runs_table.h"

#include "app/panels/runs/runs_fixture.h"
#include "figure/figure_menu.h"
#include "style/series_look.h"
#include "viewmodels/runs_load.h"

#include <QCheckBox>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace headlight;

/// Filter, columns, order, deletion and export.
class RunsTableTest : public QObject, RunsFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

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

    /// In the dock of a small window.
    void whatTellsRunsApartIsSeen() {
        fill(m_session->storePath());
        Store store(m_session->storePath().toStdString());
        for (const int run : {1, 2})
            store.setName(run, "Multi-mask self-attention on First token, seed " + std::to_string(run));
        open();
        m_panel->resize(1024, 600);
        const int name = column("name");
        const QAbstractItemView& rows = *table();
        const auto isWhole = [&] { return table()->columnWidth(name) >= rows.sizeHintForColumn(name); };
        QTRY_VERIFY2_WITH_TIMEOUT(isWhole(), qPrintable(QString::number(table()->columnWidth(name))), patience);
        const QRect status = table()->visualRect(table()->model()->index(0, column("status")));
        QVERIFY(status.right() < table()->viewport()->width());
    }

    void columnsGrowWithWhatComes() {
        openFilled();
        auto* header = table()->horizontalHeader();
        header->resizeSection(column("corpus"), 37); // as a drag does
        const int before = table()->columnWidth(column("model"));
        Store store(m_session->storePath().toStdString());
        addRun(store, sampleRun("a_model_of_a_long_name", "a_corpus_of_a_long_name", 1), {});
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 6, patience);
        QVERIFY(table()->columnWidth(column("model")) > before);
        QCOMPARE(table()->columnWidth(column("corpus")), 37);
        const int grown = table()->columnWidth(column("model"));
        for (const bool on : {true, false}) {
            find<QCheckBox>("runs.differing")->setChecked(on); // other columns
            QCOMPARE(table()->columnWidth(column("model")), grown);
            QCOMPARE(table()->columnWidth(column("corpus")), 37);
        }
        store.remove({6});
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 5, patience);
        QCOMPARE(table()->columnWidth(column("model")), grown); // nothing moves under the eye
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

    void theMenuOfColumnsStaysOpenWhileTheyAreTicked() {
        openFilled();
        auto* button = find<QToolButton>("runs.columns");
        auto* menu = button->menu();
        menu->popup(button->mapToGlobal(QPoint()));
        QVERIFY(QTest::qWaitForWindowExposed(menu));
        const auto actionOf = [&](const QString& title) {
            for (QAction* action : menu->actions())
                if (action->text() == title)
                    return action;
            return static_cast<QAction*>(nullptr);
        };
        for (const char* title : {"model", "corpus"}) {
            QVERIFY(column(title) > 0);
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(actionOf(title)).center());
            QVERIFY(column(title) < 0);
            QVERIFY2(menu->isVisible() && !actionOf(title)->isChecked(), title);
        }
        menu->setActiveAction(actionOf("corpus"));
        QTest::keyClick(menu, Qt::Key_Space);
        QVERIFY(column("corpus") > 0 && menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Escape);
        QVERIFY(!menu->isVisible());
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

    void afterDeleteAndUndoTheFocusIsInTheTable() {
        openFilled();
        choose({"mtsa seed 2"});
        const auto press = [&](const QString& name) {
            auto* button = find<QToolButton>(name);
            button->setFocus();
            QTest::keyClick(button, Qt::Key_Space);
        };
        press("runs.delete.button");
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 4, patience);
        QTRY_VERIFY_WITH_TIMEOUT(!find<QToolButton>("runs.delete.button")->isEnabled(), patience);
        QCOMPARE(m_panel->window()->focusWidget(), table());
        press("runs.undo.button");
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 5, patience);
        QCOMPARE(m_panel->window()->focusWidget(), table());
        const QModelIndexList rows = table()->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(cell(rows[0].row(), 0), QStringLiteral("mtsa seed 2"));
        QCOMPARE(table()->currentIndex().row(), rows[0].row());
        QCOMPARE(m_session->chosenRuns().size(), 1);
        QVERIFY(find<QToolButton>("runs.delete.button")->isEnabled());
    }

    /// There is no table then, and what stands in its place has the focus.
    void theLastRunComesBackByKey() {
        openFilled();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel->window()));
        table()->setFocus();
        table()->selectAll();
        QTest::keyClick(table(), Qt::Key_Delete);
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 0, patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<QToolButton>("runs.undo.button")->isEnabled(), patience);
        QVERIFY(QApplication::focusWidget() != table());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
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
        const QString headings = text.section('\n', 0, 0);
        for (const char* heading : {",accuracy (share),", ",time (s),", ",memory (bytes),"})
            QVERIFY2(headings.contains(heading), qPrintable(headings));
    }

    /// As a paper sets a table, light from a dark window, however little of it is seen.
    void theFigureHasEveryRunWithItsDot() {
        openFilled();
        m_panel->resize(300, 260); // most of it is out of sight
        type("seed");
        clickHeader(column("accuracy"));
        table()->selectAll();
        m_panel->setPalette(paletteOf(Theme::Dark));
        QCOMPARE(themeOf(table()->palette()), Theme::Dark);
        const QString path = m_folder->filePath("runs.svg");
        FigureOptions options;
        QCOMPARE(table()->findChild<FigureMenu*>()->exportTo(path, options), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString svg = QString::fromUtf8(file.readAll());
        QVERIFY(!svg.contains("<image"));
        const QAbstractItemModel& shown = *table()->model();
        qsizetype last = 0;
        for (int c = 0; c < shown.columnCount(); ++c) {
            const QString heading = shown.headerData(c, Qt::Horizontal).toString();
            QVERIFY2(svg.contains('>' + heading + '<'), qPrintable(heading));
            for (int row = 0; row < shown.rowCount(); ++row)
                QVERIFY2(cell(row, c).isEmpty() || svg.contains('>' + cell(row, c).toHtmlEscaped() + '<'),
                         qPrintable(cell(row, c)));
        }
        for (const QString& name : names()) { // in the order of the screen
            const qsizetype at = svg.indexOf('>' + name + '<');
            QVERIFY2(at > last, qPrintable(name));
            last = at;
        }
        for (int place = 0; place < 5; ++place) {
            QVERIFY(svg.contains("fill=\"" + SeriesLook{place}.in(Theme::Light).name()));
            QVERIFY(!svg.contains(SeriesLook{place}.in(Theme::Dark).name()));
        }
        QVERIFY(svg.contains(color(ColorRole::Surface, Theme::Light).name()));
        for (const ColorRole role : {ColorRole::Surface, ColorRole::Text})
            QVERIFY(!svg.contains(color(role, Theme::Dark).name()));
        const QString selection = color(ColorRole::Selection, Theme::Light).name();
        QVERIFY(!svg.contains(selection)); // no marks were asked for
        options.parts |= FigurePart::Marks;
        QCOMPARE(table()->findChild<FigureMenu*>()->exportTo(path, options), QString());
        file.close();
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains(selection.toUtf8()));
    }
};

QTEST_MAIN(RunsTableTest)
#include "runs_table_test.moc"
