#include "encoders/encoder.h"

#include <QtTest>

using namespace headlight;

/// First values that a paper's code draws otherwise than by each matrix's own size (REFERENCE §0.3).
class FirstValuesTest : public QObject {
    Q_OBJECT
private slots:
    void ofMultiheadAreThoseOfOneTensorForAll_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<double>("limit"); // of 300 → 75
        QTest::newRow("paper") << "paper" << std::sqrt(6.0 / 375);
        QTest::newRow("released") << "released" << std::sqrt(6.0 / (3 * 8 * 375));
    }
    void ofMultiheadAreThoseOfOneTensorForAll() {
        QFETCH(QString, preset);
        QFETCH(double, limit);
        const EncoderRow& row = encoderRow("multihead");
        const auto config = row.makeConfig();
        applyPreset(row, *config, preset.toStdString());
        Parameters parameters;
        row.make(*config, Builder(parameters, 1), 300, 1);
        QCOMPARE(parameters.size(), std::size_t(3));
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            const double largest = double(parameters[p].value.cwiseAbs().maxCoeff());
            QVERIFY2(largest < 1.00001 * limit && largest > 0.999 * limit, qPrintable(QString::number(largest)));
        }
    }
};

QTEST_GUILESS_MAIN(FirstValuesTest)
#include "first_values_test.moc"
