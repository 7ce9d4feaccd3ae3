#include "engine/encoders/small_encoder.h"

#include "core/thread_pool.h"

#include <QtTest>

using namespace headlight;

namespace {

constexpr Index tokens = 600; // several query tiles, several pieces of a product

struct Step {
    Matrix output;
    std::vector<Matrix> gradients;
};

/// A training step on a single sequence, spread over the pool if there is one.
Step stepOf(const SmallEncoder& small, const Matrix& x, ThreadPool* pool) {
    Gradients gradients(small.parameters);
    Tape tape(&gradients);
    tape.spreadOver(pool);
    const Layout layout({x.cols()});
    Context context(tape, layout);
    context.train(RandomKey(9));
    const Var y = small.encoder->forward(context, tape.input(x));
    Var loss = tape.make(1, 1, true);
    loss.value()(0, 0) = y.value().squaredNorm() / 2;
    tape.record(loss, [y, loss] { y.addGradient(y.value() * loss.gradient()(0, 0)); });
    Step step;
    step.output = y.value();
    tape.backward(loss);
    for (std::size_t p = 0; p < small.parameters.size(); ++p)
        step.gradients.push_back(gradients[p].touched ? gradients[p].dense : Matrix());
    return step;
}

double distance(const Matrix& a, const Matrix& b) {
    return double((a - b).norm()) / std::max(double(b.norm()), 1e-30);
}

} // namespace

class OneSequenceTest : public QObject {
    Q_OBJECT
private slots:
    void threadsDoNotChangeABit_data() { addEncoderRows(); }
    void threadsDoNotChangeABit() {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        const auto config = encoderRow(id.toStdString()).makeConfig();
        OptionValues values;
        if (hasOption(*config, "max_length"))
            values.push_back({"max_length", std::to_string(tokens)});
        const SmallEncoder small(id.toStdString(), preset.toStdString(), values, 0.8);
        const Matrix x = randomMatrix(SmallEncoder::inputs, tokens, 5) / 3;
        ThreadPool alone(1), three(3);
        const Step whole = stepOf(small, x, nullptr), first = stepOf(small, x, &alone),
                   second = stepOf(small, x, &three);
        QVERIFY(first.output == second.output);
        QVERIFY(distance(first.output, whole.output) < 1e-5);
        // Some gradients are nothing but rounding (softmax does not feel a key's bias), hence the share of the largest.
        double largest = 0;
        for (const Matrix& gradient : whole.gradients)
            largest = std::max(largest, double(gradient.norm()));
        for (std::size_t p = 0; p < small.parameters.size(); ++p) {
            const double apart = double((first.gradients[p] - whole.gradients[p]).norm());
            QVERIFY2(first.gradients[p] == second.gradients[p], small.parameters[p].name.c_str());
            QVERIFY2(apart <= 1e-3 * double(whole.gradients[p].norm()) + 1e-5 * largest,
                     small.parameters[p].name.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(OneSequenceTest)
#include "one_sequence_test.moc"
