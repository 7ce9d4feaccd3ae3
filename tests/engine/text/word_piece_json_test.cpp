#include "text/pipeline/tokenizer_json.h"

#include "message_of.h"
#include "small_word_piece.h"

#include <QtTest>

using namespace headlight;

namespace {

using Json = nlohmann::ordered_json;

/// What a reader says of a document that is changed at one place; without a value the entry is taken away.
QString messageAbout(const char* place, const char* value) {
    Json document = smallJson();
    const Json::json_pointer pointer(place);
    if (*value != '\0')
        document[pointer] = Json::parse(value);
    else
        document[pointer.parent_pointer()].erase(pointer.back());
    const FilesOfTokenizer files;
    return messageOf([&] { readTokenizerJson(files.write(document)); });
}

} // namespace

class WordPieceJsonTest : public QObject {
    Q_OBJECT

private slots:
    void whatMayBeLeftOutMay_data() {
        QTest::addColumn<QString>("place");
        for (const char* place : {"/added_tokens", "/normalizer", "/post_processor", "/decoder", "/version",
                                  "/normalizer/strip_accents", "/decoder/cleanup", "/model/type", "/model/unk_token"})
            QTest::newRow(place) << QString(place);
    }
    void whatMayBeLeftOutMay() {
        QFETCH(QString, place);
        QCOMPARE(messageAbout(qPrintable(place), ""), QString());
        QCOMPARE(messageAbout(qPrintable(place), "null"), QString());
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* place, const char* value, const char* message) {
            QTest::addRow("%s %s", place, value) << QString(place) << QString(value) << QString(message);
        };
        row("/model/type", "\"Cnn\"", "\"model\": the type \"Cnn\" is not supported; Headlight reads WordPiece, BPE, ");
        row("/normalizer/type", "\"Up\"", "\"normalizer\": the type \"Up\" is not supported; Headlight reads Bert");
        row("/pre_tokenizer/type", "\"Cut\"", "\"pre_tokenizer\": the type \"Cut\" is not supported");
        row("/pre_tokenizer", "null", "\"pre_tokenizer\": expected an object with \"type\"");
        row("/post_processor/type", "\"Xlnet\"", "reads TemplateProcessing, BertProcessing, ");
        row("/decoder/type", "\"CTC\"", "\"decoder\": the type \"CTC\" is not supported");
        row("/decoder/prefix", "\"@@\"", "\"decoder\": \"prefix\": expected the \"continuing_subword_prefix\"");
        row("/model", "", "\"model\" is missing");
        row("/model", "[]", "\"model\": expected an object");
        row("/model/vocab", "", "\"vocab\" is missing");
        row("/model/vocab", "{}", "\"vocab\": the token \"[UNK]\" is missing, which");
        row("/model/vocab", "[\"a\"]", "\"vocab\": expected an object of tokens and their numbers");
        row("/model/vocab/ok", "\"x\"", "the token \"ok\" has no number from 0 to 2097151");
        row("/model/vocab/ok", "{\"x\": 1}", "the token \"ok\" has no number");
        row("/model/vocab/ok", "1.5", "the token \"ok\" has no number");
        row("/model/vocab/ok", "-1", "the token \"ok\" has no number");
        row("/model/vocab/ok", "4294967296", "the token \"ok\" has no number");
        row("/model/vocab/ok", "5", "the token \"ok\" has the number 5, as \"the\" has");
        row("/model/vocab/ok", "", "no token has the number 27");
        row("/model/vocab/", "99", "the token is empty");
        row("/model/unk_token", "\"<unk>\"", "the token \"<unk>\" is missing, which \"unk_token\" names");
        row("/model/unk_token", "7", "\"model\": \"unk_token\": expected a text");
        row("/model/max_input_chars_per_word", "-1", "expected a whole number from 0");
        row("/model/continuing_subword_prefix", "[]", "\"continuing_subword_prefix\": expected a text");
        row("/normalizer/lowercase", "\"yes\"", "\"normalizer\": \"lowercase\": expected true or false");
        row("/added_tokens", "3", "\"added_tokens\": expected a list");
        row("/added_tokens/1", "3", "\"added_tokens\", entry 2: expected an object with \"content\"");
        row("/added_tokens/1/id", "5", "entry 2: the token \"[UNK]\" has the number 5, in the vocabulary 1");
        row("/added_tokens/1/content", "\"x\"", "entry 2: the token \"x\" has the number 1, as \"[UNK]\" has");
        row("/added_tokens/1/id", "99999999", "expected a whole number from 0 to 2097151");
        row("/post_processor/single", "[]", "\"single\": expected each of the texts once");
        row("/post_processor/pair/3/Sequence/type_id", "0", "expected the text A with the type_id 0, B with 1");
        row("/post_processor/single/0/SpecialToken/id", "\"<s>\"", "\"<s>\" is not among the \"special_tokens\"");
        row("/post_processor/single/0/SpecialToken/type_id", "2", "\"type_id\": expected a whole number from 0 to 1");
        row("/post_processor/special_tokens/[CLS]/ids/0", "36", "expected a whole number from 0 to 35");
    }
    void whatIsWrongIsNamed() {
        QFETCH(QString, place);
        QFETCH(QString, value);
        QFETCH(QString, message);
        const QString said = messageAbout(qPrintable(place), value.toUtf8().constData());
        QVERIFY2(said.contains("tokenizer.json: ") && said.contains(message), qPrintable(said));
    }

    void otherProcessorsJoinAsWell() {
        const FilesOfTokenizer files;
        Json document = smallJson();
        document["post_processor"] = {{"type", "BertProcessing"}, {"sep", {"[SEP]", 3}}, {"cls", {"[CLS]", 2}}};
        const auto bert = readTokenizerJson(files.write(document)), same = readTokenizerJson(files.write(smallJson()));
        QCOMPARE(bert->joined({bert->encode("ok"), bert->encode("the")}),
                 same->joined({same->encode("ok"), same->encode("the")}));
        document["post_processor"] = nullptr;
        const auto none = readTokenizerJson(files.write(document));
        QCOMPARE(idsOf(none->joined({none->encode("ok"), none->encode("the")})), (std::vector<int>{27, 5}));
        QVERIFY(messageAbout("/post_processor", R"({"type": "BertProcessing", "sep": [3], "cls": ["[CLS]", 2]})")
                    .contains("\"sep\": expected a token and its number"));
    }

    void hostileFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        QByteArray twice = QByteArray::fromStdString(smallJson().dump());
        twice.replace("\"vocab\":{", "\"vocab\":{\"ok\":27,");
        QTest::newRow("a token twice") << twice << "the token \"ok\" is there twice";
        QTest::newRow("empty") << QByteArray() << "no valid JSON";
        QTest::newRow("a list") << QByteArray("[]") << "expected an object with \"model\"";
        QTest::newRow("no UTF-8") << QByteArray("{\"model\":{\"vocab\":{\"\xff\":0}}}") << "no valid JSON";
        QTest::newRow("deep") << "{\"model\":" + QByteArray(1000000, '[') << "more than 100 brackets";
        QTest::newRow("deep vocabulary") << "{\"model\":{\"vocab\":{\"a\":" + QByteArray(90, '[') +
                                                QByteArray(90, ']') + "}, \"max_input_chars_per_word\": 1}}"
                                         << "the token \"a\" has no number";
        QTest::newRow("long token") << "{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"" + QByteArray(1001, 'x') +
                                           "\":0}}}"
                                    << "the token has more than 1000 bytes";
        QTest::newRow("large") << QByteArray(33 << 20, ' ') << "it is larger than the 33554432 bytes allowed here";
        QByteArray names = "{";
        for (int i = 0; i < 21000; ++i)
            names += "\"" + QByteArray::number(i) + "\":0,";
        QTest::newRow("many names") << names + "\"a\":0}"
                                    << "more than 20000 names";
    }
    void hostileFilesAreRefused() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        const FilesOfTokenizer files;
        const std::string path = files.write("tokenizer.json", bytes);
        const QString said = messageOf([&] { readTokenizerJson(path); });
        QVERIFY2(said.contains(message) && said.contains("tokenizer.json"), qPrintable(said));
    }
};

QTEST_GUILESS_MAIN(WordPieceJsonTest)
#include "word_piece_json_test.moc"
