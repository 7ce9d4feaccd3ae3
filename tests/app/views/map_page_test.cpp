#include "views/map_page.h"

#include "app/sample_model.h"
#include "app/views/read_page.h"
#include "engine/models/formats.h"
#include "engine/models/recording.h"
#include "head_address.h"
#include "wording/number_text.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QtTest>
#include <cstring>

using namespace headlight;

/// A page of maps, read as its script reads it. map_page_browser_test looks at it in a browser.
class MapPageTest : public QObject {
    Q_OBJECT

    struct Made {
        std::vector<std::string> texts;
        std::shared_ptr<const Recording> recording, unaltered;
        Intervention changes;
        std::vector<MapRequest> requests;
        MapRequest opened = {};

        MapLook look = {};

        QByteArray html(std::size_t most = mostPageNumbers, const QString& name = "sample") const {
            const MapOrigin origin{name, texts, *recording, changes};
            AttendAnswer answer(recording);
            if (unaltered)
                answer.compareWith(unaltered);
            return htmlOf({origin, answer, requests, opened, look, {}}, most);
        }
    };

    static Made made(const Model& model, const std::vector<std::string>& texts, const Intervention& changes = {},
                     MapStage stage = MapStage::Weight) {
        Made result{texts, model.run(model.read(texts), changes, {}), nullptr, changes, {}};
        if (!changes.empty())
            result.unaltered = model.run(model.read(texts), {}, {});
        for (int sequence = 0; sequence < int(result.recording->sequences().size()); ++sequence)
            for (const MapAddress& address : result.recording->heads(sequence))
                result.requests.push_back({address, sequence, isAttention(address.part) ? stage : MapStage::Weight});
        result.opened = result.requests.front();
        return result;
    }

    static Made sample(const std::string& text, const Intervention& changes = {}) {
        return made(SentenceModel(sampleClassifier()), {text}, changes);
    }

    static bool isHidden(const QJsonObject& document, const QJsonObject& map, qsizetype at) {
        const int mask = map["mask"].toInt(-2);
        if (mask < 0)
            return false;
        const QByteArray bits = QByteArray::fromBase64(document["masks"].toArray()[mask].toString().toLatin1());
        return bits.at(at / 8) >> (at % 8) & 1;
    }

    static bool areSame(const float* a, const std::vector<float>& b) {
        return std::memcmp(a, b.data(), b.size() * sizeof(float)) == 0;
    }

    /// Every map that was asked for is there, with the recording's numbers to the bit and its hidden cells.
    static void compare(const Made& page) {
        const QJsonObject document = documentOf(page.html());
        const std::vector<float> numbers = numbersOf(document);
        QCOMPARE(int(numbers.size()), document["count"].toInt());
        std::size_t seen = 0, count = 0;
        for (const QJsonValue sequence : document["sequences"].toArray())
            for (const QJsonValue entry : sequence["maps"].toArray()) {
                const QJsonObject shown = entry.toObject();
                const AttentionMap map = page.recording->map(page.requests.at(seen++));
                QCOMPARE(shown["address"].toString().toStdString(), map.address.text());
                QCOMPARE(shown["stage"].toString().toStdString(), nameOf(map.stage));
                QCOMPARE(shown["rows"]["count"].toInt(), int(map.queries));
                QCOMPARE(shown["columns"]["count"].toInt(), int(map.keys));
                const auto at = std::size_t(shown["at"].toInt(-1));
                QVERIFY(at + map.values.size() <= numbers.size());
                QVERIFY2(areSame(numbers.data() + at, map.values), map.address.text().c_str());
                count += map.values.size() + map.standardErrors.size();
                QCOMPARE(shown.contains("errorsAt"), !map.standardErrors.empty());
                if (!map.standardErrors.empty())
                    QVERIFY(areSame(numbers.data() + shown["errorsAt"].toInt(), map.standardErrors));
                for (std::size_t cell = 0; cell < map.visible.size(); ++cell)
                    QCOMPARE(isHidden(document, shown, qsizetype(cell)), !map.visible[cell]);
            }
        QCOMPARE(seen, page.requests.size());
        QCOMPARE(count, numbers.size());
    }

