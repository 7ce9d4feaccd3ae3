#include "plots/parallel_plot.h"

#include "figure/figure_menu.h"

#include <QFile>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace headlight;

/// Parallel coordinates under a real mouse.
class ParallelPlotTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ParallelPlot> m_plot;

    static QList<ParallelAxis> axes() {
        return {{"model", "model", {}, {"disa", "mtsa"}}, {"rate", "learning rate"}, {"accuracy", "accuracy", "%"}};
    }
    static QList<ParallelLine> lines() {
        return {
            {"1", "run 1", {0}, {0, 0.001, 80}}, {"2", "run 2", {1}, {1, 0.01, 90}}, {"3", "run 3", {2}, {1, 1, 85}}};
    }
    QPoint at(int axis, double value) const { return m_plot->toPixel(axis, value).toPoint(); }
    /// On the way of a line from one axis to the next.
    QPoint between(int axis, double from, double to, double share) const {
        const QPointF a = m_plot->toPixel(axis, from), b = m_plot->toPixel(axis + 1, to);
        return (a + share * (b - a)).toPoint();
    }
    void drag(const QPoint& from, const QPoint& to) {
        QTest::mousePress(m_plot.get(), Qt::LeftButton, {}, from);
        QTest::mouseMove(m_plot.get(), (from + to) / 2);
        QTest::mouseMove(m_plot.get(), to);
        QTest::mouseRelease(m_plot.get(), Qt::LeftButton, {}, to);
    }
    QImage image() {
        QImage image(m_plot->size(), QImage::Format_RGB32);
        QPainter painter(&image);
        m_plot->picture(FigureOptions()).paint(painter);
        return image;
    }

