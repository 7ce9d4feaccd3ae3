#include "app/panels/scaling/scaling_fixture.h"
#include "app/sample_runs.h"
#include "plots/scatter_plot.h"

#include <QCheckBox>
#include <QTabWidget>

namespace headlight {

class AccuracyPlotTest : public QObject, private ScalingFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

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
        choose("snli");
        QCOMPARE(corpus->currentText(), QString("SNLI")); // in words
        auto* plot = find<ScatterPlot>("scaling.scatter");
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::X).left(14), QStringLiteral("inference time"));
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::Y), QStringLiteral("accuracy (%)")); // as in the table
        QCOMPARE(plot->values().rows.size(), 2); // seeds of one setting are one mark
        const QString marks = rowsOf(*plot);
        QVERIFY2(marks.contains("MTSA, mean of 2 runs 2 72 300"), qPrintable(marks));
        find<QCheckBox>("scaling.published")->click();
        QVERIFY2(rowsOf(*plot).contains("MTSA on SNLI, published 1.6 86.3 558"), qPrintable(rowsOf(*plot)));
        QVERIFY2(rowsOf(*plot).contains("Bi-GRU on SNLI, published 9.4 84.9 810"), qPrintable(rowsOf(*plot)));
        plot->toPixel(0, 0); // draws what was set
        const QImage image = plot->grab().toImage();
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
        choose("sick");
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::Y), QStringLiteral("Pearson correlation"));
        QVERIFY(rowsOf(*plot).contains(" 1 0.72"));
        m_panel.reset();
        open();
        QTRY_COMPARE_WITH_TIMEOUT(find<QComboBox>("scaling.corpus")->currentText(), QStringLiteral("SICK"), patience);
        QVERIFY(find<QCheckBox>("scaling.published")->isChecked());
    }

    void aRepeatedSeedCountsOnce() {
        Store store(path());
        const auto add = [&](int seed, double accuracy) {
            NewRun run = sampleRun("mtsa", "trec", seed);
            run.configuration = R"({"train":{"optimizer":"adam","seed":)" + std::to_string(seed) + "}}";
            addRun(store, run, pointsOf({{"best.accuracy", accuracy}, {"test.seconds", 2}, {"train.peak_bytes", 3e8}}));
        };
        add(1, .10); // repeated below: the newest counts
        add(1, .10);
        add(2, .80);
        add(1, .70);
        find<QTabWidget>("scaling.tabs")->setCurrentIndex(1);
        auto* plot = find<ScatterPlot>("scaling.scatter");
        QTRY_COMPARE_WITH_TIMEOUT(plot->values().rows.size(), 1, patience);
        QVERIFY2(rowsOf(*plot).contains("MTSA, mean of 2 runs 2 75 300"), qPrintable(rowsOf(*plot)));
        QCOMPARE(plot->remark(), QString("Marks: mean of 2 runs; 2 repeated runs are not counted"));
    }

private:
    void choose(const QString& data) {
        auto* corpus = find<QComboBox>("scaling.corpus");
        corpus->setCurrentIndex(corpus->findData(data));
        emit corpus->activated(corpus->currentIndex());
    }

    static QString rowsOf(const ScatterPlot& plot) {
        QStringList rows;
        for (QStringList row : plot.values().rows) {
            row.removeAll(QString());
            rows.append(row.join(' '));
        }
        return rows.join('\n');
    }
};

} // namespace headlight

QTEST_MAIN(headlight::AccuracyPlotTest)
#include "accuracy_plot_test.moc"
