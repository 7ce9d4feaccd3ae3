#include "message_of.h"
#include "small_pipeline.h"
#include "text/pipeline/bpe_model.h"
#include "text/pipeline/merge_list.h"
#include "text/pipeline/unigram_model.h"
#include "text/unicode.h"

#include <QElapsedTimer>
#include <QtTest>
#include <cmath>
#include <random>

using namespace headlight;

namespace {

TokenTable tableOf(const std::vector<std::string>& tokens) {
    TokenTable table;
    for (std::size_t id = 0; id < tokens.size(); ++id)
        table.addAnyway(tokens[id], int(id));
    return table;
}

QString cutBy(const PieceModel& model, const TokenTable& table, const std::string& piece) {
    std::vector<PieceToken> tokens;
    model.cut(toCodePoints(piece), tokens);
    QStringList all;
    for (const PieceToken& token : tokens)
        all += QString("%1[%2-%3]").arg(QString::fromStdString(table.token(token.id))).arg(token.begin).arg(token.end);
    return all.join(' ');
}

QString idsBy(const PieceModel& model, const std::string& piece) {
    std::vector<PieceToken> tokens;
    model.cut(toCodePoints(piece), tokens);
    QStringList all;
    for (const PieceToken& token : tokens)
        all += QString::number(token.id);
    return all.join(' ');
}

const char* const bpe = R"({"type": "BPE", "unk_token": "<unk>", "vocab": {"<unk>": 0, "a": 1, "b": 2, "c": 3, "ab": 4,
    "abc": 5, "bc": 6, "aa": 7}, "merges": ["b c", "a b", "ab c", "a a"])";

} // namespace

class PieceModelsTest : public QObject {
    Q_OBJECT

private slots:
    void bytePairsAreMergedByRank() {
        const QString whole = QString(bpe) + "}";
        const auto tokenizer = pipelineOf(qPrintable(whole));
        QCOMPARE(shownBy(*tokenizer, "abc"), QString("a bc")); // "b c" comes first, and nothing makes "a bc" one
        QCOMPARE(shownBy(*tokenizer, "aba"), QString("ab a"));
        QCOMPARE(shownBy(*tokenizer, "aaa"), QString("aa a")); // the leftmost of two alike
        QCOMPARE(shownBy(*tokenizer, "xya"), QString("<unk>(x) <unk>(y) a"));
        QVERIFY(!tokenizer->encode("x")[0].known && tokenizer->encode("a")[0].known);
        QCOMPARE(shownBy(*pipelineOf(qPrintable(QString(bpe) + R"(, "fuse_unk": true})")), "xya"),
                 QString("<unk>(xy) a"));
        QCOMPARE(shownBy(*pipelineOf(qPrintable(QString(bpe) + R"(, "ignore_merges": true})")), "abc"), QString("abc"));
        QString pairs = whole;
        pairs.replace(R"(["b c", "a b", "ab c", "a a"])", R"([["b","c"],["a","b"],["ab","c"],["a","a"]])");
        QCOMPARE(pipelineOf(qPrintable(pairs))->encode("abcabaaaxy"), tokenizer->encode("abcabaaaxy"));
        QString silent = whole;
        silent.replace(R"("unk_token": "<unk>")", R"("unk_token": null)");
        QCOMPARE(shownBy(*pipelineOf(qPrintable(silent)), "xay"), QString("a"));
    }

    void bytesStandForWhatHasNoToken() {
        std::string vocabulary = R"({"type": "BPE", "byte_fallback": true, "unk_token": "<unk>", "vocab": {"<unk>": 0)";
        for (int byte = 0; byte < 256; ++byte)
            vocabulary += QString(", \"<0x%1>\": %2")
                              .arg(byte, 2, 16, QChar('0'))
                              .arg(byte + 1)
                              .toUpper()
                              .replace("<0X", "<0x")
                              .toStdString();
        vocabulary += R"(, "a": 257, "aa": 258}, "merges": ["a a"]})";
        const auto tokenizer = pipelineOf(vocabulary.c_str(), R"({"decoder": {"type": "Sequence",
            "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]}})");
        const std::string text = "aaé☺";
        QCOMPARE(shownBy(*tokenizer, text), QString("aa <0xC3>(é) <0xA9>(é) <0xE2>(☺) <0x98>(☺) <0xBA>(☺)"));
        std::vector<int> ids = idsOf(tokenizer->encode(text));
        QCOMPARE(tokenizer->decode(ids), text);
        ids.pop_back(); // then these bytes are no text, and each of them is lost, as by published decoders
        QCOMPARE(tokenizer->decode(ids), std::string("aa\uFFFD\uFFFD\uFFFD\uFFFD"));
    }

