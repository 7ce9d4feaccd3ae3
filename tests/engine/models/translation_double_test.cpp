#include "autodiff/gradient_check.h"
#include "translation_case.h"

#include <deque>

using namespace headlight;
using namespace headlight::translationcase;

/// The gradient reaches everything, through scores, decoder and encoder.
class TranslationDoubleTest : public QObject {
    Q_OBJECT
private slots:
    void gradientsAreThoseOfTheDefinition_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<SharedTables>("shared");
        const auto row = [](const char* options, SharedTables shared) {
            QTest::newRow(options) << QString(options) << shared;
        };
        row("norm=pre", SharedTables::All);
        row("norm=post final_norm=false activation=elu", SharedTables::None);
        row("biases=false input_bias=true attention=mtsa-nmt", SharedTables::TargetAndOutput);
        row("attention=csan window=3 attention_layers=1", SharedTables::All);
        row("attention=rel-pos max_distance=2 attention_layers=1", SharedTables::None);
        row("positions=learned max_length=3", SharedTables::TargetAndOutput);
        row("positions=none scale_input=false attention=local-soft", SharedTables::All);
    }
    void gradientsAreThoseOfTheDefinition() {
        QFETCH(QString, options);
        QFETCH(SharedTables, shared);
        ConfigOf<TransformerOptions> config(fields(), smallStack());
        config.set("attention_keep", "0");
        for (const QString& option : options.split(' '))
            config.set(option.section('=', 0, 0).toStdString(), option.section('=', 1).toStdString());
        TranslationOptions small = smallOptions(config.value);
        small.keep = 0.8;
        small.shared = shared;
        const auto network = randomNetwork(small);
        const TranslationBatch batch = batchOf(*network);
        std::deque<Context> contexts; // what ops refer to lives in a context until backward
        const auto loss = [&](Tape& tape) {
            Context& context = contexts.emplace_back(tape, batch.sources);
            context.train(RandomKey(4));
            context.setLabelSmoothing(Real(0.1));
            return network->loss(context, batch, Real(0.2));
        };
        const GradientError error = checkGradients(network->parameters(), loss);
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));

        Gradients gradients(network->parameters());
        Tape tape(&gradients);
        tape.backward(loss(tape));
        for (std::size_t p = 0; p < gradients.size(); ++p)
            QVERIFY2(gradients[p].touched, network->parameters()[p].name.c_str());
    }

    void torchGivesTheSame_data() { addCases(); }
    void torchGivesTheSame() {
        QFETCH(int, number);
        QCOMPARE(unlikeTorch(caseOf(number)), QString());
    }

private:
    static const Fields<TransformerOptions>& fields() {
        static const Fields<TransformerOptions> table = transformerFields<TransformerOptions>();
        return table;
    }
};

QTEST_GUILESS_MAIN(TranslationDoubleTest)
#include "translation_double_test.moc"
