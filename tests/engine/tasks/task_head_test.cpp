#include "tasks/task_head.h"

#include "autodiff/ops_loss.h"
#include "autodiff/ops_pairs.h"
#include "tasks/task.h"

#include <QtTest>
#include <fstream>

using namespace headlight;
using Json = nlohmann::json;

namespace {

Json cases() {
    std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/heads.json");
    return Json::parse(file);
}

/// Rows as PyTorch has them: outputs of a weight, vectors of a batch.
Matrix matrixOf(const Json& rows) {
    Matrix m(Index(rows.size()), Index(rows[0].size()));
    for (Index i = 0; i < m.rows(); ++i)
        for (Index j = 0; j < m.cols(); ++j)
            m(i, j) = Real(rows[std::size_t(i)][std::size_t(j)].get<double>());
    return m;
}

struct Head {
    Parameters parameters;
    std::unique_ptr<TaskHead> head;
    std::vector<Target> targets;

    explicit Head(const Json& c) {
        ClassifierOptions options;
        options.hidden = c["hidden"];
        classifierFields().set(options, "hidden_activation", c["hidden_activation"]);
        options.hiddenNorm = c["hidden_norm"];
        classifierFields().set(options, "difference", c["difference"]);
        options.highway = c["highway"];
        options.keep = 1;
        head = headTaskRow(c["task"]).makeHead(options, Builder(parameters, 1), c["width"], c["classes"]);
        for (std::size_t p = 0; p < parameters.size(); ++p)
            parameters[p].value = matrixOf(c["parameters"][parameters[p].name]);
        for (const Json& target : c["targets"])
            targets.emplace_back(target[0].get<int>(), Real(target[1].get<double>()));
    }

    /// The mean loss, with the gradient of everything.
    double gradients(const Matrix& sentences, Gradients& result, Matrix* dSentences = nullptr) {
        Tape tape(&result);
        const Layout layout(std::vector<Index>(std::size_t(sentences.cols()), 1));
        Context context(tape, layout);
        const Var x = tape.input(sentences);
        const Var loss = divergence(head->scores(context, x), targets, 1 / Real(targets.size()));
        tape.backward(loss);
        if (dSentences)
            *dSentences = x.gradient();
        return double(loss.value()(0, 0));
    }
};

void compare(const Matrix& ours, const Matrix& theirs) {
    QCOMPARE(ours.rows(), theirs.rows());
    QCOMPARE(ours.cols(), theirs.cols());
    QVERIFY2((ours - theirs).norm() <= 1e-4 * std::max(Real(1), theirs.norm()),
             qPrintable(QString::number((ours - theirs).norm())));
}

} // namespace

/// The heads of all tasks against PyTorch (tests/golden/make_heads.py).
class TaskHeadTest : public QObject {
    Q_OBJECT
private slots:
    void golden_data() {
        QTest::addColumn<int>("number");
        const Json all = cases();
        for (std::size_t k = 0; k < all.size(); ++k)
            QTest::newRow(all[k]["name"].get<std::string>().c_str()) << int(k);
    }
    void golden() {
        QFETCH(int, number);
        const Json c = cases()[std::size_t(number)];
        Head head(c);
        QCOMPARE(head.parameters.size(), c["parameters"].size());
        const Matrix sentences = matrixOf(c["sentences"]).transpose();
        Gradients gradients(head.parameters);
        Matrix dSentences;
        const double loss = head.gradients(sentences, gradients, &dSentences);
        QVERIFY(std::abs(loss - c["loss"].get<double>()) < 1e-4 * c["loss"].get<double>());
        compare(dSentences.transpose(), matrixOf(c["gradients"]["sentences"]));
        for (std::size_t p = 0; p < head.parameters.size(); ++p)
            compare(gradients[p].dense, matrixOf(c["gradients"][head.parameters[p].name]));

        Tape tape;
        const Layout layout(std::vector<Index>(std::size_t(sentences.cols()), 1));
        Context context(tape, layout);
        compare(head.head->scores(context, tape.constant(sentences)).value().transpose(), matrixOf(c["logits"]));
    }

    void tenSteps_data() { golden_data(); }
    void tenSteps() {
        QFETCH(int, number);
        const Json c = cases()[std::size_t(number)];
        Head head(c);
        const Matrix sentences = matrixOf(c["sentences"]).transpose();
        for (const Json& expected : c["curve"]) {
            Gradients gradients(head.parameters);
            const double loss = head.gradients(sentences, gradients);
            QVERIFY2(std::abs(loss - expected.get<double>()) < 1e-4 * expected.get<double>(),
                     qPrintable(QString::number(loss)));
            for (std::size_t p = 0; p < head.parameters.size(); ++p)
                head.parameters[p].value -= Real(c["rate"].get<double>()) * gradients[p].dense;
        }
    }

    void divergenceOfALabelAndOfAScoreBetweenTwo() {
        Vector shares(3);
        shares << Real(0.2), Real(0.5), Real(0.3);
        Tape tape;
        const Matrix logits = shares.array().log();
        const std::vector<Target> between = {{1, Real(0.25)}}, label = {2};
        const auto of = [&](const std::vector<Target>& targets) {
            return double(divergence(tape.constant(logits), targets, 1).value()(0, 0));
        };
        QVERIFY(std::abs(of(between) - (0.75 * std::log(0.75 / 0.5) + 0.25 * std::log(0.25 / 0.3))) < 1e-6);
        QVERIFY(std::abs(of(label) + std::log(0.3)) < 1e-6);
    }

    void targetsOutsideAreRefused() {
        Tape tape;
        const Var logits = tape.constant(Matrix::Zero(3, 1));
        const std::vector<Target> high = {3}, between = {{2, Real(0.1)}}, two = {0, 1};
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, divergence(logits, high, 1));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, divergence(logits, between, 1));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, divergence(logits, two, 1));
    }
};

QTEST_GUILESS_MAIN(TaskHeadTest)
#include "task_head_test.moc"
