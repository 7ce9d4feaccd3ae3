#include "app/panels/scaling/scaling_fixture.h"
#include "engine/analysis/scale_sweep.h"
#include "panels/scaling/scaling_plots.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QTreeWidget>

namespace headlight {

class ScalingPlotsTest : public QObject, private ScalingFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void whatDoesNotFitIsDrawnAsPredicted() {
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
        QVERIFY2(values.columns.last().endsWith(", sequences at once"), qPrintable(values.columns.last()));
        for (const QString& heading : values.columns.mid(1, 2))
            QVERIFY2(heading.contains(", memory of a training step (MB)"), qPrintable(heading));
        QVERIFY(values.rows[0][2].isEmpty() && values.rows[1][1].isEmpty());
        QCOMPARE(names().size(), 1); // of time nothing is predicted
        fill("disa:features=8", "4,16384");
        click("scaling.start");
        const auto largest = [&] {
            const ValueTable all = find<CurvePlot>("scaling.memoryPlot")->values();
            const qsizetype needed = all.columns.lastIndexOf(QRegularExpression(".*would need.*"));
            return needed < 0 ? QString() : all.columns[needed] + QStringLiteral(" ") + all.rows.last()[needed];
        };
        QTRY_VERIFY_WITH_TIMEOUT(largest().contains(" (GB) 34."), patience);
        QTemporaryDir folder;
        const QString path = folder.filePath("memory.svg");
        QCOMPARE(exportPicture(find<CurvePlot>("scaling.memoryPlot")->picture(FigureOptions()), path), QString());
        QFile drawing(path);
        QVERIFY(drawing.open(QIODevice::ReadOnly));
        QVERIFY(drawing.readAll().contains("would need 34."));
    }

    /// Two empty plots beside a sweep that is complete look like a fault.
    void theViewBeginsWithAModeThatWasMeasured() {
        auto* mode = find<QComboBox>("scaling.mode");
        QCOMPARE(mode->currentData().toString(), QString("train"));
        find<QCheckBox>("scaling.train")->click();
        fill("avg", "4");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(names().size(), 1, patience);
        QCOMPARE(mode->currentData().toString(), QString("infer"));
        pick("scaling.mode", "train"); // whoever asks for it gets it
        QCOMPARE(names().size(), 0);
        m_panel.reset();
        open();
        QCOMPARE(find<QComboBox>("scaling.mode")->currentData().toString(), QString("train"));
    }

    void trainingStepsAreDrawnFirstWhateverWasMeasuredFirst() {
        SweepRecord sweep;
        sweep.id = 1;
        const auto pointOf = [](StepMode mode) {
            ScaleMeasurement one;
            one.point.encoder = "avg";
            one.point.mode = mode;
            one.seconds = 1;
            return one;
        };
        ScalingPlots plots;
        const auto* mode = plots.findChild<QComboBox*>("scaling.mode");
        const auto shownWith = [&](const std::vector<ScaleMeasurement>& points) {
            plots.setCurves({sweep}, curvesOf(sweep, points));
            return mode->currentData().toString();
        };
        QCOMPARE(shownWith({pointOf(StepMode::Infer)}), QString("infer"));
        QCOMPARE(shownWith({pointOf(StepMode::Infer), pointOf(StepMode::Train)}), QString("train"));
        QCOMPARE(shownWith({pointOf(StepMode::Train), pointOf(StepMode::Infer)}), QString("train"));
    }

