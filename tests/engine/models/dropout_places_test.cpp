#include "message_of.h"
#include "models/task_network.h"

#include <QtTest>
#include <set>

using namespace headlight;

namespace {

ModelDescription describe(const std::string& task, const ClassifierOptions& options) {
    ModelDescription description;
    description.task = task;
    description.encoder = "disa";
    description.encoderConfig = encoderRow("disa").makeConfig();
    description.encoderConfig->set("features", "4");
    description.classifier = options;
    description.classifier.embeddingFeatures = 5;
    description.labels = {"1", "2", "3"};
    return description;
}

ClassifierOptions small() {
    ClassifierOptions options;
    options.hidden = 6;
    options.highway = true;
    return options;
}

/// Scores of two sentences in a training step, and the vectors of the sentences.
struct Step {
    Matrix sentences, logits;

    Step(const std::string& task, const ClassifierOptions& options, bool training = true) {
        Vocabulary vocabulary;
        for (const char* word : {"red", "old", "new", "by"})
            vocabulary.add(word);
        TaskNetwork model(describe(task, options), std::move(vocabulary), 1);
        Random random(RandomKey(2));
        for (std::size_t p = 0; p < model.parameters().size(); ++p)
            for (Index k = 0; k < model.parameters()[p].value.size(); ++k)
                model.parameters()[p].value.data()[k] = Real(0.6 * random.normal());
        Tape tape;
        Layout layout;
        layout.add(4, 0);
        layout.add(2, 1);
        Context context(tape, layout);
        if (training)
            context.train(RandomKey(7));
        TokenInput input = model.input({"red", "old", "new", "by"});
        input.append(model.input({"old", "red"}, -1, 1));
        const Var vectors = model.vectors(context, input);
        sentences = vectors.value();
        logits = model.answer(context, vectors, input).value();
    }
};

/// One hidden unit over one feature, ReLU, one class: the score is 3 · relu(2x + 1).
std::set<int> scoresOfOneUnit(double hiddenKeep, double outputKeep) {
    ClassifierOptions options;
    options.hidden = 1;
    options.hiddenKeep = hiddenKeep;
    options.outputKeep = outputKeep;
    options.keep = 1;
    Parameters parameters;
    const auto head = headTaskRow("classify").makeHead({options, 1, 1}, Builder(parameters, 1));
    parameters.find("hidden.weight")->value.setConstant(2);
    parameters.find("hidden.bias")->value.setConstant(1);
    parameters.find("output.weight")->value.setConstant(3);
    Tape tape;
    const Layout layout(std::vector<Index>(64, 1));
    Context context(tape, layout);
    context.train(RandomKey(7));
    const Matrix logits = head->scores(context, tape.constant(Matrix::Constant(1, 64, 1))).value();
    std::set<int> found;
    for (Index k = 0; k < logits.cols(); ++k)
        found.insert(int(std::lround(logits(0, k))));
    return found;
}

} // namespace

/// Options for the keep probability of each place.
class DropoutPlacesTest : public QObject {
    Q_OBJECT
private slots:
    void everyPlaceIsAsKeepByDefault_data() {
        QTest::addColumn<QString>("task");
        for (const auto& row : taskRows())
            if (dynamic_cast<const HeadTask*>(row.get()))
                QTest::newRow(row->id.c_str()) << QString::fromStdString(row->id);
    }
    void everyPlaceIsAsKeepByDefault() {
        QFETCH(QString, task);
        ClassifierOptions one = small(), each = small();
        one.keep = 0.6;
        each.keep = 1;
        each.encoderKeep = each.hiddenKeep = each.outputKeep = 0.6;
        QVERIFY(Step(task.toStdString(), one).logits == Step(task.toStdString(), each).logits);
    }

    /// LAMA's paper: what comes before the last layer is as in evaluation.
    void theEncoderCanBeLeftAlone() {
        ClassifierOptions options = small();
        options.keep = 0.6;
        QVERIFY(Step("classify", options).sentences != Step("classify", options, false).sentences);
        options.encoderKeep = 1;
        QVERIFY(Step("classify", options).sentences == Step("classify", options, false).sentences);
        QVERIFY(Step("pair", options).logits != Step("pair", options, false).logits);
        options.hiddenKeep = options.outputKeep = 1; // the highway layer's too
        QVERIFY(Step("pair", options).logits == Step("pair", options, false).logits);
    }

    void hiddenAndLastLayerDropTheirOwnInput() {
        QCOMPARE(scoresOfOneUnit(0, 0), std::set<int>{9});
        QCOMPARE(scoresOfOneUnit(0.5, 1), (std::set<int>{3, 15})); // x is 0 or 2
        QCOMPARE(scoresOfOneUnit(1, 0.5), (std::set<int>{0, 18})); // relu(…) is 0 or twice as large
    }

    void aKeepThatIsNoneIsNamed() {
        ClassifierOptions options = small();
        options.outputKeep = 0.01;
        QCOMPARE(messageOf([&] { countParameters(describe("classify", options)); }),
                 QString("output_keep: expected 0 (as keep) or 0.05 … 1, got 0.01"));
        options.outputKeep = 0.05;
        QCOMPARE(messageOf([&] { countParameters(describe("classify", options)); }), QString());
    }
};

QTEST_GUILESS_MAIN(DropoutPlacesTest)
#include "dropout_places_test.moc"
