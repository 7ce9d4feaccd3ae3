#include "encoders/encoder.h"
#include "models/translation_network.h"

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

    /// Of a stack's self attention, a decoder's, and that across: queries, keys and values are drawn as one map.
    void ofStacksAreThoseOfOneMapToQueriesKeysAndValues() {
        TranslationOptions options;
        options.stack.layers = 1;
        options.stack.features = 64;
        options.sourceWords = options.targetWords = 10;
        options.begin = 1;
        options.end = 2;
        const TranslationNetwork network(options, 1);
        const Parameters& parameters = network.parameters();
        int joined = 0, outputs = 0;
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            const QString name = QString::fromStdString(parameters[p].name);
            const bool isOutput = name.endsWith("output.weight");
            if (!isOutput && !name.endsWith("query.weight") && !name.endsWith("key.weight") &&
                !name.endsWith("value.weight"))
                continue;
            ++(isOutput ? outputs : joined);
            const double limit = std::sqrt(6.0 / ((isOutput ? 2 : 4) * 64));
            const double largest = double(parameters[p].value.cwiseAbs().maxCoeff());
            QVERIFY2(largest < 1.00001 * limit && largest > 0.99 * limit, qPrintable(name));
        }
        QCOMPARE(joined, 9);
        QCOMPARE(outputs, 3);
    }
};

QTEST_GUILESS_MAIN(FirstValuesTest)
#include "first_values_test.moc"