private slots:
    void init() {
        m_plot = std::make_unique<ParallelPlot>();
        m_plot->resize(640, 420);
        m_plot->setLines(axes(), lines());
        m_plot->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_plot.get()));
    }
    void cleanup() { m_plot.reset(); }

    void hoverNamesTheRun() {
        QSignalSpy hovered(m_plot.get(), &ParallelPlot::hovered);
        QTest::mouseMove(m_plot.get(), between(1, 0.01, 90, 0.3));
        QTRY_COMPARE(m_plot->hoveredLine(), QString("2"));
        for (const char* part : {"run 2", "model: mtsa", "learning rate: 0.01", "accuracy: 90 %"})
            QVERIFY2(m_plot->readout().contains(part), qPrintable(m_plot->readout()));
        QTest::mouseMove(m_plot.get(), QPoint(5, 5));
        QTRY_COMPARE(m_plot->hoveredLine(), QString());
        QCOMPARE(hovered.size(), 2);
    }

    void aClickChoosesTheRun() {
        QSignalSpy clicked(m_plot.get(), &ParallelPlot::clicked);
        QTest::mouseClick(m_plot.get(), Qt::LeftButton, {}, between(1, 1, 85, 0.2));
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][0].toString(), QString("3"));
        QTest::mouseClick(m_plot.get(), Qt::LeftButton, {}, QPoint(5, 5));
        QCOMPARE(clicked.size(), 1);
    }

    void aDragAlongAnAxisKeepsARange() {
        QSignalSpy kept(m_plot.get(), &ParallelPlot::keptChanged);
        QCOMPARE(m_plot->inside(), QStringList({"1", "2", "3"}));
        drag(at(2, 83), at(2, 92));
        QVERIFY(!kept.isEmpty());
        QCOMPARE(m_plot->inside(), QStringList({"2", "3"}));
        const auto range = m_plot->kept()["accuracy"];
        QVERIFY(std::abs(range.low - 83) < 0.1 && range.high <= 92);
        drag(at(0, -0.4), at(0, 0.4)); // a second axis: both must hold
        QCOMPARE(m_plot->inside(), QStringList());
        QTest::mouseClick(m_plot.get(), Qt::LeftButton, {}, at(0, 0)); // a click gives the range up
        QCOMPARE(m_plot->inside(), QStringList({"2", "3"}));
        // What is outside can't be meant.
        QTest::mouseMove(m_plot.get(), between(1, 0.001, 80, 0.5));
        QVERIFY(m_plot->hoveredLine() != "1");
        const ValueTable table = m_plot->values();
        QCOMPARE(table.columns,
                 QStringList({"id", "name", "model", "learning rate", "accuracy (%)", "within the ranges"}));
        QCOMPARE(table.rows[0], QStringList({"1", "run 1", "disa", "0.001", "80", "no"}));
        QCOMPARE(table.rows[1].last(), QString("yes"));
        QTest::keyClick(m_plot.get(), Qt::Key_Escape);
        QCOMPARE(m_plot->inside().size(), 3);
    }

    void keysGoFromRunToRun() {
        QSignalSpy clicked(m_plot.get(), &ParallelPlot::clicked);
        m_plot->setFocus();
        QTest::keyClick(m_plot.get(), Qt::Key_Right);
        QTest::keyClick(m_plot.get(), Qt::Key_Right);
        QTest::keyClick(m_plot.get(), Qt::Key_Up);
        QCOMPARE(m_plot->hoveredLine(), QString("1")); // the lowest accuracy
        QTest::keyClick(m_plot.get(), Qt::Key_Up);
        QCOMPARE(m_plot->hoveredLine(), QString("3"));
        QTest::keyClick(m_plot.get(), Qt::Key_Return);
        QCOMPARE(clicked.value(0).value(0).toString(), QString("3"));
    }

    void ratesOverDecadesAreSpreadByTheirLogarithm() {
        const double low = m_plot->toPixel(1, 0.001).y(), middle = m_plot->toPixel(1, 0.01).y(),
                     high = m_plot->toPixel(1, 1).y();
        QVERIFY(std::abs((low - middle) / (low - high) - 1 / 3.) < 1e-6);
    }

    void ticksAreThoseOfTheValues() {
        const auto labels = [](const ParallelAxis& axis, const QVector<double>& values) {
            QStringList all;
            const ParallelScale scale(axis, values);
            for (const ParallelScale::Tick& tick : scale.ticks())
                all.append(tick.label);
            return all;
        };
        QCOMPARE(labels({"seed", "seed"}, {1, 2, 3}), QStringList({"1", "2", "3"})); // there is no seed of 1.5
        QCOMPARE(labels({"features", "features"}, {200, std::nan(""), 200}), QStringList("200"));
        QCOMPARE(labels({"keep", "keep", "%"}, {80, 80}), QStringList("80"));
        QCOMPARE(labels({"model", "model", {}, {"disa", "mtsa"}}, {0, 1}), QStringList({"disa", "mtsa"}));
        QCOMPARE(labels({"parameters", "parameters"}, {246944, 246944}), QStringList("246,944"));
        QVERIFY(labels({"rate", "rate"}, {0.001, 1}).contains("0.01"));
    }

    /// "2…0" would be 200 and 250000 alike.
    void numbersAreShortWhereThereIsLittleRoomAndNeverCut() {
        const ParallelScale scale({"parameters", "parameters"}, {250000, 1000000});
        QStringList brief;
        for (const ParallelScale::Tick& tick : scale.ticks())
            brief.append(tick.brief);
        QVERIFY2(brief.contains("400k") && brief.contains("1M"), qPrintable(brief.join(' ')));
    }

    void tooLittleWidthIsSaidOfAFigure() {
        QList<ParallelAxis> many;
        ParallelLine line{"1", "run 1", {0}, {}};
        for (int a = 0; a < 9; ++a) {
            many.append({QString::number(a), QString("a long option %1").arg(a), {}, {QString("a long word of it")}});
            line.values.append(0);
        }
        m_plot->setLines(many, {line});
        FigureOptions options;
        options.widthMm = 60;
        QVERIFY2(m_plot->picture(options).remark.contains("more width"), qPrintable(m_plot->picture(options).remark));
        m_plot->setLines(axes(), lines());
        options.widthMm = 180;
        QCOMPARE(m_plot->picture(options).remark, QString());
    }

    void aLineIsBrokenWhereItHasNoValue() {
        QList<ParallelLine> some = lines();
        some[1].values[1] = std::nan("");
        m_plot->setLines(axes(), some);
        QTest::mouseMove(m_plot.get(), at(2, 90) - QPoint(2, 0));
        QTRY_VERIFY2(m_plot->readout().contains("learning rate: none"), qPrintable(m_plot->readout()));
        QCOMPARE(m_plot->values().rows[1][3], QString());
        m_plot->setKept("rate", PlotWidget::Range{0, 10});
        QCOMPARE(m_plot->inside(), QStringList({"1", "3"}));
    }

    void linesAreDrawnInTheirColours() {
        const auto has = [](const QImage& image, const QColor& tone) {
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y) == tone)
                        return true;
            return false;
        };
        const QColor tone = SeriesLook{0}.in(Theme::Light);
        QVERIFY(has(image(), tone));
        m_plot->setKept("accuracy", PlotWidget::Range{84, 95});
        QVERIFY(!has(image(), tone)); // grey
        QVERIFY(has(image(), SeriesLook{1}.in(Theme::Light)));
    }

    void itIsExportedAsPictureAndTable() {
        QTemporaryDir folder;
        m_plot->setDescription("runs", {{"program", "Headlight"}});
        for (const char* name : {"a.png", "a.svg", "a.pdf", "a.csv"}) {
            const QString path = folder.filePath(name);
            QCOMPARE(m_plot->menu()->exportTo(path), QString());
            QVERIFY(QFile(path).size() > 100);
        }
        m_plot->setLines({}, {});
        QVERIFY(!m_plot->menu()->exportTo(folder.filePath("b.png")).isEmpty());
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setLines(axes(), {{"1", "run", {0}, {1, 2}}}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setLines(axes() + axes(), {}));
    }
};

QTEST_MAIN(ParallelPlotTest)
#include "parallel_plot_test.moc"
