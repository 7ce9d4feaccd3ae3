#include "message_of.h"
#include "nn/head_statistics_sum.h"
#include "nn/value_counter.h"
#include "tiny_model.h"

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

using namespace headlight;
using namespace headlight::tinymodel;

namespace {

/// Multi-head attention of one head by its definition; 0 for a query that sees nothing.
Numbers dotProductHead(const TaskNetwork& model, int head, const std::function<bool(Index key, Index query)>& seen) {
    const auto rows = [&](const char* name) -> Numbers {
        return valueOf(model, name).middleRows(head * headRows, headRows) * embedded(model, sentence);
    };
    const Numbers query = rows("encoder.query.weight"), key = rows("encoder.key.weight"),
                  value = rows("encoder.value.weight");
    Numbers result = Numbers::Zero(headRows, value.cols());
    for (Index j = 0; j < value.cols(); ++j) {
        double sum = 0;
        for (Index i = 0; i < value.cols(); ++i)
            if (seen(i, j)) {
                const double weight = std::exp(key.col(i).dot(query.col(j)) / std::sqrt(double(headRows)));
                sum += weight;
                result.col(j) += weight * value.col(i);
            }
        if (sum > 0)
            result.col(j) /= sum;
    }
    return result;
}

} // namespace

/// A model's answer to a sentence, and what becomes of it when the user changes heads.
class AttendTest : public QObject {
    Q_OBJECT

    static std::unique_ptr<TaskNetwork> model() {
        QFETCH(QString, encoder);
        return tiny(encoder.toStdString());
    }
    static std::vector<std::string> longText() {
        std::vector<std::string> text;
        while (text.size() < 700)
            text.insert(text.end(), sentence.begin(), sentence.end());
        return text;
    }

private slots:
    void answersAsWrittenOut_data() { addEncoders(); }
    void answersAsWrittenOut() {
        const auto m = model();
        const Analysis analysis = attend(*m, sentence);
        QVERIFY(agree(analysis.logits, answerTo(*m, encoded(*m, sentence))));
        QVERIFY(std::abs(analysis.probabilities[0] + analysis.probabilities[1] + analysis.probabilities[2] - 1) < 1e-6);
        for (int label = 0; label < 3; ++label)
            QVERIFY(analysis.logits[std::size_t(label)] <= analysis.logits[std::size_t(analysis.best())]);
        QCOMPARE(attend(*m, {"the", "zeppelin"}).known, (std::vector<bool>{true, false}));
        QVERIFY_THROWS_EXCEPTION(Error, attend(*m, {}));
    }

    void everyQueryOfEveryMapIsTold_data() { addEncoders(); }
    void everyQueryOfEveryMapIsTold() {
        Index told = 0, expected = 0;
        const auto m = model();
        for (const AttentionMap& map : mapsOf(recorded(*m, sentence), 0, meanOfFeatures, [&] { ++told; }))
            expected += map.queries;
        QVERIFY(expected > 0);
        QCOMPARE(told, expected);
    }

    void aLongTextIsSpreadOverThreads_data() { addEncoders(); }
    void aLongTextIsSpreadOverThreads() {
        const auto m = model();
        const auto attended = [&](int threads, std::set<std::thread::id>& used) {
            std::mutex mutex;
            RunControl control;
            control.threads = threads;
            control.check = [&] {
                const std::lock_guard lock(mutex);
                used.insert(std::this_thread::get_id());
            };
            return recorded(*m, longText(), {}, {}, control);
        };
        std::set<std::thread::id> one, three;
        const Recording alone = attended(1, one);
        Recording spread = attended(3, three);
        for (int again = 0; again < 200 && three.size() == 1; ++again) // on a busy machine the first may be ready
            spread = attended(3, three);                               // before the others are awake
        QCOMPARE(one.size(), std::size_t(1));
        QVERIFY(three.size() > 1);
        QCOMPARE(classesOf(alone.answer()).logits, classesOf(spread.answer()).logits);
        QCOMPARE(alone.map({headOf(1)}).values, spread.map({headOf(1)}).values);
    }

    void aPassThatIsNotWantedAnyMoreIsLeft_data() { addEncoders(); }
    void aPassThatIsNotWantedAnyMoreIsLeft() {
        const auto m = model();
        std::atomic<int> asked = 0;
        RunControl control;
        control.threads = 2;
        control.check = [&] { ++asked; };
        recorded(*m, longText(), {}, {}, control);
        const int whole = asked;
        QVERIFY(whole > 20);
        const auto leave = [&] {
            if (++asked > 10)
                throw Error("left");
        };
        asked = 0;
        control.check = leave;
        QCOMPARE(messageOf([&] { recorded(*m, longText(), {}, {}, control); }), QStringLiteral("left"));
        QVERIFY(asked < whole);
        const Recording recording = recorded(*m, longText());
        asked = 0;
        QCOMPARE(messageOf([&] { recording.map({headOf(0)}, leave); }), QStringLiteral("left"));
        QVERIFY(asked < 20); // it asks after every query, of which there are 700
    }

