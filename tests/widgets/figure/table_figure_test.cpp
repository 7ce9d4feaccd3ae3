#include "figure/table_figure.h"

#include <QFile>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

/// A table as a figure for a paper. Runs without widgets.
class TableFigureTest : public QObject {
    Q_OBJECT

    static FigureOptions optionsOf(FigureParts parts, double widthMm = 85) {
        FigureOptions options;
        options.parts = parts;
        options.widthMm = widthMm;
        return options;
    }
    static Picture figure(const FigureTable& table, FigureParts parts = {}, double widthMm = 85) {
        return figureOfTable(table, optionsOf(parts, widthMm), Theme::Dark, QStringLiteral("Table"), {});
    }
    /// Words at the left, numbers at the right.
    static FigureTable tableOf(int rows, int columns) {
        FigureTable table;
        for (int column = 0; column < columns; ++column) {
            table.headings.append({QStringLiteral("heading%1").arg(column)});
            table.isRight.append(column > 0);
        }
        for (int row = 0; row < rows; ++row) {
            TableRow& line = table.rows.emplace_back();
            for (int column = 0; column < columns; ++column)
                line.cells.append({QStringLiteral("%1×%2").arg(row).arg(column)});
        }
        return table;
    }
    QString svg(const Picture& picture) const {
        QFile file(m_folder.filePath("table.svg"));
        return exportPicture(picture, file.fileName()).isEmpty() && file.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(file.readAll())
                   : QString();
    }
    static int pixelsOf(const QImage& image, const QColor& wanted) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == wanted.rgb();
        return count;
    }
    /// Where something other than the ground is drawn. The last pixels are cut in two by the size on paper.
    static QRect inked(const QImage& image) {
        QRect ink;
        for (int y = 0; y < image.height() - 2; ++y)
            for (int x = 0; x < image.width() - 2; ++x)
                if (image.pixel(x, y) != image.pixel(0, 0))
                    ink |= QRect(x, y, 1, 1);
        return ink;
    }
    QTemporaryDir m_folder;

