#include "message_of.h"
#include "models/weights/gguf_vocabulary.h"
#include "small_word_piece.h"
#include "text/pipeline/byte_alphabet.h"
#include "text/pipeline/byte_level_vocab.h"
#include "text/pipeline/llama2c_tokenizer.h"

#include <QtTest>
#include <bit>
#include <cmath>
#include <functional>

using namespace headlight;

namespace {

GgufVocabulary llama() {
    GgufVocabulary vocabulary;
    vocabulary.model = "llama";
    vocabulary.tokens = {"<unk>", "<s>", "</s>"};
    vocabulary.types = {2, 3, 3};
    vocabulary.scores = {0, 0, 0};
    for (int byte = 0; byte < 256; ++byte) {
        vocabulary.tokens.push_back(QString("<0x%1>").arg(QString::number(byte, 16).toUpper(), 2, '0').toStdString());
        vocabulary.types.push_back(6);
        vocabulary.scores.push_back(0);
    }
    float score = 0;
    for (const char* token : {"▁a", "bc", "▁abc", "▁", "a", "b", "c", "<own>"}) {
        vocabulary.tokens.push_back(token);
        vocabulary.types.push_back(token == std::string("<own>") ? 4 : 1);
        vocabulary.scores.push_back(score -= 1);
    }
    vocabulary.bos = 1;
    vocabulary.eos = 2;
    vocabulary.unknown = 0;
    return vocabulary;
}

GgufVocabulary gpt2() {
    GgufVocabulary vocabulary;
    vocabulary.model = "gpt2";
    vocabulary.pre = "gpt-2";
    vocabulary.tokens = {"a", "b", "ab", "Ġ", "<end>", "Ġab"};
    vocabulary.types = {1, 1, 1, 1, 3, 1};
    vocabulary.merges = {"a b", "Ġ ab"};
    vocabulary.bos = vocabulary.eos = 4;
    return vocabulary;
}

GgufVocabulary bert() {
    GgufVocabulary vocabulary;
    vocabulary.model = "bert";
    vocabulary.tokens = {"[UNK]", "[CLS]", "[SEP]", "▁quiet", "ly", "[unused0]", "▁[", "[", "▁,"};
    vocabulary.types = {3, 3, 3, 1, 1, 1, 1, 1, 1};
    vocabulary.unknown = 0;
    vocabulary.cls = 1;
    vocabulary.separator = 2;
    return vocabulary;
}

std::vector<int> idsBy(const GgufVocabulary& vocabulary, const std::string& text) {
    const auto tokenizer = ggufTokenizer(vocabulary, "model.gguf");
    return idsOf(tokenizer->joined({tokenizer->encode(text)}));
}

std::string llama2cToken(float score, const std::string& text) {
    std::string bytes;
    for (const std::uint32_t number : {std::bit_cast<std::uint32_t>(score), std::uint32_t(text.size())})
        for (int k = 0; k < 4; ++k)
            bytes.push_back(char(number >> 8 * k & 0xFF));
    return bytes + text;
}

std::string llama2c() {
    const GgufVocabulary vocabulary = llama();
    std::string bytes("\x08\0\0\0", 4);
    for (std::size_t id = 0; id < vocabulary.tokens.size() - 1; ++id) {
        std::string text = vocabulary.tokens[id];
        if (id == 1 || id == 2)
            text = "\n" + text + "\n";
        if (text.starts_with("▁"))
            text = " " + text.substr(3);
        bytes += llama2cToken(vocabulary.scores[id], text);
    }
    return bytes;
}

} // namespace

class OtherVocabulariesTest : public QObject {
    Q_OBJECT

private slots:
    void ggufOfLlama() {
        const auto tokenizer = ggufTokenizer(llama(), "model.gguf");
        const auto shownOf = [&](const std::string& text) { return shown(tokenizer->encode(text), text); };
        QCOMPARE(shownOf("abc ab ca"), QString("▁abc(abc) ▁a(a) b ▁ c a").replace("▁ c", "▁( ) c"));
        QCOMPARE(shownOf("é"), QString("▁() <0xC3>(é) <0xA9>(é)"));
        QCOMPARE(shownOf("a</s>a<own>"), QString("▁a(a) </s> ▁a(a) <own>"));
        QCOMPARE(tokenizer->joined({tokenizer->encode("a")}).front().text, std::string("<s>"));
        QCOMPARE(tokenizer->decode(idsOf(tokenizer->encode("a é  b"))), std::string("a é  b"));
        QVERIFY(tokenizer->encode("").empty());
        GgufVocabulary other = llama();
        other.addBos = false;
        other.addEos = true;
        other.addSpacePrefix = false;
        QCOMPARE(idsBy(other, "a"), (std::vector<int>{263, 2}));
    }

    void ggufOfGpt2() {
        QCOMPARE(idsBy(gpt2(), "ab ab<end>"), (std::vector<int>{2, 5, 4}));
        GgufVocabulary other = gpt2();
        other.addBos = true;
        QCOMPARE(idsBy(other, "a"), (std::vector<int>{4, 0}));
        other.addBos = std::nullopt;
        other.pre = "llama-bpe";
        other.merges.clear();
        QCOMPARE(idsBy(other, "ab"), (std::vector<int>{4, 2})); // a piece that is a token is that one
    }

