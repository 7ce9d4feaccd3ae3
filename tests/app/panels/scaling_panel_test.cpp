#include "panels/scaling_panel.h"

#include "analysis/scale_sweep.h"
#include "app/panels/panel_fixture.h"
#include "app/sample_runs.h"
#include "panels/scaling/scaling_plots.h"
#include "plots/curve_plot.h"
#include "plots/scatter_plot.h"
#include "store/run_recorder.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>

namespace headlight {

class ScalingPanelTest : public QObject, private PanelFixture<ScalingPanel> {
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
        QVERIFY2(training[0].startsWith("disa:features=8, fused   n^"), qPrintable(training[0]));
        pick("scaling.mode", "infer");
        QCOMPARE(names().size(), 2);
        pick("scaling.mode", "");
        QCOMPARE(names().size(), 4);
        QVERIFY(names()[0].startsWith("disa:features=8, fused, infer"));
        find<QCheckBox>("scaling.log")->click();
        QVERIFY(find<CurvePlot>("scaling.time")->isLogarithmic(PlotWidget::Axis::Y));
        list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        QTRY_VERIFY(names().isEmpty());
        list->topLevelItem(0)->setCheckState(0, Qt::Checked);
        QTRY_COMPARE(names().size(), 4);
    }

    void whatDoesNotFitIsDrawnAsForetold() {
        find<QCheckBox>("scaling.reference")->click();
        find<QCheckBox>("scaling.fused")->click();
        find<QCheckBox>("scaling.infer")->click();
        find<QLineEdit>("scaling.memory")->setText("10 MB");
        fill("disa:features=8", "4,1024");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        const QStringList memory = find<CurvePlot>("scaling.memoryPlot")->legendNames();
        QCOMPARE(memory.size(), 2);
        QVERIFY2(memory[1].endsWith("would need"), qPrintable(memory[1]));
        // Joined, but not measured twice: the first length has one value only.
        const ValueTable values = find<CurvePlot>("scaling.memoryPlot")->values();
        QCOMPARE(values.rows.size(), 2);
        for (const QString& heading : values.columns.mid(1))
            QVERIFY2(heading.contains(", memory of a training step (MB)"), qPrintable(heading));
        QVERIFY(values.rows[0][2].isEmpty() && values.rows[1][1].isEmpty());
        QCOMPARE(names().size(), 1); // of time nothing is foretold
        fill("disa:features=8", "4,16384");
        click("scaling.start");
        const auto largest = [&] {
            const ValueTable all = find<CurvePlot>("scaling.memoryPlot")->values();
            return all.columns.last() + QStringLiteral(" ") + all.rows.last().last();
        };
        QTRY_VERIFY_WITH_TIMEOUT(largest().contains(" (GB) 34."), patience);
        QTemporaryDir folder;
        const QString path = folder.filePath("memory.svg");
        QCOMPARE(exportPicture(find<CurvePlot>("scaling.memoryPlot")->picture(), path), QString());
        QFile drawing(path);
        QVERIFY(drawing.open(QIODevice::ReadOnly));
        QVERIFY(drawing.readAll().contains("would need 34."));
    }

    /// However many there are: of seven and more, the plots named the first ones only.
    void everyCurveHasARowInTheLegend() {
        fill("avg,cbow,multicnn:features=4,bilstm:features=4,bigru:features=4,disa:features=4,san", "4,8,12");
        find<QCheckBox>("scaling.reference")->click();
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        pick("scaling.mode", "");
        const auto* legend = find<QTreeWidget>("scaling.legend");
        const auto* memory = find<CurvePlot>("scaling.memoryPlot");
        QVERIFY(legend->topLevelItemCount() > 14);
        QCOMPARE(legend->topLevelItemCount(), names().size());
        for (int row = 0; row < legend->topLevelItemCount(); ++row) {
            const QTreeWidgetItem& item = *legend->topLevelItem(row);
            QCOMPARE(item.text(0) + "   " + item.text(1), names()[row]);
            QCOMPARE(item.text(0) + "   " + item.text(2), find<CurvePlot>("scaling.memoryPlot")->legendNames()[row]);
            QVERIFY2(item.text(2).contains(QStringLiteral(" ± ")), qPrintable(item.text(2)));
            QVERIFY(!item.icon(0).isNull());
        }
        QVERIFY(legend->isVisible() && memory->height() > legend->height());
        find<QTreeWidget>("scaling.sweeps")->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        QTRY_VERIFY(!legend->isVisible());
    }

