#include "style/color_map.h"

#include <QTest>
#include <cmath>
#include <limits>

using namespace headlight;

class ColorMapTest : public QObject {
    Q_OBJECT

private slots:
    void lightnessIsMonotone_data();
    void lightnessIsMonotone();
    void zeroIsTheBackground();
    void endsAreClamped();
    void maskedIsNoValue();
};

void ColorMapTest::lightnessIsMonotone_data() {
    QTest::addColumn<ColorMapId>("id");
    QTest::addColumn<Theme>("theme");
    for (const ColorMapRow& row : colorMapRows())
        for (const Theme theme : {Theme::Light, Theme::Dark})
            QTest::addRow("%s %s", row.key, theme == Theme::Dark ? "dark" : "light") << row.id << theme;
}

void ColorMapTest::lightnessIsMonotone() {
    QFETCH(ColorMapId, id);
    QFETCH(Theme, theme);
    const ColorMap map(id, theme);
    const auto check = [&](size_t from, size_t to) {
        const double first = perceivedLightness(map.table()[from]);
        const double last = perceivedLightness(map.table()[to]);
        QVERIFY(std::abs(last - first) > 0.4);
        const double sign = last > first ? 1.0 : -1.0;
        for (size_t i = from + 1; i <= to; ++i)
            QVERIFY2(sign * (perceivedLightness(map.table()[i]) - perceivedLightness(map.table()[i - 1])) > -0.004,
                     qPrintable(QString::number(i)));
        for (size_t i = from + 16; i <= to; i += 16) // rounding to bytes apart, it rises everywhere
            QVERIFY(sign * (perceivedLightness(map.table()[i]) - perceivedLightness(map.table()[i - 16])) > 0.0);
    };
    if (id == ColorMapId::Diverging) {
        check(0, 127);
        check(128, 255);
    } else {
        check(0, 255);
    }
}

void ColorMapTest::zeroIsTheBackground() {
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        const QRgb ground = color(ColorRole::Surface, theme).rgb();
        QCOMPARE(ColorMap(ColorMapId::Blues, theme).at(0.0), ground);
        QCOMPARE(ColorMap(ColorMapId::Grey, theme).at(0.0), ground);
        const QRgb zero = ColorMap(ColorMapId::Diverging, theme).at(0.5);
        QVERIFY(std::abs(perceivedLightness(zero) - perceivedLightness(ground)) < 0.02);
    }
}

void ColorMapTest::endsAreClamped() {
    const ColorMap map(ColorMapId::Viridis, Theme::Light);
    QCOMPARE(map.at(-3.0), map.table().front());
    QCOMPARE(map.at(7.0), map.table().back());
    QCOMPARE(map.at(std::numeric_limits<double>::infinity()), map.table().back());
}

void ColorMapTest::maskedIsNoValue() {
    for (const ColorMapRow& row : colorMapRows())
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            const ColorMap map(row.id, theme);
            QCOMPARE(map.at(std::nan("")), map.masked());
            QVERIFY(map.masked() != map.at(0.0));
            QVERIFY(map.masked() != map.maskedHatch());
        }
}

QTEST_GUILESS_MAIN(ColorMapTest)
#include "color_map_test.moc"