    void ggufOfBert() {
        const auto tokenizer = ggufTokenizer(bert(), "model.gguf");
        const std::string text = "Quietly [, zebra";
        QCOMPARE(shown(tokenizer->encode(text), text), QString("quiet(Quiet) ##ly(ly) [ , [UNK](zebra)"));
        QCOMPARE(idsBy(bert(), "quiet"), (std::vector<int>{1, 3, 2}));
        QCOMPARE(tokenizer->token(7), std::string("##["));
        QCOMPARE(tokenizer->token(5), std::string("[unused0]"));
        QCOMPARE(tokenizer->decode(std::vector<int>{3, 4, 8}), std::string("quietly,"));
    }

    void whatIsWrongInGgufIsNamed_data() {
        QTest::addColumn<std::function<void(GgufVocabulary&)>>("change");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* message, std::function<void(GgufVocabulary&)> change) {
            QTest::newRow(message) << change << QString("model.gguf: tokenizer.ggml.") + message;
        };
        row("model: \"rwkv\" is not supported; Headlight reads gpt2, llama and bert",
            [](GgufVocabulary& v) { v.model = "rwkv"; });
        row("tokens: it is missing or empty; the file has no vocabulary", [](GgufVocabulary& v) { v.tokens.clear(); });
        row("scores: it has 1 entries, one for each of the 267 tokens are needed",
            [](GgufVocabulary& v) { v.scores = {1}; });
        row("scores: it is missing; a llama vocabulary says by them which tokens are made first",
            [](GgufVocabulary& v) { v.scores.clear(); });
        row("scores: that of token 5 is no finite number", [](GgufVocabulary& v) { v.scores[5] = NAN; });
        row("token_type: it has 2 entries, one for each of the 267 tokens are needed", [](GgufVocabulary& v) {
            v.types = {1, 2};
        });
        row("tokens: token 0: the token is not UTF-8", [](GgufVocabulary& v) { v.tokens[0] = "\xFF"; });
        row("tokens: token 0: the token has more than 1000 bytes; this is no vocabulary",
            [](GgufVocabulary& v) { v.tokens[0] = std::string(1001, 'x'); });
        row("bos_token_id: 267 is no token; there are 267", [](GgufVocabulary& v) { v.bos = 267; });
        row("bos_token_id: it is missing, and texts are to begin with that token",
            [](GgufVocabulary& v) { v.bos = std::nullopt; });
        row("unknown_token_id: -1 is no token; there are 267", [](GgufVocabulary& v) { v.unknown = -1; });
        row("merges: entry 1: the vocabulary has no token \"x\" to merge; do they belong together?",
            [](GgufVocabulary& v) { v = gpt2(), v.merges = {"x y"}; });
        row("merges: entry 1: it is longer than two tokens",
            [](GgufVocabulary& v) { v = gpt2(), v.merges = {std::string(3000, ' ')}; });
        row("pre: \"nobody\" is no way to cut texts that Headlight knows, such as gpt-2, llama-bpe or qwen2; give the "
            "model's tokenizer.json if there is one",
            [](GgufVocabulary& v) { v = gpt2(), v.pre = "nobody"; });
        row("cls_token_id: it is missing; a bert vocabulary needs it",
            [](GgufVocabulary& v) { v = bert(), v.cls = std::nullopt; });
    }
    void whatIsWrongInGgufIsNamed() {
        QFETCH(std::function<void(GgufVocabulary&)>, change);
        QFETCH(QString, message);
        GgufVocabulary vocabulary = llama();
        change(vocabulary);
        QCOMPARE(messageOf([&] { ggufTokenizer(vocabulary, "model.gguf"); }), message);
    }

    void tokensWithoutTextAreNoFault() {
        GgufVocabulary vocabulary = gpt2();
        vocabulary.tokens.insert(vocabulary.tokens.end(), {"", "a", ""});
        vocabulary.types.insert(vocabulary.types.end(), {1, 1, 3});
        QCOMPARE(idsBy(vocabulary, "a"), std::vector<int>{0});
        QCOMPARE(ggufTokenizer(vocabulary, "model.gguf")->size(), 9);
    }

    void tokenizerBinIsTheSame() {
        const auto binary = llama2cTokenizer(llama2c(), "tokenizer.bin"), gguf = ggufTokenizer(llama(), "model.gguf");
        for (const char* text : {"abc a é  b", "</s> a", ""})
            QCOMPARE(binary->joined({binary->encode(text)}), gguf->joined({gguf->encode(text)}));
        QCOMPARE(binary->token(1), std::string("<s>"));
        QCOMPARE(binary->size(), 266);
    }

    void whatIsWrongInTokenizerBinIsNamed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const auto row = [](const std::string& bytes, const char* message) {
            QTest::newRow(message) << QByteArray::fromStdString(bytes) << QString("tokenizer.bin: ") + message;
        };
        const std::string header("\x08\0\0\0", 4);
        row("abc", "it has only 3 bytes; is the file complete?");
        row(header, "it has only 0 tokens; the first three are for the unknown, begin and end");
        row(header + "abc", "token 0: it goes beyond the end of the file; is the file complete?");
        row(header + llama2cToken(0, "abc").substr(0, 10),
            "token 0: it goes beyond the end of the file; is the file complete?");
        row(header + std::string("\0\0\0\0\xFF\xFF\xFF\xFF", 8),
            "token 0: it goes beyond the end of the file; is the file complete?");
        row(header + llama2cToken(0, "abcdefghi"),
            "token 0: it has 9 bytes, the longest is said to have 8; is this a tokenizer "
            "of llama2.c?");
        row(header + llama2cToken(INFINITY, "a"), "token 0: its score is no finite number");
        row(header + llama2cToken(0, "\xC3"), "token 0: the token is not UTF-8");
    }
    void whatIsWrongInTokenizerBinIsNamed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        QCOMPARE(messageOf([&] { llama2cTokenizer(bytes.toStdString(), "tokenizer.bin"); }), message);
    }

    void vocabJsonAndMergesAreRead() {
        const FilesOfTokenizer files;
        files.write("vocab.json",
                    R"({"<s>": 0, "</s>": 1, "<mask>": 2, "a": 3, "b": 4, "ab": 5, "Ġ": 6, "<|endoftext|>": 7})");
        files.write("merges.txt", "#version: 0.2\r\na b\r\n");
        const auto joinedOf = [&](const char* config) {
            files.write("tokenizer_config.json", config);
            const auto tokenizer = readByteLevelVocabulary(files.path());
            return idsOf(tokenizer->joined({tokenizer->encode("ab <mask>"), tokenizer->encode("b")}));
        };
        QCOMPARE(joinedOf("{}"), (std::vector<int>{0, 5, 2, 1, 1, 4, 1})); // the mark takes the space before it
        QCOMPARE(joinedOf(R"({"tokenizer_class": "GPT2TokenizerFast"})"), (std::vector<int>{5, 6, 3, 4}));
        QCOMPARE(joinedOf(R"({"tokenizer_class": "GPT2Tokenizer", "add_bos_token": true})"),
                 (std::vector<int>{7, 5, 6, 3, 7, 4}));
        QCOMPARE(joinedOf(R"({"tokenizer_class": "BartTokenizer", "sep_token": {"content": "b"}})"),
                 (std::vector<int>{0, 3, 4, 2, 4, 4, 4, 4})); // and this mark is found in what is typed
        files.write("tokenizer_config.json", "{}");
        files.write("added_tokens.json", R"({"<mask>": 2, "more": 8})");
        const auto tokenizer = readByteLevelVocabulary(files.path());
        QCOMPARE(idsOf(tokenizer->encode("amoreb")), (std::vector<int>{3, 8, 4}));
        QCOMPARE(tokenizer->decode(std::vector<int>{3, 8, 6, 4}), std::string("amore b"));
    }

    void whatIsWrongInThemIsNamed() {
        const FilesOfTokenizer files;
        files.write("vocab.json", R"({"a": 0, "b": 1, "ab": 2})");
        const auto said = [&](const char* name, const char* content) {
            files.write("merges.txt", "#version: 0.2\n");
            files.write("tokenizer_config.json", "{}");
            files.write("added_tokens.json", "{}");
            files.write(name, content);
            const QString message = messageOf([&] { readByteLevelVocabulary(files.path()); });
            return message.mid(int(files.path().size()) + 1);
        };
        QCOMPARE(said("merges.txt", "a b\nab\n"),
                 QString("merges.txt, line 2: expected two tokens with a space between them, got \"ab\""));
        QCOMPARE(said("merges.txt", "a x\n"),
                 QString("merges.txt, line 1: the vocabulary has no token \"x\" to merge; do they belong together?"));
        QCOMPARE(
            said("tokenizer_config.json", R"({"tokenizer_class": "CLIPTokenizer"})"),
            QString(
                "tokenizer_config.json: \"tokenizer_class\": \"CLIPTokenizer\" is not supported with vocab.json and "
                "merges.txt; GPT2Tokenizer and RobertaTokenizer are. Give the model's tokenizer.json if there is one"));
        QCOMPARE(said("tokenizer_config.json", R"({"tokenizer_class": "RobertaTokenizer"})"),
                 QString("vocab.json: the token \"<s>\" is missing; texts of this model have it around them"));
        QCOMPARE(said("added_tokens.json", R"({"x": 2000000})"),
                 QString("added_tokens.json: \"x\": this number does not go on from those of vocab.json"));
        QCOMPARE(said("vocab.json", R"({"a": 0, "b": 0})"),
                 QString("vocab.json: the token \"b\" has the number 0, as \"a\" has"));
        QCOMPARE(said("vocab.json", "[]"), QString("vocab.json: expected an object of tokens and their numbers"));
        QCOMPARE(said("vocab.json", "{}"), QString("vocab.json: it has no tokens"));
    }
};

QTEST_GUILESS_MAIN(OtherVocabulariesTest)
#include "other_vocabularies_test.moc"
