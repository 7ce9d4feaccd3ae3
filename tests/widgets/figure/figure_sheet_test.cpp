#include "figure/figure_sheet.h"

#include "matrix/heat_map_painter.h"
#include "matrix/line_view_painter.h"
#include "matrix/map_grid_painter.h"
#include "matrix/token_strip_painter.h"

#include <QFontInfo>
#include <QGuiApplication>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

/// Figures have the size, letters and parts that were asked for, and look alike wherever they are opened. Runs without
/// widgets, as on the command line.
class FigureSheetTest : public QObject {
    Q_OBJECT
private slots:
    void aFigureIsAsWideAsItWasAskedFor();
    void aHeightThatWasAskedForIsKept();
    void lettersHaveTheirPoints_data();
    void lettersHaveTheirPoints();
    void partsAreLeftOut();
    void valuesStandInTheirCells();
    void theGroundIsLightUnlessTheScreenIsMeant();
    void theOverviewHasTokensAtItsOuterMaps();
    void optionsAreRememberedAsText();
    void renderersDrawAlike_data();
    void renderersDrawAlike();
    void pdfIsDrawnAsSvg();

private:
    static MatrixView map(int size = 5);
    static Picture figure(const FigureOptions& options = {}) {
        HeatMapPainter painter;
        painter.setView(map());
        return figureOf(painter, options, QStringLiteral("A title"), {});
    }
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QByteArray svg(const Picture& picture) const {
        QFile file(path("x.svg"));
        return exportPicture(picture, file.fileName()).isEmpty() && file.open(QIODevice::ReadOnly) ? file.readAll()
                                                                                                   : QByteArray();
    }
    static QImage drawnBy(const QString& program, const QStringList& arguments, const QString& png);
    static double difference(const QImage& a, const QImage& b);
    QTemporaryDir m_folder;
};

MatrixView FigureSheetTest::map(int size) {
    MatrixView view;
    view.rows = view.columns = size;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            view.values << float(column + 1) / float((row + 1) * (row + 2) / 2);
            view.masked << quint8(column > row);
        }
    for (int i = 0; i < size; ++i)
        view.rowLabels << QStringLiteral("token%1").arg(i % 4);
    view.columnLabels = view.rowLabels;
    return view;
}

void FigureSheetTest::aFigureIsAsWideAsItWasAskedFor() {
    for (const double mm : {85.0, 120.0, 180.0, 63.5}) {
        FigureOptions options;
        options.widthMm = mm;
        const Picture picture = figure(options);
        for (const int dpi : {150, 300, 600}) {
            QCOMPARE(exportPicture(picture, path("x.png"), dpi), QString());
            const QImage image(path("x.png"));
            QVERIFY(std::abs(image.width() - mm / 25.4 * dpi) <= 0.51);
            QVERIFY(std::abs(image.width() * 1000.0 / image.dotsPerMeterX() - mm) < 0.1);
        }
        QVERIFY(svg(picture).contains("<svg width=\"" + QByteArray::number(mm, 'f', 3) + "mm\""));
        QCOMPARE(exportPicture(picture, path("x.pdf")), QString());
        QFile pdf(path("x.pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        static const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) "));
        const double points = box.match(QString::fromLatin1(pdf.readAll())).captured(1).toDouble();
        QVERIFY2(std::abs(points / 72 * 25.4 - mm) < 0.18, qPrintable(QString::number(points))); // half a point
    }
}

void FigureSheetTest::aHeightThatWasAskedForIsKept() {
    FigureOptions options;
    options.heightMm = 40;
    QVERIFY(std::abs(figure(options).size.height() - 40 / 25.4 * 96) < 0.5);
    QVERIFY(figure(options).remark.isEmpty()); // a map has smaller cells instead
    LineViewPainter lines;
    lines.setView(map(40));
    const Picture picture = figureOf(lines, options, {}, {});
    QVERIFY(std::abs(picture.size.height() - 40 / 25.4 * 96) < 0.5);
    QVERIFY2(picture.remark.contains("points high"), qPrintable(picture.remark)); // 40 lines of 8 points are more
}

void FigureSheetTest::lettersHaveTheirPoints_data() {
    QTest::addColumn<double>("points");
    for (const double points : {6.0, 8.0, 9.5, 12.0})
        QTest::addRow("%g", points) << points;
}