    /// The three of a pair of features, and of all queries together.
    void aMapMadeAloneIsThatMadeWithAllOthers_data() { addEncoders(); }
    void aMapMadeAloneIsThatMadeWithAllOthers() {
        const auto m = model();
        const Recording recording = recorded(*m, longText());
        for (const MapStage stage : {MapStage::Score, MapStage::Weight}) {
            const MapRequest request{headOf(1), 0, stage, meanOfFeatures};
            const AttentionMap map = recording.map(request);
            for (const Index query : {0, 1, 63, 64, 333, 699}) {
                const std::vector<float> row = recording.row(request, query);
                QCOMPARE(row.size(), std::size_t(map.keys));
                for (Index key = 0; key < map.keys; ++key)
                    QVERIFY(row[std::size_t(key)] == map.at(query, key));
            }
        }
    }

    void aThumbnailHasTheLargestOfItsCells_data() { addEncoders(); }
    void aThumbnailHasTheLargestOfItsCells() {
        const auto m = model();
        const Recording recording = recorded(*m, longText());
        for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight}) {
            const MapRequest request{headOf(1), 0, stage, meanOfFeatures};
            const AttentionMap map = recording.map(request);
            const Glance glance = recording.glance(request, 100);
            const Index high = (map.queries + 99) / 100, small = (map.queries + high - 1) / high;
            QCOMPARE(glance.thumbnail.queries, small);
            QCOMPARE(glance.thumbnail.keys, small);
            for (Index row = 0; row < small; ++row)
                for (Index column = 0; column < small; ++column) {
                    float largest = -std::numeric_limits<float>::infinity(), behind = largest;
                    bool visible = false;
                    for (Index query = high * row; query < std::min(map.queries, high * (row + 1)); ++query)
                        for (Index key = high * column; key < std::min(map.keys, high * (column + 1)); ++key)
                            if (map.isVisible(query, key)) {
                                largest = std::max(largest, map.at(query, key));
                                visible = true;
                            } else {
                                behind = std::max(behind, map.at(query, key));
                            }
                    QCOMPARE(glance.thumbnail.isVisible(row, column), visible);
                    if (visible)
                        QVERIFY(glance.thumbnail.at(row, column) == largest);
                    else if (stage == MapStage::Score) // what the head would have looked at
                        QVERIFY(std::isfinite(behind) && glance.thumbnail.at(row, column) == behind);
                }
            const ValueCounts all = valueCounts(map);
            QVERIFY(glance.counts && glance.counts->counts == all.counts && glance.counts->sum == all.sum);
            const AttentionMap weights = recording.map({headOf(1)});
            const HeadStatistics expected = headStatistics(weights, keyMarksOf(weights, recording.sequences().front()));
            QVERIFY(glance.statistics->entropy == expected.entropy);
            QVERIFY(glance.statistics->meanDistance == expected.meanDistance);
            QVERIFY(glance.statistics->selfShare == expected.selfShare);
            QVERIFY(glance.statistics->previous == expected.previous && glance.statistics->next == expected.next);
            QVERIFY(expected.first && glance.statistics->first == expected.first);
            QVERIFY(!expected.separator && !glance.statistics->separator); // this model sets no marks
        }
        const AttentionMap whole = recorded(*m, sentence).glance({headOf(0)}, 100).thumbnail;
        QVERIFY(!recorded(*m, sentence).glance({headOf(0)}, 100).counts); // it has all of them itself
        QCOMPARE(whole.values, recorded(*m, sentence).map({headOf(0)}).values);
    }

    void aScaledHeadChangesTheAnswerAsWrittenOut_data() { addEncoders(); }
    void aScaledHeadChangesTheAnswerAsWrittenOut() {
        const auto m = model();
        const Numbers untouched = encoded(*m, sentence);
        for (int head = 0; head < 2; ++head)
            for (const double factor : {0.0, 0.5, -1.0, 3.0}) { // 0: the head is off
                Intervention changes;
                changes[headOf(head)].scale = factor;
                Numbers scaled = untouched;
                scaled.middleRows(head * headRows, headRows) *= factor;
                const std::vector<double> logits = attend(*m, sentence, changes).logits;
                QVERIFY(agree(logits, answerTo(*m, scaled)));
                QVERIFY(!agree(logits, answerTo(*m, untouched)));
            }
    }

    void scaledFeaturesChangeTheAnswerAsWrittenOut_data() { addEncoders(); }
    void scaledFeaturesChangeTheAnswerAsWrittenOut() {
        const auto m = model();
        Numbers scaled = encoded(*m, sentence);
        Intervention changes;
        changes[headOf(1)] = {0.5, std::nullopt, {}, {{0, 0.0}, {2, -3.0}}};
        scaled.middleRows(headRows, headRows) *= 0.5;
        scaled.row(headRows) *= 0;
        scaled.row(headRows + 2) *= -3;
        QVERIFY(agree(attend(*m, sentence, changes).logits, answerTo(*m, scaled)));

        Intervention all, whole;
        for (Index feature = 0; feature < headRows; ++feature)
            all[headOf(0)].features[feature] = 0.25;
        whole[headOf(0)].scale = 0.25;
        QCOMPARE(attend(*m, sentence, all).logits, attend(*m, sentence, whole).logits);
    }

    void anotherMaskAndForbiddenCellsAsWrittenOut() {
        const auto m = tiny("multihead");
        Intervention changes;
        changes[headOf(1)].mask = "window(1)";
        changes[headOf(1)].forbidden = {{2, 1}, {3, 3}};
        Numbers expected(2 * headRows, Index(sentence.size()));
        expected.topRows(headRows) = dotProductHead(*m, 0, [](Index key, Index query) { return key < query; });
        expected.bottomRows(headRows) = dotProductHead(*m, 1, [](Index key, Index query) {
            return std::abs(key - query) <= 1 && !(query == 2 && key == 1) && !(query == 3 && key == 3);
        });
        const Analysis changed = attend(*m, sentence, changes), before = attend(*m, sentence);
        QVERIFY(agree(changed.logits, answerTo(*m, expected)));
        QVERIFY(!agree(before.logits, answerTo(*m, expected)));
        QCOMPARE(mapOf(changed, 1, MapStage::Weight).mask, std::string("window(1)"));
        QCOMPARE(mapOf(changed, 0, MapStage::Weight).values, mapOf(before, 0, MapStage::Weight).values);
    }

    void anotherMaskIsAModelMadeWithIt() {
        // Both models of a pair have the same numbers: parameters are filled in their order.
        const auto same = [](const TaskNetwork& changed, int head, const char* mask, const TaskNetwork& made) {
            Intervention changes;
            changes[headOf(head)].mask = Mask::parse(mask).text();
            const Analysis ours = attend(changed, sentence, changes), expected = attend(made, sentence);
            QCOMPARE(ours.logits, expected.logits);
            QCOMPARE(mapOf(ours, head, MapStage::Weight).values, mapOf(expected, head, MapStage::Weight).values);
            QVERIFY(attend(changed, sentence).logits != expected.logits);
        };
        for (const char* encoder : {"multihead", "mtsa"})
            same(*tiny(encoder), 1, "causal+dist(0.5)", *tiny(encoder, {{"masks", "fw, causal+dist(0.5)"}}));
        same(*tiny("disa", {{"directions", "forward"}}), 0, "bw", *tiny("disa", {{"directions", "backward"}}));
    }

    void aChangeToWhatIsThereChangesNoBit_data() { addEncoders(); }
    void aChangeToWhatIsThereChangesNoBit() {
        const auto m = model();
        Intervention changes;
        const auto masks = m->encoder().headMasks();
        for (int head = 0; head < 2; ++head)
            changes[headOf(head)] = {1, masks[0][std::size_t(head)], {}};
        const Analysis changed = attend(*m, sentence, changes), untouched = attend(*m, sentence);
        QCOMPARE(changed.logits, untouched.logits);
        QCOMPARE(changed.maps.size(), untouched.maps.size());
        for (std::size_t k = 0; k < changed.maps.size(); ++k)
            QCOMPARE(changed.maps[k].values, untouched.maps[k].values);
    }

    void aQueryThatSeesNothingHasNoWeights_data() { addEncoders(); }
    void aQueryThatSeesNothingHasNoWeights() {
        const auto m = model();
        Intervention changes;
        for (Index key = 0; key < Index(sentence.size()); ++key)
            changes[headOf(1)].forbidden.push_back({2, key});
        const Analysis changed = attend(*m, sentence, changes), before = attend(*m, sentence);
        const AttentionMap &weight = mapOf(changed, 1, MapStage::Weight), &own = mapOf(before, 1, MapStage::Weight);
        for (Index query = 0; query < weight.queries; ++query)
            for (Index key = 0; key < weight.keys; ++key) {
                QCOMPARE(weight.isVisible(query, key), query != 2 && own.isVisible(query, key));
                for (Index f = 0; f < weight.features; ++f)
                    QCOMPARE(weight.at(query, key, f), query == 2 ? 0.0f : own.at(query, key, f));
            }
        QVERIFY(own.isVisible(2, 4) && own.at(2, 4) > 0); // it saw something before
        QCOMPARE(mapOf(changed, 0, MapStage::Weight).values, mapOf(before, 0, MapStage::Weight).values);
        for (const double logit : changed.logits)
            QVERIFY(std::isfinite(logit));
        QVERIFY(changed.logits != before.logits);
    }
};

QTEST_GUILESS_MAIN(AttendTest)
#include "attend_test.moc"