    static QJsonArray tokensOf(const QJsonObject& document) { return document["sequences"][0]["tokens"].toArray(); }

private slots:
    void everyNumberIsThatOfTheRecordingToTheBit() {
        compare(sample("where is the red bridge"));
        for (const MapStage stage : {MapStage::Score, MapStage::Masked})
            compare(made(SentenceModel(sampleClassifier()), {"where is the city"}, {}, stage));
        compare(made(SentenceModel(sampleClassifier("disa", {{"features", "8"}})), {"where is the red bridge"}));
        compare(made(SentenceModel(sampleClassifier("bigru", {{"features", "8"}})), {"where is the red bridge"}));
        compare(made(SentenceModel(sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair")),
                     {"who wrote the book", "where is it"}));
        const auto bert = openModel(HEADLIGHT_SOURCE_DIR "/tests/golden/bert/classifier");
        compare(made(*bert, {"the old dog", "it was small"}));
    }

    void headsShareTheirMasks() {
        const QJsonObject document = documentOf(sample("where is the red bridge").html());
        QCOMPARE(document["masks"].toArray().size(), 2); // forward and backward
        QCOMPARE(document["sequences"][0]["maps"].toArray().size(), 3);
    }

    void headsShareTheirRangeUnlessEachIsToHaveItsOwn() {
        Made page = sample("who wrote the old book about the red bridge");
        page.look.range = RangeChoice::Map;
        const auto ranges = [&page] {
            QStringList texts;
            for (const QJsonValue map : documentOf(page.html())["sequences"][0]["maps"].toArray())
                if (map["kind"] == "token-to-token")
                    texts << map["range"]["text"].toString();
            return texts;
        };
        QCOMPARE(ranges().size(), 2);
        QCOMPARE(ranges().first(), ranges().last());
        page.look.eachItsOwn = true;
        QVERIFY2(ranges().first() != ranges().last(), qPrintable(ranges().join(" | ")));
    }

    void cellsThatTheUserChangedAreMarked() {
        HeadChange change;
        change.forbidden = {{3, 1}, {4, 0}};
        change.forced = {{2, 1, 0.5}};
        const QJsonArray maps =
            documentOf(sample("where is the red bridge", {{{at(0, 0), change}}}).html())["sequences"][0]["maps"]
                .toArray();
        QCOMPARE(maps[0]["forbidden"].toArray(), QJsonArray({3 * 5 + 1, 4 * 5}));
        QCOMPARE(maps[0]["forced"].toArray(), QJsonArray({2 * 5 + 1}));
        QVERIFY(!maps[1].toObject().contains("forbidden") && !maps[1].toObject().contains("forced"));
    }

    void repeatedTokensAreNumberedAndUnknownOnesMarked() {
        const QJsonObject document = documentOf(sample("the qqq the city the qqq").html());
        QCOMPARE(tokensOf(document), QJsonArray({"the", "‹qqq›", "the (2)", "city", "the (3)", "‹qqq (2)›"}));
    }

    void itSaysWhatAPictureSays() {
        const Made page = sample("where is the red bridge", {{{at(0, 1), {0, std::nullopt, {}}}}});
        const QByteArray html = page.html();
        const QJsonObject document = documentOf(html);
        QCOMPARE(document["title"].toString(), QString("All maps · altered model"));
        QVERIFY(html.contains("<title>All maps · altered model</title>"));
        QCOMPARE(document["altered"].toString(), QString("layer 0 · head 1 is off"));
        QMap<QString, QString> metadata;
        for (const QJsonValue row : document["sequences"][0]["metadata"].toArray())
            metadata[row[0].toString()] = row[1].toString();
        QCOMPARE(metadata.value("model"), QString("sample"));
        QCOMPARE(metadata.value("sentence"), QString("where is the red bridge"));
        QCOMPARE(metadata.value("stage"), QString("weight"));
        QCOMPARE(metadata.value("features"), QString("mean of features"));
        QCOMPARE(metadata.value("altered"), QString("layer 0 · head 1 is off"));
        QVERIFY(metadata.value("program").startsWith("Headlight "));
    }

    void theAnswerStandsBesideWhatItWas() {
        const Made page = sample("where is the red bridge", {{{at(0, 1), {0, std::nullopt, {}}}}});
        const QJsonArray rows = documentOf(page.html())["answer"]["rows"].toArray();
        const ClassAnswer now = classesOf(page.recording->answer()), before = classesOf(page.unaltered->answer());
        QCOMPARE(rows.size(), qsizetype(now.labels.size()));
        for (qsizetype k = 0; k < rows.size(); ++k) {
            QCOMPARE(rows[k]["label"].toString().toStdString(), now.labels[std::size_t(k)]);
            QVERIFY(rows[k]["probability"].toDouble() == now.probabilities[std::size_t(k)]);
            QVERIFY(rows[k]["was"].toDouble() == before.probabilities[std::size_t(k)]);
            QVERIFY(rows[k]["logOdds"].toDouble() == now.logOdds[std::size_t(k)]);
            QVERIFY(rows[k]["logOddsWere"].toDouble() == before.logOdds[std::size_t(k)]);
            QCOMPARE(rows[k]["change"].toString(),
                     changeText(now.probabilities[std::size_t(k)] - before.probabilities[std::size_t(k)]));
            QCOMPARE(rows[k]["logOddsChange"].toString(),
                     changeText(now.logOdds[std::size_t(k)] - before.logOdds[std::size_t(k)]));
            QCOMPARE(rows[k]["best"].toBool(), std::size_t(k) == now.best());
        }
        QVERIFY(documentOf(page.html())["answer"]["change"].toString().contains("was") ||
                documentOf(page.html())["answer"]["change"].toString().contains("log-odds"));
        const QJsonObject plain = documentOf(sample("where is it").html())["answer"].toObject();
        QVERIFY(!plain["rows"][0].toObject().contains("was") && !plain.contains("change"));
    }

    void headsAndTokensThatAreAlteredSaySo() {
        Intervention changes;
        changes[at(0, 0)].features = {{3, 0.0}};
        changes[at(0, 1)].scale = 0;
        changes.leftOut = {{0, 2}};
        const QJsonObject document = documentOf(sample("where is the red bridge", changes).html());
        const QJsonObject sequence = document["sequences"][0].toObject();
        const QJsonArray maps = sequence["maps"].toArray();
        QCOMPARE(sequence["notRead"].toArray(), QJsonArray({2}));
        QCOMPARE(maps[0]["altered"].toString(), QString("layer 0 · head 0 has feature 3 off"));
        QVERIFY(!maps[0].toObject().contains("off"));
        QCOMPARE(maps[1]["altered"].toString(), QString("layer 0 · head 1 is off"));
        QVERIFY(maps[1]["off"].toBool());
        QVERIFY(!maps[2].toObject().contains("altered"));
        const QJsonObject plain = documentOf(sample("where is it").html())["sequences"][0].toObject();
        QVERIFY(!plain.contains("notRead") && !plain["maps"][1].toObject().contains("off"));
    }

    void scoresAreSeenBehindTheirMask() {
        const auto sees = [](MapStage stage) {
            const Made page = made(SentenceModel(sampleClassifier()), {"where is it"}, {}, stage);
            return documentOf(page.html())["sequences"][0]["maps"][0]["seesBehind"].toBool();
        };
        QVERIFY(sees(MapStage::Score) && !sees(MapStage::Masked) && !sees(MapStage::Weight));
    }

    void aTokenThatATaggerDidNotReadHasNoLabel() {
        Intervention changes;
        changes.leftOut = {{0, 1}};
        const Made page = made(SentenceModel(sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "tag")),
                               {"the red bridge"}, changes);
        const QJsonArray rows = documentOf(page.html())["answer"]["rows"].toArray();
        QCOMPARE(rows[1].toObject(), QJsonObject({{"token", "red"}, {"leftOut", true}}));
        QVERIFY(rows[0]["probability"].isDouble() && rows[0]["was"].isDouble());
    }

