#include "matrix/patch_map_painter.h"

#include <QPainter>
#include <QtTest>

#include <stdexcept>

using namespace headlight;

/// A map over an image.
class PatchMapTest : public QObject {
    Q_OBJECT

    /// Two marks and 2 × 3 patches, of which the last has all the weight.
    static PatchMapView sample() {
        PatchMapView view;
        view.row.tokens = {"[CLS]", "[DIST]", "1,1", "1,2", "1,3", "2,1", "2,2", "2,3"};
        view.row.values = {0, 0, 0, 0, 0, 0, 0, 1};
        view.image = QImage(30, 20, QImage::Format_RGB888);
        view.image.fill(Qt::red);
        view.rows = 2;
        view.columns = 3;
        view.query = 0;
        return view;
    }
    static QImage drawn(const PatchMapPainter& painter, const QRectF& rect) {
        QImage picture(rect.size().toSize(), QImage::Format_RGB32);
        QPainter canvas(&picture);
        painter.paint(canvas, rect);
        return picture;
    }

private slots:
    void everyTokenIsWhereItIsFound() {
        PatchMapPainter painter;
        painter.setView(sample());
        for (const QRectF rect : {QRectF(0, 0, 300, painter.heightFor(300)), QRectF(0, 0, 400, 200)})
            for (int token = 0; token < painter.count(); ++token) {
                const QRectF item = painter.itemRect(rect, token);
                QVERIFY2(rect.contains(item), qPrintable(QString::number(token)));
                QCOMPARE(painter.indexAt(rect, item.center()), token);
            }
        QCOMPARE(painter.indexAt(QRectF(0, 0, 300, 300), {1, 1}), -1);
    }

    void theImageIsSeenUnlessItIsCovered() {
        PatchMapPainter painter;
        PatchMapView view = sample();
        painter.setView(view);
        const QRectF rect(0, 0, 300, painter.heightFor(300));
        const auto at = [&](int token) {
            return drawn(painter, rect).pixelColor(painter.itemRect(rect, token).center().toPoint());
        };
        painter.setStrength(0);
        QCOMPARE(at(2), QColor(Qt::red));
        QCOMPARE(at(7), QColor(Qt::red));
        painter.setStrength(1);
        const ColorMap map(view.row.colorMap, Theme::Light);
        QCOMPARE(at(7).rgb(), map.at(1));
        painter.setStrength(0.5);
        QVERIFY(at(7) != QColor(Qt::red) && at(7).rgb() != map.at(1));
    }

    void aReadOutNamesThePatch() {
        PatchMapPainter painter;
        painter.setView(sample());
        QCOMPARE(painter.readOut(7), QStringLiteral("patch 2,3 weight 1"));
        QVERIFY(painter.readOut(1).startsWith("[DIST] weight"));
        QVERIFY(painter.readOut(-1).isEmpty() && painter.readOut(8).isEmpty());
    }

    void aViewOfAnotherShapeIsRefused() {
        PatchMapPainter painter;
        painter.setView(sample());
        PatchMapView view = sample();
        view.rows = 3;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, painter.setView(view));
        QCOMPARE(painter.view().rows, 2);
    }
};

QTEST_MAIN(PatchMapTest)
#include "patch_map_test.moc"
