#include "plots/bar_plot.h"
#include "plots/scatter_plot.h"
#include "widgets/plots/svg_bounds.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

/// With typed limits, bars and marks go on beyond the axes. Few programs that show an SVG know an edge there: nothing
/// may be drawn beyond it. That of curves is curve_export_test's.
class FigureEdgesTest : public QObject {
    Q_OBJECT

private slots:
    void barsEndAtTheAxes();
    void errorBarsEndAtTheAxes();
    void marksEndAtTheAxes_data();
    void marksEndAtTheAxes();
};

namespace {

using Axis = PlotWidget::Axis;

constexpr int pixelsPerUnit = 2;
constexpr double edge = 2; ///< half of a line, and how it is smoothed

/// An SVG as another program shows it, and where it has the axes.
struct Drawing {
    QImage image;
    QRectF axes;
};

Drawing drawingOf(PlotWidget& plot) {
    FigureOptions options;
    options.theme = Theme::Light;
    options.parts.setFlag(FigurePart::Legend, false); // has samples of what is drawn
    const QTemporaryDir folder;
    const QString path = folder.filePath("plot.svg");
    QFile file(path);
    if (const QString problem = exportPicture(plot.picture(options), path);
        !problem.isEmpty() || !file.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(problem));
    QString svg = QString::fromUtf8(file.readAll());
    // Letters are smoothed by what was drawn before.
    static const QRegularExpression letters(QStringLiteral("<text .*?</text>"),
                                            QRegularExpression::DotMatchesEverythingOption);
    svg.remove(letters);
    QSvgRenderer renderer(svg.toUtf8());
    Drawing drawing{QImage((renderer.viewBoxF().size() * pixelsPerUnit).toSize(), QImage::Format_RGB32),
                    boundsOf(svg, "stroke", color(ColorRole::Grid, Theme::Light))};
    drawing.axes.translate(-renderer.viewBoxF().topLeft());
    drawing.image.fill(Qt::white);
    QPainter painter(&drawing.image);
    renderer.render(&painter);
    return drawing;
}

/// Where two drawings of the same axes differ.
QRectF differenceOf(const Drawing& one, const Drawing& other) {
    QRect differs;
    for (int y = 0; y < one.image.height(); ++y)
        for (int x = 0; x < one.image.width(); ++x)
            if (one.image.pixel(x, y) != other.image.pixel(x, y))
                differs |= QRect(x, y, 1, 1);
    return {QPointF(differs.topLeft()) / pixelsPerUnit, QSizeF(differs.size()) / pixelsPerUnit};
}

void compare(const Drawing& without, const Drawing& with) {
    QCOMPARE(with.image.size(), without.image.size());
    QCOMPARE(with.axes, without.axes);
    QVERIFY(with.axes.width() > 100 && with.axes.height() > 100);
    const QRectF differs = differenceOf(without, with);
    const auto text = [](const QRectF& rect) {
        return QStringLiteral("x %1 … %2, y %3 … %4")
            .arg(rect.left())
            .arg(rect.right())
            .arg(rect.top())
            .arg(rect.bottom());
    };
    const QByteArray said = (text(differs) + " in " + text(with.axes)).toUtf8();
    QVERIFY2(with.axes.adjusted(-edge, -edge, edge, edge).contains(differs), said.constData());
    QVERIFY2(differs.height() > with.axes.height() / 2 || differs.width() > with.axes.width() / 2, said.constData());
}

void setAxes(PlotWidget& plot) {
    plot.setAxis(Axis::X, "time");
    plot.setAxis(Axis::Y, "accuracy");
    plot.setLimits(Axis::Y, 1, 3);
    plot.resize(640, 420);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
}

void compareBars(const BarSeries& series, const BarSeries& without) {
    BarPlot plot;
    setAxes(plot);
    plot.setBars({"TREC", "SUBJ"}, {without});
    const Drawing before = drawingOf(plot);
    plot.setBars({"TREC", "SUBJ"}, {series});
    compare(before, drawingOf(plot));
}

} // namespace

void FigureEdgesTest::barsEndAtTheAxes() {
    for (const int look : {0, seriesColorCount}) // plain and hatched
        compareBars({"m", "mtsa", {look}, {4, 2}}, {"m", "mtsa", {look}, {0.5, 0.5}});
}

void FigureEdgesTest::errorBarsEndAtTheAxes() {
    compareBars({"m", "mtsa", {0}, {1.5, 2.5}, {0.3, 2}, {4, 3.8}}, {"m", "mtsa", {0}, {1.5, 2.5}});
}

void FigureEdgesTest::marksEndAtTheAxes_data() {
    QTest::addColumn<int>("look");
    QTest::addColumn<bool>("hollow");
    QTest::addColumn<bool>("square");
    QTest::newRow("disc") << 0 << false << false;
    QTest::newRow("ring") << 0 << true << false;
    QTest::newRow("square") << 0 << false << true;
    QTest::newRow("disc of a colour that comes again") << seriesColorCount << false << false;
}

/// At sides and corners; one of each two is the current one, which has a ring around it.
void FigureEdgesTest::marksEndAtTheAxes() {
    QFETCH(int, look);
    QFETCH(bool, hollow);
    QFETCH(bool, square);
    ScatterPlot plot;
    setAxes(plot);
    plot.setLimits(Axis::X, 10, 20);
    const ScatterMark middle{"middle", 15, 2};
    plot.setMarks({middle});
    const Drawing without = drawingOf(plot);
    for (const QPointF& place : {QPointF(10, 2), QPointF(15, 1), QPointF(10, 1), QPointF(20, 1)}) {
        const auto mark = [&](const QString& id, double x, double y) {
            return ScatterMark{id, x, y, 100, {look}, {}, {}, hollow, square};
        };
        plot.setMarks({middle, mark("here", place.x(), place.y()), mark("opposite", 30 - place.x(), 4 - place.y())});
        plot.setCurrent("here");
        compare(without, drawingOf(plot));
        if (QTest::currentTestFailed())
            return;
    }
}

QTEST_MAIN(FigureEdgesTest)
#include "figure_edges_test.moc"
