#include "nn/positions.h"
#include "train/new_model.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

Corpus corpus() {
    Corpus corpus;
    corpus.labels = {"a", "b"};
    for (const std::vector<std::string>& tokens : std::vector<std::vector<std::string>>{
             {"one", "two", "three"}, {"two", "four", "five", "six"}, {"six", "one"}, {"seven", "eight", "nine"}}) {
        Example example;
        example.texts = {tokens};
        example.label = int(corpus.train.size() % 2);
        corpus.train.push_back(example);
    }
    return corpus;
}

RunConfig configOf(const std::string& encoder, const std::vector<std::pair<std::string, std::string>>& values) {
    RunConfig config = RunConfig::forEncoder(encoder);
    config.set("embedding_features", "64");
    for (const auto& [name, value] : values)
        config.set(name, value);
    return config;
}

nlohmann::ordered_json encoderOptions(const NewModel& made) {
    return made.model->description().encoderConfig->toJson();
}

} // namespace

class PositionsTest : public QObject {
    Q_OBJECT

private slots:
    void areAsLargeAsTheTokensVectorByDefault() {
        QCOMPARE(encoderRow("multihead").makeConfig()->get("positions"), std::string("scaled"));
        QCOMPARE(encoderRow("transformer").makeConfig()->get("positions"), std::string("scaled"));
        Random random(RandomKey(3));
        Matrix x(64, 7);
        for (Index t = 0; t < x.cols(); ++t) // tokens of very different size, and an unknown one
            for (Index f = 0; f < x.rows(); ++f)
                x(f, t) = t == 5 ? 0 : Real(std::pow(10.0, double(t) - 3) * random.normal());
        const Layout layout({4, 3});
        Tape tape(nullptr);
        Context context(tape, layout);
        const Var input = tape.make(x.rows(), x.cols(), false);
        input.value() = x;
        const Matrix code = positionalCode(Wavelengths::Shen, 64, 4);
        const Matrix added = Matrix(addPositions(context, input, Wavelengths::Shen, Positions::Scaled).value()) - x;
        for (Index t = 0; t < x.cols(); ++t) {
            const Vector direction = code.col(t < 4 ? t : t - 4).normalized();
            QVERIFY((added.col(t) - x.col(t).norm() * direction).norm() <= Real(1e-5) * x.col(t).norm());
        }
    }

    void ofThePapersKeepTheirAmplitudeAndWarnWhereTheyDrownTheWords() {
        const NewModel made = newModel(configOf("multihead", {{"preset", "paper"}}), corpus());
        QCOMPARE(encoderOptions(made)["positions"], "sinusoidal");
        QVERIFY2(made.adapted.ends_with("positions=scaled makes them of like size"), made.adapted.c_str());
        const NewModel large =
            newModel(configOf("multihead", {{"preset", "paper"}, {"unknown_vectors", "normal"}}), corpus());
        QCOMPARE(large.adapted, std::string());
    }
};

QTEST_GUILESS_MAIN(PositionsTest)
#include "positions_test.moc"
