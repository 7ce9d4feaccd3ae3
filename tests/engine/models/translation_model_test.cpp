#include "analysis/decision.h"
#include "analysis/effects.h"
#include "message_of.h"
#include "models/translation_begin.h"
#include "models/translation_model.h"
#include "sample_translator.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

using Texts = std::vector<std::string>;

MapAddress headOf(const char* text) {
    return *MapAddress::parse(text);
}

std::vector<std::string> textsOf(const Sequence& sequence) {
    std::vector<std::string> texts;
    for (const Token& token : sequence.tokens)
        texts.push_back(token.text);
    return texts;
}

double sumOf(const TranslationAnswer& answer) {
    double sum = 0;
    for (const TranslationAnswer::Token& token : answer.tokens)
        sum += token.logProbability;
    return sum;
}

} // namespace

class TranslationModelTest : public QObject {
    Q_OBJECT
    std::shared_ptr<const Translator> m_translator = sampleTranslator();
    TranslationModel m_model{m_translator};
    const std::string m_source = "the engineer builds a red bridge";

    std::shared_ptr<const Recording> run(const Texts& texts, const Intervention& changes = {}) const {
        return m_model.run(m_model.read(texts), changes, {});
    }
    TranslationAnswer answer(const Texts& texts, const Intervention& changes = {}) const {
        return std::get<TranslationAnswer>(run(texts, changes)->answer());
    }

private slots:
    void itReadsASourceAndHowTheTranslationBegins() {
        QCOMPARE(m_model.inputs().size(), std::size_t(2));
        QVERIFY(m_model.inputs()[1].optional && m_model.inputs()[1].isBegin);
        const std::vector<Sequence> read = m_model.read({m_source, "Der rote"});
        QCOMPARE(read.size(), std::size_t(2));
        QCOMPARE(read[0].name, std::string("source"));
        QCOMPARE(read[0].tokens.back().text, std::string("</s>"));
        QVERIFY(read[0].tokens.back().special && read[0].tokens.size() > 7); // "engineer" is several pieces
        QCOMPARE(textsOf(read[1]), (Texts{"<s>", "der", "rote"}));
        QVERIFY(read[1].isTarget && !read[1].isComplete);
        QCOMPARE(typedText(read[1].tokens[2], {m_source, "Der rote"}), std::string("rote"));
        QVERIFY(m_model.read({m_source, "der rote </s>"})[1].isComplete);
        QCOMPARE(textsOf(m_model.read({m_source, "der rote </s>"})[1]), (Texts{"<s>", "der", "rote"}));
    }

    /// A word of many pieces, as a line of base64 is one: the pieces share nothing of its size.
    void piecesOfALongWordTakeNoMoreThanTheirText() {
        const std::string word(5000, 'q');
        const std::vector<Token> tokens = m_translator->source(word, SourceText::Typed);
        QVERIFY(tokens.size() > 1000);
        std::size_t bytes = 0, places = 0;
        for (const Token& token : tokens) {
            bytes += token.text.capacity();
            places += token.special ? 0 : token.end - token.begin;
        }
        QVERIFY2(bytes < 100 * tokens.size(), qPrintable(QString::number(bytes)));
        QCOMPARE(places, word.size());
    }

    void everyHeadIsThereOnce() {
        std::vector<std::string> addresses;
        for (const HeadInfo& head : m_model.heads()) {
            addresses.push_back(head.address.text());
            const bool isDecoder = head.address.stack == Stack::Decoder;
            QCOMPARE(head.sequence, isDecoder ? 1 : 0);
            QVERIFY(head.changeable);
            QCOMPARE(head.mask, std::string(isDecoder && head.address.part == MapPart::Self ? "causal" : "all"));
        }
        QCOMPARE(addresses, (Texts{"0.0", "0.1", "1.0", "1.1", "dec.0.0", "dec.0.1", "dec.0.cross.0", "dec.0.cross.1",
                                   "dec.1.0", "dec.1.1", "dec.1.cross.0", "dec.1.cross.1"}));
    }

