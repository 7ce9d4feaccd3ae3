#include "widgets/matrix/heat_map_fixture.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <cmath>
#include <limits>

using namespace headlight;

/// What is drawn of a map, and where.
class HeatMapPaintTest : public QObject, HeatMapFixture {
    Q_OBJECT

private slots:
    void init() { showMap(); }
    void cellsAndPixelsAgreeWhenZoomed();
    void masksAndColoursArePainted();
    void theLegendSaysWhatIsThere();
    void whatTheColoursMeanIsWholeInANarrowMap();
    void paintingMovesNothing();
    void themeChangesColours();
    void pixelRatioDoublesPixels();
    void labelsStayInsideAndApart_data();
    void labelsStayInsideAndApart();
    void thinnedLabelsAreEvenlySpaced();
    void aMapOfFewRowsOrColumnsCanBeRead();
    void oddShapes_data();
    void oddShapes();
    void vectorFilesKeepCells();
    void hatchesEndAtTheEdgeOfAZoomedMap();
    void turnedLabelsAreWholeWhereThatCostsNothing();
};

void HeatMapPaintTest::cellsAndPixelsAgreeWhenZoomed() {
    for (const double zoom : {1.0, 1.7, 5.0}) {
        m_map->setViewport({zoom, 2.3, 3.1});
        const HeatMapGeometry where = m_map->mapGeometry();
        const QImage image = m_map->grab().toImage();
        const ColorMap map(ColorMapId::Blues, Theme::Light);
        int seen = 0;
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column) {
                const QPointF center = where.cellRect(row, column).center();
                if (!where.plot.adjusted(3, 3, -3, -3).contains(center))
                    continue;
                QCOMPARE(where.cellAt(center).value_or(MapCell{}), (MapCell{row, column}));
                if (m_map->painter().minimapRect(where).adjusted(-5, -5, 5, 5).contains(center))
                    continue;
                QCOMPARE(image.pixel(center.toPoint()), map.at(static_cast<double>(m_map->view().value(row, column))));
                ++seen;
            }
        QVERIFY(seen > 0);
    }
}

void HeatMapPaintTest::masksAndColoursArePainted() {
    MatrixView view = square(4);
    view.masked = QList<quint8>(16, 0);
    view.masked[6] = 1; // row 1, column 2
    m_map->setView(view);
    const QImage image = m_map->grab().toImage();
    const QRect cell = m_map->mapGeometry().cellRect(1, 2).toAlignedRect().adjusted(2, 2, -2, -2);
    int hatch = 0;
    for (int y = cell.top(); y < cell.bottom(); ++y)
        for (int x = cell.left(); x < cell.right(); ++x)
            hatch += image.pixelColor(x, y) == color(ColorRole::MaskedHatch, Theme::Light) ? 1 : 0;
    QVERIFY(hatch > cell.width());
    QVERIFY(m_map->readOutAt(1, 2).endsWith("not visible"));
}

void HeatMapPaintTest::theLegendSaysWhatIsThere() {
    MatrixView view = square(4);
    view.masked = QList<quint8>(16, 0);
    view.hatches = QList<CellHatch>(16, CellHatch::None);
    const auto words = [&] {
        HeatMapPainter painter;
        painter.setView(view);
        QStringList words;
        for (const auto& [hatch, text] : painter.colorBar().samples())
            words << text;
        return words;
    };
    QCOMPARE(words(), QStringList());
    view.masked[6] = 1; // by the user alone
    view.hatches[6] = CellHatch::Forbidden;
    QCOMPARE(words(), QStringList{"forbidden"});
    view.masked[3] = 1;
    QCOMPARE(words(), (QStringList{"not visible", "forbidden"}));
}

void HeatMapPaintTest::whatTheColoursMeanIsWholeInANarrowMap() {
    MatrixView view = square(4);
    view.masked.fill(0, 16);
    view.masked[1] = 1;
    view.valueName = "weight";
    view.range.choice = RangeChoice::Map;
    HeatMapPainter painter;
    painter.setView(view);
    double before = 0.0;
    for (const int width : {600, 300, 200}) { // on one line, on two, on three
        const QRectF rect(0, 0, width, 400);
        QBuffer svg;
        QSvgGenerator generator;
        generator.setOutputDevice(&svg);
        generator.setViewBox(rect);
        QPainter onto(&generator);
        painter.paint(onto, rect);
        onto.end();
        QVERIFY2(svg.data().contains(">weight, range of this map<"), qPrintable(QString::number(width)));
        QVERIFY2(svg.data().contains(">not visible<"), qPrintable(QString::number(width)));
        const double height = painter.geometry(rect).legend.height();
        QVERIFY(height > before);
        before = height;
    }
}