    void partsOfWordsAreMarked() {
        const auto clip =
            pipelineOf(R"({"type": "BPE", "end_of_word_suffix": "</w>", "unk_token": "<unk>",
            "vocab": {"<unk>": 0, "a": 1, "b": 2, "a</w>": 3, "b</w>": 4, "ab</w>": 5}, "merges": ["a b</w>"]})",
                       R"({"pre_tokenizer": {"type": "WhitespaceSplit"}, "decoder": {"type": "BPEDecoder"}})");
        QCOMPARE(shownBy(*clip, "ab ba a"), QString("ab</w>(ab) b a</w>(a) a</w>(a)"));
        QCOMPARE(clip->decode(idsOf(clip->encode("ab ba a"))), std::string("ab ba a"));
        const auto marked = pipelineOf(R"({"type": "BPE", "continuing_subword_prefix": "##", "vocab": {"a": 0, "##b": 1,
            "##a": 2, "ab": 3, "##ba": 4, "aba": 5}, "merges": ["##b ##a", "a ##ba"]})");
        QCOMPARE(shownBy(*marked, "aba"), QString("aba"));
        QCOMPARE(shownBy(*marked, "abba"), QString("a ##b(b) ##ba(ba)"));
    }

    /// The definition, step by step, against the heap.
    void mergesAreThoseOfTheDefinition() {
        std::mt19937 random(11);
        for (int trial = 0; trial < 300; ++trial) {
            std::vector<std::string> tokens = {"a", "b", "c"};
            std::vector<std::pair<std::string, std::string>> pairs;
            for (int k = 0; k < 12; ++k) {
                const std::string left = tokens[random() % tokens.size()], right = tokens[random() % tokens.size()];
                if (std::find(tokens.begin(), tokens.end(), left + right) != tokens.end())
                    continue;
                tokens.push_back(left + right);
                pairs.emplace_back(left, right);
            }
            const TokenTable table = tableOf(tokens);
            MergeList list(table);
            for (const auto& [left, right] : pairs)
                QCOMPARE(list.add(left, right), std::string());
            const BpeModel model(table, list.merges(), {});
            std::string piece;
            for (int k = int(random() % 40); k-- >= 0;)
                piece += char('a' + random() % 3);
            std::vector<std::string> parts;
            for (const char c : piece)
                parts.emplace_back(1, c);
            for (bool merged = true; merged;) {
                merged = false;
                for (std::size_t rank = 0; rank < pairs.size() && !merged; ++rank)
                    for (std::size_t i = 0; i + 1 < parts.size() && !merged; ++i)
                        if (std::pair(parts[i], parts[i + 1]) == pairs[rank]) {
                            parts[i] += parts[i + 1];
                            parts.erase(parts.begin() + std::ptrdiff_t(i) + 1);
                            merged = true;
                        }
            }
            QStringList expected;
            for (const std::string& part : parts)
                expected += QString::number(table.id(part).value());
            QCOMPARE(idsBy(model, piece), expected.join(' '));
        }
    }

    void scoresMakeMerges() {
        const TokenTable table = tableOf({"a", "b", "c", "ab", "bc", "abc", "zz"});
        const std::vector<float> scores = {0, 0, 0, -2, -1, -3, -4};
        std::vector<bool> isMade(table.tokens().size(), true);
        const BpeModel model(table, mergesOfScores(table, scores, isMade), {});
        QCOMPARE(cutBy(model, table, "abcab"), QString("abc[0-3] ab[3-5]")); // bc, then a bc
        isMade[5] = false;
        const BpeModel without(table, mergesOfScores(table, scores, isMade), {});
        QCOMPARE(cutBy(without, table, "abc"), QString("a[0-1] bc[1-3]"));
    }

    void theLikeliestTokensAreChosen() {
        const char* const unigram = R"({"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0], ["▁", -3], ["a", -2],
            ["b", -2], ["ab", -3.5], ["aba", -7], ["▁ab", -4], ["c", -1], ["é", -2]]})";
        const auto tokenizer = pipelineOf(unigram, R"({"pre_tokenizer": {"type": "Metaspace"},
            "decoder": {"type": "Metaspace"}})");
        const std::string text = "aba  abé cxyc";
        QCOMPARE(shownBy(*tokenizer, text),
                 QString("▁ab(ab) a ▁( ) ▁ab(ab) é ▁() c <unk>(xy) c").replace("▁()", "▁( )"));
        QCOMPARE(tokenizer->decode(idsOf(tokenizer->encode("ab cab"))), std::string("ab cab"));
        const auto noUnknown = pipelineOf(R"({"vocab": [["a", -1], ["b", -2]], "unk_id": null})");
        QCOMPARE(shownBy(*noUnknown, "xaybz"), QString("a b"));
    }

    /// All ways to cut a short piece against Viterbi's.
    void scoresAreTheHighest() {
        std::mt19937 random(5);
        for (int trial = 0; trial < 200; ++trial) {
            std::vector<std::string> tokens = {"<unk>", "a", "é"};
            std::vector<double> scores = {0, -5, -6};
            for (int k = 0; k < 12; ++k) {
                std::string token;
                for (int length = 1 + int(random() % 4); length-- > 0;)
                    token += random() % 2 == 0 ? "a" : "é";
                if (std::find(tokens.begin(), tokens.end(), token) != tokens.end())
                    continue;
                tokens.push_back(token);
                scores.push_back(-1 - double(random() % 1000) / 100);
            }
            const TokenTable table = tableOf(tokens);
            const UnigramModel model(table, scores, {0, false});
            std::u32string piece;
            for (int k = 0; k < 9; ++k)
                piece += random() % 2 == 0 ? U'a' : U'é';
            double best = -1e9;
            for (int cuts = 0; cuts < 1 << 8; ++cuts) {
                double sum = 0;
                std::size_t begin = 0;
                for (std::size_t end = 1; end <= piece.size(); ++end)
                    if (end == piece.size() || (cuts >> (end - 1) & 1) != 0) {
                        const auto id = table.id(toUtf8(piece.substr(begin, end - begin)));
                        sum += id ? scores[std::size_t(*id)] : -1e6;
                        begin = end;
                    }
                best = std::max(best, sum);
            }
            std::vector<PieceToken> found;
            model.cut(piece, found);
            double sum = 0;
            for (const PieceToken& token : found)
                sum += scores[std::size_t(token.id)];
            QVERIFY(std::abs(sum - best) < 1e-9);
        }
    }

    void wordsAreTokens() {
        const auto tokenizer = pipelineOf(R"({"vocab": {"<unk>": 0, "the": 1, "quiet": 2}, "unk_token": "<unk>"})",
                                          R"({"pre_tokenizer": {"type": "Whitespace"}})");
        QCOMPARE(shownBy(*tokenizer, "the quiet, quietly"), QString("the quiet <unk>(,) <unk>(quietly)"));
        QCOMPARE(tokenizer->decode(std::vector<int>{1, 2}), std::string("the quiet"));
    }

    void longPiecesTakeNoSquaredTime() {
        QElapsedTimer timer;
        timer.start();
        const std::string letters(3'000'000, 'a');
        const auto tokens = pipelineOf(qPrintable(QString(bpe) + "}"))->encode(letters);
        QVERIFY(tokens.size() == letters.size() / 2 && tokens.back().end == letters.size());
        const auto unigram = pipelineOf(R"({"vocab": [["a", -1], ["aa", -1.5]], "unk_id": 0})");
        QCOMPARE(unigram->encode(letters).size(), letters.size() / 2);
        QVERIFY2(timer.elapsed() < 60000, qPrintable(QString::number(timer.elapsed())));
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* model, const char* message) {
            QTest::newRow(message) << QString(model) << QString("tokenizer.json: \"model\"") + message;
        };
        row("{}",
            ": it has no type, and its other entries are of no model that Headlight reads: WordPiece, BPE, Unigram "
            "and WordLevel");
        row(R"({"type": "BPE", "vocab": {}})", ": \"merges\" is missing");
        row(R"({"type": "BPE", "merges": []})", ": \"vocab\" is missing");
        row(R"({"type": "BPE", "merges": {}, "vocab": {}})", ": \"merges\": expected a list");
        row(R"({"type": "BPE", "merges": ["ab"], "vocab": {"a": 0}})",
            ": \"merges\", entry 1: expected two tokens with a space between them, got \"ab\"");
        row(R"({"type": "BPE", "merges": [["a"]], "vocab": {"a": 0}})", ": \"merges\", entry 1: expected two tokens");
        row(R"({"type": "BPE", "merges": ["a x"], "vocab": {"a": 0, "b": 1}})",
            ": \"merges\", entry 1: the vocabulary has no token \"x\" to merge; do they belong together?");
        row(R"({"type": "BPE", "merges": ["a b"], "vocab": {"a": 0, "b": 1}})",
            ": \"merges\", entry 1: the vocabulary has no token for \"a\" and \"b\" together; do they belong "
            "together?");
        row(R"({"type": "BPE", "merges": [], "vocab": {"a": 0}, "unk_token": "<unk>"})",
            ": \"vocab\": the token \"<unk>\" is missing, which \"unk_token\" names for unknown words");
        row(R"({"type": "BPE", "merges": [], "vocab": {"a": 2000000}})",
            ": \"vocab\": the token \"a\" has the number 2000000, but there are only 1 tokens");
        row(R"({"type": "BPE", "merges": [], "vocab": {"": 0}})", ": \"vocab\": the token is empty");
        row(R"({"type": "Unigram", "vocab": {"a": 1}})", ": \"vocab\": expected a list of tokens and their scores");
        row(R"({"type": "Unigram", "vocab": [["a"]]})", ": \"vocab\", entry 1: expected a token and its score");
        row(R"({"type": "Unigram", "vocab": [["a", null]]})", ": \"vocab\", entry 1: expected a token and its score");
        row(R"({"type": "Unigram", "vocab": [["a", 1]], "unk_id": 1})",
            ": \"unk_id\": expected a whole number from 0 to 0");
        row(R"({"type": "WordLevel", "vocab": ["a"]})", ": \"vocab\": expected an object of tokens and their numbers");
    }
    void whatIsWrongIsNamed() {
        QFETCH(QString, model);
        QFETCH(QString, message);
        const QString said = messageOf([&] { pipelineOf(qPrintable(model)); });
        QVERIFY2(said.endsWith(message), qPrintable(said));
    }

    void nonsenseMergesEnd() { // a token that is nothing, merges in a circle, one of a token with itself
        const auto tokenizer =
            pipelineOf(R"({"type": "BPE", "continuing_subword_prefix": "##", "vocab": {"a": 0, "##": 1,
            "##a": 2, "aa": 3}, "merges": ["a ##", "## ##", "##a ##", "a ##a", "aa ##"]})");
        QCOMPARE(shownBy(*tokenizer, "aaa"), QString("aa ##a(a)"));
    }

    void gapsAndTwinsAreNoFault() {
        const auto gap = pipelineOf(R"({"type": "BPE", "merges": [], "vocab": {"a": 0, "b": 5}})");
        QCOMPARE(gap->size(), 6);
        QCOMPARE(gap->token(3), std::string());
        QVERIFY(!gap->id(""));
        const auto twins =
            pipelineOf(R"({"type": "Unigram", "unk_id": 0, "vocab": [["u", 0], ["a", -1], ["", 0], ["a", -3]]})");
        QCOMPARE(twins->size(), 4);
        QCOMPARE(twins->token(3), std::string("a"));
        QCOMPARE(twins->id("a"), std::optional(1));
    }
};

QTEST_GUILESS_MAIN(PieceModelsTest)
#include "piece_models_test.moc"