    void mapsAreOfSourceAndTranslation() {
        const auto recording = run({m_source});
        const Sequence &source = recording->sequences()[0], &target = recording->sequences()[1];
        QVERIFY(target.isComplete);
        const Index n = Index(source.tokens.size()), m = Index(target.tokens.size());
        QCOMPARE(recording->heads(0).size(), std::size_t(4));
        QCOMPARE(recording->heads(1).size(), std::size_t(8));
        const AttentionMap cross = recording->map({headOf("dec.1.cross.0"), 1});
        QVERIFY(cross.queries == m && cross.keys == n && cross.querySequence == 1 && cross.keySequence == 0);
        const AttentionMap own = recording->map({headOf("dec.0.1"), 1});
        QVERIFY(own.queries == m && own.keys == m);
        for (Index query = 0; query < m; ++query)
            for (Index key = 0; key < m; ++key)
                QCOMPARE(own.isVisible(query, key), key <= query);
        QVERIFY(recording->map({headOf("1.1"), 0}).queries == n);
    }

    /// The translation is what the search finds, told token by token by one pass over all.
    void theAnswerIsTheSearchs() {
        const TranslationAnswer found = answer({m_source});
        SearchOptions options;
        options.beams = 3;
        options.extraTokens = 4;
        std::vector<int> source;
        const std::vector<Sequence> read = m_model.read({m_source});
        for (const Token& token : read[0].tokens)
            source.push_back(token.id);
        const std::vector<Translation> expected = translate(m_translator->network(), source, options);
        QCOMPARE(found.beams.size(), expected.size());
        QCOMPARE(found.limit, Index(source.size()) + 4);
        for (std::size_t k = 0; k < expected.size(); ++k) {
            QCOMPARE(found.beams[k].logProbability, expected[k].logProbability);
            QCOMPARE(found.beams[k].score, expected[k].score);
            QCOMPARE(found.beams[k].ended, expected[k].ended);
        }
        QCOMPARE(found.tokens.size(), expected.front().tokens.size());
        for (std::size_t k = 0; k < found.tokens.size(); ++k) {
            QVERIFY(std::abs(found.tokens[k].logProbability - expected.front().tokens[k].logProbability) < 1e-4);
            QCOMPARE(found.tokens[k].candidates.size(), std::size_t(10));
            QVERIFY(!found.tokens[k].isForced);
            for (std::size_t c = 1; c < 10; ++c)
                QVERIFY(found.tokens[k].candidates[c].probability <= found.tokens[k].candidates[c - 1].probability);
        }
    }

    /// What is chosen stays with all before it, and the rest is written anew.
    void aCandidateIsHowTheTranslationBegins() {
        const TranslationAnswer free = answer({m_source});
        const std::size_t place = 2;
        for (std::size_t c = 0; c < free.tokens[place].candidates.size(); ++c) {
            const TranslationAnswer::Candidate& candidate = free.tokens[place].candidates[c];
            const auto recording = run({m_source, free.begin(place, c)});
            const TranslationAnswer forced = std::get<TranslationAnswer>(recording->answer());
            for (std::size_t k = 0; k < place; ++k)
                QCOMPARE(forced.tokens[k].text, free.tokens[k].text);
            QCOMPARE(forced.tokens[place].text, candidate.token);
            QVERIFY(std::abs(std::exp(forced.tokens[place].logProbability) - candidate.probability) < 1e-4);
            QCOMPARE(forced.tokens.size() == place + 1, candidate.ends);
            QVERIFY(forced.tokens[place - 1].isForced && forced.tokens[place].isForced != candidate.ends);
        }
    }

    void eachTranslationThatWasFoundCanBeShown() {
        for (const TranslationAnswer::Beam& beam : answer({m_source}).beams) {
            const TranslationAnswer shown = answer({m_source, beam.begin});
            QCOMPARE(shown.beams.front().text, beam.text);
            QVERIFY(!beam.ended || shown.beams.size() == 1);
            QVERIFY(!beam.ended || std::abs(shown.beams.front().logProbability - beam.logProbability) < 1e-4);
        }
    }

