#include "models/published/published_model.h"
#include "tiny_model.h"

using namespace headlight;
using namespace headlight::tinymodel;

namespace {

/// What a head of weights [keys × queries], or of a weight for each feature, makes of its values, where its map says
/// so: by definition, from the map of the changed model.
const AttentionMap& weightsOf(const Analysis& analysis, int head) {
    return mapOf(analysis, head, MapStage::Weight);
}

/// The forced cells of a query, and what the others had before: by definition.
double expectedWeight(const AttentionMap& before, const HeadChange& change, Index query, Index key, Index feature) {
    double forced = 0, own = -1, rest = 0;
    const auto weightAt = [&](Index k) {
        for (const ForcedCell& cell : change.forced)
            if (cell.query == query && cell.key == k)
                return cell.weight;
        return -1.0;
    };
    for (Index k = 0; k < before.keys; ++k) {
        const double weight = weightAt(k);
        forced += std::max(weight, 0.0);
        rest += weight < 0 ? double(before.at(query, k, feature)) : 0;
        own = k == key ? weight : own;
    }
    const double divisor = std::max(forced, 1.0); // more than everything is shared out
    if (own >= 0)
        return own / divisor;
    return rest > 0 ? (1 - forced / divisor) * double(before.at(query, key, feature)) / rest : 0;
}

} // namespace

/// Cells whose weight a user gives.
class ForcedCellsTest : public QObject {
    Q_OBJECT

    static HeadChange someForced() {
        HeadChange change;
        // A half of it; on a cell that fw and bw hide; two of one query that are more than everything; nothing.
        change.forced = {{3, 1, 0.5}, {3, 3, 0.25}, {4, 0, 0.75}, {4, 5, 0.75}, {2, 0, 0}, {0, 0, 0.5}};
        return change;
    }

private slots:
    void theOthersShareTheRestInProportion_data() { addEncoders(); }
    void theOthersShareTheRestInProportion() {
        QFETCH(QString, encoder);
        const auto m = tiny(encoder.toStdString());
        const HeadChange change = someForced();
        const Analysis before = attend(*m, sentence), after = attend(*m, sentence, {{{headOf(0), change}}});
        const AttentionMap &own = weightsOf(before, 0), &map = weightsOf(after, 0);
        for (Index query = 0; query < map.queries; ++query)
            for (Index key = 0; key < map.keys; ++key)
                for (Index f = 0; f < map.features; ++f)
                    QVERIFY(std::abs(double(map.at(query, key, f)) - expectedWeight(own, change, query, key, f)) <
                            1e-5);
        QVERIFY(map.isVisible(3, 3) && !own.isVisible(3, 3));
        QVERIFY(map.markAt(3, 3) == CellMark::Forced && map.markAt(3, 2) == CellMark::None);
        QCOMPARE(weightsOf(after, 1).values, weightsOf(before, 1).values);
        QVERIFY(weightsOf(after, 1).marks.empty());
    }

    void aSumThatIsRoundedUpLeavesNothing() {
        QCOMPARE(leftBy(1 + 4e-16), 0.0);
        QCOMPARE(leftBy(0.25), 0.75);
    }

    void theAnswerIsThatOfTheseWeights() {
        const auto m = tiny("multihead");
        const Analysis before = attend(*m, sentence), after = attend(*m, sentence, {{{headOf(0), someForced()}}});
        Numbers expected = encoded(*m, sentence);
        const Numbers value = valueOf(*m, "encoder.value.weight").topRows(headRows) * embedded(*m, sentence);
        expected.topRows(headRows).setZero();
        for (Index query = 0; query < expected.cols(); ++query)
            for (Index key = 0; key < expected.cols(); ++key)
                expected.col(query).head(headRows) +=
                    expectedWeight(weightsOf(before, 0), someForced(), query, key, 0) * value.col(key);
        QVERIFY(agree(after.logits, answerTo(*m, expected)));
        QVERIFY(!agree(before.logits, answerTo(*m, expected)));
    }

    void featuresFollowTheirWeights() {
        const auto m = tiny("mtsa", {{"combine", "none"}, {"value_activation", "none"}});
        const Analysis before = attend(*m, sentence), after = attend(*m, sentence, {{{headOf(0), someForced()}}});
        Numbers expected = encoded(*m, sentence);
        Numbers value = valueOf(*m, "encoder.value.weight").topRows(headRows) * embedded(*m, sentence);
        if (m->parameters().find("encoder.value.bias"))
            value.colwise() += valueOf(*m, "encoder.value.bias").col(0).head(headRows);
        expected.topRows(headRows).setZero();
        for (Index query = 0; query < expected.cols(); ++query)
            for (Index key = 0; key < expected.cols(); ++key)
                for (Index f = 0; f < headRows; ++f)
                    expected(f, query) +=
                        expectedWeight(weightsOf(before, 0), someForced(), query, key, f) * value(f, key);
        QVERIFY(agree(after.logits, answerTo(*m, expected)));
    }

