#include "matrix/bar_list.h"
#include "style/appearance.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

using namespace headlight;

class BarListTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(ThemeChoice::Light); }

    void barsGrowWithValues();
    void barsSayTheirValue();
    void barsLeaveLongLabelsRoom();

private:
    std::unique_ptr<Appearance> m_appearance;
};

void BarListTest::barsGrowWithValues() {
    BarList list;
    list.setBars({{"location", 0.75, 0.5, true},
                  {"entity", 0.25, std::nan(""), false},
                  {"impossible", 1.5, std::nan(""), false},
                  {"broken", std::nan(""), std::nan(""), false}});
    list.resize(400, list.sizeHint().height());
    const QRectF area = list.rect();
    const auto width = [&](int index) { return list.painter().barRect(area, index).width(); };
    QVERIFY(std::abs(width(0) - 3 * width(1)) < 0.01);
    QVERIFY(std::abs(width(2) - 4 * width(1)) < 0.01);
    QCOMPARE(width(3), 0.0);
    const QImage image = list.grab().toImage();
    QCOMPARE(image.pixelColor(list.painter().barRect(area, 0).center().toPoint()),
             color(ColorRole::Accent, Theme::Light));
    QVERIFY(area.contains(list.painter().rowRect(area, 3)));
}

void BarListTest::barsSayTheirValue() {
    BarList list;
    list.setBars({{"location", 0.75, 0.5, true}, {"entity", 0.25, std::nan(""), false}});
    list.resize(400, 100);
    QSignalSpy hovered(&list, &BarList::hovered);
    QTest::keyClick(&list, Qt::Key_Down);
    QCOMPARE(hovered.count(), 1);
    QCOMPARE(list.spokenValue(), QStringLiteral("location 0.75, was 0.5"));
    QSignalSpy activated(&list, &BarList::activated);
    QTest::mouseClick(&list, Qt::LeftButton, {}, list.painter().rowRect(list.rect(), 1).center().toPoint());
    QCOMPARE(activated.takeFirst(), QList<QVariant>{QVariant(1)});
    QTest::keyClick(&list, Qt::Key_Return);
    QCOMPARE(activated.takeFirst(), QList<QVariant>{QVariant(0)});
}

void BarListTest::barsLeaveLongLabelsRoom() {
    const QStringList labels{"contradiction", "entailment", "neutral"};
    BarList list;
    QList<Bar> bars;
    for (const QString& label : labels)
        bars << Bar{label, 1.0, 0.5, true};
    list.setBars(bars);
    for (const int width : {170, 200, 400}) {
        const QRectF area(0, 0, width, list.heightForWidth(width));
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(list.painter().labelText(area, i), labels[i]);
            QVERIFY(area.contains(list.painter().rowRect(area, i)));
            QVERIFY(list.painter().rowRect(area, i).contains(list.painter().barRect(area, i)));
            QVERIFY2(list.painter().barRect(area, i).width() > 35, qPrintable(QString::number(width)));
        }
    }
    QVERIFY(list.heightForWidth(170) > list.heightForWidth(400)); // in lines of their own
}

QTEST_MAIN(BarListTest)
#include "bar_list_test.moc"
