#include "models/given/given_model.h"

#include "message_of.h"
#include "models/recording.h"
#include "nn/map_source.h"

#include <QtTest>
#include <cmath>
#include <thread>

using namespace headlight;

namespace {

GivenModel modelOf(const std::string& json) {
    return GivenModel(givenMapsOf(json, "m.json"));
}

const std::string threeTokens = R"({"tokens": ["[CLS]", "a", "b"], "attention": [[[0.5, 0.25, 0.25], [0.1, 0.2, 0.7],
    [0, 0, 1]], [[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]]]})";

const std::string scores = R"({"tokens": ["a", "b"], "attention": [[0, null], [1, 2]]})";

const std::string translation = R"({"encoder_attention": [[1, 0], [0, 1]], "decoder_attention": [[1, 0, 0], [0, 1, 0],
    [0, 0, 1]], "cross_attention": [[0.5, 0.5], [0.25, 0.75], [1, 0]], "source_tokens": ["s", "t"],
    "target_tokens": ["x", "y", "z"]})";

MapAddress at(const char* text) {
    return MapAddress::parse(text).value();
}

} // namespace

class GivenModelTest : public QObject {
    Q_OBJECT

private slots:
    void mapsAreWhatTheFileHas() {
        const GivenModel model = modelOf(threeTokens);
        QVERIFY(model.inputs().size() == 1 && model.inputs()[0].isChoice);
        QCOMPARE(model.kind(), std::string("attention maps"));
        QCOMPARE(model.sequences(), 1);
        QCOMPARE(model.heads().size(), std::size_t(2));
        QVERIFY(!model.heads()[1].changeable && !model.heads()[1].maskable());
        QVERIFY(!model.heads()[1].hasStages() && modelOf(scores).heads()[0].hasStages());
        QCOMPARE(model.heads()[1].label, std::string("head 1"));
        const auto recording = model.run(model.read({}), {}, {});
        QVERIFY(std::holds_alternative<std::monostate>(recording->answer()));
        QCOMPARE(recording->note(), std::string());
        for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight}) {
            const AttentionMap map = recording->map({at("0.0"), 0, stage});
            QCOMPARE(map.stage, MapStage::Weight); // scores are not known
            QCOMPARE(map.values, (std::vector<float>{0.5F, 0.25F, 0.25F, 0.1F, 0.2F, 0.7F, 0, 0, 1}));
            QCOMPARE(map.visible, std::vector<std::uint8_t>(9, 1));
        }
        QCOMPARE(recording->row({at("0.1")}, 1), (std::vector<float>{0.5F, 0.5F, 0}));
        const Glance glance = recording->glance({at("0.1")}, 128);
        QVERIFY(glance.statistics.has_value());
        QCOMPARE(glance.thumbnail.values[8], 0.5F);
    }

    /// Numbers of what is left stay, which a softmax or a sum over them would change.
    void leftOutTokensAreHidden() {
        const GivenModel model = modelOf(threeTokens);
        Intervention changes;
        changes.leftOut = {{0, 1}};
        const auto recording = model.run(model.read({}), changes, {});
        const AttentionMap map = recording->map({at("0.0")});
        QCOMPARE(map.values, (std::vector<float>{0.5F, 0, 0.25F, 0, 0, 0, 0, 0, 1}));
        QCOMPARE(map.visible, (std::vector<std::uint8_t>{1, 0, 1, 0, 0, 0, 1, 0, 1}));
        QCOMPARE(recording->note(), std::string("The maps come from a file: what is left out is hidden, and the other "
                                                "numbers stay as they are."));
        QVERIFY(recording->sequences()[0].tokens[1].leftOut);
        changes.leftOut = {{0, 0}}; // a mark of the model's own
        QVERIFY(!model.run(model.read({}), changes, {})->sequences()[0].tokens[0].leftOut);
    }

    void weightsOfScoresAreTheirSoftmax() {
        const GivenModel model = modelOf(scores);
        const auto recording = model.run(model.read({}), {}, {});
        const AttentionMap weights = recording->map({at("0.0")});
        QCOMPARE(weights.values[0], 1.0F);
        QCOMPARE(weights.visible, (std::vector<std::uint8_t>{1, 0, 1, 1}));
        QVERIFY(std::abs(weights.values[3] - 1 / (1 + std::exp(-1.0F))) < 1e-6F);
        const AttentionMap given = recording->map({at("0.0"), 0, MapStage::Score});
        QVERIFY(std::isnan(given.values[1])); // behind the mask the file has none
        QCOMPARE(given.values[3], 2.0F);
        QVERIFY(std::isinf(recording->map({at("0.0"), 0, MapStage::Masked}).values[1]));
        const Glance glance = recording->glance({at("0.0"), 0, MapStage::Score}, 1);
        QCOMPARE(glance.thumbnail.values[0], 2.0F);
        QCOMPARE(recording->note(), std::string("The file has scores: weights are their softmax."));
    }

    void otherNumbersHaveNoStatistics() {
        const GivenModel model = modelOf("[[3, -1], [2, 2]]");
        const auto recording = model.run(model.read({}), {}, {});
        QCOMPARE(recording->map({at("0.0")}).values, (std::vector<float>{3, -1, 2, 2}));
        QVERIFY(!recording->glance({at("0.0")}, 128).statistics.has_value());
        QCOMPARE(recording->sequences()[0].tokens[1].text, std::string("1"));
    }

    void aTranslationHasTwoSequences() {
        const GivenModel model = modelOf(translation);
        QCOMPARE(model.sequences(), 2);
        std::vector<std::pair<std::string, int>> heads;
        for (const HeadInfo& head : model.heads())
            heads.emplace_back(head.address.text(), head.sequence);
        QCOMPARE(heads, (std::vector<std::pair<std::string, int>>{{"0.0", 0}, {"dec.0.0", 1}, {"dec.0.cross.0", 1}}));
        Intervention changes;
        changes.leftOut = {{0, 1}, {1, 0}}; // of a translation nothing can be left out
        const auto recording = model.run(model.read({}), changes, {});
        QVERIFY(recording->sequences()[1].isTarget && !recording->sequences()[1].tokens[0].leftOut);
        const AttentionMap cross = recording->map({at("dec.0.cross.0"), 1});
        QCOMPARE(cross.values, (std::vector<float>{0.5F, 0, 0.25F, 0, 1, 0}));
        QCOMPARE(cross.keySequence, 0);
    }

    void textsAreChosenByTitle() {
        const GivenModel model = modelOf(R"([{"title": "one\ttext", "attention": [[1]], "tokens": ["a"]},
            {"title": "one\ttext", "attention": [[0.5, 0.5], [0, 1]], "tokens": ["a", "b"]},
            {"attention": [[0, 1], [0.5, 0.5]], "tokens": ["a", "b"]}])");
        QCOMPARE(model.inputs().size(), std::size_t(1));
        QCOMPARE(model.examples(), (std::vector<ExampleText>{{"one?text"}, {"one?text (2)"}, {"a b"}}));
        const auto first = [&](const std::string& title) {
            return model.run(model.read({title}), {}, {})->map({at("0.0")}).values[0];
        };
        QCOMPARE(first("one?text"), 1.0F);
        QCOMPARE(first("one?text (2)"), 0.5F);
        QCOMPARE(first("a b"), 0.0F); // its tokens are those of the second, its numbers are not
        QCOMPARE(first("3"), 0.0F);
        QCOMPARE(messageOf([&] { model.read({"b"}); }),
                 QString("the file has no text “b”; choose one of its 3 by its title or number, as 1: “one?text”"));
        QCOMPARE(messageOf([&] { model.read({}); }),
                 QString("the file has 3 texts; choose one by its title or number"));
    }

    void theRecordingOutlivesTheModel() {
        std::shared_ptr<const Recording> recording;
        {
            const GivenModel model = modelOf(threeTokens);
            recording = model.run(model.read({}), {}, {});
        }
        QCOMPARE(recording->map({at("0.1")}).values[0], 1.0F);
    }

    void severalThreadsReadAtOnce() {
        const GivenModel model = modelOf(scores);
        const auto recording = model.run(model.read({}), {}, {});
        std::vector<std::vector<float>> found(8);
        std::vector<std::thread> threads;
        for (auto& values : found)
            threads.emplace_back([&] { values = recording->map({at("0.0")}).values; });
        for (std::thread& thread : threads)
            thread.join();
        for (const auto& values : found)
            QCOMPARE(values, found.front());
    }

    void aSummaryCounts() {
        const ModelSummary summary = modelOf(threeTokens).summary();
        QCOMPARE(summary.configuration["heads"], 2);
        QCOMPARE(summary.configuration["longest"], 3);
    }
};

QTEST_GUILESS_MAIN(GivenModelTest)
#include "given_model_test.moc"