    void aScoreAndTagsAndCandidatesAreAnswersToo() {
        const std::vector<std::pair<std::string, std::string>> options{{"heads", "2"}, {"head_features", "8"}};
        const Made related = made(SentenceModel(sampleClassifier("mtsa", options, "relatedness")),
                                  {"who wrote the book", "where is it"}, {{{at(0, 0), {0, std::nullopt, {}}}}});
        const QJsonObject score = documentOf(related.html())["answer"].toObject();
        QVERIFY(score["score"].toDouble() == std::get<ScoreAnswer>(related.recording->answer()).score);
        QVERIFY(score["scoreWas"].toDouble() == std::get<ScoreAnswer>(related.unaltered->answer()).score);
        QCOMPARE(score["scoreChange"].toString(), changeText(score["score"].toDouble() - score["scoreWas"].toDouble()));

        const Made tagged = made(SentenceModel(sampleClassifier("mtsa", options, "tag")), {"the red the bridge"},
                                 {{{at(0, 0), {0, std::nullopt, {}}}}});
        const auto& tags = std::get<TagAnswer>(tagged.recording->answer());
        const auto& were = std::get<TagAnswer>(tagged.unaltered->answer());
        const QJsonArray rows = documentOf(tagged.html())["answer"]["rows"].toArray();
        QCOMPARE(rows.size(), 4);
        QCOMPARE(rows[2]["token"].toString(), QString("the (2)"));
        for (qsizetype k = 0; k < 4; ++k) {
            QCOMPARE(rows[k]["label"].toString().toStdString(), tags.tag(std::size_t(k)));
            const bool isOther = tags.tag(std::size_t(k)) != were.tag(std::size_t(k));
            QCOMPARE(rows[k]["tagWas"].toString().toStdString(), isOther ? were.tag(std::size_t(k)) : "");
        }

        TokenAnswer candidates;
        candidates.places = {{0, 1, {{"dog", "bird"}, {2, 1}, {0.6, 0.2}, {0.4, -1.4}}}};
        Made masked = sample("where is it");
        masked.recording =
            std::make_shared<Recording>(masked.recording->sequences(), std::vector<Recording::Head>(), candidates);
        masked.requests.clear();
        const QJsonArray guesses = documentOf(masked.html())["answer"]["rows"].toArray();
        QCOMPARE(guesses.size(), 2);
        QCOMPARE(guesses[0]["label"].toString(), QString("dog"));
        QVERIFY(guesses[0]["best"].toBool() && !guesses[1].toObject().contains("best"));
    }

