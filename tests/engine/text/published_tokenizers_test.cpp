#include "models/weights/gguf_vocabulary.h"
#include "small_word_piece.h"
#include "text/pipeline/llama2c_tokenizer.h"
#include "text/read_tokenizer.h"
#include "text/unicode.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <functional>

using namespace headlight;

namespace {

const std::string tokenizers = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/tokenizers/";

QByteArray sharedFile(const std::string& name) {
    QFile file(QString::fromStdString(tokenizers + name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::unique_ptr<Tokenizer> ofGguf(const std::string& name) {
    const std::string path = tokenizers + "ggml_vocab/" + name;
    return ggufTokenizer(readGgufVocabulary(GgufFile::open(path), path), path);
}

std::vector<int> idsOf(const QJsonValue& list) {
    std::vector<int> ids;
    for (const QJsonValue id : list.toArray())
        ids.push_back(id.toInt());
    return ids;
}

QString words(const std::vector<int>& ids) {
    QStringList all;
    for (const int id : ids)
        all += QString::number(id);
    return all.join(' ');
}

/// White space, and what rules leave out: controls, joiners, marks.
bool mayBeLost(char32_t c, bool hasRules) {
    const QChar::Category category = QChar::category(c);
    return isWhiteSpace(c) || (hasRules && (category == QChar::Other_Control || category == QChar::Other_Format ||
                                            category == QChar::Mark_NonSpacing));
}

/// What is promised of places: they are characters, in order, and cover all that the tokenizer has not left out.
void verifyPlaces(const Tokenizer& tokenizer, const std::string& text, bool hasRules) {
    std::size_t begin = 0, end = 0, covered = 0;
    int word = 0;
    for (const Token& token : tokenizer.encode(text)) {
        QVERIFY(token.begin >= begin && token.end >= end && token.begin <= token.end && token.end <= text.size());
        for (std::size_t at = covered; at < token.begin;) {
            const std::size_t place = at;
            QVERIFY2(mayBeLost(takeCodePoint(text, at), hasRules), text.substr(place, 20).c_str());
        }
        for (const std::size_t border : {token.begin, token.end})
            QVERIFY(border == text.size() || (static_cast<unsigned char>(text[border]) & 0xC0) != 0x80);
        QVERIFY(token.word == word || token.word == word + 1);
        begin = token.begin;
        end = token.end;
        covered = std::max(covered, end);
        word = token.word;
    }
}

} // namespace

class PublishedTokenizersTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (sharedFile("golden/tokenizer_tests.json").isEmpty())
            QSKIP("../shared/data is absent");
    }

    /// What Hugging Face's tokenizers wrote for the same texts.
    void goldenIdsAndTextsAreReproduced_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("folder");
        QTest::newRow("bert") << "bert-base-uncased"
                              << "bert-base-uncased";
        QTest::newRow("bert again") << "google-bert/bert-base-uncased"
                                    << "bert-base-uncased";
        QTest::newRow("gpt2") << "distilgpt2"
                              << "gpt2";
        QTest::newRow("llama2") << "coreml-projects/Llama-2-7b-chat-coreml"
                                << "llama2";
        QTest::newRow("llama2 tokenizer.bin") << "coreml-projects/Llama-2-7b-chat-coreml"
                                              << "bin";
        QTest::newRow("t5") << "t5-base"
                            << "t5-small";
    }
    void goldenIdsAndTextsAreReproduced() {
        QFETCH(QString, name);
        QFETCH(QString, folder);
        const FilesOfTokenizer gpt2; // where no configuration says so, spaces are not cleaned; these golden texts are
        for (const char* name : {"vocab.json", "merges.txt"})
            gpt2.write(name, sharedFile("gpt2/" + std::string(name)));
        gpt2.write("tokenizer_config.json", R"({"clean_up_tokenization_spaces": true})");
        const auto tokenizer = folder == "bin"    ? readLlama2cTokenizer(tokenizers + "llama2/tokenizer.bin")
                               : folder == "gpt2" ? readTokenizer(gpt2.path())
                                                  : readTokenizer(tokenizers + folder.toStdString());
        const QJsonArray all =
            QJsonDocument::fromJson(sharedFile("golden/tokenizer_tests.json")).object()[name].toArray();
        QVERIFY(all.size() >= 18);
        for (const QJsonValue one : all) {
            if (folder == "llama2" && one["input"].toString().contains(QChar(0xA0)))
                continue; // this copy of the file has plain spaces in place of those; see tokenizer.bin
            const std::string text = one["input"].toString().toStdString();
            const std::vector<int> ids = headlight::idsOf(tokenizer->joined({tokenizer->encode(text)}));
            QCOMPARE(words(ids), words(idsOf(one["encoded"]["input_ids"])));
            QCOMPARE(QString::fromStdString(tokenizer->decode(ids)), one["decoded_without_special"].toString());
        }
    }

