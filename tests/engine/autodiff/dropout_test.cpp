#include "autodiff/ops_dropout.h"
#include "nn/linear.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

constexpr double keep = 0.7;

/// The stream of a training step, as the trainer makes it.
RandomKey streamOf(std::uint64_t seed, std::uint64_t step) {
    return RandomKey(seed).with(step);
}

/// What a dropout makes of ones: 0 or 1 / keep.
Matrix patternOf(const Dropout& dropout, Index rows, Index cols) {
    Matrix out(rows, cols);
    MatrixMap map(out.data(), rows, cols);
    dropout.apply(Matrix::Ones(rows, cols), map);
    return out;
}

/// The pattern at a place of a model: the number of dropouts before it in the pass.
Matrix patternAt(const Layout& layout, RandomKey stream, int place = 0, Index rows = 40) {
    Tape tape;
    Context context(tape, layout);
    context.train(stream);
    for (int k = 0; k < place; ++k)
        context.dropout(keep);
    return patternOf(context.dropout(keep), rows, layout.tokens());
}

/// Patterns that have nothing to do with each other agree in keep² + (1 − keep)² of the cells: here within 5 standard
/// deviations.
bool independent(const Matrix& a, const Matrix& b) {
    const double expected = keep * keep + (1 - keep) * (1 - keep), cells = double(a.size());
    const double share = double((a.array() == b.array()).count()) / cells;
    return std::abs(share - expected) < 5 * std::sqrt(expected * (1 - expected) / cells);
}

} // namespace

class DropoutTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsAddedHasTheSameShape() {
        const Layout layout({2});
        Tape tape;
        Context context(tape, layout);
        context.train(streamOf(1, 1));
        const Var sum = tape.make(3, 2, false);
        for (const auto& [rows, cols] : {std::pair<Index, Index>{3, 1}, {2, 2}})
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument,
                                     addDropped(sum, tape.make(rows, cols, false), context.dropout(keep)));
    }

    void keepsTheShareAndTheMean_data() {
        QTest::addColumn<double>("share");
        for (const double share : {0.05, 0.3, 0.5, 0.81, 0.95})
            QTest::addRow("%g", share) << share;
    }
    void keepsTheShareAndTheMean() {
        QFETCH(double, share);
        const Index count = 400000;
        const Vector in = Vector::Constant(count, 3);
        Vector out = Vector::Constant(count, -1);
        dropout(RandomKey(5), Real(share), in.data(), out.data(), count);
        const Index kept = (out.array() != 0).count();
        const double deviation = std::sqrt(share * (1 - share) / double(count));
        QVERIFY(std::abs(double(kept) / double(count) - share) < 5 * deviation);
        QVERIFY((out.array() == 0 || (out.array() - Real(3 / share)).abs() < Real(1e-5 / share)).all());
        QVERIFY(std::abs(out.cast<double>().mean() - 3) < 3 * 5 * deviation / share);
        // No cell tells of its neighbour: pairs are kept as often as independent ones.
        const double pairs = double((out.head(count - 1).array() != 0 && out.tail(count - 1).array() != 0).count());
        QVERIFY(std::abs(pairs / double(count) - share * share) < 10 * deviation);
    }

    void aStreamBelongsToSeedStepPositionTokenAndPlace() {
        Layout layout, positions;
        layout.add(200, 4);
        positions.add(200, 5);
        const Matrix pattern = patternAt(layout, streamOf(1, 10));
        QVERIFY(patternAt(layout, streamOf(1, 10)) == pattern);
        QVERIFY(independent(patternAt(layout, streamOf(2, 10)), pattern));
        QVERIFY(independent(patternAt(layout, streamOf(1, 11)), pattern));
        QVERIFY(independent(patternAt(positions, streamOf(1, 10)), pattern));
        QVERIFY(independent(patternAt(layout, streamOf(1, 10), 1), pattern));
        QVERIFY(independent(pattern.leftCols(199), pattern.rightCols(199))); // a token and the next
        QVERIFY(!independent(pattern, pattern));                             // the check can fail
    }

    void theCutIntoShardsDoesNotMatter() {
        const std::vector<Index> lengths = {7, 1, 30, 4};
        const Layout whole(lengths); // ids are positions in the mini-batch
        const std::vector<std::vector<Index>> shards = {{2, 0}, {3, 1}};
        for (int place = 0; place < 3; ++place) {
            const Matrix expected = patternAt(whole, streamOf(1, 10), place);
            for (const auto& shard : shards) {
                Layout layout;
                for (const Index s : shard)
                    layout.add(lengths[std::size_t(s)], std::uint64_t(s));
                const Matrix pattern = patternAt(layout, streamOf(1, 10), place);
                for (Index k = 0; k < layout.sequences(); ++k)
                    QVERIFY(pattern.middleCols(layout.begin(k), layout.length(k)) ==
                            expected.middleCols(whole.begin(shard[std::size_t(k)]), layout.length(k)));
            }
        }
    }

    void valuesPerSentenceAreKeyedLikeTokens() {
        Layout whole({3, 1, 2}), alone;
        alone.add(1, 1);
        const auto pattern = [](const Layout& layout) {
            Tape tape;
            Context context(tape, layout);
            context.train(streamOf(1, 10));
            return patternOf(context.sequenceDropout(keep), 500, layout.sequences());
        };
        const Matrix all = pattern(whole);
        QVERIFY(pattern(alone) == all.col(1));
        QVERIFY(independent(all.col(0), all.col(1)) && independent(all.col(1), all.col(2)));
    }

    void anOpenModelDropsNothing() {
        Parameters parameters;
        const Linear linear(Builder(parameters, 1).part("layer"), 20, 10);
        const Layout layout({5, 3});
        const Matrix x = Matrix::Random(20, 8);
        const auto output = [&](bool training, double share) -> Matrix {
            Tape tape;
            Context context(tape, layout);
            if (training)
                context.train(streamOf(1, 10));
            return linear.forward(context, tape.constant(x), share).value();
        };
        QVERIFY(output(false, keep) == output(false, 1));
        QVERIFY(output(true, 1) == output(false, 1));
        QVERIFY(output(true, keep) != output(false, 1));
    }

    void backwardDropsTheSame() {
        Parameters parameters;
        Parameter& x = parameters.add("x", Parameter::Kind::Weight, 30, 20);
        Parameter& weight = parameters.add("weight", Parameter::Kind::Weight, 30, 30);
        x.value.setRandom();
        weight.value.setIdentity(); // what comes out is the dropped input itself
        const Layout layout({12, 8});
        Gradients gradients(parameters);
        Tape tape(&gradients);
        Context context(tape, layout);
        context.train(streamOf(3, 4));
        const Dropout dropout = context.dropout(keep);
        const Var y = affine({{tape.parameter(x), tape.parameter(weight), dropout}}, {});
        const Matrix pattern = patternOf(dropout, 30, 20), dropped = x.value.cwiseProduct(pattern);
        QVERIFY(y.value().isApprox(dropped));

        const Matrix cotangent = Matrix::Random(30, 20);
        Var loss = tape.make(1, 1, true);
        loss.value()(0, 0) = y.value().cwiseProduct(cotangent).sum();
        tape.record(loss, [y, c = &cotangent] { y.addGradient(*c); });
        tape.backward(loss);
        QVERIFY(gradients[x.index].dense.isApprox(cotangent.cwiseProduct(pattern)));
        QVERIFY(((pattern.array() != 0) || (gradients[x.index].dense.array() == 0)).all());
        QVERIFY(gradients[weight.index].dense.isApprox(cotangent * dropped.transpose()));
    }
};

QTEST_GUILESS_MAIN(DropoutTest)
#include "dropout_test.moc"
