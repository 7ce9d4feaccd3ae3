#include "models/published/network.h"

#include <QtTest>

using namespace headlight;

namespace {

using Order = StackShape::Order;

constexpr Index tokens = 300, width = 16;

StackShape stackOf(Order order, Index layers) {
    StackShape stack;
    stack.layers = layers;
    stack.width = width;
    stack.heads = stack.keyHeads = 2;
    stack.headWidth = width / 2;
    stack.inner = 2 * width;
    stack.order = order;
    stack.sights.resize(std::size_t(layers));
    return stack;
}

PublishedNetwork networkOf(Order order, Index layers, bool decodes) {
    NetworkShape shape;
    shape.embeddings.vocabulary = 10;
    shape.embeddings.width = width;
    shape.stack = stackOf(order, layers);
    if (decodes) {
        shape.decoder.emplace();
        shape.decoder->embeddings = shape.embeddings;
        shape.decoder->stack = stackOf(order, layers);
        shape.decoder->stack.stack = Stack::Decoder;
        shape.decoder->stack.causal = shape.decoder->stack.crosses = true;
    }
    return PublishedNetwork(shape, Parameters());
}

struct Found {
    std::size_t peak = 0;        ///< of a pass without gradients
    std::vector<Matrix> results; ///< of each layer, of the encoder's and the decoder's
    std::size_t recordedHeads = 0;
};

/// Of a pass whose heads are recorded.
Found passOf(const PublishedNetwork& network, Tape& tape) {
    const Layout layout({tokens});
    std::vector<int> ids;
    for (int token = 0; token < tokens; ++token)
        ids.push_back(token % 10);
    Context context(tape, layout);
    Trace trace;
    context.setTrace(&trace);
    Found found;
    const auto copy = [&](int, Var result) { found.results.push_back(result.value()); };
    const PublishedNetwork::Pass pass = network.read(context, ids, {}, copy);
    if (network.decoder())
        network.decode(context, pass.stack.last, layout, ids, copy);
    found.peak = tape.peakBytes();
    found.recordedHeads = trace.sources().size();
    return found;
}

void addOrders() {
    QTest::addColumn<Order>("order");
    QTest::addColumn<bool>("decodes");
    QTest::newRow("post") << Order::Post << false;
    QTest::newRow("pre") << Order::Pre << false;
    QTest::newRow("around") << Order::Around << false;
    QTest::newRow("parallel") << Order::Parallel << false;
    QTest::newRow("with a decoder") << Order::Pre << true;
}

} // namespace

/// What a pass of a published network holds of what its layers make.
class PublishedMemoryTest : public QObject {
    Q_OBJECT
private slots:
    void aPassWithoutGradientsTakesNoMoreForMoreLayers_data() { addOrders(); }
    void aPassWithoutGradientsTakesNoMoreForMoreLayers() {
        QFETCH(Order, order);
        QFETCH(bool, decodes);
        Tape ofFew, ofMany;
        const Found few = passOf(networkOf(order, 4, decodes), ofFew),
                    many = passOf(networkOf(order, 10, decodes), ofMany);
        QCOMPARE(few.recordedHeads, std::size_t(decodes ? 3 * 8 : 8));
        QCOMPARE(many.recordedHeads, few.recordedHeads * 10 / 4);
        // Handles of values stay: less than a value for each of the 6.
        QVERIFY2(many.peak < few.peak + 6 * width * tokens * sizeof(Real),
                 qPrintable(QString("%1, %2").arg(few.peak).arg(many.peak)));
    }

    void itsLayersMakeTheSameAsThoseOfAPassThatKeepsAll_data() { addOrders(); }
    void itsLayersMakeTheSameAsThoseOfAPassThatKeepsAll() {
        QFETCH(Order, order);
        QFETCH(bool, decodes);
        const PublishedNetwork network = networkOf(order, 4, decodes);
        Tape inference;
        const Found found = passOf(network, inference);
        Gradients gradients(network.parameters());
        Tape recording(&gradients);
        const Found kept = passOf(network, recording);
        QVERIFY(kept.peak > 2 * found.peak);
        QCOMPARE(found.results.size(), std::size_t(decodes ? 8 : 4));
        for (std::size_t layer = 0; layer < found.results.size(); ++layer)
            QVERIFY(found.results[layer] == kept.results[layer]); // to the bit
    }
};

QTEST_GUILESS_MAIN(PublishedMemoryTest)
#include "published_memory_test.moc"
