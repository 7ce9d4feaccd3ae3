#include "app/panels/scaling/scaling_fixture.h"
#include "forms/few_lines_label.h"

#include <QCheckBox>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>
#include <SQLiteCpp/SQLiteCpp.h>

namespace headlight {

class ScalingPanelTest : public QObject, private ScalingFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void aSweepIsMeasuredAndDrawn() {
        QVERIFY(!QFile::exists(m_session->storePath())); // looking makes no store
        fill("disa:features=8,avg", "4,8,16");
        QVERIFY(!find<CurvePlot>("scaling.time")->isVisible());
        QVERIFY(find<QPushButton>("emptyStateButton")->isVisible());
        QTest::mouseClick(find<QPushButton>("emptyStateButton"), Qt::LeftButton);
        QVERIFY(find<QPushButton>("scaling.stop")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(Store(path()).measurements(1).size(), std::size_t(12));
        QCOMPARE(find<QLabel>("scaling.status")->text(), QStringLiteral("Sweep 1 is complete."));
        const auto* list = find<QTreeWidget>("scaling.sweeps");
        QCOMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->checkState(0), Qt::Checked);
        QVERIFY(find<CurvePlot>("scaling.time")->isVisible());
        const QStringList training = names();
        QCOMPARE(training.size(), 2);
        QVERIFY2(training[0].startsWith("DiSA, features per direction 8, fused   "), qPrintable(training[0]));
        pick("scaling.mode", "infer");
        QCOMPARE(names().size(), 2);
        pick("scaling.mode", "");
        QCOMPARE(names().size(), 4);
        QVERIFY(names()[0].startsWith("DiSA, features per direction 8, fused, inference"));
        find<QCheckBox>("scaling.log")->click();
        QVERIFY(find<CurvePlot>("scaling.time")->isLogarithmic(PlotWidget::Axis::Y));
        list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        QTRY_VERIFY(names().isEmpty());
        list->topLevelItem(0)->setCheckState(0, Qt::Checked);
        QTRY_COMPARE(names().size(), 4);
    }

    void aDamagedSweepIsNamedAndTheOthersAreDrawn() {
        fill("avg", "4,8");
        for (int sweep = 0; sweep < 3; ++sweep) {
            click("scaling.start");
            QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        }
        SQLite::Database file(path().string(), SQLite::OPEN_READWRITE);
        file.exec("UPDATE sweep SET cores = -2 WHERE id = 1; UPDATE measurement SET seconds = 1e300 WHERE sweep = 2");
        QSignalSpy posted(m_session.get(), &Session::noticePosted);
        m_panel->hide();
        m_panel->show(); // reads anew
        const auto* list = find<QTreeWidget>("scaling.sweeps");
        QCOMPARE(list->topLevelItemCount(), 2);
        QCOMPARE(names().size(), 1); // of sweep 3
        QCOMPARE(posted.size(), 1);
        const QString text = posted[0][0].value<Notice>().text;
        QVERIFY2(text.contains(m_session->storePath() + ": the run store is damaged; left out is sweep 1: cores: ") &&
                     text.contains("the run store is damaged: sweep 2, measurement of avg: seconds: expected "),
                 qPrintable(text));
    }