void FigureSheetTest::lettersHaveTheirPoints() {
    QFETCH(double, points);
    FigureOptions options;
    options.fontPoints = points;
    const QString drawing = QString::fromUtf8(svg(figure(options)));
    // The size in units of the sheet, whose scale is that of all groups but those of turned words.
    static const QRegularExpression scales(QStringLiteral("matrix\\(([0-9.]+),0,0,"));
    static const QRegularExpression words(QStringLiteral("<text[^>]*font-size=\"([0-9.]+)\"[^>]*>token1<"));
    double scale = 1;
    for (auto found = scales.globalMatch(drawing); scale == 1 && found.hasNext();)
        scale = found.next().captured(1).toDouble();
    const double pixels = scale * words.match(drawing).captured(1).toDouble();
    QVERIFY2(std::abs(pixels * 72 / 96 - points) < 0.02, qPrintable(QString::number(pixels)));
}

void FigureSheetTest::partsAreLeftOut() {
    const auto drawn = [this](FigureParts parts) {
        FigureOptions options;
        options.parts = parts;
        return svg(figure(options));
    };
    const QByteArray all = drawn(FigureOptions().parts);
    QCOMPARE(all.count(">A title<"), 2); // the picture has one of its own, which is not drawn
    for (const char* word : {">token1<", ">query<", ">not visible<"})
        QVERIFY2(all.contains(word), word);
    QCOMPARE(drawn(FigurePart::Labels).count(">A title<"), 1);
    QVERIFY(!drawn(FigurePart::Labels).contains(">not visible<"));
    const QByteArray bare = drawn(FigurePart::Title);
    QVERIFY(bare.count(">A title<") == 2 && !bare.contains(">token1<") && !bare.contains(">query<"));
}

void FigureSheetTest::valuesStandInTheirCells() {
    FigureOptions options;
    QVERIFY(!svg(figure(options)).contains(">0.67<"));
    options.parts |= FigurePart::Values;
    QVERIFY(svg(figure(options)).contains(">0.67<"));
    options.digits = 3;
    QVERIFY(svg(figure(options)).contains(">0.667<"));
    QCOMPARE(figure(options).remark, QString());
    options.widthMm = 20; // there is no room in so small cells
    QVERIFY(!svg(figure(options)).contains(">0.667<"));
    QVERIFY2(figure(options).remark.contains("No numbers in the cells"), qPrintable(figure(options).remark));
}

void FigureSheetTest::theGroundIsLightUnlessTheScreenIsMeant() {
    HeatMapPainter painter;
    painter.setTheme(Theme::Dark);
    painter.setView(map());
    painter.setPins({{1}, {2}});
    FigureOptions options;
    const auto image = [&] { return renderPicture(figureOf(painter, options, {}, {}), 2); };
    const QImage light = image();
    QCOMPARE(light.pixelColor(1, 1), QColor(Qt::white));
    painter.setPins({});
    QCOMPARE(image(), light); // what is pinned is no part of it
    painter.setPins({{1}, {2}});
    options.parts |= FigurePart::Marks;
    QVERIFY(image() != light);
    options.transparent = true;
    QCOMPARE(image().pixelColor(1, 1).alpha(), 0);
    options.transparent = false;
    options.theme.reset();
    QCOMPARE(image().pixelColor(1, 1), color(ColorRole::Surface, Theme::Dark));
}

void FigureSheetTest::theOverviewHasTokensAtItsOuterMaps() {
    QList<MapThumbnail> maps;
    for (int head = 0; head < 8; ++head) {
        MapThumbnail one;
        one.view = map(6);
        one.layer = head / 4;
        one.head = head;
        one.label = QStringLiteral("head %1").arg(head);
        for (int i = 0; i < 6; ++i)
            one.rowTokens << QStringLiteral("row%1").arg(i);
        one.columnTokens = {"a", "b", "c", "d", "e", "e"};
        maps << one;
    }
    MapGridPainter painter;
    painter.setThumbnails(maps);
    FigureOptions options;
    options.widthMm = 180;
    const auto drawn = [&] { return svg(figureOf(painter, options, {}, {})); };
    QCOMPARE(drawn().count(">row3<"), 2);  // left of each line
    QCOMPARE(drawn().count(">e (2)<"), 4); // above the first
    QVERIFY(drawn().contains(">weight<") || drawn().contains("not visible"));
    options.widthMm = 60; // thinned, not on top of each other
    QVERIFY(drawn().contains(">row0<") && !drawn().contains(">row1<"));
    options.parts.setFlag(FigurePart::Labels, false);
    QVERIFY(!drawn().contains(">row0<"));
}

void FigureSheetTest::optionsAreRememberedAsText() {
    FigureOptions options;
    options.widthMm = 63.5;
    options.heightMm = 50;
    options.font = QStringLiteral("DejaVu Serif");
    options.fontPoints = 9.5;
    options.parts = FigurePart::Values | FigurePart::Marks;
    options.digits = 4;
    options.theme.reset();
    options.transparent = true;
    options.dpi = 600;
    QCOMPARE(figureOptionsFrom(textsOf(options)), options);
    QCOMPARE(figureOptionsFrom({}), FigureOptions());
    QCOMPARE(figureOptionsFrom({"width=-3", "font-size=nan", "dpi=", "digits=99", "what=ever"}), FigureOptions());
}

