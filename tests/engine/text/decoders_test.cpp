#include "text/pipeline/decoders.h"

#include "message_of.h"

#include <QtTest>

using namespace headlight;

namespace {

std::unique_ptr<Decoder> decoderOf(const QString& json) {
    const auto document = nlohmann::ordered_json::parse(json.toStdString());
    return readDecoder(JsonEntry(document, "tokenizer.json"));
}

} // namespace

class DecodersTest : public QObject {
    Q_OBJECT

private slots:
    void tokensBecomeText_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QStringList>("tokens");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* json, const QStringList& tokens, const QStringList& expected) {
            QTest::addRow("%s %s", json, qPrintable(tokens.join(' '))) << QString(json) << tokens << expected;
        };
        row(R"({"type": "WordPiece"})", {"un", "##quiet", ",", "do", "n't"}, {"un", "quiet", ",", " do", "n't"});
        row(R"({"type": "WordPiece", "prefix": "@@", "cleanup": false})", {"a", "@@b", "."}, {"a", "b", " ."});
        row(R"({"type": "ByteLevel"})", {"Hello", "Ġmy", "ĠÃ", "©"}, {"Hello my é"});
        row(R"({"type": "ByteLevel"})", {"a", "中Ġ", "Ã"}, {"a中Ġ\uFFFD"}); // not all of it are letters of bytes
        row(R"({"type": "Metaspace"})", {"▁Hey", "▁my", "▁▁x"}, {"Hey", " my", "  x"});
        row(R"({"type": "Metaspace", "prepend_scheme": "never"})", {"▁Hey", "▁my"}, {" Hey", " my"});
        row(R"({"type": "BPEDecoder", "suffix": "</w>"})", {"a", "b</w>", "c</w>"}, {"a", "b ", "c"});
        row(R"({"type": "ByteFallback"})", {"a", "<0xE5>", "<0x8f>", "<0xE5>", "<0x8F>", "<0xAB>"},
            {"a", "\uFFFD", "<0x8f>", "叫"});
        row(R"({"type": "Fuse"})", {"a", "b"}, {"ab"});
        row(R"({"type": "Strip", "content": "_", "start": 2, "stop": 1})", {"___a__", "_", "b"}, {"_a_", "", "b"});
        row(R"({"type": "Replace", "pattern": {"String": "▁"}, "content": " "})", {"▁a", "b"}, {" a", "b"});
        row(R"({"type": "Replace", "pattern": {"Regex": "[ab]"}, "content": ""})", {"ab", "ac"}, {"", "c"});
        row(R"({"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
               {"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]})",
            {"▁Hey", "<0x0A>", "▁you"}, {"Hey\n you"});
    }
    void tokensBecomeText() {
        QFETCH(QString, json);
        QFETCH(QStringList, tokens);
        QFETCH(QStringList, expected);
        std::vector<std::string> all;
        for (const QString& token : tokens)
            all.push_back(token.toStdString());
        QStringList texts;
        for (const std::string& text : decoderOf(json)->apply(all))
            texts += QString::fromStdString(text);
        QCOMPARE(texts, expected);
    }

    void nothingBecomesNothing() {
        for (const char* json : {R"({"type": "WordPiece"})", R"({"type": "ByteLevel"})", R"({"type": "Metaspace"})",
                                 R"({"type": "BPEDecoder"})", R"({"type": "ByteFallback"})", R"({"type": "Fuse"})"}) {
            std::string text;
            for (const std::string& one : decoderOf(json)->apply({}))
                text += one;
            QCOMPARE(text, std::string());
        }
    }

    void whatIsWrongIsNamed() {
        QCOMPARE(messageOf([] { decoderOf(R"({"type": "CTC"})"); }),
                 QString("tokenizer.json: the type \"CTC\" is not supported; Headlight reads WordPiece, ByteLevel, "
                         "Metaspace, BPEDecoder, ByteFallback, Fuse, Strip, Replace and Sequence"));
        QCOMPARE(messageOf([] { decoderOf(R"({"type": "Strip", "content": "ab"})"); }),
                 QString("tokenizer.json: \"content\": expected one character"));
        const auto bomb =
            decoderOf(QString(R"({"type": "Sequence", "decoders": [%1, %1, %1]})")
                          .arg("{\"type\": \"Replace\", \"pattern\": {\"String\": \"a\"}, \"content\": \"" +
                               QString(1000, 'a') + "\"}"));
        QCOMPARE(messageOf([&] { bomb->apply({std::string(1000, 'a')}); }),
                 QString("the tokenizer's rules make too long a text of these tokens; is its tokenizer.json damaged?"));
    }
};

QTEST_GUILESS_MAIN(DecodersTest)
#include "decoders_test.moc"
