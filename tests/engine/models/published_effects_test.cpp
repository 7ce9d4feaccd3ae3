// How much a head decides a word that falls out of the candidates without it.

#include "analysis/decision.h"
#include "analysis/effects.h"
#include "models/published/published_model.h"
#include "numbered_tokens.h"
#include "published_golden.h"

#include <algorithm>

using namespace headlight;
using namespace headlight::publishedgolden;

namespace {

std::unique_ptr<PublishedModel> sample() {
    const fs::path folder = folderOf("published/gpt2");
    const PublishedDescription described = describedBy(folder);
    return std::make_unique<PublishedModel>(
        *described.architecture, loadPublished(folder, Values::Stored),
        std::make_unique<NumberedTokens>(int(described.shape.embeddings.vocabulary), std::optional<int>()));
}

const ClassAnswer& candidatesOf(const Answer& answer) {
    return std::get<TokenAnswer>(answer).places.front().candidates;
}

} // namespace

class PublishedEffectsTest : public QObject {
    Q_OBJECT

private slots:
    void aWordThatIsNoCandidateIsTold() {
        const auto model = sample();
        const auto sequences = model->read({"t5 t9 t2"});
        const Answer plain = model->run(sequences, {}, {})->answer();
        const std::vector<std::string>& likeliest = candidatesOf(plain).labels;
        std::string other;
        for (int token = 0; other.empty(); ++token)
            if (const std::string label = "▁t" + std::to_string(token);
                std::find(likeliest.begin(), likeliest.end(), label) == likeliest.end())
                other = label;
        TokenAnswer before;
        before.places = {{0, 2, {{other}, {0}, {0.9}, {2}}}};
        QVERIFY(!decisionOf(plain, before));
        const Answer compared = before;
        RunControl control;
        control.compared = &compared;
        const Answer now = model->run(sequences, {}, control)->answer();
        const ClassAnswer& told = candidatesOf(now);
        QCOMPARE(told.labels.size(), likeliest.size() + 1);
        QVERIFY(std::equal(likeliest.begin(), likeliest.end(), told.labels.begin()));
        QCOMPARE(told.labels.back(), other);
        QVERIFY(told.logits.back() <= told.logits[likeliest.size() - 1]);
        QCOMPARE(decisionOf(now, before), std::optional(told.logOdds.back()));
        control.compared = &plain; // whose word is a candidate: no further one
        QCOMPARE(candidatesOf(model->run(sequences, {}, control)->answer()).labels, likeliest);
    }

    /// Whatever becomes of the candidates.
    void everyHeadHasAnEffect() {
        const auto model = sample();
        Intervention changes; // so that the answer hangs on single heads
        for (const HeadInfo& head : model->heads())
            changes[head.address].scale = 60;
        for (const char* text : {"t5 t9 t2", "t1 t2 t3 t4", "t7 t7 t3", "t12 t1 t9 t3 t3"}) {
            const Effects effects = effectsOf(*model, model->read({text}), changes);
            for (const std::optional<double>& effect : effects.heads)
                QVERIFY(effect.has_value());
        }
    }
};

QTEST_GUILESS_MAIN(PublishedEffectsTest)
#include "published_effects_test.moc"