private slots:
    void everyTextIsThere() {
        FigureTable table = tableOf(40, 12);
        table.rows[3].cells[0].text = "two\nlines & more";
        const QString drawn = svg(figure(table));
        QVERIFY(drawn.contains(">two lines &amp; more<")); // a row is one line
        for (const TableCell& heading : table.headings)
            QVERIFY2(drawn.contains('>' + heading.text + '<'), qPrintable(heading.text));
        table.rows.removeAt(3);
        for (const TableRow& row : table.rows)
            for (const TableCell& cell : row.cells)
                QVERIFY2(drawn.contains('>' + cell.text + '<'), qPrintable(cell.text));
        QVERIFY(!drawn.contains("<image"));
    }

    void aWideTableIsDrawnSmallerAndSaysSo() {
        const Picture wide = figure(tableOf(40, 12)), narrow = figure(tableOf(40, 3));
        for (const Picture& picture : {wide, narrow})
            QVERIFY(std::abs(picture.size.width() - 85 / 25.4 * 96) < 0.01);
        QVERIFY2(wide.remark.contains("points high"), qPrintable(wide.remark));
        QCOMPARE(narrow.remark, QString());
        QVERIFY(wide.size.height() < 0.8 * narrow.size.height()); // as many rows
    }

    /// However small it is drawn: beside the title nothing else would look right.
    void marginsAreAsWideAsTheTitles() {
        for (const int columns : {1, 3, 12, 40}) {
            const QImage image = renderPicture(figure(tableOf(5, columns)), 4);
            const QRect ink = inked(image);
            const double margin = 8 * 96 / 72.0 / 2 * 4; // half of 8 points
            const int right = image.width() - 1 - ink.right();
            QVERIFY2(std::abs(ink.left() - margin) < 4 && std::abs(right - margin) < 4,
                     qPrintable(QStringLiteral("%1 %2 of %3").arg(ink.left()).arg(right).arg(columns)));
        }
    }

    void itIsLightUnlessTheScreenIsMeant() {
        const QColor light = color(ColorRole::Surface, Theme::Light), dark = color(ColorRole::Surface, Theme::Dark);
        QCOMPARE(renderPicture(figure(tableOf(3, 3)), 1).pixelColor(1, 1), light);
        FigureOptions options = optionsOf({});
        options.theme = {};
        const Picture asOnScreen = figureOfTable(tableOf(3, 3), options, Theme::Dark, {}, {});
        QCOMPARE(renderPicture(asOnScreen, 1).pixelColor(1, 1), dark);
    }

    void numbersStandAtTheRight() {
        FigureTable table = tableOf(2, 2);
        table.headings = {{"a"}, {"b"}};
        table.rows[0].cells[1].text = "1";
        table.rows[1].cells[1].text = "1000000";
        for (const bool isRight : {true, false}) {
            table.isRight[1] = isRight;
            const QImage image = renderPicture(figure(table), 4);
            const int half = image.width() / 2, height = image.height();
            // Of three lines the second, without the rule above it.
            const QRect first = inked(image.copy(half, int(0.37 * height), half, int(0.23 * height)));
            QVERIFY2(isRight == (half - first.right() < half / 8), qPrintable(QString::number(first.right())));
        }
    }

    void aSpannedRowHasTheRoomOfAll() {
        FigureTable table = tableOf(3, 3);
        table.rows[1] = {{{QString(40, 'm')}, {"unseen"}, {"unseen"}}, true};
        const QString drawn = svg(figure(table, {}, 180));
        QVERIFY(drawn.contains('>' + QString(40, 'm') + '<') && !drawn.contains("unseen"));
        const Picture picture = figure(table, {}, 85);
        QVERIFY2(!picture.remark.isEmpty(), "it is as wide as the longest such row");
        const QImage image = renderPicture(picture, 4);
        const int last = image.height() * 4 / 5; // below the rule: the columns fill that width too
        QVERIFY(inked(image.copy(0, last, image.width(), image.height() / 5)).right() > image.width() * 0.9);
    }

    void marksAreDrawnWhereTheyAreWanted() {
        FigureTable table = tableOf(3, 3);
        const QString plain = svg(figure(table));
        table.rows[1].isChosen = table.rows[2].isBold = true;
        QCOMPARE(svg(figure(table)), plain);
        const QString selection = color(ColorRole::Selection, Theme::Light).name();
        const QString marked = svg(figure(table, FigurePart::Marks));
        QVERIFY(marked.contains(selection) && !plain.contains(selection));
        QCOMPARE(marked.count(QRegularExpression("<text[^>]*font-weight=\"700\"")), 1); // the first cell of one row
        QVERIFY(figure(table).parts.testFlag(FigurePart::Marks));                       // so the dialog offers them
    }

    void dotsAreVectorsInTheColoursOfPaper() {
        FigureTable table = tableOf(3, 3);
        table.headings[1].dot = SeriesLook{1};
        table.rows[0].cells[0].dot = SeriesLook{2};
        table.rows[1].cells[0].dot = SeriesLook{0, QColor("#123456")};
        const QString drawn = svg(figure(table));
        QVERIFY(!drawn.contains("<image"));
        for (const QColor& tone : {SeriesLook{1}.in(Theme::Light), SeriesLook{2}.in(Theme::Light), QColor("#123456")})
            QVERIFY2(drawn.contains("fill=\"" + tone.name()), qPrintable(tone.name()));
        for (const int place : {1, 2})
            QVERIFY(!drawn.contains(SeriesLook{place}.in(Theme::Dark).name()));
    }

    /// The colours come round again; and on a ground that lets through what is below, so does the hole.
    void pastTheFirstDozenADotIsARing() {
        FigureTable table = tableOf(1, 2);
        FigureOptions options = optionsOf({});
        options.transparent = true;
        const auto drawn = [&](int place) {
            table.rows[0].cells[0].dot = SeriesLook{place};
            return renderPicture(figureOfTable(table, options, Theme::Light, {}, {}), 8);
        };
        const QColor tone = SeriesLook{3}.in(Theme::Light);
        const int disc = pixelsOf(drawn(3), tone), ring = pixelsOf(drawn(3 + seriesColorCount), tone);
        QVERIFY2(ring > disc / 2 && ring < disc * 0.95, qPrintable(QStringLiteral("%1 of %2").arg(ring).arg(disc)));
    }

    void aDotTakesNoRoomFromTheWords() {
        FigureTable table = tableOf(1, 1);
        table.rows[0].cells[0] = {QString(30, 'm'), SeriesLook{0}};
        for (const bool isRight : {false, true}) {
            table.isRight = {isRight};
            const QImage image = renderPicture(figure(table, {}, 60), 4);
            const QColor tone = SeriesLook{0}.in(Theme::Light);
            QVERIFY(pixelsOf(image, tone) > 50);
            const QRect ink = inked(image);
            QVERIFY2(ink.left() > 4 && ink.right() < image.width() - 6, qPrintable(QString::number(ink.left())));
        }
    }
};

QTEST_MAIN(TableFigureTest)
#include "table_figure_test.moc"
