#include "tiny_model.h"

using namespace headlight;
using namespace headlight::tinymodel;

/// The maps that a user looks at.
class AttendMapsTest : public QObject {
    Q_OBJECT

    static std::unique_ptr<TaskNetwork> model() {
        QFETCH(QString, encoder);
        return tiny(encoder.toStdString());
    }

private slots:
    void weightsOfARowSumToOne_data() { addEncoders(); }
    void weightsOfARowSumToOne() {
        const auto m = model();
        const Analysis analysis = attend(*m, sentence);
        const auto gates = std::count_if(analysis.maps.begin(), analysis.maps.end(),
                                         [](const AttentionMap& map) { return map.address.part == MapPart::Gate; });
        QCOMPARE(gates, m->description().encoder == "multihead" ? 0 : 2);
        // Two heads and the pooling, three stages each, and the gates, which are no attention.
        QCOMPARE(analysis.maps.size(), std::size_t(3 * 3 + gates));
        for (const AttentionMap& map : analysis.maps) {
            if (map.address.part == MapPart::Gate)
                continue;
            const bool pooling = map.address.part == MapPart::Pooling;
            const Mask mask = pooling ? Mask() : Mask::parse(map.mask);
            QCOMPARE(map.queries, pooling ? 1 : map.keys);
            QCOMPARE(map.values.size(), std::size_t(map.queries * map.keys * map.features));
            for (Index query = 0; query < map.queries; ++query)
                for (Index f = 0; f < map.features; ++f) {
                    double sum = 0, seen = 0;
                    for (Index key = 0; key < map.keys; ++key) {
                        const float value = map.at(query, key, f);
                        const bool visible = mask.visible(key, query);
                        QCOMPARE(map.isVisible(query, key), visible);
                        if (map.stage == MapStage::Weight)
                            QVERIFY(visible ? value > 0 && value <= 1 : value == 0);
                        else
                            QCOMPARE(std::isfinite(value), visible || map.stage == MapStage::Score);
                        sum += double(value);
                        seen += visible;
                    }
                    if (map.stage == MapStage::Weight)
                        QVERIFY(std::abs(sum - (seen > 0 ? 1 : 0)) < 1e-5);
                }
        }
        const AttentionMap& forward = mapOf(analysis, 0, MapStage::Weight);
        QCOMPARE(forward.mask, std::string("fw"));
        QVERIFY(!forward.isVisible(0, 0) && forward.isVisible(1, 0)); // the first token sees nothing: a row of zeros
    }

    void aReductionOverFeaturesIsOfTheFullMap_data() { addEncoders(); }
    void aReductionOverFeaturesIsOfTheFullMap() {
        using Kind = FeatureChoice::Kind;
        const auto m = model();
        const std::vector<FeatureChoice> choices = {
            {Kind::All, 0},       {Kind::Mean, 0}, {Kind::Maximum, 0},
            {Kind::Deviation, 0}, {Kind::One, 1},  {Kind::One, 900}}; // as many features there are not: the last
        const Recording recording = recorded(*m, sentence);
        std::vector<AttentionMap> maps;
        for (const FeatureChoice& choice : choices)
            for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight})
                maps.push_back(recording.map({headOf(1), 0, stage, choice}));
        const bool featureWise = m->description().encoder != "multihead";
        for (std::size_t k = 3; k < maps.size(); ++k) {
            const AttentionMap &map = maps[k], &full = maps[k % 3];
            QVERIFY(map.stage == full.stage && map.choice.kind == choices[k / 3].kind);
            QCOMPARE(full.features, featureWise ? headRows : 1);
            QCOMPARE(map.mechanismFeatures, full.features);
            QCOMPARE(map.features, Index(1));
            if (map.choice.kind == Kind::One) // says which it is
                QCOMPARE(map.choice.feature, std::min(choices[k / 3].feature, full.features - 1));
            for (Index query = 0; query < full.queries; ++query)
                for (Index key = 0; key < full.keys; ++key) {
                    if (!featureWise) { // there is nothing to reduce
                        QCOMPARE(map.at(query, key), full.at(query, key));
                        continue;
                    }
                    if (!full.isVisible(query, key) && map.stage == MapStage::Masked) {
                        QVERIFY(std::isinf(map.at(query, key)));
                        continue;
                    }
                    Eigen::Array3d cell;
                    for (Index f = 0; f < headRows; ++f)
                        cell(f) = double(full.at(query, key, f));
                    const double mean = cell.mean();
                    const std::map<Kind, double> expected = {
                        {Kind::Mean, mean},
                        {Kind::Maximum, cell.maxCoeff()},
                        {Kind::Deviation, std::sqrt((cell - mean).square().mean())},
                        {Kind::One, cell(map.choice.feature)}};
                    QVERIFY(std::abs(double(map.at(query, key)) - expected.at(map.choice.kind)) < 1e-5);
                }
        }
    }

    void aSentencesMapIsWhatABatchComputes_data() { addEncoders(); }
    void aSentencesMapIsWhatABatchComputes() {
        QFETCH(QString, encoder);
        const auto m = encoder == "mtsa" ? tiny("mtsa", {{"combine", "none"}}) : model();
        const std::vector<std::vector<std::string>> batch = {{"who", "sees", "it"}, sentence, {"it"}};
        TokenInput input;
        Layout layout;
        for (std::size_t s = 0; s < batch.size(); ++s) {
            layout.add(Index(batch[s].size()), s);
            input.append(m->input(batch[s]));
        }
        Tape tape;
        Context context(tape, layout), second(tape, layout);
        const Numbers logits = m->scores(context, input).value().cast<double>();
        for (std::size_t s = 0; s < batch.size(); ++s)
            QVERIFY(agree(attend(*m, batch[s]).logits, logits.col(Index(s))));
        if (encoder == "disa") // a gate stands between its weights and what comes out
            return;

        const Numbers value = valueOf(*m, "encoder.value.weight") * embedded(*m, sentence);
        Matrix x(5, layout.tokens());
        for (std::size_t s = 0; s < batch.size(); ++s)
            x.middleCols(layout.begin(Index(s)), layout.length(Index(s))) = embedded(*m, batch[s]).cast<Real>();
        const Numbers all = m->encoder().forward(second, tape.constant(x)).value().cast<double>();
        const Analysis analysis = attend(*m, sentence);
        Numbers expected = Numbers::Zero(value.rows(), value.cols());
        for (Index row = 0; row < value.rows(); ++row) {
            const AttentionMap& map = mapOf(analysis, int(row / headRows), MapStage::Weight);
            for (Index query = 0; query < map.queries; ++query)
                for (Index key = 0; key < map.keys; ++key)
                    expected(row, query) +=
                        double(map.at(query, key, map.features == 1 ? 0 : row % headRows)) * value(row, key);
        }
        QVERIFY((all.middleCols(layout.begin(1), layout.length(1)) - expected).norm() <= 1e-5 * (1 + expected.norm()));
    }
};

QTEST_GUILESS_MAIN(AttendMapsTest)
#include "attend_maps_test.moc"
