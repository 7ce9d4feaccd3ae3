#include "widgets/plots/curve_plot_fixture.h"

#include <QFile>
#include <QTemporaryDir>
#include <qcustomplot.h>

using namespace headlight;

class CurveLabelsTest : public QObject, CurvePlotFixture {
    Q_OBJECT

private slots:
    void init() { showPlot(); }
    void cleanup() { m_plot.reset(); }
    void labelsStandBesideTheirPoints();
    void aLabelBetweenPointsStandsAtACorner();
    void twoCurvesThroughOnePointHaveOneLabel();
    void aNoteIsReadWithItsPoint();
    void labelsOfTinyTimesStayApart();
    void aTitleIsNoLongerThanItsAxis();
};

void CurveLabelsTest::labelsStandBesideTheirPoints() {
    CurveSeries predicted = line("predicted", {1, 2, 3}, {1, 2, 3});
    predicted.points = true;
    predicted.labels = {"would need 1 GB", "", "would need 3 GB"};
    const auto drawing = [&] {
        m_plot->setCurves({predicted});
        QTemporaryDir folder;
        const QString path = folder.filePath("x.svg");
        QFile file(path);
        return exportPicture(m_plot->picture(FigureOptions()), path).isEmpty() && file.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(file.readAll())
                   : QString();
    };
    QVERIFY(drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    predicted.y[0] = predicted.y[2];
    predicted.x[0] = predicted.x[1] = predicted.x[2]; // there both have a side each
    QVERIFY(drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    predicted.y[0] = -1;
    m_plot->setLogarithmic(Axis::Y, true);
    QVERIFY(!drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    predicted.labels.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({predicted}));
}

/// Curves that fall at the same length have one point below the other.
void CurveLabelsTest::aLabelBetweenPointsStandsAtACorner() {
    m_plot->setLimits(Axis::X, 0, 10);
    m_plot->setLimits(Axis::Y, 0, 10);
    m_plot->setCurves({line("a", {5}, {5})});
    const QPointF centre = m_plot->toPixel(5, 5);
    CurveSeries series = line("a", {}, {});
    for (const QPointF& away : {QPointF(-20, 0), QPointF(0, -15), QPointF(), QPointF(0, 15), QPointF(20, 0)}) {
        const QPointF at = m_plot->toData(centre + away);
        series.x.append(at.x());
        series.y.append(at.y());
        series.labels.append(away.isNull() ? "2 sequences at once" : "");
    }
    series.points = true;
    m_plot->setCurves({series});
    QTemporaryDir folder;
    const QString path = folder.filePath("x.svg");
    QCOMPARE(exportPicture(m_plot->picture(FigureOptions()), path), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("2 sequences at once"));
}

void CurveLabelsTest::twoCurvesThroughOnePointHaveOneLabel() {
    CurveSeries first = line("a", {1, 2, 3}, {1, 5, 3}), second = line("b", {1, 2, 3}, {2, 5, 1});
    first.labels = second.labels = {"", "6 sequences at once", ""};
    const auto labels = [&] {
        m_plot->setCurves({first, second});
        QTemporaryDir folder;
        const QString path = folder.filePath("x.svg");
        QFile file(path);
        return exportPicture(m_plot->picture(FigureOptions()), path).isEmpty() && file.open(QIODevice::ReadOnly)
                   ? file.readAll().count("6 sequences at once")
                   : -1;
    };
    QCOMPARE(labels(), 1);
    second.y[1] = 3;
    QCOMPARE(labels(), 2);
}

void CurveLabelsTest::aNoteIsReadWithItsPoint() {
    CurveSeries series = line("a", {0, 10, 20}, {1, 2, 3});
    series.notes = {"6 at once", "", "2 at once"};
    m_plot->setCurves({series});
    QCOMPARE(m_plot->nearest(at(0, 1)).front().note, QStringLiteral("6 at once"));
    m_plot->hover(at(20, 3));
    QTRY_VERIFY2(m_plot->readout().contains("2 at once"), qPrintable(m_plot->readout()));
    m_plot->hover(at(10, 2));
    QTRY_VERIFY2(!m_plot->readout().contains("at once"), qPrintable(m_plot->readout()));
    series.notes.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({series}));
}

void CurveLabelsTest::aTitleIsNoLongerThanItsAxis() {
    m_plot->setCurves({line("a", {1, 2, 3}, {1, 2, 3})});
    m_plot->setAxis(Axis::Y, "accuracy, train averaged", "%");
    const auto* axis = m_plot->findChild<QCustomPlot*>()->yAxis;
    const auto lines = [&](int height) {
        m_plot->resize(640, height);
        const QSize axes = m_plot->axesRect().size().toSize(); // drawn by now
        const QStringList shown = axis->label().split('\n');
        for (const QString& one : shown)
            if (QFontMetrics(axis->labelFont()).horizontalAdvance(one) > axes.height())
                qWarning("%s is longer than the axis", qPrintable(one));
        return shown;
    };
    QTest::failOnWarning(QRegularExpression("longer than the axis"));
    QCOMPARE(lines(420), QStringList{"accuracy, train averaged (%)"});
    QCOMPARE(lines(230), QStringList({"accuracy, train", "averaged (%)"}));
    QVERIFY2(lines(120).first().endsWith(u'…'), qPrintable(axis->label()));
    QCOMPARE(lines(420), QStringList{"accuracy, train averaged (%)"});
    QCOMPARE(m_plot->axisTitle(Axis::Y), QString("accuracy, train averaged (%)")); // of files and readers
}

void CurveLabelsTest::labelsOfTinyTimesStayApart() {
    const auto* axis = m_plot->findChild<QCustomPlot*>()->xAxis;
    const auto labels = [&] {
        m_plot->range(Axis::X); // drawn by now
        const QFontMetrics metrics(axis->tickLabelFont());
        double end = -1e9;
        int shown = 0;
        for (qsizetype i = 0; i < axis->tickVector().size(); ++i) {
            const double tick = axis->tickVector()[i];
            if (!axis->range().contains(tick))
                continue;
            const double half = metrics.size(0, axis->tickVectorLabels()[i]).width() / 2.;
            if (axis->coordToPixel(tick) - half <= end)
                return 0; // touches the one before
            end = axis->coordToPixel(tick) + half;
            ++shown;
        }
        return shown;
    };
    m_plot->setAxis(Axis::X, "time", {}, PlotWidget::Kind::Duration);
    m_plot->setCurves({line("a", {0.00111, 0.00192}, {1, 2})});
    const int many = labels();
    QVERIFY(many >= 4);
    for (const int width : {420, 330, 260, 210}) {
        m_plot->resize(width, 300);
        QTRY_VERIFY2(labels() >= 1, qPrintable(QString::number(width)));
    }
    QVERIFY(labels() < many);
    m_plot->resize(640, 420);
    QTRY_COMPARE(labels(), many); // there is room again
}

QTEST_MAIN(CurveLabelsTest)
#include "curve_labels_test.moc"
