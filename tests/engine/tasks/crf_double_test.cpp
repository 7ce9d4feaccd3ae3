#include "tasks/crf.h"

#include "autodiff/gradient_check.h"
#include "core/random.h"

#include <QtTest>

using namespace headlight;

namespace {

constexpr Index tags = 3;
const Layout layout({3, 1, 4});
const std::vector<Target> targets = {1, 0, 2, 2, 0, 0, 1, 2};

Matrix randomMatrix(Index rows, Index columns, std::uint64_t seed) {
    Random random{RandomKey(seed)};
    Matrix m(rows, columns);
    for (Real& value : m.reshaped())
        value = Real(2 * random.normal());
    return m;
}

/// What a sentence's tags add up to, the definition's exponent.
double sumOf(const Matrix& scores, const Matrix& transitions, Index begin, const std::vector<int>& path) {
    Index last = tags;
    double sum = 0;
    for (std::size_t t = 0; t < path.size(); ++t) {
        sum += scores(path[t], begin + Index(t)) + transitions(path[t], last);
        last = path[t];
    }
    return sum + transitions(tags, last);
}

/// Every way to tag so many tokens.
std::vector<std::vector<int>> allPaths(Index length) {
    std::vector<std::vector<int>> paths = {{}};
    for (Index t = 0; t < length; ++t) {
        std::vector<std::vector<int>> longer;
        for (const auto& path : paths)
            for (int tag = 0; tag < int(tags); ++tag) {
                longer.push_back(path);
                longer.back().push_back(tag);
            }
        paths = longer;
    }
    return paths;
}

} // namespace

class CrfDoubleTest : public QObject {
    Q_OBJECT
private slots:
    /// Loss and probabilities are those of the definition, which adds up every way to tag a sentence.
    void allWaysToTagAddUp() {
        const Matrix scores = randomMatrix(tags, layout.tokens(), 1), transitions = randomMatrix(tags + 1, tags + 1, 2);
        double loss = 0;
        Matrix expected = Matrix::Zero(tags, layout.tokens());
        for (Index s = 0; s < layout.sequences(); ++s) {
            const Index begin = layout.begin(s), length = layout.length(s);
            double z = 0;
            for (const auto& path : allPaths(length)) {
                const double weight = std::exp(sumOf(scores, transitions, begin, path));
                z += weight;
                for (Index t = 0; t < length; ++t)
                    expected(path[std::size_t(t)], begin + t) += weight;
            }
            expected.middleCols(begin, length) /= z;
            std::vector<int> gold;
            for (Index t = begin; t < begin + length; ++t)
                gold.push_back(targets[std::size_t(t)].label);
            loss += std::log(z) - sumOf(scores, transitions, begin, gold);
        }
        Tape tape;
        const Var found =
            sentenceDivergence(tape.constant(scores), tape.constant(transitions), layout, targets, Real(0.25));
        QVERIFY(std::abs(found.value()(0, 0) - 0.25 * loss) < 1e-12 * loss);
        const Matrix p = tagLogProbabilities(scores, transitions, layout).array().exp();
        QVERIFY((p - expected).norm() < 1e-12);
    }

    void gradients() {
        Parameters parameters;
        parameters.add("scores", Parameter::Kind::Weight, tags, layout.tokens()).value =
            randomMatrix(tags, layout.tokens(), 3);
        parameters.add("transitions", Parameter::Kind::Weight, tags + 1, tags + 1).value =
            randomMatrix(tags + 1, tags + 1, 4);
        const GradientError error = checkGradients(parameters, [&](Tape& tape) {
            return sentenceDivergence(tape.parameter(parameters[0]), tape.parameter(parameters[1]), layout, targets,
                                      Real(0.3));
        });
        QVERIFY2(error.relative <= 1e-6, qPrintable(QString::fromStdString(error.parameter)));
    }

    /// Without transitions the tokens have nothing to do with each other: it is a softmax of each.
    void withoutTransitionsItIsASoftmax() {
        const Matrix scores = randomMatrix(tags, layout.tokens(), 5), none = Matrix::Zero(tags + 1, tags + 1);
        Matrix softmax = scores.array().exp();
        for (auto column : softmax.colwise())
            column /= column.sum();
        QVERIFY((Matrix(tagLogProbabilities(scores, none, layout).array().exp()) - softmax).norm() < 1e-12);
    }

    /// Sums over the ways to tag a long text are beyond the range of numbers; what is told of it is not.
    void longTextsAndLargeScores() {
        const Layout longOne({5000});
        const Matrix scores = 50 * randomMatrix(tags, 5000, 6), transitions = 10 * randomMatrix(tags + 1, tags + 1, 7);
        const std::vector<Target> wanted(5000, Target(1));
        Tape tape;
        const Var loss =
            sentenceDivergence(tape.constant(scores), tape.constant(transitions), longOne, wanted, Real(1) / 5000);
        QVERIFY(std::isfinite(loss.value()(0, 0)));
        const Matrix p = tagLogProbabilities(scores, transitions, longOne).array().exp();
        QVERIFY((p.colwise().sum().array() - 1).abs().maxCoeff() < 1e-9);
    }

    void whatDoesNotFitIsRefused() {
        const Matrix scores = randomMatrix(tags, 8, 1), transitions = randomMatrix(tags + 1, tags + 1, 2);
        const auto compute = [&](const Matrix& t, const Layout& l, const std::vector<Target>& wanted) {
            Tape tape;
            sentenceDivergence(tape.constant(scores), tape.constant(t), l, wanted, 1);
        };
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, compute(Matrix::Zero(tags, tags), layout, targets));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, compute(transitions, Layout({3, 1}), targets));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, compute(transitions, layout, {0, 1, 2}));
        std::vector<Target> wrong = targets;
        wrong[2] = Target(1, Real(0.5));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, compute(transitions, layout, wrong));
        wrong[2] = Target(3);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, compute(transitions, layout, wrong));
    }
};

QTEST_GUILESS_MAIN(CrfDoubleTest)
#include "crf_double_test.moc"
