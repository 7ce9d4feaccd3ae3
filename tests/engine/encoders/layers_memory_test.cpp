#include "engine/encoders/small_encoder.h"

using namespace headlight;

namespace {

constexpr Index tokens = 600;

/// What a pass without gradients takes at most.
std::size_t peakOf(const QString& id, const QString& preset, int layers) {
    const SmallEncoder small(id.toStdString(), preset.toStdString(),
                             {{"layers", std::to_string(layers)}, {"features", "12"}});
    const Matrix x = randomMatrix(SmallEncoder::inputs, tokens, 5);
    const Layout layout({tokens});
    Tape tape;
    Context context(tape, layout);
    Trace trace; // has copies
    context.setTrace(&trace);
    small.encoder->forward(context, tape.constant(x));
    return tape.peakBytes();
}

} // namespace

/// Of every encoder whose number of layers can be chosen.
class LayersMemoryTest : public QObject {
    Q_OBJECT
private slots:
    void aPassWithoutGradientsTakesNoMoreForMoreLayers_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("preset");
        for (const EncoderRow& row : encoderRows())
            for (const Preset& preset : row.presets)
                if (hasOption(*row.makeConfig(), "layers"))
                    QTest::newRow((row.id + " " + preset.id).c_str())
                        << QString::fromStdString(row.id) << QString::fromStdString(preset.id);
    }
    void aPassWithoutGradientsTakesNoMoreForMoreLayers() {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        const std::size_t few = peakOf(id, preset, 4), many = peakOf(id, preset, 8);
        const std::size_t activation = 12 * tokens * sizeof(Real);
        QVERIFY(few > 4 * activation); // of a layer alone
        // Handles of values stay: much less than one value of a layer's width for each of the 4.
        QVERIFY2(many < few + 4 * activation / 2, qPrintable(QString("%1, %2").arg(few).arg(many)));
    }
};

QTEST_GUILESS_MAIN(LayersMemoryTest)
#include "layers_memory_test.moc"
