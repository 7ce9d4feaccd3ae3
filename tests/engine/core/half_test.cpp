#include "core/half.h"

#include <QtTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using namespace headlight;

namespace {

/// The value of a half from the definition of the format.
double definedValue(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31)
        return fraction ? std::nan("") : sign * std::numeric_limits<double>::infinity();
    return exponent ? sign * std::ldexp(1024 + fraction, exponent - 25) : sign * std::ldexp(fraction, -24);
}

} // namespace

class HalfTest : public QObject {
    Q_OBJECT
private slots:
    void everyHalfKeepsItsValue() {
        for (int i = 0; i < 65536; ++i) {
            const auto bits = std::uint16_t(i);
            const double defined = definedValue(bits);
            const float value = fromHalf(bits);
            if (std::isnan(defined)) {
                QVERIFY(std::isnan(value));
                QVERIFY(std::isnan(fromHalf(toHalf(value))));
            } else {
                QCOMPARE(double(value), defined);
                QCOMPARE(toHalf(value), bits); // also the sign of zero
            }
        }
    }

    /// Whole vectors and the rest behind them, at an odd place.
    void anArrayHasTheSameValues() {
        constexpr std::size_t count = 65536 - 3;
        std::string bytes(1 + 2 * count, '\0');
        for (std::size_t i = 0; i < count; ++i) {
            const auto bits = std::uint16_t(i);
            std::memcpy(bytes.data() + 1 + 2 * i, &bits, sizeof bits);
        }
        std::vector<float> half(count), brain(count);
        fromHalf(bytes.data() + 1, half.data(), count);
        fromBfloat16(bytes.data() + 1, brain.data(), count);
        for (std::size_t i = 0; i < count; ++i) {
            const float expected = fromHalf(std::uint16_t(i)), second = fromBfloat16(std::uint16_t(i));
            QVERIFY(std::isnan(expected) ? std::isnan(half[i]) : half[i] == expected);
            QVERIFY(std::isnan(second) ? std::isnan(brain[i]) : brain[i] == second);
        }
    }

    void roundsToNearestAndTiesToEven() {
        for (int i = 0; i < 0x7bff; ++i) { // between every two neighbours, subnormals included
            const double low = definedValue(std::uint16_t(i)), high = definedValue(std::uint16_t(i + 1));
            const float middle = float((low + high) / 2); // exact in float
            const auto even = std::uint16_t(i % 2 == 0 ? i : i + 1);
            QCOMPARE(toHalf(middle), even);
            QCOMPARE(toHalf(-middle), std::uint16_t(even | 0x8000));
            QCOMPARE(toHalf(std::nextafter(middle, 0.0f)), std::uint16_t(i));
            QCOMPARE(toHalf(std::nextafter(middle, 1e9f)), std::uint16_t(i + 1));
        }
    }

    void whatIsTooLargeBecomesInfinite() {
        QCOMPARE(toHalf(65504.0f), std::uint16_t(0x7bff));
        QCOMPARE(toHalf(65519.99f), std::uint16_t(0x7bff));
        QCOMPARE(toHalf(65520.0f), std::uint16_t(0x7c00));
        QCOMPARE(toHalf(-1e30f), std::uint16_t(0xfc00));
        QCOMPARE(toHalf(1e-30f), std::uint16_t(0));
        QVERIFY(std::isnan(fromHalf(toHalf(std::nanf("")))));
    }

    void arraysAndBfloat16() {
        const float values[] = {1.0f, -2.5f, 0.1f};
        std::uint16_t bits[3];
        float back[3];
        toHalf(values, bits, 3);
        fromHalf(reinterpret_cast<const char*>(bits), back, 3);
        QCOMPARE(back[0], 1.0f);
        QCOMPARE(back[1], -2.5f);
        QCOMPARE(back[2], 0.0999755859375f);
        QCOMPARE(fromBfloat16(0x3fc0), 1.5f);
        QCOMPARE(fromBfloat16(0xff80), -std::numeric_limits<float>::infinity());
    }
};

QTEST_GUILESS_MAIN(HalfTest)
#include "half_test.moc"