    /// Three sequences of each half of the batch are in memory at 256 tokens, one at 512; a reference form has all.
    void memoryThatFallsHasItsReason() {
        SweepRecord sweep;
        sweep.id = 1;
        std::vector<ScaleMeasurement> points;
        const auto add = [&](Sequences sequences, Index length, Index atOnce, std::size_t bytes) {
            ScaleMeasurement one;
            const auto form = sequences == Sequences::Whole ? AttentionForm::Reference : AttentionForm::Fused;
            one.point = {"disa", "", form, StepMode::Train, 8, length, 8, 1, sequences};
            one.seconds = double(length);
            one.memory.parameters = 1000000;
            one.memory.activations = bytes;
            one.sequencesAtOnce = atOnce;
            points.push_back(one);
        };
        for (const auto& [length, atOnce] : {std::pair<Index, Index>(128, 8), {256, 6}, {512, 2}}) {
            add(Sequences::Pieces, length, atOnce, std::size_t(1000 * length * atOnce));
            add(Sequences::Whole, length, 8, std::size_t(100 * length * length));
            add(Sequences::Single, length, 1, std::size_t(1000 * length));
        }
        ScalingPlots plots;
        plots.setCurves({sweep}, curvesOf(sweep, points));
        plots.resize(1000, 700);
        plots.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plots));
        auto* memory = plots.findChild<CurvePlot*>("scaling.memoryPlot");
        const QString reason = "Memory falls where fewer sequences are in memory at once: 6 at 256 tokens, 2 at 512.";
        const auto* label = plots.findChild<QLabel*>("scaling.crossings");
        QVERIFY2(label->text().contains(reason), qPrintable(label->text()));
        QVERIFY(label->toolTip().contains(reason.toHtmlEscaped()));
        const Picture picture = memory->picture(FigureOptions());
        QVERIFY(picture.metadata.contains(
            std::pair(QString("DiSA, fused"),
                      QString("activations and attention: not fitted: fewer sequences in memory at greater lengths"))));
        QVERIFY(picture.metadata.contains(std::pair(
            QString("DiSA, reference"), QString("activations and attention: length to the power 2.00\u00a0±\u00a00.00 "
                                                "(128 to 512 tokens, R²\u00a01.000)"))));
        QVERIFY(memory->values().columns.join('|').contains(
            "disa, fused, one at a time   activations and attention: n^1.00 ± 0.00, 128 to 512 tokens, R² 1.000"));
        QTemporaryDir folder;
        const QString path = folder.filePath("memory.svg");
        QCOMPARE(exportPicture(picture, path), QString());
        QFile drawing(path);
        QVERIFY(drawing.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(drawing.readAll()).remove(QRegularExpression("<[^>]*>")).simplified();
        QVERIFY(text.contains("2 sequences at once"));
        QVERIFY2(
            text.contains("In memory at once: DiSA, fused: 8 sequences; 6 from 256 tokens on, 2 from 512 on. DiSA, "
                          "reference: 8 sequences. DiSA, fused, one at a time: 1 sequence."),
            qPrintable(text));
        QVERIFY2(text.contains("Thin dashes between ticks: the fit."), qPrintable(text));
        QVERIFY(!text.contains("quartiles")); // which times have
        QVERIFY(label->text().contains("quartiles") && label->text().contains("Thin dashes"));
        const auto* legend = plots.findChild<QTreeWidget*>("scaling.legend");
        QCOMPARE(legend->topLevelItem(0)->text(3), QString("8 sequences; 6 from 256 tokens on, 2 from 512 on"));
        const ValueTable values = memory->values();
        const qsizetype atOnce = values.columns.indexOf(QRegularExpression("^disa, fused {3}.*, sequences at once$"));
        QVERIFY(atOnce > 0);
        QCOMPARE(values.rows[1][atOnce], QString("6"));
        // The fit at its lengths, parameters too; a curve without one has no column.
        const QStringList fits = values.columns.filter(", fit, memory of a training step (MB)");
        QCOMPARE(fits.size(), 2);
        QVERIFY2(fits[0].startsWith("disa, reference"), qPrintable(fits[0]));
        const double last = values.rows[2][values.columns.indexOf(fits[0])].toDouble();
        QVERIFY2(std::abs(last - (1 + 100 * 512 * 512 / 1e6)) < 1e-3, qPrintable(QString::number(last)));
        QVERIFY2(text.contains(reason), qPrintable(text));
        QVERIFY2(text.contains("The powers are those of activations and attention"), qPrintable(text));
        // Each point says how many were in memory.
        QStringList notes;
        for (const CurvePlot::Hover& entry : memory->nearest(QPointF(memory->axesRect().right(), 0)))
            notes.append(entry.note);
        notes.sort();
        QCOMPARE(notes, QStringList({"1 sequence at once", "2 sequences at once", "8 sequences at once"}));
        auto* time = plots.findChild<CurvePlot*>("scaling.time");
        QVERIFY(!time->legendNames().join('|').contains("at once at"));
    }

    void theTableHasTheFitOnlyAtTheLengthsThatItIsOf() {
        SweepRecord sweep;
        sweep.id = 1;
        std::vector<ScaleMeasurement> points;
        for (const Index length : {1, 64, 128, 256}) {
            ScaleMeasurement one;
            one.point = {"avg", "", {}, StepMode::Train, 8, length, 8, 1, Sequences::Single};
            one.seconds = length == 1 ? 7 : 2 * double(length);
            points.push_back(one);
        }
        ScalingPlots plots;
        plots.setCurves({sweep}, curvesOf(sweep, points));
        const ValueTable values = plots.findChild<CurvePlot*>("scaling.time")->values();
        const qsizetype fit = values.columns.indexOf(QRegularExpression(".*, fit, time of a training step \\(s\\)$"));
        QVERIFY2(fit > 0, qPrintable(values.columns.join('|')));
        QCOMPARE(values.rows[0][fit], QString());
        for (const int row : {1, 2, 3})
            QVERIFY(std::abs(values.rows[row][fit].toDouble() / (2 * values.rows[row][0].toDouble()) - 1) < 1e-6);
    }

    /// However many there are: of seven and more, the plots named the first ones only.
    void everyCurveHasARowInTheLegend() {
        fill("avg,cbow,multicnn:features=4,bilstm:features=4,bigru:features=4,disa:features=4,san", "4,8,16");
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
            QCOMPARE(item.text(0) + "   activations and attention: " + item.text(2),
                     find<CurvePlot>("scaling.memoryPlot")->legendNames()[row]);
            QVERIFY2(item.text(2).contains(u'±'), qPrintable(item.text(2)));
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
                one.point.mode = StepMode::Train;
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
                one.point.form = AttentionForm::Fused;
                one.point.mode = StepMode::Train;
                one.point.length = length;
                one.seconds = 1 + rise * (double(length) / 100 - 1);
                points.push_back(one);
            }
        ScalingPlots plots;
        plots.setCurves({sweep}, curvesOf(sweep, points));
        const auto* label = plots.findChild<QLabel*>("scaling.crossings");
        const QString text = label->text();
        QVERIFY2(text.contains("Time: DiSA costs less than MTSA up to about "), qPrintable(text));
        QVERIFY2(
            label->toolTip().contains("Time: DiSA, features per direction 128, fused costs less than MTSA, features"),
            qPrintable(label->toolTip()));
    }

    /// As a run has one colour: what else is ticked, and which mode is shown, is no matter.
    void aCurveHasOneColourWhateverIsDrawn() {
        const auto sweepOf = [](SweepId id, const std::string& models) {
            ScalePlan plan;
            plan.models = parseScaledModels(models);
            plan.lengths = {8, 16};
            SweepRecord sweep;
            sweep.id = id;
            sweep.plan = plan.toJson().dump();
            return sweep;
        };
        const auto measured = [](const SweepRecord& sweep) {
            std::vector<ScaleMeasurement> points;
            for (const ScalePoint& point : planOf(sweep).points()) {
                ScaleMeasurement one;
                one.point = point;
                one.seconds = 1;
                points.push_back(one);
            }
            return curvesOf(sweep, points);
        };
        const SweepRecord first = sweepOf(1, "avg,cbow"), second = sweepOf(2, "san,avg");
        ScalingPlots plots;
        const auto colorsOf = [&](const std::vector<ScaleCurve>& curves) {
            plots.setCurves({first, second}, curves);
            const auto* legend = plots.findChild<QTreeWidget*>("scaling.legend");
            QStringList found;
            for (int row = 0; row < legend->topLevelItemCount(); ++row) {
                const QImage sample = legend->topLevelItem(row)->icon(0).pixmap(legend->iconSize()).toImage();
                found.append(sample.pixelColor(sample.rect().center()).name());
            }
            return found;
        };
        std::vector<ScaleCurve> both = measured(first);
        for (const ScaleCurve& curve : measured(second))
            both.push_back(curve);
        const QStringList all = colorsOf(both), alone = colorsOf(measured(second));
        QCOMPARE(all.size(), 4);
        QCOMPARE(QSet<QString>(all.begin(), all.end()).size(), 4);
        QCOMPARE(alone, all.mid(2));
        QCOMPARE(colorsOf(both), all);
        auto* mode = plots.findChild<QComboBox*>("scaling.mode");
        mode->setCurrentIndex(mode->findData("infer"));
        emit mode->activated(mode->currentIndex());
        QCOMPARE(colorsOf(both), all);
        ScalingPlots another; // as in the program that is started again
        another.setCurves({first, second}, measured(second));
        const auto* legend = another.findChild<QTreeWidget*>("scaling.legend");
        const QImage sample = legend->topLevelItem(0)->icon(0).pixmap(legend->iconSize()).toImage();
        QCOMPARE(sample.pixelColor(sample.rect().center()).name(), all[2]);
    }

    /// The second sweep's curve comes after all of the first one's.
    void aCurveKeepsItsColourWhileASweepGrows() {
        const auto pointsOf = [](const std::vector<std::string>& encoders) {
            std::vector<ScaleMeasurement> points;
            for (const std::string& encoder : encoders) {
                ScaleMeasurement one;
                one.point.encoder = encoder;
                one.point.mode = StepMode::Train;
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
};

} // namespace headlight

QTEST_MAIN(headlight::ScalingPlotsTest)
#include "scaling_plots_test.moc"
