#include "autodiff/gradient_check.h"
#include "models/task_network.h"

#include <QtTest>
#include <deque>
#include <fstream>

using namespace headlight;
using Json = nlohmann::ordered_json;

namespace {

Json cases() {
    std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/selection.json");
    return Json::parse(file);
}

/// Rows as PyTorch has them: outputs of a weight, entries of a table.
Matrix matrixOf(const Json& rows, const Parameter& parameter) {
    Matrix m(Index(rows.size()), Index(rows[0].size()));
    for (Index i = 0; i < m.rows(); ++i)
        for (Index j = 0; j < m.cols(); ++j)
            m(i, j) = Real(rows[std::size_t(i)][std::size_t(j)].get<double>());
    return parameter.kind == Parameter::Kind::Table ? Matrix(m.transpose()) : m;
}

ModelDescription describe(const std::string& encoder, const Json& options, int embedding, int hidden) {
    ModelDescription description;
    description.task = "select";
    description.encoder = encoder;
    description.encoderConfig = encoderRow(encoder).makeConfig();
    description.encoderConfig->fromJson(options, "options");
    description.classifier.embeddingFeatures = embedding;
    description.classifier.hidden = hidden;
    description.classifier.keep = 1;
    description.labels = {"sentence"};
    return description;
}

Vocabulary wordsOf(int entries) {
    Vocabulary vocabulary;
    for (int word = int(vocabulary.size()); word < entries; ++word)
        vocabulary.add("word" + std::to_string(word));
    return vocabulary;
}

/// The examples side by side.
struct Batch {
    Layout layout;
    TokenInput input;
    std::vector<Target> targets;

    explicit Batch(const Json& examples) {
        for (const Json& example : examples) {
            add(example[0], 1);
            for (const Json& sentence : example[1])
                add(sentence, 0);
            targets.emplace_back(example[2].get<int>());
        }
    }
    void add(const Json& ids, Index isQuestion) {
        layout.add(Index(ids.size()), std::uint64_t(layout.sequences()));
        input.append({ids.get<std::vector<int>>(), {}, {isQuestion}});
    }
};

} // namespace

/// The whole model of sentence selection, both levels: against PyTorch (tests/golden/make_selection.py), and its
/// gradient.
class SelectionDoubleTest : public QObject {
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
        TaskNetwork model(describe(c["encoder"], c["options"], c["embedding"], c["hidden"]), wordsOf(c["vocabulary"]),
                          1);
        Parameters& parameters = model.parameters();
        QCOMPARE(parameters.size(), c["parameters"].size());
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            const Matrix value = matrixOf(c["parameters"][parameters[p].name], parameters[p]);
            QCOMPARE(value.rows(), parameters[p].value.rows());
            QCOMPARE(value.cols(), parameters[p].value.cols());
            parameters[p].value = value;
        }
        const Batch batch(c["examples"]);
        Gradients gradients(parameters);
        Tape tape(&gradients);
        Context context(tape, batch.layout);
        const Var scores = model.scores(context, batch.input);
        QCOMPARE(scores.cols(), Index(c["scores"].size()));
        for (Index example = 0; example < scores.cols(); ++example) {
            const Json& expected = c["scores"][std::size_t(example)];
            for (Index k = 0; k < scores.rows(); ++k) {
                const double ours = double(scores.value()(k, example));
                if (std::size_t(k) < expected.size())
                    QVERIFY(std::abs(ours - expected[std::size_t(k)].get<double>()) < 1e-9);
                else
                    QCOMPARE(ours, -std::numeric_limits<double>::infinity());
            }
        }
        const Var loss = model.head().loss(context, scores, batch.targets, Real(1) / Real(batch.targets.size()));
        QVERIFY(std::abs(double(loss.value()(0, 0)) - c["loss"].get<double>()) < 1e-9);
        tape.backward(loss);
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            const Matrix expected = matrixOf(c["gradients"][parameters[p].name], parameters[p]);
            const Gradients::Entry& entry = gradients[p];
            Matrix ours = Matrix::Zero(expected.rows(), expected.cols());
            if (parameters[p].kind == Parameter::Kind::Table)
                for (std::size_t k = 0; k < entry.columns.size(); ++k)
                    ours.col(entry.columns[k]) = entry.dense.col(Index(k));
            else if (entry.touched)
                ours = entry.dense;
            const double apart = double((ours - expected).cwiseAbs().maxCoeff());
            QVERIFY2(apart < 1e-9, (parameters[p].name + " " + std::to_string(apart)).c_str());
        }
    }

    void gradientsAreThoseOfTheDefinition_data() {
        QTest::addColumn<double>("smoothing");
        QTest::newRow("labels") << 0.0;
        QTest::newRow("smoothed labels") << 0.1;
    }
    void gradientsAreThoseOfTheDefinition() {
        QFETCH(double, smoothing);
        TaskNetwork model(describe("biblosa", Json{{"features", 2}, {"block_length", 2}, {"activation", "tanh"}}, 3, 2),
                          wordsOf(11), 1);
        Random random(RandomKey(2));
        for (Real& number : model.embedding().value.rightCols(9).reshaped())
            number = Real(random.normal());
        const Batch batch(cases()[0]["examples"]);
        std::deque<Context> contexts; // they hold layouts until backward is over
        const GradientError error = checkGradients(model.parameters(), [&](Tape& tape) {
            Context& context = contexts.emplace_back(tape, batch.layout);
            context.setLabelSmoothing(Real(smoothing));
            return model.head().loss(context, model.scores(context, batch.input), batch.targets, Real(0.5));
        });
        QVERIFY2(error.relative < 1e-5, (error.parameter + " " + std::to_string(error.relative)).c_str());
    }

    /// What is smoothed goes to the sentences of the passage alone.
    void sentencesThatThereAreNotTakeNoPart() {
        Matrix ragged(3, 2), first(3, 1), second(2, 1);
        first << 1, Real(0.5), -1;
        second << 2, Real(0.25);
        ragged.setConstant(-std::numeric_limits<Real>::infinity());
        ragged.col(0) = first;
        ragged.col(1).head(2) = second;
        for (const double smoothing : {0.0, 0.1}) {
            Tape tape;
            const std::vector<Target> both = {2, 1}, one = {2}, other = {1};
            const auto lossOf = [&](const Matrix& logits, const std::vector<Target>& targets) {
                return double(divergence(tape.constant(logits), targets, 1, Real(smoothing)).value()(0, 0));
            };
            QVERIFY(std::abs(lossOf(ragged, both) - lossOf(first, one) - lossOf(second, other)) < 1e-12);
        }
    }
};

QTEST_GUILESS_MAIN(SelectionDoubleTest)
#include "selection_double_test.moc"
