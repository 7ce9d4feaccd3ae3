#include "models/given/given_maps.h"

#include "core/files.h"
#include "message_of.h"
#include "models/given/given_scan.h"

#include <QtTest>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace headlight;

namespace {

using Json = nlohmann::ordered_json;

const std::filesystem::path goldens = HEADLIGHT_SOURCE_DIR "/tests/golden/maps";
const std::filesystem::path shared = HEADLIGHT_SOURCE_DIR "/../shared/data/attention_maps";

std::vector<std::string> tokensOf(const Sequence& sequence) {
    std::vector<std::string> tokens;
    for (const Token& token : sequence.tokens)
        tokens.push_back(token.text);
    return tokens;
}

const GivenMap& mapAt(const GivenText& text, const std::string& address, int sequence = -1) {
    for (const GivenMap& map : text.maps)
        if (map.address.text() == address && (sequence < 0 || map.sequence == sequence))
            return map;
    throw std::logic_error("no map " + address);
}

std::vector<float> numbersOf(const GivenMap& map) {
    std::vector<float> numbers(std::size_t(map.queries * map.keys * map.features));
    readGivenRows(map, 0, map.queries, numbers.data());
    return numbers;
}

/// Error where a number differs, or is hidden in one of them only.
void compareMap(const GivenMap& map, const Json& rows, const std::string& what) {
    const auto fail = [&](const std::string& how) { throw std::logic_error(what + ": " + how); };
    if (std::int64_t(rows.size()) != map.queries)
        fail("other queries");
    const std::vector<float> numbers = numbersOf(map);
    const std::vector<bool> hidden = hiddenCells(map);
    for (std::int64_t query = 0; query < map.queries; ++query) {
        const Json& row = rows[std::size_t(query)];
        if (std::int64_t(row.size()) != map.keys)
            fail("other keys");
        for (std::int64_t key = 0; key < map.keys; ++key) {
            const auto cell = std::size_t(query * map.keys + key);
            const Json& expected = row[std::size_t(key)];
            if (hidden[cell] != expected.is_null())
                fail("cell " + std::to_string(cell) + " is hidden, or is not");
            if (!hidden[cell] && !(std::abs(double(numbers[cell]) - expected.get<double>()) < 2e-6))
                fail("cell " + std::to_string(cell) + ": " + std::to_string(numbers[cell]));
        }
    }
}

std::string nameOf(GivenKind kind) {
    return kind == GivenKind::Weights ? "weights" : kind == GivenKind::Scores ? "scores" : "numbers";
}

void compareText(const GivenText& text, const Json& expected, const std::string& kind, const std::string& what) {
    if (text.sequences.size() != expected["tokens"].size() || text.maps.size() != expected["maps"].size())
        throw std::logic_error(what + ": other sequences or maps");
    for (std::size_t k = 0; k < text.sequences.size(); ++k)
        if (tokensOf(text.sequences[k]) != expected["tokens"][k].get<std::vector<std::string>>())
            throw std::logic_error(what + ": other tokens");
    if (expected.contains("title") && !expected["title"].is_null() && text.title != expected["title"])
        throw std::logic_error(what + ": its title is " + text.title);
    for (const auto& [address, rows] : expected["maps"].items()) {
        const GivenMap& map = mapAt(text, address);
        if (nameOf(map.kind.value()) != kind)
            throw std::logic_error(what + ": the kind is " + nameOf(map.kind.value()));
        if (map.sequence != (map.address.stack == Stack::Decoder ? 1 : 0))
            throw std::logic_error(what + ": other sequence");
        compareMap(map, rows, what + " " + address);
    }
}

QString refusal(const std::string& json) {
    return messageOf([&] { givenMapsOf(json, "m.json"); });
}

} // namespace