    /// The legend needs the room, and the tooltip has them all.
    void crossingsTakeFewLines() {
        SweepRecord sweep;
        sweep.id = 1;
        std::vector<ScaleMeasurement> points;
        for (int k = 1; k <= 6; ++k)
            for (const Index length : {10, 1000}) {
                ScaleMeasurement one;
                one.point.encoder = "avg";
                one.point.options = "features=" + std::to_string(k);
                one.point.mode = "train";
                one.point.length = length;
                one.seconds = length == 10 ? k : 100. / k;
                points.push_back(one);
            }
        ScalingPlots plots;
        plots.setCurves({sweep}, curvesOf(sweep, points));
        const auto* label = plots.findChild<QLabel*>("scaling.crossings");
        const QString text = label->text();
        QVERIFY2(text.contains("; and 14 more."), qPrintable(text));
        QCOMPARE(text.count("costs less than"), 1);
        QVERIFY(text.count('\n') < 3);
        QCOMPARE(label->toolTip().count("costs less than"), 15);
    }

    void aCrossingNamesTheEncodersAlone() {
        SweepRecord sweep;
        sweep.id = 1;
        std::vector<ScaleMeasurement> points;
        for (const auto& [encoder, rise] : {std::pair("disa", 1.), std::pair("mtsa", 0.)})
            for (const Index length : {10, 1000}) {
                ScaleMeasurement one;
                one.point.encoder = encoder;
                one.point.options = "features=128";
                one.point.form = "fused";
                one.point.mode = "train";
                one.point.length = length;
                one.seconds = 1 + rise * (double(length) / 100 - 1);
                points.push_back(one);
            }
        ScalingPlots plots;
        plots.setCurves({sweep}, curvesOf(sweep, points));
        const auto* label = plots.findChild<QLabel*>("scaling.crossings");
        const QString text = label->text();
        QVERIFY2(text.contains("Time: disa costs less than mtsa up to about "), qPrintable(text));
        QVERIFY2(label->toolTip().contains("Time: disa:features=128, fused costs less than mtsa:features=128, fused"),
                 qPrintable(label->toolTip()));
    }

    /// The second sweep's curve comes after all of the first one's.
    void aCurveKeepsItsColourWhileASweepGrows() {
        const auto pointsOf = [](const std::vector<std::string>& encoders) {
            std::vector<ScaleMeasurement> points;
            for (const std::string& encoder : encoders) {
                ScaleMeasurement one;
                one.point.encoder = encoder;
                one.point.mode = "train";
                one.seconds = 1;
                points.push_back(one);
            }
            return points;
        };
        SweepRecord first, second;
        first.id = 1;
        second.id = 2;
        ScalingPlots plots;
        const auto colors = [&](const std::vector<std::string>& encodersOfFirst) {
            std::vector<ScaleCurve> curves = curvesOf(first, pointsOf(encodersOfFirst));
            for (const ScaleCurve& curve : curvesOf(second, pointsOf({"san"})))
                curves.push_back(curve);
            plots.setCurves({first, second}, curves);
            const auto* legend = plots.findChild<QTreeWidget*>("scaling.legend");
            QMap<QString, QColor> found;
            for (int row = 0; row < legend->topLevelItemCount(); ++row) {
                const QTreeWidgetItem& item = *legend->topLevelItem(row);
                const QImage sample = item.icon(0).pixmap(legend->iconSize()).toImage();
                found[item.text(0)] = sample.pixelColor(sample.rect().center());
            }
            return found;
        };
        const QMap<QString, QColor> before = colors({"avg"}), after = colors({"avg", "cbow"});
        QCOMPARE(before.size(), 2);
        QCOMPARE(after.size(), 3);
        for (const QString& name : before.keys())
            QVERIFY2(before[name] == after[name], qPrintable(name));
        QCOMPARE(QSet<QRgb>({after.values()[0].rgb(), after.values()[1].rgb(), after.values()[2].rgb()}).size(), 3);
        QCOMPARE(colors({"avg"}), before);
    }

    /// Without a message, which would push the form down under the hand that is about to press Stop.
    void anEncoderOfOneFormIsTold() {
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        find<QCheckBox>("scaling.reference")->click();
        fill("avg", "4");
        click("scaling.start");
        const auto status = [&] { return find<QLabel>("scaling.status")->text(); };
        const QString note = QStringLiteral("\navg has one form only, and that is measured.");
        QCOMPARE(status(), QStringLiteral("Measuring starts …") + note);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(status(), QStringLiteral("Sweep 1 is complete.") + note);
        QCOMPARE(notices.size(), 0);
        QCOMPARE(Store(path()).measurements(1).size(), std::size_t(2));
        find<QCheckBox>("scaling.reference")->click();
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(status(), QStringLiteral("Sweep 2 is complete."));
    }

