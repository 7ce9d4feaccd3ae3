#include "matrix/cell_image.h"

#include <QPainter>
#include <QTest>
#include <cmath>
#include <limits>

using namespace headlight;

namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
const CellStyle style{ColorMap(ColorMapId::Blues, Theme::Light), qRgb(1, 2, 3), 1.0};

int count(const QImage& image, QRgb color) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            found += (image.pixel(x, y) | 0xff000000u) == (color | 0xff000000u) ? 1 : 0;
    return found;
}

} // namespace

class CellImageTest : public QObject {
    Q_OBJECT

private slots:
    void cellsHaveTheirColours();
    void maskedCellsAreHatched();
    void shapesHaveTheHatchOfImages_data();
    void shapesHaveTheHatchOfImages();
    void whatIsBehindAMaskIsDimmedBelowTheHatch();
    void hotCellIsNeverLost_data();
    void hotCellIsNeverLost();
    void farthestFromZeroWinsWhenSigned();
    void partsShowTheirCells();
    void emptyMapsAndPicturesAreEmpty();
};

void CellImageTest::cellsHaveTheirColours() {
    const CellPyramid cells(2, 2, {0.0f, 0.25f, 0.5f, 1.0f}, false);
    const QImage image = renderCells(cells, style, {0, 0, 2, 2}, {40, 40});
    QCOMPARE(image.pixel(5, 5), style.colors.at(0.0));
    QCOMPARE(image.pixel(25, 5), style.colors.at(0.25));
    QCOMPARE(image.pixel(5, 25), style.colors.at(0.5));
    QCOMPARE(image.pixel(25, 25), style.colors.at(1.0));
    QCOMPARE(image.pixel(19, 5) & 0xffffffu, style.gap & 0xffffffu); // large cells have a hairline between them
}

void CellImageTest::maskedCellsAreHatched() {
    const CellPyramid cells(1, 2, {nothing, 0.0f}, false);
    const QImage image = renderCells(cells, style, {0, 0, 2, 1}, {48, 24});
    const QImage masked = image.copy(0, 0, 24, 24);
    QVERIFY(count(masked, style.colors.maskedHatch()) > 24);
    QVERIFY(count(masked, style.colors.masked()) > 24);
    QCOMPARE(count(image.copy(25, 0, 22, 23), style.colors.maskedHatch()), 0);
}

void CellImageTest::shapesHaveTheHatchOfImages_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("large cells") << 2 << 2;
    QTest::newRow("small cells") << 30 << 30;
    QTest::newRow("a line of them") << 1 << 5; // as a pooling map is
}

void CellImageTest::shapesHaveTheHatchOfImages() {
    QFETCH(int, rows);
    QFETCH(int, columns);
    const CellPyramid cells(rows, columns, QList<float>(rows * columns, std::numeric_limits<float>::quiet_NaN()),
                            false);
    const CellStyle style{ColorMap(ColorMapId::Blues, Theme::Light)};
    const QRectF all(0, 0, columns, rows);
    const QImage image = renderCells(cells, style, all, {120, 120});
    constexpr int fine = 4; // as a renderer of files draws lines that are thinner than a pixel
    QImage shapes(120 * fine, 120 * fine, QImage::Format_RGB32);
    shapes.fill(Qt::white);
    QPainter painter(&shapes);
    painter.scale(fine, fine);
    drawCellShapes(painter, cells, style, all, QRectF(0, 0, 120, 120));
    painter.end();
    const auto lines = [&](const QImage& drawn, QPoint step) { // that are crossed from the middle of an edge
        int crossed = 0, middle = drawn.width() / 2 + 1;
        bool wasInk = false;
        for (int i = 0; i < drawn.width(); ++i) {
            const bool isInk = drawn.pixel(step.x() ? i : middle, step.x() ? middle : i) == style.colors.maskedHatch();
            crossed += isInk && !wasInk;
            wasInk = isInk;
        }
        return crossed;
    };
    for (const QPoint step : {QPoint(1, 0), QPoint(0, 1)}) {
        QCOMPARE(lines(image, step), 20);
        QVERIFY2(std::abs(lines(shapes, step) - 20) <= 1, qPrintable(QString::number(lines(shapes, step))));
    }
}

