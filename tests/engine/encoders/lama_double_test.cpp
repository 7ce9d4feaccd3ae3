#include "autodiff/gradient_check.h"
#include "autodiff/ops_loss.h"
#include "small_encoder.h"

#include <cmath>

using namespace headlight;

/// REFERENCE §6, oracle 6, and what else is particular to the poolings by heads: LAMA and SAN.
class LamaDoubleTest : public QObject {
    Q_OBJECT

    static bool close(const Matrix& a, const Matrix& b) { return (a - b).norm() <= 1e-12 * (1 + b.norm()); }

    /// One stage of all heads of a sentence, [heads × tokens].
    static Eigen::MatrixXd tracedMaps(const SmallEncoder& small, const Matrix& x, MapStage stage) {
        Trace trace;
        small.output(Layout({x.cols()}), x, {}, &trace);
        std::vector<AttentionMap> maps = mapsOf(trace);
        std::erase_if(maps, [stage](const AttentionMap& map) { return map.stage != stage; });
        Eigen::MatrixXd all(Index(maps.size()), x.cols());
        for (const AttentionMap& map : maps)
            for (Index key = 0; key < x.cols(); ++key)
                all(map.address.head, key) = double(map.at(0, key));
        return all;
    }

    /// What the encoder adds to the loss, with each sequence counting for 1.
    static double penaltyOf(const SmallEncoder& small, const Layout& layout, const Matrix& x) {
        Tape tape;
        Context context(tape, layout);
        context.train(RandomKey(4));
        small.encoder->forward(context, tape.constant(x));
        const Matrix zero = Matrix::Zero(1, 1);
        return double(context.withPenalties(tape.constant(zero)).value()(0, 0));
    }