    void wordsOfAHostileVocabularyNeverBecomeMarkup() {
        const std::vector<std::string> hostile = {"</script><script>alert(1)</script>",
                                                  "<!--",
                                                  "<script>",
                                                  "]]>",
                                                  "&lt;b&gt;",
                                                  "\"'`${x}\\",
                                                  "@SCRIPT@",
                                                  "@DOCUMENT@",
                                                  "@TITLE@",
                                                  "a\xe2\x80\xa8"
                                                  "b\xe2\x80\xa9",
                                                  "\x01\x1b[31m",
                                                  "<img src=x onerror=alert(1)>",
                                                  "\xe2\x80\xae"
                                                  "abc",
                                                  "\xff\xfe",
                                                  "</SCRIPT >"};
        Made page;
        Sequence sequence{"sentence", {}, 0};
        ClassAnswer classes;
        for (const std::string& word : hostile) {
            sequence.tokens.push_back({word});
            page.texts = {word + " and more"};
            classes.labels.push_back(word);
            classes.probabilities.push_back(0.1);
            classes.logits.push_back(0);
            classes.logOdds.push_back(0);
        }
        page.recording = std::make_shared<Recording>(std::vector{sequence}, std::vector<Recording::Head>(), classes);
        for (const std::string& word : hostile) {
            const QByteArray html = page.html(mostPageNumbers, QString::fromStdString(word));
            QCOMPARE(html.toLower().count("<script"), 2);
            QCOMPARE(html.toLower().count("</script"), 2);
            QCOMPARE(html.count("<!--"), 0);
            const QByteArray text = documentText(html);
            for (const char* mark : {"<", ">", "&", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xae", "\x1b"})
                QVERIFY2(!text.contains(mark), mark);
            const QJsonObject document = documentOf(html);
            QCOMPARE(tokensOf(document).size(), qsizetype(hostile.size()));
            QCOMPARE(tokensOf(document)[0].toString().toStdString(), hostile[0]);
            QCOMPARE(tokensOf(document)[4].toString().toStdString(), hostile[4]);
            QCOMPARE(document["answer"]["rows"][6]["label"].toString(), QString("@SCRIPT@"));
        }
    }

    void onlyItsOwnScriptMayRunAndNothingAsksTheNetwork() {
        const QByteArray html = sample("where is the red bridge").html();
        const QByteArray policy = between(html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
        QVERIFY2(policy.startsWith("default-src 'none'; ") && !policy.contains("unsafe"), policy);
        const auto isNamed = [&](const char* kind, const QByteArray& text) {
            const QByteArray hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64();
            return !text.isEmpty() && policy.contains(kind + (" 'sha256-" + hash) + '\'');
        };
        QVERIFY(isNamed("script-src", between(html, "<script>", "</script>")));
        QVERIFY(isNamed("style-src", between(html, "<style>", "</style>")));
        for (const char* asking : {"http:", "https:", "//cdn", " src=", "url(", "@import", "fetch(", "XMLHttpRequest",
                                   "innerHTML", "eval(", "@STYLE@", "@POLICY@"})
            QVERIFY2(!html.contains(asking), asking);
        QVERIFY(html.startsWith("<!DOCTYPE html>"));
    }

    void whatDoesNotFitIsNamedAndTheOpenedMapStays() {
        Made page = sample("where is the red bridge");
        page.opened = page.requests[1];
        const QJsonObject document = documentOf(page.html(5 * 5 + 5)); // one map of pairs, and the pooling
        const QJsonArray maps = document["sequences"][0]["maps"].toArray();
        QCOMPARE(maps.size(), 2);
        QCOMPARE(maps[0]["address"].toString(), QString("0.1"));
        QVERIFY(maps[0]["opened"].toBool());
        QCOMPARE(maps[1]["address"].toString(), QString("1.pooling.0"));
        const QString leftOut = document["leftOut"].toString();
        QVERIFY2(leftOut.contains("at most 30 numbers. Left out: layer 0 · head 0."), qPrintable(leftOut));
        QCOMPARE(documentOf(page.html())["leftOut"].toString(), QString());
    }

    void aPageOfManyHeadsIsSmallerThanItsNumbersAsText() {
        const Made page = sample("the red bridge near the river is where the quiet engineer wrote the book in paris");
        const QJsonObject document = documentOf(page.html());
        QVERIFY2(document["numbers"].toString().size() < 4 * document["count"].toInt() * 4 / 3, "no smaller");
        QVERIFY(documentText(page.html()).size() < 40'000);
    }
};

QTEST_APPLESS_MAIN(MapPageTest)
#include "map_page_test.moc"
