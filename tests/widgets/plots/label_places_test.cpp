#include "plots/label_places.h"

#include <QTest>

using namespace headlight;

/// Labels beside marks, in pixels.
class LabelPlacesTest : public QObject {
    Q_OBJECT

    static constexpr QSizeF size{100, 14};
    static QRectF markAt(double x, double y) { return {x - 3, y - 3, 6, 6}; }

private slots:
    void aLabelStandsBesideItsMark() {
        LabelPlaces places(QRectF(0, 0, 400, 300), {});
        const auto rect = places.placeAt(markAt(200, 150), size);
        QVERIFY(rect && rect->left() > 203 && rect->left() < 210 && std::abs(rect->center().y() - 150) < 1);
        QVERIFY(!LabelPlaces::leader(markAt(200, 150), *rect));
    }

    /// Two curves beside each other: the label of a point goes to the side where there is none.
    void aLabelKeepsOffOtherLines() {
        const QList<QPointF> own = {{0, 150}, {200, 150}, {400, 100}}, other = {{0, 160}, {200, 160}, {400, 160}};
        LabelPlaces places(QRectF(0, 0, 400, 300), {own, other});
        const auto rect = places.placeAt(markAt(200, 150), size);
        QVERIFY(rect && rect->bottom() < 150);
        QVERIFY(!LabelPlaces::leader(markAt(200, 150), *rect));
    }

    void aLabelThatMovedHasALeader() {
        QList<QList<QPointF>> lines;
        for (const double y : {126., 134., 142., 146., 154., 158., 166., 174.})
            lines.append({{0, y}, {400, y}});
        LabelPlaces places(QRectF(0, 0, 400, 300), lines);
        const QRectF mark = markAt(200, 150);
        const auto rect = places.placeAt(mark, size);
        QVERIFY(rect);
        const auto leader = LabelPlaces::leader(mark, *rect);
        QVERIFY(leader && rect->adjusted(-1, -1, 1, 1).contains(leader->p1()));
        QVERIFY(std::abs(QLineF(leader->p2(), mark.center()).length() - 3) < 0.1); // ends at the mark's edge
        QVERIFY(leader->length() < 60);
    }

    void labelsCoverNeitherMarksNorEachOther() {
        LabelPlaces places(QRectF(0, 0, 200, 120), {});
        const QList<QRectF> marks = {markAt(100, 60), markAt(104, 62), markAt(98, 64), markAt(190, 10)};
        for (const QRectF& mark : marks)
            places.take(mark);
        QList<QRectF> all = marks;
        for (const QRectF& mark : marks)
            if (const auto rect = places.placeAt(mark, size)) {
                for (const QRectF& other : all)
                    QVERIFY(!other.intersects(*rect));
                QVERIFY(places.room().contains(*rect));
                all.append(*rect);
            }
        QCOMPARE(all.size(), 8);
        QVERIFY(!places.placeAt(markAt(100, 60), QSizeF(300, 14))); // wider than the room
    }
};

QTEST_GUILESS_MAIN(LabelPlacesTest)
#include "label_places_test.moc"