    /// What F1 shows of a field, with examples that the field takes.
    void theFieldsSayHowTheyAreWritten() {
        const QString models = find<QLineEdit>("scaling.models")->whatsThis();
        QVERIFY2(models.contains("mtsa:preset=paper:heads=8,disa"), qPrintable(models));
        QCOMPARE(parseScaledModels("mtsa:preset=paper:heads=8,disa").size(), std::size_t(2));
        const QString lengths = find<QLineEdit>("scaling.lengths")->whatsThis();
        QVERIFY2(lengths.contains("16:64:16,200 is 16, 32, 48, 64 and 200"), qPrintable(lengths));
        QCOMPARE(parseLengths("16:64:16,200"), std::vector<Index>({16, 32, 48, 64, 200}));
        QVERIFY(lengths.contains("16:256:x2"));
        QCOMPARE(parseLengths("16:256:x2"), std::vector<Index>({16, 32, 64, 128, 256}));
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
                 QStringLiteral("Sweep 1 has what was asked for, 6 of its 12 points; Go on measures the rest."));
        click("scaling.goOn");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(status->text(), QStringLiteral("Sweep 1 is complete."));
        QCOMPARE(Store(path()).measurements(1).size(), std::size_t(12));
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

    void theButtonsStayWhereTheyAre() {
        const auto place = [&] { return find<QPushButton>("scaling.stop")->mapTo(m_panel.get(), QPoint()); };
        auto* status = find<QLabel>("scaling.status");
        status->setText("short");
        QTest::qWait(50);
        const QPoint before = place();
        const int height = status->height();
        status->setText(QString("point 2 of 3 ").repeated(20));
        QTRY_VERIFY(status->height() > height);
        QCOMPARE(place(), before);
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

    void theMemoryHasAUnit_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("message"); // empty: it is taken
        QTest::newRow("MB") << "500MB" << QString();
        QTest::newRow("kB") << "2000 kB" << QString();
        QTest::newRow("the default") << "" << QString();
        QTest::newRow("nonsense") << "much"
                                  << "expected a size such as 8GB";
        QTest::newRow("another unit") << "500M"
                                      << "expected a size such as 8GB";
        QTest::newRow("too little") << "0.5MB"
                                    << "1MB at least";
        QTest::newRow("more than there is") << "500000GB"
                                            << "this machine has";
    }
    void theMemoryHasAUnit() {
        QFETCH(QString, typed);
        QFETCH(QString, message);
        auto* memory = find<QLineEdit>("scaling.memory");
        QVERIFY(memory->text().isEmpty() && !memory->placeholderText().isEmpty());
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        fill("avg", "4");
        QTest::keyClicks(memory, typed);
        QCOMPARE(memory->text(), typed);
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(notices.size(), message.isEmpty() ? 0 : 1);
        if (!message.isEmpty()) {
            const QString text = notices[0][0].value<Notice>().text;
            QVERIFY2(text.startsWith("memory: ") && text.contains(message), qPrintable(text));
        }
    }

    void mistakesAreTold_data() {
        QTest::addColumn<QString>("models");
        QTest::addColumn<QString>("lengths");
        QTest::addColumn<QString>("message");
        QTest::newRow("model") << "dsia"
                               << "8"
                               << "disa";
        QTest::newRow("option") << "disa:feature=8"
                                << "8"
                                << "features";
        QTest::newRow("lengths") << "disa"
                                 << "8:4:1"
                                 << "from ≤ to";
    }
    void mistakesAreTold() {
        QFETCH(QString, models);
        QFETCH(QString, lengths);
        QFETCH(QString, message);
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        fill(models, lengths);
        click("scaling.start");
        QCOMPARE(notices.size(), 1);
        const QString text = notices[0][0].value<Notice>().text;
        QVERIFY2(text.contains(message), qPrintable(text));
        QVERIFY(m_panel->isComplete());
    }