/// What a stroke adds to the legend would break it, and the next stroke would hit another row.
void HeatMapPaintTest::paintingMovesNothing() {
    MatrixView view = square(8);
    view.valueName = "weight";
    view.masked = QList<quint8>(64, 0);
    view.masked[1] = 1;
    view.hatches = QList<CellHatch>(64, CellHatch::None);
    MatrixView painted = view;
    painted.hatches[20] = CellHatch::Forced;
    painted.hatches[21] = painted.hatches[22] = CellHatch::Forbidden;
    painted.masked[21] = painted.masked[22] = 1;
    int moved = 0;
    for (const int width : {200, 300, 400, 500, 600}) {
        m_map->resize(width, 400);
        m_map->setPainting(true);
        m_map->setView(view);
        const QRectF before = m_map->mapGeometry().plot;
        m_map->setView(painted);
        QCOMPARE(m_map->mapGeometry().plot, before);
        HeatMapPainter figure = m_map->painter();
        FigureStyle style;
        style.isFigure = true;
        figure.setStyle(style);
        figure.setView(view); // a file has no room for what is not there
        m_map->setPainting(false);
        m_map->setView(view);
        QCOMPARE(figure.geometry(m_map->rect()).plot, m_map->mapGeometry().plot);
        moved += m_map->mapGeometry().plot != before;
    }
    QVERIFY(moved > 0); // else none of these widths would need the room
}

void HeatMapPaintTest::themeChangesColours() {
    const QPoint corner(m_map->width() - 3, m_map->height() - 3);
    QCOMPARE(m_map->grab().toImage().pixelColor(corner), color(ColorRole::Surface, Theme::Light));
    m_appearance.setChoice(ThemeChoice::Dark);
    QCOMPARE(m_map->grab().toImage().pixelColor(corner), color(ColorRole::Surface, Theme::Dark));
    const QPoint zero = middle(*m_map, 0, 0);
    QCOMPARE(m_map->grab().toImage().pixel(zero), ColorMap(ColorMapId::Blues, Theme::Dark).at(0.0));
    m_appearance.setChoice(ThemeChoice::Light);
    QCOMPARE(m_map->grab().toImage().pixel(zero), ColorMap(ColorMapId::Blues, Theme::Light).at(0.0));
}

void HeatMapPaintTest::pixelRatioDoublesPixels() {
    HeatMapPainter painter;
    painter.setView(square(20));
    const auto edges = [&](int ratio) {
        QImage image(QSize(400, 400) * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        QPainter target(&image);
        painter.paint(target, QRectF(0, 0, 400, 400));
        target.end();
        const QRectF cell = painter.geometry(QRectF(0, 0, 400, 400), ratio).cellRect(4, 4);
        // Width in device pixels of the run of one colour through the middle of a cell.
        const int y = qRound(cell.center().y() * ratio);
        const int middleX = qRound(cell.center().x() * ratio);
        int from = middleX;
        int to = middleX;
        while (image.pixel(from - 1, y) == image.pixel(middleX, y))
            --from;
        while (image.pixel(to + 1, y) == image.pixel(middleX, y))
            ++to;
        return to - from + 1;
    };
    QVERIFY2(std::abs(edges(2) - 2 * edges(1)) <= 2, qPrintable(QString("%1 and %2").arg(edges(1)).arg(edges(2))));
}

void HeatMapPaintTest::labelsStayInsideAndApart_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("zoom");
    for (const int count : {1, 5, 12, 13, 40, 200, 512})
        for (const QSize size : {QSize(160, 160), QSize(420, 380), QSize(900, 700)})
            for (const double zoom : {1.0, 3.7})
                QTest::addRow("%d tokens, %dx%d, zoom %g", count, size.width(), size.height(), zoom)
                    << count << size << zoom;
}