class GivenMapsTest : public QObject {
    Q_OBJECT

private slots:
    /// Files of numpy, plain JSON and BertViz's parameters have what numpy says.
    void goldensAreRead() {
        const Json expected = Json::parse(readFile(goldens / "expected.json"));
        QVERIFY(expected.size() > 50);
        for (const auto& [name, what] : expected.items()) {
            const GivenMaps maps = readGivenMaps(goldens / name);
            QCOMPARE(maps.texts.size(), what["texts"].size());
            for (std::size_t k = 0; k < maps.texts.size(); ++k)
                compareText(maps.texts[k], what["texts"][k], what["kind"], name);
            if (what.contains("segments"))
                for (std::size_t k = 0; k < what["segments"].size(); ++k)
                    QCOMPARE(maps.texts[0].sequences[0].tokens[k].input, what["segments"][k].get<int>());
            const bool areWeights = what["kind"] == "weights";
            QCOMPARE(maps.note.empty(), areWeights && name != "one_positional.npz");
        }
    }

    /// The program's own document and archive of the same text have the same maps.
    void ownFilesAgree() {
        const GivenMaps document = readGivenMaps(goldens / "own.json"), archive = readGivenMaps(goldens / "own.npz");
        QCOMPARE(document.texts.size(), std::size_t(1));
        QCOMPARE(tokensOf(document.texts[0].sequences[0]), (std::vector<std::string>{"[CLS]", "a", "b", "c", "[SEP]"}));
        QCOMPARE(tokensOf(archive.texts[0].sequences[0]), tokensOf(document.texts[0].sequences[0]));
        QCOMPARE(document.texts[0].maps.size(), std::size_t(6));
        QCOMPARE(archive.texts[0].maps.size(), std::size_t(6));
        for (const GivenMap& map : document.texts[0].maps) {
            const GivenMap& other = mapAt(archive.texts[0], map.address.text());
            QCOMPARE(numbersOf(other), numbersOf(map));
            QCOMPARE(map.kind.value(), GivenKind::Weights);
            QCOMPARE(other.kind.value(), GivenKind::Weights);
        }
        QVERIFY(document.note.empty() && archive.note.empty());
    }

