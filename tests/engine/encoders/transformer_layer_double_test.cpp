#include "encoders/transformer/options.h"
#include "message_of.h"
#include "small_stack.h"

using namespace headlight;

/// A layer of the stack: the order of its parts, and where numbers are dropped.
class TransformerLayerDoubleTest : public QObject {
    Q_OBJECT
private slots:
    void theOrderIsThatOfTheParts() { // but it is none where one part gives nothing
        const Layout layout({7, 2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 11);
        SmallEncoder first = stack({}), last = stack({{"order", "feed-forward-first"}});
        copyParameters(first, last);
        QVERIFY(!close(first.output(layout, x), last.output(layout, x)));
        for (SmallEncoder* small : {&first, &last})
            for (const char* name : {"weight", "bias"})
                small->parameters.find(std::string("encoder.layer0.feed_forward.outer.") + name)->value.setZero();
        QVERIFY(close(first.output(layout, x), last.output(layout, x)));
    }

    void everyPlaceOfDropoutHasItsKeep() {
        const Layout layout({7, 2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 11);
        const OptionValues each = {{"input_keep", "0.6"}, {"residual_keep", "0.6"}, {"feed_forward_keep", "0.6"}};
        QVERIFY(stack({}, 0.6).trained(layout, x) == stack(each, 1).trained(layout, x));
        QVERIFY(stack({{"attention_keep", "0"}}, 0.6).trained(layout, x) ==
                stack({{"attention_keep", "0.6"}}, 0.6).trained(layout, x));
        const OptionValues none = {{"input_keep", "1"}, {"residual_keep", "1"}, {"feed_forward_keep", "1"}};
        const Matrix y = stack({}).output(layout, x);
        QVERIFY(stack(none, 0.6).trained(layout, x) == y);
        for (const char* place : {"input_keep", "residual_keep", "feed_forward_keep", "attention_keep"})
            QVERIFY2(!close(stack({{place, "0.6"}}).trained(layout, x), y), place);
        QCOMPARE(messageOf([&] {
                     stack({{"residual_keep", "0.01"}});
                 }),
                 QString("residual_keep: expected 0 (as keep) or 0.05 … 1, got 0.01"));
    }

    void weightsAreKeptAsInEachCode_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<double>("largest"); // factor on a weight that is kept
        QTest::newRow("plain") << "plain" << 2.0;
        QTest::newRow("mtsa-nmt") << "mtsa-nmt" << 2.0; // √2 for each of its factors
        QTest::newRow("mtsa-srl") << "mtsa-srl" << 4.0; // 2 for each
    }
    void weightsAreKeptAsInEachCode() {
        QFETCH(QString, kind);
        QFETCH(double, largest);
        TransformerOptions options;
        options.heads = options.features = 4;
        options.attentionKeep = 0.5;
        Parameters parameters;
        const auto sublayer = makeSublayer(kind.toStdString(), options, Builder(parameters, 1));
        for (const char* name : {"value", "output"}) {
            parameters.find(std::string(name) + ".weight")->value.setIdentity();
            parameters.find(std::string(name) + ".bias")->value.setZero();
        }
        const Layout layout(std::vector<Index>(64, 2));
        Tape tape;
        Context context(tape, layout);
        context.train(RandomKey(3));
        const Matrix y = sublayer->forward(context, tape.constant(Matrix::Ones(4, layout.tokens()))).value();
        QVERIFY(y.minCoeff() == 0 && std::abs(double(y.maxCoeff()) - largest) < 1e-12);
    }
};

QTEST_GUILESS_MAIN(TransformerLayerDoubleTest)
#include "transformer_layer_double_test.moc"