QImage FigureSheetTest::drawnBy(const QString& program, const QStringList& arguments, const QString& png) {
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished() || process.exitCode() != 0)
        return {};
    return QImage(png);
}

/// The mean of how far pixels are apart, 0 to 1, after both are on white.
double FigureSheetTest::difference(const QImage& a, const QImage& b) {
    const auto onWhite = [&](const QImage& image) {
        QImage ground(a.size(), QImage::Format_RGB32);
        ground.fill(Qt::white);
        QPainter(&ground).drawImage(0, 0, image.scaled(a.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
        return ground.convertToFormat(QImage::Format_Grayscale8);
    };
    const QImage first = onWhite(a), second = onWhite(b);
    double sum = 0;
    for (int y = 0; y < first.height(); ++y)
        for (int x = 0; x < first.width(); ++x)
            sum += std::abs(qGray(first.pixel(x, y)) - qGray(second.pixel(x, y)));
    return sum / 255 / first.width() / first.height();
}

void FigureSheetTest::renderersDrawAlike_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"map", "zoomed map", "strip", "lines", "overview"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

/// The tolerance is 3 % of the way from white to black in the mean, which smoothing of edges and letters takes; a
/// hatch that spills out of its box, or cells out of a zoomed map, are more.
void FigureSheetTest::renderersDrawAlike() {
    QFETCH(QString, what);
    const QString rsvg = QStandardPaths::findExecutable(QStringLiteral("rsvg-convert"));
    if (rsvg.isEmpty())
        QSKIP("rsvg-convert (librsvg2-bin) is not installed");
    FigureOptions options;
    Picture picture = figure();
    if (what == QLatin1String("zoomed map")) {
        HeatMapPainter painter;
        painter.setView(map(12));
        painter.setViewport({2.7, 3.3, 1.4});
        picture = figureOf(painter, options, what, {});
    } else if (what == QLatin1String("strip")) {
        TokenStripPainter painter;
        painter.setView({{"a", "b", "c"}, {0.2F, 0.3F, 0.5F}, {0, 1, 0}, {}, "weight", {}});
        picture = figureOf(painter, options, what, {});
    } else if (what == QLatin1String("lines")) {
        LineViewPainter painter;
        painter.setView(map());
        picture = figureOf(painter, options, what, {});
    } else if (what == QLatin1String("overview")) {
        MapGridPainter painter;
        MapThumbnail one;
        one.view = map(6);
        one.label = "0.0";
        one.rowTokens = one.columnTokens = {"a", "b", "c", "d", "e", "f"};
        painter.setThumbnails({one, one, one});
        picture = figureOf(painter, options, what, {});
    }
    const QByteArray drawing = svg(picture);
    const QImage first =
        drawnBy(rsvg, {"-d", "150", "-p", "150", path("x.svg"), "-o", path("rsvg.png")}, path("rsvg.png"));
    QVERIFY(!first.isNull());
    QImage second(first.size(), QImage::Format_ARGB32_Premultiplied);
    second.fill(Qt::transparent);
    QPainter painter(&second);
    QSvgRenderer(drawing).render(&painter);
    painter.end();
    QVERIFY2(difference(first, second) < 0.03, qPrintable(QString::number(difference(first, second))));
}

void FigureSheetTest::pdfIsDrawnAsSvg() {
    const QString rsvg = QStandardPaths::findExecutable(QStringLiteral("rsvg-convert"));
    const QString poppler = QStandardPaths::findExecutable(QStringLiteral("pdftoppm"));
    if (rsvg.isEmpty() || poppler.isEmpty())
        QSKIP("rsvg-convert (librsvg2-bin) or pdftoppm (poppler-utils) is not installed");
    svg(figure());
    QCOMPARE(exportPicture(figure(), path("x.pdf")), QString());
    const QImage first =
        drawnBy(rsvg, {"-d", "150", "-p", "150", path("x.svg"), "-o", path("rsvg.png")}, path("rsvg.png"));
    const QImage second =
        drawnBy(poppler, {"-r", "150", "-png", "-singlefile", path("x.pdf"), path("pdf")}, path("pdf.png"));
    QVERIFY(!first.isNull() && !second.isNull());
    QVERIFY2(difference(first, second) < 0.03, qPrintable(QString::number(difference(first, second))));
}

int main(int argc, char** argv) {
    QGuiApplication app(argc, argv);
    FigureSheetTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "figure_sheet_test.moc"