void HeatMapPaintTest::labelsStayInsideAndApart() {
    QFETCH(int, count);
    QFETCH(QSize, size);
    QFETCH(double, zoom);
    HeatMapPainter painter;
    MatrixView view = square(count);
    for (int i = 0; i < count; ++i)
        view.columnLabels[i] = QString("internationalisation").left(1 + i * 7 % 20);
    painter.setView(view);
    painter.setViewport({zoom, count / 3.0, count / 4.0});
    painter.setHover({count / 2, count / 2});
    const HeatMapGeometry where = painter.geometry(QRectF(QPointF(), size));
    if (count > 12)
        QCOMPARE(where.direction, LabelDirection::Turned);
    QVERIFY(where.legend.bottom() <= size.height() + 0.5);
    for (const auto& labels : {painter.rowLabels(where), painter.columnLabels(where)})
        for (qsizetype i = 0; i < labels.size(); ++i) {
            QVERIFY(labels[i].box.left() >= -0.5 && labels[i].box.top() >= -0.5);
            for (qsizetype j = 0; j < i; ++j) {
                const QRectF shared = labels[i].box.intersected(labels[j].box);
                QVERIFY(shared.width() < 0.01 || shared.height() < 0.01);
            }
        }
    for (const PlacedLabel& row : painter.rowLabels(where))
        for (const PlacedLabel& column : painter.columnLabels(where))
            QVERIFY(!row.box.intersects(column.box));
}

void HeatMapPaintTest::thinnedLabelsAreEvenlySpaced() {
    HeatMapPainter painter;
    for (const int count : {30, 45, 64, 150, 300})
        for (const int side : {320, 380, 450, 540, 640, 800}) {
            painter.setView(square(count));
            const HeatMapGeometry where = painter.geometry(QRectF(0, 0, side, side));
            for (const auto& labels : {painter.rowLabels(where), painter.columnLabels(where)}) {
                QVERIFY(labels.size() > 2);
                for (qsizetype i = 1; i < labels.size(); ++i)
                    QVERIFY2(labels[i].index - labels[i - 1].index == labels[1].index && labels[0].index == 0,
                             qPrintable(QString("%1 in %2: label %3").arg(count).arg(side).arg(labels[i].text)));
                QVERIFY(labels.last().index + labels[1].index >= count);
            }
        }
}

void HeatMapPaintTest::aMapOfFewRowsOrColumnsCanBeRead() {
    const auto show = [&](int rows, int columns) {
        MatrixView view;
        view.rows = rows;
        view.columns = columns;
        view.values.fill(0.5f, qsizetype(rows) * columns);
        view.title = "map";
        m_map->setView(view);
        return m_map->mapGeometry();
    };
    m_map->resize(900, 600);
    const HeatMapGeometry one = show(1, 512);
    QVERIFY2(one.plot.height() >= 18 && one.cell < 2, qPrintable(QString::number(one.plot.height())));
    QCOMPARE(one.cellRect(0, 0).height(), one.plot.height());
    // What is under the pointer is the cell that is drawn there, also after zooming and dragging.
    for (const int notches : {0, 6, 6}) {
        const QPointF point(one.plot.center().x() + 90, one.plot.bottom() - 3);
        wheel(*m_map, point, notches);
        const HeatMapGeometry where = m_map->mapGeometry();
        const MapCell cell = where.cellAt(point).value_or(MapCell{});
        QVERIFY(cell.row == 0 && where.cellRect(0, cell.column).contains(point));
        QVERIFY(where.plot.height() >= one.plot.height());
    }
    m_map->resetZoom();
    QVERIFY(show(3, 512).rowHeight >= 18);
    QVERIFY(m_map->painter().naturalSize().height() > 3 * 18);
    const HeatMapGeometry strips = show(512, 8); // of features
    QVERIFY2(strips.cell >= 18 && strips.rowHeight < 2, qPrintable(QString::number(strips.cell)));
    for (const int notches : {0, 6}) {
        const QPointF point(strips.plot.right() - 3, strips.plot.center().y() + 40);
        wheel(*m_map, point, notches);
        const HeatMapGeometry where = m_map->mapGeometry();
        const MapCell cell = where.cellAt(point).value_or(MapCell{});
        QVERIFY(cell.column == 7 && where.cellRect(cell.row, 7).contains(point));
    }
    m_map->resetZoom();
    const HeatMapGeometry many = show(300, 512); // as before
    QCOMPARE(many.rowHeight, many.cell);
    const HeatMapGeometry whole = show(512, 512);
    QCOMPARE(whole.rowHeight, whole.cell);
}

void HeatMapPaintTest::oddShapes_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    for (const auto& [rows, columns] :
         std::initializer_list<std::pair<int, int>>{{0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, 60}, {60, 1}, {512, 512}})
        QTest::addRow("%dx%d", rows, columns) << rows << columns;
}