    void whatAnotherProgramMeasuresAppearsByItself() {
        const auto* list = find<QTreeWidget>("scaling.sweeps");
        for (const int count : {1, 2}) {
            Store(path()).createSweep("of the command line", ScalePlan());
            QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), count, patience);
        }
    }

    void aSweepGoesOn() {
        fill("avg", "4,8");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QVERIFY(find<QPushButton>("scaling.goOn")->isEnabled()); // what was measured just now
        auto* lengths = find<QLineEdit>("scaling.lengths");
        lengths->setText("4,8,12");
        auto* list = find<QTreeWidget>("scaling.sweeps");
        const auto clickRow = [&](int row) {
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                              list->visualItemRect(list->topLevelItem(row)).center());
        };
        clickRow(0);
        QCOMPARE(lengths->text(), QStringLiteral("4,8,12")); // it is chosen already
        click("scaling.goOn");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(Store(path()).measurements(1).size(), std::size_t(6));

        lengths->setText("4,8,12,16,20");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        clickRow(1); // another sweep brings its own points
        QCOMPARE(lengths->text(), QStringLiteral("4,8,12"));
        clickRow(0);
        QCOMPARE(lengths->text(), QStringLiteral("4:20:4"));
    }

    void whatAnExtendedSweepLacksIsMeasuredNext() {
        fill("avg", "4,8");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        fill("cbow", "12");
        click("scaling.goOn");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        auto* status = find<QLabel>("scaling.status");
        QCOMPARE(status->text(),
                 QStringLiteral("Sweep 1 has what was asked for, 6 of its 12 points; Continue measures the rest."));
        click("scaling.goOn");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(status->text(), QStringLiteral("Sweep 1 is complete."));
        QCOMPARE(Store(path()).measurements(1).size(), std::size_t(12));
        click("scaling.goOn");
        QVERIFY(m_panel->isComplete()); // nothing begins
        QCOMPARE(status->text(),
                 QStringLiteral("Sweep 1 has all of these points; add models or lengths to measure more."));
    }

    void theListTakesTheFocusWithoutChoosing() {
        fill("avg", "4,8");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        m_panel.reset();
        open(); // a sweep in the list, none chosen
        fill("san", "16");
        find<QTreeWidget>("scaling.sweeps")->setFocus();
        QCOMPARE(find<QLineEdit>("scaling.lengths")->text(), QStringLiteral("16"));
        QVERIFY(!find<QPushButton>("scaling.goOn")->isEnabled());
    }

    void nothingMovesWhateverTheProgressSays() {
        auto* status = find<FewLinesLabel>("scaling.status");
        const auto all = [&] { return places({"scaling.stop", "scaling.lengths", "scaling.status"}); };
        status->setText("short");
        const auto before = all();
        QCOMPARE(status->shownLines(), QStringList{"short"});
        status->setText(QString("point 2 of 3 ").repeated(60));
        QCOMPARE(all(), before);
        QVERIFY2(status->shownLines().last().endsWith(u'…'), qPrintable(status->shownLines().join('|')));
        const int room = status->fontMetrics().lineSpacing() * int(status->shownLines().size());
        QVERIFY(room <= status->contentsRect().height());
    }

    void aDeletedSweepComesBack() {
        fill("avg", "4,8");
        for (const int count : {1, 2}) {
            click("scaling.start");
            QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
            QCOMPARE(names().size(), count);
        }
        auto* list = find<QTreeWidget>("scaling.sweeps");
        auto* undo = find<QToolButton>("scaling.undo.button");
        QVERIFY(!undo->isEnabled());
        list->setFocus();
        list->setCurrentItem(list->topLevelItem(1)); // the older one
        QTest::mouseClick(find<QToolButton>("scaling.remove.button"), Qt::LeftButton);
        QCOMPARE(Store(path()).sweeps().size(), std::size_t(1));
        QCOMPARE(list->topLevelItemCount(), 1);
        QTRY_COMPARE(names().size(), 1);
        QVERIFY(find<QLabel>("scaling.status")->text().contains("Undo brings it back"));
        QVERIFY(undo->isEnabled() && undo->toolTip().contains("Delete sweep 1"));
        QCOMPARE(m_panel->focusWidget(), list); // the button has nothing more to do

        list->setCurrentItem(list->topLevelItem(0));
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE(list->topLevelItemCount(), 0);
        QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("2"));
        QTest::mouseClick(undo, Qt::LeftButton);
        QCOMPARE(list->topLevelItemCount(), 2);
        QVERIFY(!undo->isEnabled());
        QCOMPARE(m_panel->focusWidget(), list);
        QCOMPARE(list->selectedItems().size(), 1);
        QCOMPARE(list->selectedItems()[0]->text(0), QStringLiteral("1"));
        QVERIFY(find<QPushButton>("scaling.goOn")->isEnabled());
        QTRY_COMPARE(names().size(), 2); // with its points and its tick
        QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(list->topLevelItemCount(), 1);
        QVERIFY(Store(path()).sweeps().front().id == 2);
    }

    void spaceTicksWhicheverColumnWasClicked() {
        fill("avg", "4,8");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        auto* list = find<QTreeWidget>("scaling.sweeps");
        for (int column = 0; column < list->columnCount(); ++column) {
            const QPoint place = list->visualRect(list->model()->index(0, column)).center();
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place);
            const Qt::CheckState before = list->topLevelItem(0)->checkState(0);
            QTest::keyClick(list, Qt::Key_Space);
            QVERIFY2(list->topLevelItem(0)->checkState(0) != before, qPrintable(QString::number(column)));
            QTRY_COMPARE(names().isEmpty(), before == Qt::Checked);
        }
    }

    /// By the shortcut: the button is disabled.
    void aSecondSweepIsRefusedAloud() {
        fill("disa", "4,4000");
        find<QSpinBox>("scaling.repetitions")->setValue(1000);
        click("scaling.start");
        QVERIFY(!find<QPushButton>("scaling.start")->isEnabled());
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        runCommand("measure");
        QCOMPARE(notices.size(), 1);
        QCOMPARE(notices[0][0].value<Notice>().text,
                 QStringLiteral("a sweep is being measured; stop it first, then measure the next one"));
        click("scaling.stop");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(Store(path()).sweeps().size(), std::size_t(1));
    }

    void aSweepIsCancelledFromTheListOfJobs() {
        fill("disa", "4,4000");
        find<QSpinBox>("scaling.repetitions")->setValue(1000);
        click("scaling.start");
        QTRY_COMPARE(find<QTreeWidget>("scaling.sweeps")->topLevelItemCount(), 1);
        m_jobs->running().front()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QVERIFY(find<QPushButton>("scaling.start")->isEnabled());
        QVERIFY(Store(path()).measurements(1).size() < 4);
    }

    void aSweepUnderWayIsNotDeleted() {
        fill("disa", "4,4000");
        find<QSpinBox>("scaling.repetitions")->setValue(1000);
        click("scaling.start");
        auto* list = find<QTreeWidget>("scaling.sweeps");
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        QTest::mouseClick(find<QToolButton>("scaling.remove.button"), Qt::LeftButton);
        QCOMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(notices.size(), 1);
        QVERIFY(notices[0][0].value<Notice>().text.contains("sweep 1 is being measured; stop it first"));
        click("scaling.stop");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QSignalSpy withdrawn(m_session.get(), &Session::noticeWithdrawn);
        QTest::mouseClick(find<QToolButton>("scaling.remove.button"), Qt::LeftButton);
        QTRY_COMPARE(list->topLevelItemCount(), 0);
        QCOMPARE(withdrawn.size(), 1);
    }

    void theTicksAndTheLimitAreRemembered() {
        for (int sweep = 1; sweep <= 3; ++sweep) {
            fill("avg", "4,8");
            click("scaling.start");
            QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        }
        const auto ticks = [&] {
            QStringList ids;
            const auto* list = find<QTreeWidget>("scaling.sweeps");
            for (int row = 0; row < list->topLevelItemCount(); ++row)
                if (list->topLevelItem(row)->checkState(0) == Qt::Checked)
                    ids.append(list->topLevelItem(row)->text(0));
            return ids.join(' ');
        };
        QCOMPARE(ticks(), QStringLiteral("3 2 1"));
        find<QTreeWidget>("scaling.sweeps")->topLevelItem(1)->setCheckState(0, Qt::Unchecked);
        QTRY_COMPARE(names().size(), 2);
        // What differs is said with each curve, what all have in common once.
        QVERIFY2(names()[0].startsWith("AVG (sweep 1)"), qPrintable(names()[0]));
        const QString conditions = find<QLabel>("scaling.crossings")->text().section('\n', 0, 0);
        QVERIFY2(conditions.startsWith("Measured: batch 2, 8 features, "), qPrintable(conditions));
        auto* plot = find<CurvePlot>("scaling.time");
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::Y), QStringLiteral("time of a training step (s)"));
        const PictureMetadata metadata = plot->picture(FigureOptions()).metadata;
        QVERIFY(metadata.contains(std::pair(QString("Mode"), QString("training step"))));
        QVERIFY(metadata.contains(std::pair(QString("Measured"), conditions.mid(10).section(". ", 0, 0))));
        // A file has the line, too, in room of its own.
        const auto drawn = [&] {
            const QString file = m_folder->filePath("time.svg");
            QFile svg(exportPicture(plot->picture(FigureOptions()), file).isEmpty() ? file : QString());
            return svg.open(QIODevice::ReadOnly) ? svg.readAll() : QByteArray();
        };
        QVERIFY(drawn().contains("Measured: batch 2, 8 features, "));
        find<QLineEdit>("scaling.memory")->setText("250MB");
        emit find<QLineEdit>("scaling.memory")->editingFinished();
        m_panel.reset();
        open();
        QTRY_COMPARE(ticks(), QStringLiteral("3 1"));
        QCOMPARE(find<QLineEdit>("scaling.memory")->text(), QStringLiteral("250MB"));
    }
};

} // namespace headlight

QTEST_MAIN(headlight::ScalingPanelTest)
#include "scaling_panel_test.moc"