    void theFormIsRemembered() {
        fill("san", "32");
        emit find<QLineEdit>("scaling.models")->editingFinished();
        m_panel.reset();
        open();
        QCOMPARE(find<QLineEdit>("scaling.models")->text(), QStringLiteral("san"));
        QCOMPARE(find<QLineEdit>("scaling.lengths")->text(), QStringLiteral("32"));
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
        QVERIFY2(names()[0].startsWith("avg (sweep 1)"), qPrintable(names()[0]));
        const QString conditions = find<QLabel>("scaling.crossings")->text().section('\n', 0, 0);
        QVERIFY2(conditions.startsWith("Measured: batch 2, 8 features, "), qPrintable(conditions));
        auto* plot = find<CurvePlot>("scaling.time");
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::Y), QStringLiteral("time of a training step (s)"));
        const PictureMetadata metadata = plot->picture().metadata;
        QVERIFY(metadata.contains(std::pair(QString("Mode"), QString("training step"))));
        QVERIFY(metadata.contains(std::pair(QString("Measured"), conditions.mid(10).chopped(1))));
        // A file has the line, too, in room of its own.
        QVERIFY(plot->picture().size.height() > plot->height());
        find<QLineEdit>("scaling.memory")->setText("250MB");
        emit find<QLineEdit>("scaling.memory")->editingFinished();
        m_panel.reset();
        open();
        QTRY_COMPARE(ticks(), QStringLiteral("3 1"));
        QCOMPARE(find<QLineEdit>("scaling.memory")->text(), QStringLiteral("250MB"));
    }

    void accuracyStandsAgainstInferenceTime() {
        Store store(path());
        for (const auto& [seed, accuracy] : {std::pair(1, .70), std::pair(2, .74)}) {
            addRun(store, sampleRun("mtsa", "snli", seed),
                   pointsOf({{"best.accuracy", accuracy}, {"test.seconds", 2}, {"train.peak_bytes", 3e8}}));
            addRun(store, sampleRun("avg", "snli", seed),
                   pointsOf({{"best.accuracy", .6}, {"test.seconds", .5}, {"train.peak_bytes", 1e8}}));
        }
        addRun(store, sampleRun("disa", "sick", 1), pointsOf({{"best.pearson", .72}, {"dev.seconds", 1}}));
        addRun(store, sampleRun("disa", "trec", 1),
               pointsOf({{"best.accuracy", .9}})); // of a version that did not time it
        find<QTabWidget>("scaling.tabs")->setCurrentIndex(1);
        auto* corpus = find<QComboBox>("scaling.corpus");
        QTRY_COMPARE_WITH_TIMEOUT(corpus->count(), 2, patience);
        corpus->setCurrentText("snli");
        emit corpus->activated(corpus->currentIndex());
        auto* plot = find<ScatterPlot>("scaling.scatter");
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::X).left(14), QStringLiteral("inference time"));
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::Y), QStringLiteral("accuracy (%)")); // as in the table
        QCOMPARE(plot->values().rows.size(), 2); // seeds of one setting are one mark
        const QString marks = rowsOf(*plot);
        QVERIFY2(marks.contains("mtsa, n=2 2 72 300"), qPrintable(marks));
        find<QCheckBox>("scaling.published")->click();
        QVERIFY2(rowsOf(*plot).contains("MTSA on SNLI, published 1.6 86.3 558"), qPrintable(rowsOf(*plot)));
        QVERIFY2(rowsOf(*plot).contains("Bi-GRU on SNLI, published 9.4 84.9 810"), qPrintable(rowsOf(*plot)));
        const QImage image = renderPicture(plot->picture(), 1);
        const auto has = [&](double x, double y, int look) { // a ring or disc of that colour
            const QPoint at = plot->toPixel(x, y).toPoint();
            for (int dx = -18; dx <= 18; ++dx)
                for (int dy = -18; dy <= 18; ++dy)
                    if (image.pixelColor(at + QPoint(dx, dy)) == SeriesLook{look}.in(Theme::Light))
                        return true;
            return false;
        };
        const int own = has(2, 72, 0) ? 0 : 1;
        QVERIFY(has(2, 72, own));
        QVERIFY(has(1.6, 86.3, own));                      // MTSA as the own runs of it
        QVERIFY(!has(5.2, 85.6, 0) && !has(5.2, 85.6, 1)); // of DiSA there are none
        corpus->setCurrentText("sick");
        emit corpus->activated(corpus->currentIndex());
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::Y), QStringLiteral("Pearson"));
        QVERIFY(rowsOf(*plot).contains(" 1 0.72"));
        m_panel.reset();
        open();
        QTRY_COMPARE_WITH_TIMEOUT(find<QComboBox>("scaling.corpus")->currentText(), QStringLiteral("sick"), patience);
        QVERIFY(find<QCheckBox>("scaling.published")->isChecked());
    }

private:
    static QString rowsOf(const ScatterPlot& plot) {
        QStringList rows;
        for (QStringList row : plot.values().rows) {
            row.removeAll(QString());
            rows.append(row.join(' '));
        }
        return rows.join('\n');
    }
    void fill(const QString& models, const QString& lengths) {
        find<QLineEdit>("scaling.models")->setText(models);
        find<QLineEdit>("scaling.lengths")->setText(lengths);
        find<QSpinBox>("scaling.batch")->setValue(2);
        find<QSpinBox>("scaling.features")->setValue(8);
        find<QSpinBox>("scaling.repetitions")->setValue(1);
    }
    void click(const QString& name) { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
    QStringList names() { return find<CurvePlot>("scaling.time")->legendNames(); }
    std::filesystem::path path() const { return m_session->storePath().toStdString(); }
};

} // namespace headlight

QTEST_MAIN(headlight::ScalingPanelTest)
#include "scaling_panel_test.moc"