    void bothFormsOfAnAttentionAgree_data() {
        QTest::addColumn<QString>("encoder");
        QTest::newRow("disa") << "disa";
        QTest::newRow("mtsa") << "mtsa";
    }
    void bothFormsOfAnAttentionAgree() {
        QFETCH(QString, encoder);
        const auto fused = tiny(encoder.toStdString()),
                   reference = tiny(encoder.toStdString(), {{"form", "reference"}});
        const Intervention changes = {{{headOf(0), someForced()}, {headOf(1), someForced()}}};
        const Analysis ours = attend(*fused, sentence, changes), other = attend(*reference, sentence, changes);
        for (std::size_t k = 0; k < ours.logits.size(); ++k)
            QVERIFY(std::abs(ours.logits[k] - other.logits[k]) < 1e-5);
        QVERIFY(std::abs(ours.logits[0] - attend(*fused, sentence).logits[0]) > 1e-4);
    }

    void everyOwnWeightForcedChangesNothing_data() { addEncoders(); }
    void everyOwnWeightForcedChangesNothing() {
        QFETCH(QString, encoder);
        const auto m = tiny(encoder.toStdString(), encoder == "multihead" ? Options{}
                                                   : encoder == "disa"    ? Options{{"scores", "scalar"}}
                                                                          : Options{{"source", "none"}});
        const Analysis before = attend(*m, sentence);
        HeadChange change;
        const AttentionMap& own = weightsOf(before, 0);
        for (Index key = 0; key < own.keys; ++key)
            change.forced.push_back({4, key, double(own.at(4, key))});
        const Analysis after = attend(*m, sentence, {{{headOf(0), change}}});
        for (std::size_t k = 0; k < before.logits.size(); ++k)
            QVERIFY(std::abs(before.logits[k] - after.logits[k]) < 1e-5);
    }

    void aForcedCellOfAPublishedModelChangesItsAnswer() {
        const auto model = openPublished(std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests/golden/bert/masked");
        HeadChange change;
        change.forced = {{1, 3, 0.75}};
        const std::vector<Sequence> read = model->read({"the [MASK] dog"});
        const auto before = model->run(read, {}, {}), after = model->run(read, {{{headOf(0), change}}}, {});
        const AttentionMap own = before->map({headOf(0)}), map = after->map({headOf(0)});
        for (Index key = 0; key < map.keys; ++key)
            QVERIFY(std::abs(double(map.at(1, key)) - expectedWeight(own, change, 1, key, 0)) < 1e-6);
        QVERIFY(classesOf(before->answer()).logits != classesOf(after->answer()).logits);
        const MapAddress next{Stack::Encoder, 1, MapPart::Self, 0};
        QVERIFY(before->map({next}).values != after->map({next}).values); // the layer behind sees it
    }

    void stagesBeforeTheWeightsSayWhatTheScoreIs() {
        const auto m = tiny("multihead");
        const Analysis before = attend(*m, sentence), after = attend(*m, sentence, {{{headOf(0), someForced()}}});
        const AttentionMap &score = mapOf(before, 0, MapStage::Score), &masked = mapOf(after, 0, MapStage::Masked);
        QCOMPARE(mapOf(after, 0, MapStage::Score).values, score.values);
        QCOMPARE(masked.at(3, 3), score.at(3, 3)); // nothing hides it any more
        QVERIFY(masked.at(3, 4) == -std::numeric_limits<float>::infinity());
    }

    void aCellIsForbiddenForcedOrNeither() {
        HeadChange change;
        change.mark({1, 2}, CellMark::Forbidden);
        QVERIFY(change.markOf({1, 2}) == CellMark::Forbidden && change.markOf({2, 1}) == CellMark::None);
        change.mark({1, 2}, CellMark::Forced);
        QVERIFY(change.forbidden.empty());
        QCOMPARE(change.forced, (std::vector<ForcedCell>{{1, 2, 1}}));
        change.forced.front().weight = 0.5;
        change.mark({1, 2}, CellMark::Forced);
        QCOMPARE(change.forced.front().weight, 0.5);
        change.mark({1, 2}, CellMark::None);
        QVERIFY(change.isNothing());
    }
};

QTEST_GUILESS_MAIN(ForcedCellsTest)
#include "forced_cells_test.moc"