    void changesReachSearchAndMapsAlike() {
        Intervention changes;
        changes[headOf("dec.0.cross.1")].forced = {{0, 2, 1, 1}, {2, 1, 0.8, 1}};
        changes[headOf("dec.1.0")].scale = 0;
        changes[headOf("0.0")].mask = "bw";
        const auto recording = run({m_source}, changes);
        const auto& found = std::get<TranslationAnswer>(recording->answer());
        QVERIFY(std::abs(sumOf(found) - found.beams.front().logProbability) < 1e-4); // both passes are changed
        QVERIFY(std::abs(sumOf(found) - sumOf(answer({m_source}))) > 1e-3);
        const AttentionMap map = recording->map({headOf("dec.0.cross.1"), 1});
        QCOMPARE(map.at(0, 2), 1.0f);
        QVERIFY(map.markAt(2, 1) == CellMark::Forced && std::abs(map.at(2, 1) - 0.8f) < 1e-6f);
        QCOMPARE(recording->map({headOf("0.0"), 0}).mask, std::string("bw"));
    }

    /// Effects ask how likely the same translation is without a part of what wrote it.
    void effectsAreOfTheSameTranslation() {
        const auto recording = run({m_source});
        const Effects effects = effectsOf(m_model, recording->sequences(), {});
        QCOMPARE(effects.heads.size(), m_model.heads().size());
        Intervention off;
        off[headOf("dec.0.cross.1")].scale = 0;
        const auto changed = m_model.run(recording->sequences(), off, {});
        QCOMPARE(textsOf(changed->sequences()[1]), textsOf(recording->sequences()[1]));
        const double now = sumOf(std::get<TranslationAnswer>(changed->answer()));
        const auto same = m_model.run(recording->sequences(), {}, {});
        QVERIFY(std::abs(*effects.heads[7] - (now - sumOf(std::get<TranslationAnswer>(same->answer())))) < 1e-4);
        QVERIFY(effects.tokens[0][0] && !effects.tokens[0].back()); // the mark of the end stays
        for (const auto& effect : effects.tokens[1])
            QVERIFY(!effect);
        QVERIFY(!decisionOf(recording->answer(), run({"who wrote the book ?"})->answer()));
    }

    void aWordOfTheSourceCanBeLeftOut() {
        Intervention changes;
        changes.leftOut = {{0, 0}, {1, 1}}; // the second means nothing: what is written can't be left out
        const auto recording = run({"a red bridge", "der"}, changes), without = run({"red bridge", "der"});
        const auto &answer = std::get<TranslationAnswer>(recording->answer()),
                   &expected = std::get<TranslationAnswer>(without->answer());
        QCOMPARE(answer.beams.front().text, expected.beams.front().text);
        QCOMPARE(textsOf(recording->sequences()[1]), textsOf(without->sequences()[1]));
        QVERIFY(recording->sequences()[1].isComplete);
        const AttentionMap map = recording->map({headOf("dec.0.cross.0"), 1}),
                           own = without->map({headOf("dec.0.cross.0"), 1});
        QCOMPARE(map.keys, own.keys + 1);
        QCOMPARE(map.queries, own.queries);
        QVERIFY(!map.isVisible(0, 0) && map.at(1, 1) == own.at(1, 0));
        QCOMPARE(recording->map({headOf("dec.0.0"), 1}).queries, map.queries);
    }

    /// Cells of cross attention keep their source tokens, also in rows that are written later.
    void cellsStayWhereTheyAreWhenAWordIsLeftOut() {
        Intervention changes;
        changes.leftOut = {{0, 0}};
        changes[headOf("dec.0.cross.0")].forced = {{2, 2, 1, 1}};
        const AttentionMap map = run({"a red bridge"}, changes)->map({headOf("dec.0.cross.0"), 1});
        QCOMPARE(map.at(2, 2), 1.0f);
        QCOMPARE(map.markAt(2, 2), CellMark::Forced);
    }

