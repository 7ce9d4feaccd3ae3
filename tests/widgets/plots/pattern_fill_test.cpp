#include "plots/pattern_fill.h"

#include <QtTest>

using namespace headlight;

/// How bars past the first dozen are filled.
class PatternFillTest : public QObject {
    Q_OBJECT

private slots:
    void aPatternStaysInsideItsRectangle_data() {
        QTest::addColumn<int>("style");
        for (const Qt::BrushStyle style : {Qt::SolidPattern, Qt::BDiagPattern, Qt::FDiagPattern, Qt::DiagCrossPattern,
                                           Qt::HorPattern, Qt::VerPattern})
            QTest::addRow("%d", int(style)) << int(style);
    }
    void aPatternStaysInsideItsRectangle() {
        QFETCH(int, style);
        const QImage image = filled(Qt::BrushStyle(style));
        int inside = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) != Qt::white) {
                    QVERIFY2(rect.adjusted(0, 0, 1, 1).contains(x, y),
                             qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
                    ++inside;
                }
        const int all = rect.width() * rect.height();
        QVERIFY(style == Qt::SolidPattern ? inside == all : inside > all / 10 && inside < all * 9 / 10);
    }

    /// Else two dozens of bars would look alike.
    void noTwoPatternsLookAlike() {
        QList<QImage> images;
        for (const Qt::BrushStyle style : {Qt::SolidPattern, Qt::BDiagPattern, Qt::FDiagPattern, Qt::DiagCrossPattern,
                                           Qt::HorPattern, Qt::VerPattern}) {
            const QImage image = filled(style);
            QVERIFY(!images.contains(image));
            images.append(image);
        }
    }

    void horizontalLinesAreHorizontal() {
        const QImage image = filled(Qt::HorPattern);
        for (int y = rect.top(); y <= rect.bottom(); ++y)
            for (int x = rect.left(); x <= rect.right(); ++x)
                QCOMPARE(image.pixelColor(x, y), image.pixelColor(rect.left(), y));
    }

    /// Bars that stand upon each other are one area.
    void linesGoOnInTheNextRectangle() {
        QImage whole = blank(), halves = blank();
        const QBrush brush(Qt::black, Qt::HorPattern);
        {
            QPainter painter(&whole);
            fillPatterned(painter, rect, brush);
        }
        {
            QPainter painter(&halves);
            fillPatterned(painter, rect.adjusted(0, 0, -20, 0), brush);
            fillPatterned(painter, rect.adjusted(rect.width() - 20, 0, 0, 0), brush);
        }
        QCOMPARE(halves, whole);
    }

private:
    static constexpr QRect rect{10, 12, 60, 40};

    static QImage blank() {
        QImage image(80, 64, QImage::Format_RGB32);
        image.fill(Qt::white);
        return image;
    }
    static QImage filled(Qt::BrushStyle style) {
        QImage image = blank();
        QPainter painter(&image);
        fillPatterned(painter, rect, QBrush(Qt::black, style));
        return image;
    }
};

QTEST_MAIN(PatternFillTest)
#include "pattern_fill_test.moc"
