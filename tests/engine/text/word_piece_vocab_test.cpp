#include "text/word_piece_vocab.h"

#include "message_of.h"
#include "small_word_piece.h"

#include <QtTest>

using namespace headlight;

class WordPieceVocabTest : public QObject {
    Q_OBJECT

private slots:
    void theConfigurationBesideItIsFollowed() {
        const FilesOfTokenizer files;
        const std::string path = files.write("vocab.txt", smallVocabulary().replace('\n', "\r\n"));
        const auto encoded = [&](const char* config, const std::string& text) {
            files.write("tokenizer_config.json", config);
            return shown(readWordPieceVocabulary(path)->encode(text), text);
        };
        const std::string text = "Ok Café 中国";
        QCOMPARE(encoded("{}", text), QString("ok(Ok) cafe(Café) 中 国"));
        QCOMPARE(encoded(R"({"do_lower_case": false})", text), QString("Ok [UNK](Café) 中 国"));
        QCOMPARE(encoded(R"({"do_lower_case": false, "strip_accents": true})", "Ok café"), QString("Ok cafe(café)"));
        QCOMPARE(encoded(R"({"strip_accents": false})", "É"), QString("é(É)"));
        QCOMPARE(encoded(R"({"tokenize_chinese_chars": false})", text), QString("ok(Ok) cafe(Café) [UNK](中国)"));
        QCOMPARE(encoded(R"({"mask_token": "☺", "unk_token": {"content": "t"}})", "zebra ok☺ [MASK]"),
                 QString("t(zebra) ok ☺ t([) t(MASK) t(])"));
        QCOMPARE(encoded(R"({"tokenizer_class": "DistilBertTokenizerFast", "added_tokens_decoder": {"0": {}}})", "ok"),
                 QString("ok"));
        files.write("tokenizer_config.json", R"({"cls_token": "the", "sep_token": "."})");
        QCOMPARE(idsOf(readWordPieceVocabulary(path)->joined({{}, {}})), (std::vector<int>{5, 13, 13}));
    }

    void badVocabulariesAreNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const QByteArray marks = "[UNK]\n[CLS]\n[SEP]\n";
        QTest::newRow("empty") << QByteArray() << "vocab.txt: the file is empty; expected a token on each line";
        QTest::newRow("empty line") << marks + "a\n\nb\n"
                                    << "vocab.txt, line 5: the token is empty";
        QTest::newRow("twice") << marks + "a\nb\na\n"
                               << "vocab.txt, line 6: the token \"a\" is there twice";
        QTest::newRow("not UTF-8") << marks + "na\xEFve\n"
                                   << "vocab.txt, line 4: the token is not UTF-8";
        QTest::newRow("long line") << marks + QByteArray(60 << 20, 'x') << "line 4: the token has more than 1000 bytes";
        QTest::newRow("100 MB line") << QByteArray(100 << 20, 'x') << "larger than the 67108864 bytes allowed here";
        QTest::newRow("no [UNK]") << QByteArray("[CLS]\n[SEP]\n") << "the token \"[UNK]\" is missing; it must be there";
        QTest::newRow("no [CLS]") << QByteArray("[UNK]\n[SEP]\n") << "the token \"[CLS]\" is missing";
        QTest::newRow("no [SEP]") << QByteArray("[UNK]\n[CLS]\n")
                                  << "\"[SEP]\" is missing; it must be there as the sep";
    }
    void badVocabulariesAreNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const FilesOfTokenizer files;
        const std::string path = files.write("vocab.txt", text);
        const QString said = messageOf([&] { readWordPieceVocabulary(path); });
        QVERIFY2(said.contains(message), qPrintable(said));
    }

    void badConfigurationsAreNamed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* message) {
            QTest::newRow(text) << QString(text) << QString(message);
        };
        row("[", "tokenizer_config.json, line 1, column 2: no valid JSON");
        row("[]", "tokenizer_config.json: expected an object");
        row(R"({"do_lower_case": 1})", "\"do_lower_case\": expected true or false");
        row(R"({"unk_token": 1})", "\"unk_token\": expected a text");
        row(R"({"cls_token": {"content": []}})", "\"cls_token\": \"content\": expected a text");
        row(R"({"unk_token": "<unk>"})",
            "vocab.txt: the token \"<unk>\" is missing; it must be there as the unk_token");
        row(R"({"tokenizer_class": "BertJapaneseTokenizer"})", "\"BertJapaneseTokenizer\" is not supported");
        row(R"({"do_basic_tokenize": false})", "\"do_basic_tokenize\": false is not supported");
    }
    void badConfigurationsAreNamed() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const FilesOfTokenizer files;
        const std::string path = files.write("vocab.txt", smallVocabulary());
        files.write("tokenizer_config.json", text.toUtf8());
        const QString said = messageOf([&] { readWordPieceVocabulary(path); });
        QVERIFY2(said.contains(message), qPrintable(said));
    }
};

QTEST_GUILESS_MAIN(WordPieceVocabTest)
#include "word_piece_vocab_test.moc"
