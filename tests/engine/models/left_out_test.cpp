#include "models/left_out.h"

#include "analysis/effects.h"
#include "engine/models/tiny_model.h"
#include "head_address.h"
#include "models/sentence_model.h"

#include <cmath>

using namespace headlight;
using namespace headlight::tinymodel;

namespace {

SentenceModel sample() {
    return SentenceModel(std::shared_ptr<const TaskNetwork>(tiny("mtsa")));
}

Sequence joined() {
    Sequence sequence;
    for (const char* text : {"[CLS]", "a", "b", "[SEP]", "c", "[SEP]"}) {
        Token& token = sequence.tokens.emplace_back();
        token.text = text;
        token.special = token.text.front() == '[';
        token.end = token.special ? 0 : 1;
        token.input = sequence.tokens.size() > 4;
    }
    return sequence;
}

} // namespace

/// A token that is left out is not read, and stays in what is shown.
class LeftOutTest : public QObject {
    Q_OBJECT

private slots:
    void theAnswerIsThatOfTheTextWithoutIt() {
        const SentenceModel model = sample();
        Intervention changes;
        changes.leftOut = {{0, 3}, {0, 100}}; // the text has no such token
        const auto recording = model.run(model.read({"who sees the old bridge"}), changes, {});
        const auto without = model.run(model.read({"who sees the bridge"}), {}, {});
        QCOMPARE(std::get<ClassAnswer>(recording->answer()).logits, std::get<ClassAnswer>(without->answer()).logits);
        const Sequence& shown = recording->sequences().front();
        QCOMPARE(shown.tokens.size(), std::size_t(5));
        QCOMPARE(shown.name, std::string("sentence"));
        for (std::size_t token = 0; token < 5; ++token)
            QCOMPARE(shown.tokens[token].leftOut, token == 3);
    }

