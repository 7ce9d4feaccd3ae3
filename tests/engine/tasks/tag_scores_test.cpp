#include "draw.h"
#include "tasks/tag_scores.h"
#include "words_of.h"

#include "data/tag_columns.h"
#include "text/unicode.h"

#include <QtTest>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_map>

using namespace headlight;

using Json = nlohmann::json;
using Names = std::vector<std::string>;

namespace {

const Json& golden() {
    static const Json document = [] {
        std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/conlleval.json");
        return Json::parse(file);
    }();
    return document;
}

void compare(const MatchCounts& counts, const Json& expected) {
    QCOMPARE(counts.gold, expected[0].get<std::int64_t>());
    QCOMPARE(counts.found, expected[1].get<std::int64_t>());
    QCOMPARE(counts.correct, expected[2].get<std::int64_t>());
    QVERIFY(std::abs(counts.precision() - expected[3].get<double>()) < 1e-12);
    QVERIFY(std::abs(counts.recall() - expected[4].get<double>()) < 1e-12);
    QVERIFY(std::abs(counts.f1() - expected[5].get<double>()) < 1e-12);
}

void compare(const TagScores& scores, const Json& expected) {
    QCOMPARE(scores.tokens(), expected["tokens"].get<std::int64_t>());
    QCOMPARE(scores.correctTokens(), expected["correct_tokens"].get<std::int64_t>());
    QVERIFY(std::abs(scores.accuracy() - expected["accuracy"].get<double>()) < 1e-12);
    compare(scores.overall(), expected["overall"]);
    QCOMPARE(scores.perLabel().size(), expected["labels"].size());
    for (const auto& [label, counts] : scores.perLabel())
        compare(counts, expected["labels"].at(label));
    QCOMPARE(scores.report(), expected["report"].get<std::string>());
}

/// 64-bit FNV-1a.
class Hash {
public:
    void add(const std::string& text) {
        for (const char c : text)
            m_value = (m_value ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    }
    QString text() const { return QString("%1").arg(m_value, 16, 16, QChar('0')); }

private:
    std::uint64_t m_value = 0xCBF29CE484222325u;
};

std::vector<TaggedSentence> read(const SourceFile& file, const std::string& tagColumn) {
    Names notes;
    return readTagColumns(file, {.layout = TagLayout::Columns, .tag = tagColumn}, notes);
}

/// The baseline of CoNLL-2000: each part of speech (column 2) gets the chunk tag that it has most often in `train`, of
/// equals the one that it had first.
TagScores baseline(const SourceFile& train, const SourceFile& test) {
    std::unordered_map<std::string, std::vector<std::pair<std::string, int>>> counts;
    const auto trainParts = read(train, "2"), trainTags = read(train, "");
    for (std::size_t s = 0; s < trainTags.size(); ++s)
        for (std::size_t k = 0; k < trainTags[s].tags.size(); ++k) {
            auto& row = counts[trainParts[s].tags[k]];
            const std::string& tag = trainTags[s].tags[k];
            auto found = std::find_if(row.begin(), row.end(), [&](const auto& entry) { return entry.first == tag; });
            if (found == row.end())
                found = row.insert(found, {tag, 0});
            ++found->second;
        }
    const auto testParts = read(test, "2"), testTags = read(test, "");
    TagScores scores(schemeOf(testTags));
    for (std::size_t s = 0; s < testTags.size(); ++s) {
        Names predicted;
        for (const std::string& part : testParts[s].tags) {
            const auto& row = counts.at(part);
            const auto isLess = [](const auto& a, const auto& b) { return a.second < b.second; };
            predicted.push_back(std::max_element(row.begin(), row.end(), isLess)->first);
        }
        scores.add(testTags[s].tags, predicted);
    }
    return scores;
}

} // namespace

class TagScoresTest : public QObject {
    Q_OBJECT

private slots:
    void figuresAreThoseOfConlleval_data() {
        QTest::addColumn<int>("number");
        int number = 0;
        for (const Json& c : golden()["cases"])
            QTest::newRow(c["name"].get<std::string>().c_str()) << number++;
    }
    void figuresAreThoseOfConlleval() {
        QFETCH(int, number);
        const Json& c = golden()["cases"][std::size_t(number)];
        TagScores scores(TagScheme::Bio);
        for (std::size_t s = 0; s < c["gold"].size(); ++s) {
            const Names gold = wordsOf(c["gold"][s].get<std::string>());
            scores.add(gold, wordsOf(c["predicted"][s].get<std::string>()));
            Json spans = Json::array();
            for (const TagSpan& span : spansOf(gold))
                spans.push_back({span.begin, span.end, span.label});
            QCOMPARE(spans.dump(), c["spans"][s].dump());
        }
        compare(scores, c);
    }