    /// What llama.cpp's conversion checks: ids without marks.
    void ggmlIdsAreReproduced_data() {
        QTest::addColumn<QString>("golden");
        QTest::addColumn<QString>("reader");
        for (const char* gguf : {"ggml-vocab-bert-bge.gguf", "ggml-vocab-gpt-2.gguf", "ggml-vocab-llama-spm.gguf"})
            QTest::newRow(gguf) << gguf << "gguf";
        QTest::newRow("bert folder") << "ggml-vocab-bert-bge.gguf"
                                     << "bert-base-uncased";
        QTest::newRow("gpt2 folder") << "ggml-vocab-gpt-2.gguf"
                                     << "gpt2";
        QTest::newRow("llama2 folder") << "ggml-vocab-llama-spm.gguf"
                                       << "llama2";
        QTest::newRow("llama2 tokenizer.bin") << "ggml-vocab-llama-spm.gguf"
                                              << "bin";
    }
    void ggmlIdsAreReproduced() {
        QFETCH(QString, golden);
        QFETCH(QString, reader);
        const std::string name = golden.toStdString();
        const auto tokenizer = reader == "gguf"  ? ofGguf(name)
                               : reader == "bin" ? readLlama2cTokenizer(tokenizers + "llama2/tokenizer.bin")
                                                 : readTokenizer(tokenizers + reader.toStdString());
        const QStringList inputs =
            QString::fromUtf8(sharedFile("ggml_vocab/" + name + ".inp")).split("\n__ggml_vocab_test__\n");
        const QList<QByteArray> outputs = sharedFile("ggml_vocab/" + name + ".out").split('\n');
        QCOMPARE(inputs.size(), 47);
        for (qsizetype i = 0; i < inputs.size(); ++i) {
            const std::string text = inputs[i].toStdString();
            QCOMPARE(words(headlight::idsOf(tokenizer->encode(text))), QString(outputs[i].trimmed()));
            verifyPlaces(*tokenizer, text, name.ends_with("bge.gguf"));
            if (!name.ends_with("bge.gguf")) // its text is not what was typed
                QCOMPARE(tokenizer->decode(headlight::idsOf(tokenizer->encode(text))), text);
        }
    }

    void marksOfGgufFilesAreThose() {
        const auto llama = ofGguf("ggml-vocab-llama-spm.gguf"), gpt = ofGguf("ggml-vocab-gpt-2.gguf"),
                   bert = ofGguf("ggml-vocab-bert-bge.gguf");
        QCOMPARE(words(headlight::idsOf(llama->joined({llama->encode("Hello world")}))), QString("1 15043 3186"));
        QCOMPARE(words(headlight::idsOf(gpt->joined({gpt->encode("Hello")}))), QString("15496"));
        QCOMPARE(words(headlight::idsOf(bert->joined({bert->encode("hello"), bert->encode("world")}))),
                 QString("101 7592 102 2088 102"));
        QCOMPARE(bert->token(7592), std::string("hello"));
        QCOMPARE(bert->token(2015), std::string("##s"));
        QCOMPARE(words(headlight::idsOf(llama->encode("</s>"))), QString("2"));
    }

    void allWaysToReadOneGiveTheSame() {
        QFile file(QString::fromStdString(tokenizers + "sentencepiece_botchan/botchan.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.read(60000).toStdString();
        const auto json = readTokenizer(tokenizers + "llama2"), gguf = ofGguf("ggml-vocab-llama-spm.gguf"),
                   binary = readLlama2cTokenizer(tokenizers + "llama2/tokenizer.bin");
        QCOMPARE(gguf->encode(text), json->encode(text));
        QCOMPARE(binary->encode(text), json->encode(text));
        const auto gpt = readTokenizer(tokenizers + "gpt2"), gptGguf = ofGguf("ggml-vocab-gpt-2.gguf");
        QCOMPARE(gptGguf->encode(text), gpt->encode(text));
        QCOMPARE(gpt->decode(headlight::idsOf(gpt->encode(text))), text);
        for (const char* name : {"t5-small", "roberta-base", "bert-base-uncased"})
            verifyPlaces(*readTokenizer(tokenizers + name), text, name != std::string("roberta-base"));
    }

    /// RoBERTa's pieces are GPT-2's under other numbers.
    void robertaHasGpt2sPieces() {
        const auto roberta = readTokenizer(tokenizers + "roberta-base"), gpt = readTokenizer(tokenizers + "gpt2");
        const QStringList inputs =
            QString::fromUtf8(sharedFile("ggml_vocab/ggml-vocab-gpt-2.gguf.inp")).split("\n__ggml_vocab_test__\n");
        for (const QString& input : inputs) {
            std::vector<Token> tokens = roberta->encode(input.toStdString());
            const std::vector<Token> same = gpt->encode(input.toStdString());
            QCOMPARE(tokens.size(), same.size());
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                tokens[i].id = same[i].id;
                QCOMPARE(tokens[i], same[i]);
            }
        }
        // <s> Hello world </s></s> a b </s>, as RoBERTa's own documentation has it.
        QCOMPARE(words(headlight::idsOf(roberta->joined({roberta->encode("Hello world")}))), QString("0 31414 232 2"));
        QCOMPARE(words(headlight::idsOf(roberta->joined({roberta->encode("Hello"), roberta->encode(" world")}))),
                 QString("0 31414 2 2 232 2"));
        const std::string text = "Hello   <mask>.";
        QCOMPARE(shown(roberta->encode(text), text), QString("Hello <mask> ."));
    }
};

QTEST_GUILESS_MAIN(PublishedTokenizersTest)
#include "published_tokenizers_test.moc"