    void itsRowAndColumnAreHidden() {
        const SentenceModel model = sample();
        Intervention changes;
        changes.leftOut = {{0, 3}};
        const auto recording = model.run(model.read({"who sees the old bridge"}), changes, {});
        const auto without = model.run(model.read({"who sees the bridge"}), {}, {});
        for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight}) {
            const AttentionMap wide = recording->map({at(0, 1), 0, stage}), read = without->map({at(0, 1), 0, stage});
            QCOMPARE(wide.queries, Index(5));
            QCOMPARE(wide.keys, Index(5));
            for (Index query = 0; query < 5; ++query)
                for (Index key = 0; key < 5; ++key) {
                    if (query == 3 || key == 3) {
                        QVERIFY(!wide.isVisible(query, key));
                        continue;
                    }
                    const Index row = query - (query > 3), column = key - (key > 3);
                    QCOMPARE(wide.at(query, key), read.at(row, column));
                    QCOMPARE(wide.isVisible(query, key), read.isVisible(row, column));
                }
        }
        const AttentionMap scores = recording->map({at(0, 1), 0, MapStage::Score});
        QVERIFY(std::isnan(scores.at(3, 1)) && std::isnan(scores.at(1, 3))); // 0 would be a score
        QVERIFY(!std::isnan(scores.at(1, 4)) && !std::isnan(scores.at(4, 1)));
        const AttentionMap pooling = recording->map({at(1, 0, MapPart::Pooling)});
        QCOMPARE(pooling.queries, Index(1));
        QCOMPARE(pooling.keys, Index(5));
        QVERIFY(pooling.isVisible(0, 4) && !pooling.isVisible(0, 3));
        QCOMPARE(recording->row({at(0, 1)}, 4), [&] {
            const AttentionMap map = recording->map({at(0, 1)});
            return std::vector<float>(map.values.end() - 5, map.values.end());
        }());
        QCOMPARE(recording->glance({at(0, 1)}, 128).thumbnail.keys, Index(5));
    }

    void cellsKeepTheirTokens() {
        const SentenceModel model = sample();
        Intervention changes, moved;
        changes.leftOut = {{0, 1}};
        changes[at(0, 1)].forbidden = {{2, 4}, {1, 3}}; // the second one is of what is left out
        changes[at(0, 0)].forced = {{3, 0, 0.5}};
        moved[at(0, 1)].forbidden = {{1, 3}};
        moved[at(0, 0)].forced = {{2, 0, 0.5}};
        const auto recording = model.run(model.read({"who sees the old bridge"}), changes, {});
        const auto read = model.run(model.read({"who the old bridge"}), moved, {});
        QCOMPARE(std::get<ClassAnswer>(recording->answer()).logits, std::get<ClassAnswer>(read->answer()).logits);
        const auto plain = model.run(model.read({"who the old bridge"}), {}, {});
        QVERIFY(std::get<ClassAnswer>(read->answer()).logits != std::get<ClassAnswer>(plain->answer()).logits);
        QCOMPARE(recording->map({at(0, 0)}).at(3, 0), 0.5F);
    }

    void aCellIsOfItsOwnSequence() {
        const auto read = [](const std::vector<Sequence>& marked, const std::vector<HeadCell>& cells) {
            Intervention changes;
            changes[at(0, 0)].forbidden = cells;
            changes[at(0, 0)].forced = {{5, 4, 0.5, 1}};
            return readOf(changes, marked).find(at(0, 0))->second;
        };
        const auto marked = withLeftOut({joined(), joined()}, {{0, 1}, {1, 2}});
        const HeadChange change = read(marked, {{4, 1, 0}, {4, 1, 1}, {4, 2, 0}, {4, 2, 1}, {0, 0, 2}});
        QCOMPARE(change.forbidden, (std::vector<HeadCell>{{3, 1, 1}, {3, 1, 0}}));
        QCOMPARE(change.forced, (std::vector<ForcedCell>{{4, 3, 0.5, 1}}));

        Intervention both;
        both[at(0, 0)].forbidden = {{1, 2, 0}, {3, 4, 1}};
        both[at(0, 0)].forced = {{5, 6, 0.5, 1}};
        both[at(0, 0)].scale = 0.5;
        QVERIFY(ofSequence(both, 0).find(at(0, 0))->second == (HeadChange{0.5, {}, {{1, 2}}}));
        QVERIFY(ofSequence(both, 1).find(at(0, 0))->second == (HeadChange{0.5, {}, {{3, 4}}, {}, {{5, 6, 0.5}}}));
    }

    void whatEffectsSayIsWhatLeavingOutDoes() {
        const SentenceModel model = sample();
        const auto sequences = model.read({"who sees the old bridge"});
        const double effect = *effectsOf(model, sequences, {}).tokens[0][2];
        Intervention changes;
        changes.leftOut = {{0, 2}};
        const auto logOdds = [&](const Intervention& with, std::size_t label) {
            const auto answer = model.run(sequences, with, {})->answer();
            const auto& p = std::get<ClassAnswer>(answer).probabilities;
            return std::log(p[label]) - std::log1p(-p[label]);
        };
        const std::size_t best = std::get<ClassAnswer>(model.run(sequences, {}, {})->answer()).best();
        QVERIFY(std::abs(effect - (logOdds(changes, best) - logOdds({}, best))) < 1e-4);
        const Effects rest = effectsOf(model, sequences, changes);
        QVERIFY(!rest.tokens[0][2] && rest.tokens[0][3]); // it is out already
    }

    void aTextKeepsItsLastWordAndItsMarks() {
        const auto marked = [](const std::set<TokenPlace>& places) {
            std::string text;
            const std::vector<Sequence> sequences = withLeftOut({joined()}, places);
            for (const Token& token : sequences.front().tokens)
                text += token.leftOut ? "-" : token.text;
            return text;
        };
        QCOMPARE(marked({{0, 1}}), std::string("[CLS]-b[SEP]c[SEP]"));
        QCOMPARE(marked({{0, 0}, {0, 2}}), std::string("[CLS]a-[SEP]c[SEP]"));
        QCOMPARE(marked({{0, 1}, {0, 2}}), std::string("[CLS]ab[SEP]c[SEP]"));
        QCOMPARE(marked({{0, 4}}), std::string("[CLS]ab[SEP]c[SEP]"));
        QVERIFY(!leavesOut(withLeftOut(withLeftOut({joined()}, {{0, 1}}), {}))); // anew, of a recording's
        QCOMPARE(readOf(withLeftOut({joined()}, {{0, 1}})).front().tokens.size(), std::size_t(5));
    }

    void aPartBetweenTextsHasTheTokensOfItsTexts() {
        const auto sequences = withLeftOut({joined()}, {{0, 1}});
        AttentionMap map; // how c and its mark look at the first text, of which one token is not read
        map.address = at(0, 0);
        map.between = TextPair{1, 0};
        map.firstQuery = 3;
        map.queries = 2;
        map.keys = 3;
        map.values = {1, 2, 3, 4, 5, 6};
        map.visible.assign(6, 1);
        const AttentionMap wide = widened(map, sequences);
        QCOMPARE(wide.firstQuery, Index(4));
        QCOMPARE(wide.firstKey, Index(0));
        QCOMPARE(wide.values, (std::vector<float>{1, 0, 2, 3, 4, 0, 5, 6}));
        QVERIFY(!wide.isVisible(0, 1) && wide.isVisible(1, 3));
    }

    void labelsAndPlacesStandWhereTheyDidBefore() {
        const auto sequences = withLeftOut({joined()}, {{0, 1}});
        TagAnswer tags;
        tags.labels = {"O", "B"};
        tags.tokens.assign(5, {1, {{}, {0, 1}, {0.25, 0.75}}});
        tags.spans = {{0, 2, "B"}, {2, 3, "B"}};
        const Answer wide = widened(tags, sequences);
        const TagAnswer& of = std::get<TagAnswer>(wide);
        QCOMPARE(of.tokens.size(), std::size_t(6));
        QVERIFY(!of.tokens[1].isRead && of.tokens[2].isRead && std::isnan(of.tokens[1].tags.probabilities[0]));
        QCOMPARE(of.spans, (std::vector<TagSpan>{{0, 3, "B"}, {3, 4, "B"}}));
        TokenAnswer places;
        places.places = {{0, 3, {{"x"}, {}, {0.5}}}};
        QCOMPARE(std::get<TokenAnswer>(widened(places, sequences)).places[0].token, 4);
    }
};

QTEST_GUILESS_MAIN(LeftOutTest)
#include "left_out_test.moc"
