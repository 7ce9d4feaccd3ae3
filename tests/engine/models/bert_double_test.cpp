#include "autodiff/gradient_check.h"
#include "bert_golden.h"

#include <QtTest>

using namespace headlight;

namespace {

BertConfig tinyConfig(const std::string& architecture) {
    BertConfig config;
    for (const BertArchitecture& row : bertArchitectures())
        if (row.name == architecture)
            config.architecture = row;
    config.vocabulary = 7;
    config.hidden = 4;
    config.layers = 2;
    config.heads = 2;
    config.intermediate = 5;
    config.positions = 5;
    config.labels = {"no", "yes", "perhaps"};
    config.activation = Activation::GeluTanh;
    return config;
}

} // namespace

class BertDoubleTest : public QObject {
    Q_OBJECT
private slots:
    void computesWhatPyTorchDoes_data() { bertgolden::addRows(); }
    void computesWhatPyTorchDoes() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        bertgolden::compareAll(bertgolden::folderOf(folder.toStdString()), example.toStdString());
    }

    void everyParameterGetsItsGradient_data() {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<bool>("drops");
        QTest::newRow("masked") << "BertForMaskedLM" << false;
        QTest::newRow("classifier") << "BertForSequenceClassification" << false;
        QTest::newRow("classifier that drops") << "BertForSequenceClassification" << true;
    }
    void everyParameterGetsItsGradient() {
        QFETCH(QString, architecture);
        QFETCH(bool, drops);
        const BertConfig config = tinyConfig(architecture.toStdString());
        BertModel model(config, {}, config.architecture.classifies, Parameters());
        Random random(RandomKey(5));
        for (std::size_t p = 0; p < model.parameters().size(); ++p)
            for (Index k = 0; k < model.parameters()[p].value.size(); ++k)
                model.parameters()[p].value.data()[k] = Real(0.7 * random.normal());
        const Layout layout({4, 2});
        std::deque<Context> contexts; // live until backward
        const GradientError error = checkGradients(model.parameters(), [&](Tape& tape) {
            Context& context = contexts.emplace_back(tape, layout);
            if (drops)
                context.train(RandomKey(1));
            const BertResult result = model.forward(context, {1, 5, 5, 2, 1, 6}, {0, 0, 1, 1, 0, 0});
            return config.architecture.classifies ? result.labelScores : result.maskedScores;
        });
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }
};

QTEST_GUILESS_MAIN(BertDoubleTest)
#include "bert_double_test.moc"