void HeatMapPaintTest::oddShapes() {
    QFETCH(int, rows);
    QFETCH(int, columns);
    MatrixView view;
    view.rows = rows;
    view.columns = columns;
    view.values.fill(0.5f, static_cast<qsizetype>(rows) * columns);
    if (rows > 0 && columns > 0) {
        view.values[0] = std::numeric_limits<float>::quiet_NaN();
        view.values.last() = std::numeric_limits<float>::infinity();
    }
    view.rowLabels.fill(QString(), rows); // tokens may be empty
    for (const RangeChoice choice : {RangeChoice::Unit, RangeChoice::Map, RangeChoice::Row})
        for (const ColorMapRow& map : colorMapRows()) {
            view.colorMap = map.id;
            view.range = view.rangeFor(choice);
            m_map->setView(view);
            for (const QSize size : {QSize(400, 400), QSize(30, 30), QSize(1, 1), QSize(700, 90)}) {
                m_map->resize(size);
                m_map->setViewport({3.0, 1.0, 1.0});
                m_map->grab();
                m_map->resetZoom();
                m_map->grab();
                wheel(*m_map, {size.width() / 2.0, size.height() / 2.0}, 3);
            }
        }
    for (const auto key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_PageDown, Qt::Key_End, Qt::Key_Plus, Qt::Key_Return})
        QTest::keyClick(m_map.get(), key);
    if (rows > 0 && columns > 0)
        QVERIFY(m_map->focusCell().row < rows && m_map->focusCell().column < columns);
    m_map->readOutAt(0, 0);
    m_map->grab();
}

void HeatMapPaintTest::vectorFilesKeepCells() {
    HeatMapPainter painter;
    painter.setView(square(5));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(painter.naturalSize().toSize());
    QPainter target(&svg);
    painter.paint(target, QRectF(QPointF(), painter.naturalSize()));
    target.end();
    QVERIFY(!buffer.data().contains("<image"));
    QVERIFY(buffer.data().contains("t4"));
}

/// An SVG knows no clip of Qt's: what the user changed in a cell that is seen in part ends at the map's edge.
void HeatMapPaintTest::hatchesEndAtTheEdgeOfAZoomedMap() {
    MatrixView view = square(4);
    view.hatches = QList<CellHatch>(16, CellHatch::None);
    view.hatches[2 * 4] = CellHatch::Forbidden;
    view.hatches[2] = CellHatch::Forced;
    HeatMapPainter painter;
    painter.setView(view);
    painter.setViewport({1.6, 0, 0}); // two and a half rows and columns
    FigureStyle style;
    style.isFigure = true;
    style.parts = {};
    painter.setStyle(style);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    const QRectF rect(0, 0, 400, 500);
    svg.setSize(rect.size().toSize());
    svg.setViewBox(rect);
    QPainter target(&svg);
    painter.paint(target, rect);
    target.end();
    QImage image(rect.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter onImage(&image);
    QSvgRenderer(buffer.data()).render(&onImage, rect);
    onImage.end();
    const QRectF plot = painter.geometry(rect).plot.adjusted(-2, -2, 2, 2);
    int inside = 0;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y) {
            const QColor pixel = image.pixelColor(x, y);
            const bool isInk =
                pixel == color(ColorRole::Error, Theme::Light) || pixel == color(ColorRole::Altered, Theme::Light);
            inside += isInk && plot.contains(QPointF(x, y));
            QVERIFY2(!isInk || plot.contains(QPointF(x, y)), qPrintable(QStringLiteral("%1 %2").arg(x).arg(y)));
        }
    QVERIFY(inside > 20);
}

/// Where the cells are as large as the width lets them be, and there is room below.
void HeatMapPaintTest::turnedLabelsAreWholeWhereThatCostsNothing() {
    MatrixView view;
    view.rows = 1;
    view.columns = 10;
    view.values = QList<float>(10, 0.5F);
    for (int column = 0; column < view.columns; ++column)
        view.columnLabels << QStringLiteral("wonderfully%1").arg(column);
    HeatMapPainter painter;
    painter.setView(view);
    const HeatMapGeometry where = painter.geometry(QRectF(0, 0, 240, 220));
    QCOMPARE(where.direction, LabelDirection::Turned);
    for (const PlacedLabel& label : painter.columnLabels(where))
        QVERIFY2(label.text.startsWith("wonderfully"), qPrintable(label.text));
}

QTEST_MAIN(HeatMapPaintTest)
#include "heat_map_paint_test.moc"