    /// Every row of a parameter like its first `rows`.
    static void makeHeadsEqual(SmallEncoder& small, const char* name, Index rows) {
        Matrix& value = small.parameters.find(name)->value;
        for (Index row = rows; row < value.rows(); ++row)
            value.row(row) = value.row(row - rows);
    }

private slots:
    void scoresOfATokenHaveLengthOne() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, 9, 3);
        for (const char* preset : {"paper", "ctx", "encoder"}) {
            const SmallEncoder small("lama", preset);
            const Eigen::MatrixXd scores = tracedMaps(small, x, MapStage::Score),
                                  weights = tracedMaps(small, x, MapStage::Weight);
            QCOMPARE(int(scores.rows()), 4);
            for (Index token = 0; token < 9; ++token)
                QVERIFY(std::abs(scores.col(token).norm() - 1) < 1e-6);
            for (Index head = 0; head < 4; ++head) {
                QVERIFY(weights.row(head).maxCoeff() / weights.row(head).minCoeff() <= std::exp(2.0) + 1e-5);
                QVERIFY(std::abs(weights.row(head).sum() - 1) < 1e-6);
            }
        }
    }

    void oneHeadSeesOnlyASign() {
        const SmallEncoder small("lama", "paper", {{"heads", "1"}});
        const Eigen::MatrixXd scores =
            tracedMaps(small, randomMatrix(SmallEncoder::inputs, 12, 3), MapStage::Score).cwiseAbs();
        QVERIFY(scores.isOnes(1e-6));
    }

    void anUnknownWordIsNoTrouble() { // its vector is zero, and so are its scores in the LAMA Encoder
        const SmallEncoder small("lama", "encoder");
        Matrix x = randomMatrix(SmallEncoder::inputs, 3, 3);
        x.col(1).setZero();
        QVERIFY(tracedMaps(small, x, MapStage::Score).col(1).isZero(0));
        const Layout layout({3});
        Gradients gradients(small.parameters);
        Tape tape(&gradients);
        Context context(tape, layout);
        const std::vector<Target> targets = {0};
        tape.backward(divergence(small.encoder->forward(context, tape.input(x)), targets, 1));
        for (std::size_t p = 0; p < small.parameters.size(); ++p)
            QVERIFY(gradients[p].dense.allFinite() && gradients[p].dense.norm() < 1e3);
    }

    void headsPoolWhatIsBelow() { // S = A H, with H the word vectors
        const SmallEncoder small("lama", "encoder");
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 3), y = small.output(Layout({6}), x);
        const Eigen::MatrixXd weights = tracedMaps(small, x, MapStage::Weight);
        for (Index head = 0; head < 4; ++head) {
            const Eigen::MatrixXd expected = x.cast<double>() * weights.row(head).transpose();
            QVERIFY((y.middleRows(head * 5, 5).cast<double>() - expected).norm() < 1e-6);
        }
        const Matrix token = x.leftCols(1); // pooling one token returns it
        QVERIFY(close(small.output(Layout({1}), token), token.replicate(4, 1)));
    }

    void moreOfARankIsASumOfProducts() {
        SmallEncoder two("lama", "paper", {{"rank", "2"}});
        SmallEncoder one("lama", "paper");
        for (std::size_t p = 0; p < one.parameters.size(); ++p) {
            const Parameter& from = *two.parameters.find(one.parameters[p].name);
            Matrix& to = one.parameters[p].value;
            if (from.value.rows() == to.rows()) {
                to = from.value;
                continue;
            }
            for (Index head = 0; head < 4; ++head)
                to.row(head) = from.value.row(2 * head);
        }
        Matrix& second = two.parameters.find("encoder.token_map.weight")->value;
        for (Index head = 0; head < 4; ++head)
            second.row(2 * head + 1).setZero();
        const Layout layout({5, 1});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 3);
        QVERIFY(close(two.output(layout, x), one.output(layout, x)));
    }

    void disagreementOfEqualHeads() { // oracle 6: the mean cosine is 1 then
        SmallEncoder embeddings("lama", "ctx-embeddings", {{"strength", "1"}});
        const Layout layout({5, 1});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 3);
        const double apart = penaltyOf(embeddings, layout, x);
        QVERIFY(apart >= -2 && apart < 2);
        for (const char* name : {"encoder.context_map.weight", "encoder.token_map.weight"})
            makeHeadsEqual(embeddings, name, 1);
        QVERIFY(std::abs(penaltyOf(embeddings, layout, x) - 2) < 1e-12); // of two sentences
    }

    void overlapOfHeadsByHand() {
        // One token: all weights are 1, A Aᵀ − I has 1 beside the diagonal: 4 · 3 of them.
        const Matrix x = randomMatrix(SmallEncoder::inputs, 1, 3);
        const SmallEncoder positions("lama", "ctx-positions", {{"strength", "0.5"}});
        QVERIFY(std::abs(penaltyOf(positions, Layout({1}), x) - 6) < 1e-12);
        QVERIFY(std::abs(penaltyOf(SmallEncoder("san", "paper"), Layout({1}), x) - 12) < 1e-12);
        QCOMPARE(penaltyOf(SmallEncoder("san", "paper", {{"penalty", "0"}}), Layout({1}), x), 0.0);
        QCOMPARE(penaltyOf(SmallEncoder("lama", "ctx"), Layout({1}), x), 0.0);
    }

    void aHeadSwitchedOffGivesZeros() {
        for (const char* id : {"lama", "san"}) {
            const SmallEncoder small(id, "paper");
            const Matrix x = randomMatrix(SmallEncoder::inputs, 4, 3);
            const Matrix before = small.output(Layout({4}), x);
            Intervention changes;
            changes[address(0, 2, MapPart::Pooling)] = {0, {}, {}};
            const Matrix after = small.output(Layout({4}), x, changes);
            const Index width = before.rows() / 4;
            QVERIFY(after.middleRows(2 * width, width).isZero(0));
            QCOMPARE(after.topRows(2 * width), before.topRows(2 * width));
            QCOMPARE(after.bottomRows(width), before.bottomRows(width));
        }
    }

    void gradientsOfWhatNoPresetHas_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        QTest::newRow("rank") << "rank"
                              << "3";
        QTest::newRow("no hidden layer") << "hidden_layer"
                                         << "false";
        QTest::newRow("embeddings") << "below"
                                    << "embeddings";
    }
    void gradientsOfWhatNoPresetHas() {
        QFETCH(QString, option);
        QFETCH(QString, value);
        SmallEncoder small("lama", "ctx-embeddings", {{option.toStdString(), value.toStdString()}}, 0.8);
        const Layout layout({4, 1, 3});
        Parameter& x = small.parameters.add("x", Parameter::Kind::Weight, SmallEncoder::inputs, layout.tokens());
        x.value = randomMatrix(x.value.rows(), x.value.cols(), 5);
        const std::vector<Target> targets(3, 0);
        const GradientError error = checkGradients(small.parameters, [&](Tape& tape) {
            Context context(tape, layout);
            context.train(RandomKey(4));
            return context.withPenalties(
                divergence(small.encoder->forward(context, tape.parameter(x)), targets, Real(0.25)));
        });
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }
};

QTEST_GUILESS_MAIN(LamaDoubleTest)
#include "lama_double_test.moc"