    void randomTagsAreJudgedAsByConlleval_data() {
        QTest::addColumn<int>("number");
        int number = 0;
        for (const Json& c : golden()["random"])
            QTest::newRow(c["name"].get<std::string>().c_str()) << number++;
    }
    void randomTagsAreJudgedAsByConlleval() {
        QFETCH(int, number);
        const Json& c = golden()["random"][std::size_t(number)];
        const Names tags = c["tags"];
        const std::size_t share = c["share"], sentences = c["sentences"], longest = c["longest"];
        Draw draw(c["seed"]);
        Hash hash;
        TagScores scores(schemeOfTags(tags));
        for (std::size_t s = 0; s < sentences; ++s) {
            Names gold, predicted;
            for (std::size_t left = 1 + draw(longest); left > 0; --left) {
                gold.push_back(tags[draw(tags.size())]);
                predicted.push_back(draw(100) < share ? gold.back() : tags[draw(tags.size())]);
            }
            if (c["cut"].get<bool>())
                predicted.resize(draw(gold.size() + 1));
            scores.add(gold, predicted);
            for (const TagSpan& span : spansOf(gold))
                hash.add(std::to_string(s) + " " + std::to_string(span.begin) + " " + std::to_string(span.end) + " " +
                         span.label + "\n");
        }
        compare(scores, c);
        QCOMPARE(hash.text(), QString::fromStdString(c["hash"]));
    }

    void plainTagsAreJudgedOneByOne() {
        TagScores scores(TagScheme::Plain);
        scores.add(Names{"DET", "NOUN", "VERB", "NOUN"}, Names{"DET", "NOUN", "NOUN", "ADJ"});
        scores.add(Names{"NOUN", "DET"}, Names{"NOUN"}); // the last token was not read
        QCOMPARE(scores.tokens(), std::int64_t(6));
        QCOMPARE(scores.accuracy(), 0.5);
        const MatchCounts& noun = scores.perLabel().at("NOUN");
        QCOMPARE(noun.precision(), 2.0 / 3);
        QCOMPARE(noun.recall(), 2.0 / 3);
        QCOMPARE(noun.f1(), 2.0 / 3);
        QCOMPARE(scores.perLabel().at("DET").recall(), 0.5);
        QCOMPARE(scores.perLabel().at("VERB").f1(), 0.0); // never found: 0/0
        QCOMPARE(scores.perLabel().at("ADJ").precision(), 0.0);
        QCOMPARE(scores.overall().recall(), 0.5);
        QCOMPARE(scores.perLabel().size(), std::size_t(4));
    }

    void nothingAddedIsZeroThroughout() {
        for (const TagScheme scheme : {TagScheme::Plain, TagScheme::Bio}) {
            const TagScores scores(scheme);
            QCOMPARE(scores.accuracy(), 0.0);
            QCOMPARE(scores.overall().precision(), 0.0);
            QCOMPARE(scores.overall().f1(), 0.0);
        }
    }

    void moreTagsThanTokensAreAMistake() {
        TagScores scores(TagScheme::Bio);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, scores.add(Names{"O"}, Names{"O", "O"}));
        QCOMPARE(scores.tokens(), std::int64_t(0));
    }

    void aSmallBaselineIsJudgedByHand() {
        const SourceFile train{"train.txt", "the D B-NP\nred A I-NP\ncar N I-NP\nran V B-VP\n\n"
                                            "cars N B-NP\nran V B-VP\n\na D B-NP\ncar N I-NP\n"};
        const SourceFile test{"test.txt", "the D B-NP\ncar N I-NP\nran V B-VP\n\ncars N B-NP\nran V B-VP\n"};
        const TagScores scores = baseline(train, test);
        // N is I-NP by two to one, so "cars" begins its span with I, which is right by conlleval's rules.
        QCOMPARE(scores.report(),
                 std::string("processed 5 tokens with 4 phrases; found: 4 phrases; correct: 4.\n"
                             "accuracy:  80.00%; precision: 100.00%; recall: 100.00%; FB1: 100.00\n"
                             "               NP: precision: 100.00%; recall: 100.00%; FB1: 100.00  2\n"
                             "               VP: precision: 100.00%; recall: 100.00%; FB1: 100.00  2\n"));
    }

    void theBaselineOfConll2000IsThePublishedOne() {
        const std::string folder = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/conll2000/";
        if (!std::filesystem::exists(folder + "train.txt"))
            QSKIP("../shared/data/conll2000 is absent");
        const TagScores scores = baseline(readSource(folder + "train.txt"), readSource(folder + "test.txt"));
        QVERIFY(scores.scheme() == TagScheme::Bio);
        const std::string report = scores.report();
        QVERIFY2(report.starts_with("processed 47377 tokens with 23852 phrases; found: 26992 phrases; correct: 19592.\n"
                                    "accuracy:  77.29%; precision:  72.58%; recall:  82.14%; FB1:  77.07\n"),
                 report.c_str());
    }
};

QTEST_GUILESS_MAIN(TagScoresTest)
#include "tag_scores_test.moc"