    void aTranslationWithoutAnEndSaysSo() {
        const TranslationModel endless(sampleTranslator(0));
        Intervention none;
        bool any = false;
        for (const char* source : {"the", "a red bridge", "who wrote the book ?"}) {
            const auto recording = endless.run(endless.read({source}), none, {});
            const auto& found = std::get<TranslationAnswer>(recording->answer());
            QCOMPARE(found.limit, Index(recording->sequences()[0].tokens.size()));
            QVERIFY(Index(found.tokens.size()) <= found.limit);
            any = any || !found.ended();
        }
        QVERIFY(any);
    }

    void textsThatCantBeReadAreRefused() {
        const auto refusal = [](const Model& model, const Texts& texts) {
            return messageOf([&] { model.read(texts); });
        };
        QVERIFY(refusal(m_model, {""}).contains("nothing to translate"));
        QVERIFY(refusal(m_model, {"a", "b", "c"}).contains("one more"));
        const TranslationModel shortOne(sampleTranslator(50, Positions::Learned));
        const QString message = refusal(shortOne, {"a a a a a a a a a a a a"});
        QVERIFY2(message.contains("13 tokens") && message.contains("positions for 12"), qPrintable(message));
        QVERIFY(refusal(shortOne, {"a", "a a a a a a a a a a a a a"})
                    .contains("13 tokens, and the translation of this source may have 11"));
        QVERIFY(refusal(m_model, {"a", "a a a a a a a"})
                    .contains("7 tokens, and the translation of this source may have 6"));
        QVERIFY(refusal(m_model, {"a", "a a a a a a"}).isEmpty()); // such as one that was cut at the limit
        const auto found = shortOne.run(shortOne.read({"a a a a a"}), {}, {});
        QCOMPARE(std::get<TranslationAnswer>(found->answer()).limit, Index(11));
        QVERIFY(found->sequences()[1].tokens.size() <= 12); // with the begin
    }

    /// What might stand at each place costs no more where the beginning is long, and the pass can be left there.
    void aLongBeginningIsNoMoreThanItsTokens() {
        const TranslationModel patient(sampleTranslator(4000));
        std::string begin;
        for (int k = 0; k < 2000; ++k)
            begin += "der ";
        int calls = 0;
        RunControl control;
        control.check = [&] { ++calls; };
        const auto recording = patient.run(patient.read({m_source, begin + "</s>"}), {}, control);
        const auto& found = std::get<TranslationAnswer>(recording->answer());
        QVERIFY(found.tokens.size() > 2000 && std::size_t(calls) >= found.tokens.size());
        const std::string chosen = found.begin(1500, 3);
        const std::vector<Token> read = readBegin(*m_translator, chosen).tokens;
        QCOMPARE(read.size() + (found.tokens[1500].candidates[3].ends ? 1 : 0), std::size_t(1501));
    }

    void itCanBeLeft() {
        int calls = 0;
        RunControl control;
        control.check = [&] {
            if (++calls > 3)
                throw Error("enough");
        };
        QVERIFY_THROWS_EXCEPTION(Error, m_model.run(m_model.read({m_source}), {}, control));
    }

    /// Any tokens have a text that means them, also such as no text is cut into.
    void anyBeginningHasAText() {
        Random random(RandomKey(4));
        const int words = m_translator->description().target.tokens.size();
        for (int round = 0; round < 300; ++round) {
            std::vector<int> ids;
            for (int k = 0; k < round % 7; ++k) {
                const int id = int(random.below(std::uint64_t(words)));
                if (id != TranslationWords::begin && id != TranslationWords::end)
                    ids.push_back(id);
            }
            const std::string text = beginText(*m_translator, ids, round % 2 == 0);
            const TranslationBegin read = readBegin(*m_translator, text);
            std::vector<int> again;
            for (const Token& token : read.tokens)
                again.push_back(token.id);
            QVERIFY2(again == ids && read.isComplete == (round % 2 == 0), text.c_str());
            for (const Token& token : read.tokens)
                QVERIFY(token.end <= text.size() && token.begin <= token.end);
        }
    }
};

QTEST_GUILESS_MAIN(TranslationModelTest)
#include "translation_model_test.moc"