    /// Documents of all that our own exports have: scores behind a mask, a pooling, a gate, blocks, a second text.
    void ownDocumentsOfAllParts() {
        const GivenMaps maps = givenMapsOf(
            R"({"model": "m", "tokens": ["a", "b"], "maps": [
            {"address": "0.0", "stage": "masked", "shape": [2, 2], "values": [1, null, 3, 4]},
            {"address": "0.0", "stage": "score", "shape": [2, 2], "values": [1, 2, 3, null], "hidden": [0, 1, 0, 1]},
            {"address": "0.gate.0", "stage": "weight", "shape": [2, 3], "values": [1, 2, 3, 4, 5, 6], "label": "g"},
            {"address": "0.blocks.0", "stage": "weight", "shape": [1, 1], "values": [1], "queries": ["a b"], "keys": ["a b"]},
            {"address": "1.pooling.0", "stage": "weight", "shape": [2], "values": [0.25, 0.75]}],
            "second": {"tokens": ["c"], "maps": [{"address": "0.0", "stage": "weight", "shape": [1, 1], "values": [1]}]}})",
            "m.json");
        const GivenText& text = maps.texts.at(0);
        QCOMPARE(text.sequences.size(), std::size_t(2));
        QVERIFY(!text.sequences[1].isTarget);
        const GivenMap& scores = mapAt(text, "0.0", 0);
        QCOMPARE(scores.kind.value(), GivenKind::Scores);
        QCOMPARE(hiddenCells(scores), (std::vector<bool>{false, true, false, true}));
        QCOMPARE(numbersOf(scores)[1], 2.0F);
        QCOMPARE(mapAt(text, "0.gate.0").features, 3);
        QCOMPARE(mapAt(text, "0.gate.0").label, std::string("g"));
        QCOMPARE(mapAt(text, "0.blocks.0").queryNames, std::vector<std::string>{"a b"});
        QCOMPARE(numbersOf(mapAt(text, "1.pooling.0")), (std::vector<float>{0.25F, 0.75F}));
        QCOMPARE(mapAt(text, "0.0", 1).keys, 1);
    }

    void publishedFiles() {
        if (!std::filesystem::exists(shared))
            QSKIP("the published attention maps are not here");
        const GivenMaps bert = readGivenMaps(shared / "bert-attention-data.json");
        QCOMPARE(bert.texts.size(), std::size_t(8));
        QCOMPARE(bert.note, std::string());
        const GivenText& dog = bert.texts[0];
        QCOMPARE(dog.title, std::string("The dog chased the cat because it was angry"));
        QCOMPARE(dog.maps.size(), std::size_t(4));
        QCOMPARE(mapAt(dog, "2.0").label, std::string("Next word"));
        QCOMPARE(dog.sequences[0].tokens.size(), std::size_t(9));
        for (const GivenText& text : bert.texts)
            for (const char* address : {"2.0", "3.5", "4.3", "6.11"})
                QCOMPARE(mapAt(text, address).kind.value(), GivenKind::Weights);
        const GivenMaps gpt = readGivenMaps(shared / "gpt2_one_layer_12heads.json");
        QCOMPARE(gpt.texts[0].maps.size(), std::size_t(12));
        QCOMPARE(gpt.note, std::string());
        QCOMPARE(gpt.texts[0].sequences[0].tokens[1].text, std::string("Help"));
        QVERIFY(gpt.texts[0].sequences[0].tokens[0].special);
        QCOMPARE(numbersOf(mapAt(gpt.texts[0], "0.0"))[37], 0.99248F);
    }

    void whatTheNumbersAreIsTold() {
        const auto note = [](const std::string& json) { return givenMapsOf(json, "m.json").note; };
        QCOMPARE(note("[[0.5, 0.5], [0, 0]]"), std::string()); // the second query sees nothing
        QCOMPARE(
            note("[[0.5, 0.5], [0.25, 0.5]]"),
            std::string("The file's numbers are no weights, and are shown as they are: layer 0, head 0, row 1 adds "
                        "up to 0.75."));
        QCOMPARE(note("[[0.5, 0.5], [2, -1]]"),
                 std::string("The file's numbers are no weights, and are shown as they are: layer 0, head 0, row 1 has "
                             "numbers below 0 or above 1."));
        QCOMPARE(note("[[0, 0], [0, 0]]"),
                 std::string("The file's numbers are no weights, and are shown as they are: all are 0."));
        QCOMPARE(note("[[1, -10000], [2, 3]]"), std::string("The file has scores: weights are their softmax."));
        QCOMPARE(note("[[0.502, 0.501], [0.5, 0.5]]"), std::string());
    }

    void wrongShapesAreRefused() {
        QCOMPARE(refusal("[[[1, 0], [0, 1]], [[1, 0], [0, 1, 2]]]"),
                 QString("m.json: head 1, row 1: it has 3 numbers, the first one has 2"));
        QCOMPARE(refusal("[[[[1]]], [[[1]], [[1]]]]"), QString("m.json: layer 1: it has 2 lists, the first one has 1"));
        QCOMPARE(refusal("[[[1], [2]], [[1], 2]]"), QString("m.json: head 1, row 1: a list of numbers is expected"));
        QCOMPARE(refusal("[[1, 0], [\"a\", 1]]"), QString("m.json: row 1: a list of numbers is expected"));
        QCOMPARE(refusal("[[]]"), QString("m.json: row 0: an empty list stands there"));
        QCOMPARE(refusal("[1, 2]"), QString("m.json: its shape is [2]; expected [query, key], [head, query, key] or "
                                            "[layer, head, query, key]"));
        QCOMPARE(refusal(R"({"tokens": ["a"], "attention": [[1, 0], [0, 1]]})"),
                 QString("m.json: \"attention\": its shape is [2, 2], but there are 1 tokens of queries"));
        QCOMPARE(refusal(R"({"tokens": ["a", "b"], "attention": [[1, 0]]})"),
                 QString("m.json: \"attention\": it has 1 queries and 2 keys, but there is one list of tokens; write "
                         "query_tokens and key_tokens"));
        QCOMPARE(refusal(R"({"layer_0": [[[1]]], "layer_1": [[[1]], [[1]]], "attention": [[1]]})"),
                 QString("m.json: \"layer_0\": it is of the same layers as another array (m.json: \"attention\"); "
                         "write the layers as layer_0, layer_1 … or as one array"));
        QCOMPARE(refusal(R"({"attention": [[1]], "cross_attention": [[1]]})"),
                 QString("m.json: \"attention\": it stands beside arrays of an encoder and a decoder; name it "
                         "encoder_attention, decoder_attention or cross_attention"));
        QCOMPARE(refusal(R"({"layer_0": [[[[1]]], [[[1]]]], "layer_1": [[1]]})"),
                 QString("m.json: \"layer_0\": its shape is [2, 1, 1, 1]: a batch of 2 texts; write one of them"));
        QCOMPARE(refusal(R"({"a": [[1]], "b": [[1]]})"),
                 QString("m.json: which of its arrays are attention maps? It has a, b; name them \"attention\""));
        QCOMPARE(refusal(R"({"attention": [[1, 0], [0, 1]], "visible": [[1, 0, 1]]})"),
                 QString("m.json: \"visible\": its shape is [1, 3], of the numbers it is [2, 2]; it must have all of "
                         "their axes, the last two, or the last"));
    }

    void wrongNumbersAreRefused() {
        QCOMPARE(refusal("[[1, NaN]]"), QString("m.json, line 1, column 6: NaN and Infinity are no numbers of JSON; "
                                                "write null for what is hidden"));
        QCOMPARE(refusal("[[1, 1e99]]"), QString("m.json: a number is too large for float32"));
        QCOMPARE(refusal("[[1, 1e999]]"), QString("m.json, line 1, column 10: a number is too large"));
        QCOMPARE(refusal(R"({"attention": [[1, 0], [0, 1]], "visible": [[1, 0], [1, 2]]})"),
                 QString("m.json: \"visible\": layer 0, head 0, row 1, column 1: expected 1 (true) or 0 (false)"));
        QCOMPARE(refusal(R"({"attention": [[1, 0], [0, 1]], "segments": [0, 2]})"),
                 QString("m.json: \"segments\": expected 0 or 1 for each token"));
    }

    void wrongDocumentsAreRefused() {
        QCOMPARE(refusal("[[1, 0]"), QString("m.json, line 1, column 8: it ends in the middle; is the file complete?"));
        QCOMPARE(refusal(""), QString("m.json, line 1, column 1: it ends in the middle; is the file complete?"));
        QCOMPARE(refusal("{}"),
                 QString("m.json: it has no array of two to five axes; write the maps as \"attention\""));
        QCOMPARE(refusal(R"({"attention": [[1]], "attention": [[1]]})"),
                 QString("m.json: the name \"attention\" stands there twice in one object"));
        QCOMPARE(refusal(std::string(17, '[')), QString("m.json: more than 16 brackets stand within each other"));
        QCOMPARE(refusal(R"([{"tokens": ["a"], "attention": [[1]]}, 7])"),
                 QString("m.json: text 1: expected an object with \"attention\""));
        QCOMPARE(refusal(R"({"attention": [{"name": "All"}]})"),
                 QString("m.json: \"attention\": entry 0: \"attn\" is missing"));
        QCOMPARE(refusal(R"({"words": ["a"], "heads": [{"layer": 0, "head": -1, "attention": [[1]]}]})"),
                 QString("m.json: head 0: \"head\" is no whole number from 0 to 9999"));
        QCOMPARE(
            refusal(
                R"({"tokens": ["a"], "maps": [{"address": "0.0", "stage": "weight", "shape": [1, 1], "values": []}]})"),
            QString("m.json: map 0: \"values\": expected a list of 1 numbers"));
        QCOMPARE(refusal(R"({"tokens": ["a"], "maps": [{"address": "0", "stage": "weight"}]})"),
                 QString("m.json: map 0: \"address\" is no address of a head, as \"0.1\""));
        QCOMPARE(refusal(R"({"tokens": ["a"], "words": ["b"], "attention": [[1]]})"),
                 QString("m.json: \"words\" and another entry both have the same tokens; leave one of them out"));
    }
};

QTEST_GUILESS_MAIN(GivenMapsTest)
#include "given_maps_test.moc"
