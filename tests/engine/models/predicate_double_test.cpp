#include "autodiff/gradient_check.h"
#include "models/task_network.h"

#include <QtTest>

using namespace headlight;

/// The gradient reaches the vectors that mark the predicate, through the encoder and the task's layers.
class PredicateDoubleTest : public QObject {
    Q_OBJECT
private slots:
    void gradientsAreThoseOfTheDefinition_data() {
        QTest::addColumn<double>("smoothing");
        QTest::newRow("labels") << 0.0;
        QTest::newRow("smoothed labels") << 0.1;
    }
    void gradientsAreThoseOfTheDefinition() {
        QFETCH(double, smoothing);
        ModelDescription description;
        description.task = "roles";
        description.encoder = "multihead";
        description.encoderConfig = encoderRow("multihead").makeConfig();
        for (const auto& [name, value] : {std::pair("heads", "2"), std::pair("head_features", "2")})
            description.encoderConfig->set(name, value);
        description.classifier.embeddingFeatures = 3;
        description.classifier.predicateFeatures = 2;
        description.classifier.hidden = 0;
        description.classifier.keep = 1;
        description.labels = {"O", "B-ARG0", "B-V"};
        Vocabulary vocabulary;
        for (const char* word : {"she", "saw", "who"})
            vocabulary.add(word);
        TaskNetwork model(std::move(description), std::move(vocabulary), 1);
        Random random(RandomKey(2));
        for (Real& number : model.embedding().value.rightCols(3).reshaped())
            number = Real(random.normal());
        TokenInput input = model.input({"she", "saw", "who"}, 1);
        input.append(model.input({"who", "saw"}, 0));
        const Layout layout({3, 2});
        const std::vector<Target> targets = {1, 2, 0, 2, 1};
        const GradientError error = checkGradients(model.parameters(), [&](Tape& tape) {
            Context context(tape, layout);
            context.setLabelSmoothing(Real(smoothing));
            return model.head().loss(context, model.scores(context, input), targets, Real(0.2));
        });
        QVERIFY2(error.relative < 1e-6, (error.parameter + " " + std::to_string(error.relative)).c_str());

        Gradients gradients(model.parameters());
        Tape tape(&gradients);
        Context context(tape, layout);
        tape.backward(model.head().loss(context, model.scores(context, input), targets, Real(0.2)));
        const auto& flags = gradients[model.parameters().find("predicate.weight")->index];
        QVERIFY(flags.touched && flags.dense.col(0).norm() > 1e-6 && flags.dense.col(1).norm() > 1e-6);
    }

    /// q = 0.9 on the label and 0.05 on each of the other two; the loss is Σ q ln(q / p).
    void smoothedLabelsAreThoseOfTheDefinition() {
        Matrix logits(3, 2);
        logits << 1, 0.5, -1, 2, 0.25, -3;
        Tape tape;
        const std::vector<Target> targets = {0, 1};
        const double ours = double(divergence(tape.constant(logits), targets, 1, Real(0.1)).value()(0, 0));
        double theirs = 0;
        const Matrix p = softmax(logits);
        for (Index j = 0; j < 2; ++j)
            for (Index k = 0; k < 3; ++k) {
                const double q = k == targets[std::size_t(j)].label ? 0.9 : 0.05;
                theirs += q * std::log(q / double(p(k, j)));
            }
        QVERIFY(std::abs(ours - theirs) < 1e-12);

        Matrix perfect(3, 1);
        perfect << Real(std::log(0.9)), Real(std::log(0.05)), Real(std::log(0.05));
        QVERIFY(std::abs(double(divergence(tape.constant(perfect), {0}, 1, Real(0.1)).value()(0, 0))) < 1e-12);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, divergence(tape.constant(perfect), {0}, 1, 1));
    }
};

QTEST_GUILESS_MAIN(PredicateDoubleTest)
#include "predicate_double_test.moc"