void CellImageTest::whatIsBehindAMaskIsDimmedBelowTheHatch() {
    const CellPyramid cells(1, 3, {nothing, nothing, 1.0f}, false), behind(1, 3, {1.0f, nothing, nothing}, false);
    CellStyle seeing = style;
    seeing.behind = &behind;
    const QImage image = renderCells(cells, seeing, {0, 0, 3, 1}, {72, 24});
    const QRgb ground = seeing.ground(1.0f);
    QVERIFY(count(image.copy(0, 0, 24, 24), ground) > 24);
    QVERIFY(count(image.copy(0, 0, 24, 24), style.colors.maskedHatch()) > 24);
    QCOMPARE(count(image.copy(0, 0, 24, 24), style.colors.at(1.0)), 0);
    QVERIFY(count(image.copy(24, 0, 24, 24), style.colors.masked()) > 24); // nothing is known of it
    QCOMPARE(count(image.copy(48, 0, 23, 23), style.colors.at(1.0)), 23 * 23);
    const auto lightness = [](QRgb color) { return perceivedLightness(color); };
    QVERIFY(lightness(ground) > lightness(style.colors.at(1.0)) &&
            lightness(ground) < lightness(style.colors.masked()));
    QCOMPARE(renderCells(cells, seeing, {0, 0, 3, 1}, {1, 1}).pixel(0, 0), style.colors.at(1.0)); // visible ones win
}

void CellImageTest::hotCellIsNeverLost_data() {
    QTest::addColumn<int>("pixels");
    for (const int pixels : {1, 2, 3, 7, 50, 127, 128, 200, 255, 256, 300, 511, 700})
        QTest::addRow("%d", pixels) << pixels;
}

void CellImageTest::hotCellIsNeverLost() {
    QFETCH(int, pixels);
    const int size = 256;
    for (const int hot : {0, 1, 100, 127, 128, 201, 255}) {
        QList<float> units(size * size, 0.1f);
        units[hot * size + (size - 1 - hot)] = 1.0f;
        const CellPyramid cells(size, size, units, false);
        const QImage image = renderCells(cells, style, {0, 0, size, size}, {pixels, pixels});
        QVERIFY2(count(image, style.colors.at(1.0)) > 0, qPrintable(QString::number(hot)));
    }
}

void CellImageTest::farthestFromZeroWinsWhenSigned() {
    const CellPyramid cells(2, 2, {0.5f, 0.05f, 0.6f, nothing}, true);
    const CellStyle diverging{ColorMap(ColorMapId::Diverging, Theme::Light), 0, 1.0};
    const QImage image = renderCells(cells, diverging, {0, 0, 2, 2}, {1, 1});
    QCOMPARE(image.pixel(0, 0), diverging.colors.at(static_cast<double>(0.05f)));
}

void CellImageTest::partsShowTheirCells() {
    QList<float> units(100, 0.0f);
    units[57] = 1.0f; // row 5, column 7
    const CellPyramid cells(10, 10, units, false);
    const QImage image = renderCells(cells, style, {6.5, 4.5, 2.0, 2.0}, {80, 80});
    QCOMPARE(image.pixel(40, 40), style.colors.at(1.0));
    QCOMPARE(image.pixel(10, 40), style.colors.at(0.0));
    QCOMPARE(image.pixel(40, 10), style.colors.at(0.0));
}

void CellImageTest::emptyMapsAndPicturesAreEmpty() {
    QVERIFY(renderCells(CellPyramid(0, 0, {}, false), style, {0, 0, 1, 1}, {10, 10}).isNull());
    QVERIFY(renderCells(CellPyramid(1, 1, {1.0f}, false), style, {0, 0, 1, 1}, {0, 10}).isNull());
    QCOMPARE(renderCells(CellPyramid(1, 1, {nothing}, false), style, {0, 0, 1, 1}, {3, 3}).size(), QSize(3, 3));
}

QTEST_GUILESS_MAIN(CellImageTest)
#include "cell_image_test.moc"
