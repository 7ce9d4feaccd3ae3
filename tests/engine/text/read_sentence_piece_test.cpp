#include "text/read_sentence_piece.h"

#include "message_of.h"
#include "sentence_piece_files.h"
#include "text/sentence_piece_classes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace headlight;

namespace {

const QString shared = QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/../shared/data/tokenizers/";

/// A folder of files that a test writes.
class ModelFolder {
public:
    ModelFolder& with(const QString& name, const std::string& bytes) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(QByteArray::fromStdString(bytes)) != qint64(bytes.size()))
            qFatal("cannot write %s", qPrintable(name));
        return *this;
    }
    std::string path() const { return m_folder.path().toStdString(); }
    std::unique_ptr<SentencePieceTokenizer> read(std::string_view type = {},
                                                 TranslationSide side = TranslationSide::Source) const {
        return readSentencePiece(path(), type, side);
    }
    QString message(std::string_view type = {}) const {
        return messageOf([&] { read(type); }).remove(m_folder.path() + "/");
    }

private:
    QTemporaryDir m_folder;
};

std::string classConfig(const std::string& name, const std::string& more = {}) {
    return "{\"tokenizer_class\": \"" + name + "\"" + more + "}";
}

QString texts(const std::vector<Token>& tokens) {
    QString all;
    for (const Token& token : tokens)
        all += QString::fromStdString(token.text) + (token.special ? "!" : "") + QString::number(token.id) + " ";
    return all.trimmed();
}

/// One text and two, the first of them twice.
QString joinedTexts(const Tokenizer& tokenizer, const std::string& text) {
    const std::vector<Token> tokens = tokenizer.encode(text);
    return texts(tokenizer.joined({tokens})) + " / " + texts(tokenizer.joined({tokens, tokens}));
}

} // namespace

class ReadSentencePieceTest : public QObject {
    Q_OBJECT

private slots:
    /// Places and marks of each class, counted by hand from the tokenizers of Hugging Face.
    void eachClassHasItsMarks_data() {
        QTest::addColumn<QString>("config");
        QTest::addColumn<QByteArray>("pieces");
        QTest::addColumn<QString>("expected");
        const std::string small = smallPieces();
        const auto row = [](const std::string& config, const std::string& pieces, const char* expected) {
            QTest::newRow(config.c_str())
                << QString::fromStdString(config) << QByteArray::fromStdString(pieces) << QString(expected);
        };
        const std::string bert = pieceBytes("<pad>", 0, 3) + pieceBytes("<unk>", 0, 2) + pieceBytes("[CLS]", 0, 3) +
                                 pieceBytes("[SEP]", 0, 3) + pieceBytes("\u2581a", -1);
        row(classConfig("T5Tokenizer"), small, "▁a3 </s>!2 / ▁a3 </s>!2 ▁a3 </s>!2");
        row(classConfig("T5TokenizerFast"), small, "▁a3 </s>!2 / ▁a3 </s>!2 ▁a3 </s>!2");
        row(classConfig("LlamaTokenizer"), small, "<s>!1 ▁a3 / <s>!1 ▁a3 <s>!1 ▁a3");
        row(classConfig("LlamaTokenizer", ", \"add_bos_token\": false, \"add_eos_token\": true"), small,
            "▁a3 </s>!2 / ▁a3 </s>!2 ▁a3 </s>!2");
        row(classConfig("GemmaTokenizer"), small + pieceBytes("<bos>", 0, 3), "<bos>!7 ▁a3 / <bos>!7 ▁a3 <bos>!7 ▁a3");
        row(classConfig("AlbertTokenizer"), bert, "[CLS]!2 ▁a4 [SEP]!3 / [CLS]!2 ▁a4 [SEP]!3 ▁a4 [SEP]!3");
        row(classConfig("DebertaV2Tokenizer", ", \"unk_token\": \"<unk>\""), bert,
            "[CLS]!2 ▁a4 [SEP]!3 / [CLS]!2 ▁a4 [SEP]!3 ▁a4 [SEP]!3");
        row(classConfig("XLNetTokenizer"), small + pieceBytes("<cls>", 0, 3) + pieceBytes("<sep>", 0, 3),
            "▁a3 <sep>!8 <cls>!7 / ▁a3 <sep>!8 ▁a3 <sep>!8 <cls>!7");
        row(classConfig("XLMRobertaTokenizer"), small, "<s>!0 ▁a4 </s>!2 / <s>!0 ▁a4 </s>!2 </s>!2 ▁a4 </s>!2");
        row(classConfig("CamembertTokenizer"), small, "<s>!5 ▁a7 </s>!6 / <s>!5 ▁a7 </s>!6 </s>!6 ▁a7 </s>!6");
        row(classConfig("MBartTokenizer"), small, "▁a4 </s>!2 en_XX!11 / ▁a4 ▁a4 </s>!2 en_XX!11");
        row(classConfig("MBartTokenizer", ", \"src_lang\": \"zh_CN\""), small,
            "▁a4 </s>!2 zh_CN!32 / ▁a4 ▁a4 </s>!2 zh_CN!32");
        row("{}", small, "▁a3 </s>!2 / ▁a3 </s>!2 ▁a3 </s>!2");
    }
    void eachClassHasItsMarks() {
        QFETCH(QString, config);
        QFETCH(QByteArray, pieces);
        QFETCH(QString, expected);
        ModelFolder folder;
        folder.with("tokenizer_config.json", config.toStdString()).with("spiece.model", pieces.toStdString());
        QCOMPARE(joinedTexts(*folder.read("mt5"), "a"), expected);
    }

    void vocabulariesAreShifted() {
        ModelFolder folder;
        folder.with("sentencepiece.bpe.model", smallPieces());
        folder.with("tokenizer_config.json", classConfig("XLMRobertaTokenizer"));
        auto tokenizer = folder.read();
        QCOMPARE(tokenizer->size(), 9); // 7 pieces, <pad> and <mask>
        QCOMPARE(tokenizer->id("<mask>"), std::optional(8));
        QCOMPARE(texts(tokenizer->encode("x a <mask> <pad>,")), QString("▁6 <unk>3 ▁a4 <mask>!8 <pad>!1 ▁6 ,7"));
        QCOMPARE(tokenizer->decode(std::vector<int>{0, 4, 8, 4, 7, 1, 2}), std::string("a a,"));
        folder.with("tokenizer_config.json", classConfig("CamembertTokenizer"));
        tokenizer = folder.read();
        QCOMPARE(tokenizer->size(), 12);
        QCOMPARE(texts(tokenizer->encode("x a<mask>")), QString("▁9 <unk>3 ▁a7 <mask>!11"));
        folder.with("tokenizer_config.json", classConfig("MBartTokenizer"));
        QCOMPARE(folder.read()->id("<mask>"), std::optional(33));
        folder.with("sentencepiece.bpe.model", pieceBytes("a") + smallPieces().substr(0, 11));
        QVERIFY(!folder.message().isEmpty());
    }

    void marksAreFoundInTypedText() {
        ModelFolder folder;
        folder.with("spiece.model", smallPieces());
        folder.with("tokenizer_config.json", classConfig("T5Tokenizer", ", \"extra_ids\": 2"));
        folder.with("added_tokens.json", R"({"<new>": 9})");
        auto tokenizer = folder.read();
        QCOMPARE(tokenizer->size(), 11); // <pad> last, which the pieces lack
        const std::string text = "a <extra_id_0>a<new></s> a";
        const std::vector<Token> tokens = tokenizer->encode(text);
        QCOMPARE(texts(tokens), QString("▁a3 <extra_id_0>!8 ▁a3 <new>9 </s>!2 ▁a3"));
        QCOMPARE(tokens[1], (Token{"<extra_id_0>", 8, 2, 14, 1, 0, true, true}));
        QCOMPARE(tokens[2], (Token{"▁a", 3, 14, 15, 2, 0, true, false}));
        QCOMPARE(tokenizer->decode(std::vector<int>{3, 8, 3, 9, 2}), std::string("a a<new>"));
        folder.with("tokenizer_config.json", classConfig("T5Tokenizer", ", \"extra_ids\": 2, \"legacy\": false"));
        QCOMPARE(texts(folder.read()->encode(text)), QString("▁a3 <extra_id_0>!8 a4 <new>9 </s>!2 ▁a3"));
    }

    void addedTokensHaveTheirOptions() {
        ModelFolder folder;
        folder.with("tokenizer.model", smallPieces());
        folder.with("tokenizer_config.json", classConfig("LlamaTokenizer", R"(, "added_tokens_decoder": {
            "7": {"content": "<l>", "lstrip": true, "special": true}, "8": {"content": "<r>", "rstrip": true},
            "9": {"content": "one", "single_word": true, "special": false}}, "pad_token": {"content": "<p>"})"));
        const auto tokenizer = folder.read();
        QCOMPARE(tokenizer->size(), 11);
        QCOMPARE(texts(tokenizer->encode("a  <l>  a")), QString("▁a3 <l>!7 ▁a3"));
        QCOMPARE(texts(tokenizer->encode("a<r>  a")), QString("▁a3 <r>8 ▁a3"));
        QCOMPARE(texts(tokenizer->encode("one<p>")), QString("one9 <p>!10"));
        QVERIFY(!texts(tokenizer->encode("aone")).contains("one9"));
    }

    void marianHasAFileForEachSide() {
        ModelFolder folder;
        folder.with("tokenizer_config.json", classConfig("MarianTokenizer"));
        folder.with("vocab.json", R"({"</s>": 0, "<unk>": 1, "▁a": 2, "a": 3, ">>de<<": 4, "<pad>": 5, "▁b": 6})");
        folder.with("source.spm", smallPieces());
        folder.with("target.spm", markBytes() + pieceBytes("\u2581b", -1));
        const auto source = folder.read();
        QCOMPARE(source->size(), 7);
        QCOMPARE(joinedTexts(*source, ">>de<< a"), QString(">>de<<!4 ▁a2 </s>!0 / >>de<<!4 ▁a2 >>de<<!4 ▁a2 </s>!0"));
        const std::vector<Token> lacking = source->encode("a,");
        QCOMPARE(texts(lacking), QString("▁a2 <unk>1"));
        QVERIFY(!lacking[1].known);
        QCOMPARE(texts(folder.read({}, TranslationSide::Target)->encode("b a")), QString("▁b6 <unk>1"));
        QCOMPARE(source->decode(std::vector<int>{2, 6, 3, 1, 0}), std::string("a ba"));
        folder.with("vocab.json", R"({"</s>": 0, "<unk>": 2})");
        QCOMPARE(folder.message(), QString("vocab.json: no token has the number 1, but others have larger ones"));
        folder.with("vocab.json", R"({"</s>": 0})");
        QCOMPARE(folder.message(),
                 QString("vocab.json: the token \"<unk>\" is missing, which stands for unknown text"));
        folder.with("vocab.json", R"({"</s>": "0"})");
        QCOMPARE(folder.message(), QString("vocab.json: \"</s>\" has no number from 0 to 2097151"));
    }

    void albertsTextIsLowerAndPlain() {
        ModelFolder folder;
        folder.with("tokenizer_config.json", classConfig("AlbertTokenizer"));
        std::string pieces = pieceBytes("<unk>", 0, 2) + pieceBytes("[CLS]", 0, 3) + pieceBytes("[SEP]", 0, 3);
        for (const char* piece : {"▁", "e", "f", "i", "\"", "9", ","})
            pieces += pieceBytes(piece, -2);
        folder.with("spiece.model", pieces + pieceBytes("9,", -1));
        const std::string text = "É``\ufb01''9, e\u0301\u0323";
        const std::vector<Token> tokens = folder.read()->encode(text);
        QString all;
        for (const Token& token : tokens)
            all += QString::fromStdString(token.text + "(" + text.substr(token.begin, token.end - token.begin) + ") ");
        QCOMPARE(all, QString::fromUtf8("▁() e(É) \"(``) f(\ufb01) i(\ufb01) \"('') 9(9) ,(,) ▁( ) e(e) "));
        folder.with("tokenizer_config.json",
                    classConfig("AlbertTokenizer", ", \"do_lower_case\": false, \"keep_accents\": true"));
        QVERIFY(!folder.read()->encode("É")[1].known);
    }

    void whatIsWrongIsToldInWords() {
        ModelFolder folder;
        const QString place = QString::fromStdString(folder.path());
        QVERIFY(folder.message().endsWith(
            "tokenizer_config.json names no \"tokenizer_class\", and the model_type \"\" is none of a "
            "network with a SentencePiece model that is supported"));
        QCOMPARE(folder.message("t5"), place +
                                           ": there is no spiece.model; a T5Tokenizer needs its SentencePiece model. "
                                           "Fetch that file, too");
        folder.with("tokenizer_config.json", classConfig("T6Tokenizer"));
        QCOMPARE(folder.message("t5"),
                 QString("tokenizer_config.json: \"tokenizer_class\": \"T6Tokenizer\" is not supported with a "
                         "SentencePiece model. Did you mean \"T5Tokenizer\"?"));
        folder.with("tokenizer_config.json", "[]");
        QCOMPARE(folder.message(), QString("tokenizer_config.json: expected an object { … }"));
        folder.with("tokenizer_config.json",
                    classConfig("T5Tokenizer", ", \"eos_token\": \"<end>\", \"extra_ids\": 0"));
        folder.with("spiece.model", smallPieces());
        QCOMPARE(texts(folder.read()->joined({{}})), QString("<end>!7"));
        folder.with("added_tokens.json", R"({"a": 9})");
        QCOMPARE(folder.message(),
                 QString("added_tokens.json: \"a\": the token \"a\" has the number 9, in the vocabulary 4"));
        folder.with("added_tokens.json", R"({"<x>": 4})");
        QCOMPARE(folder.message(),
                 QString("added_tokens.json: \"<x>\": the token \"<x>\" has the number 4, as \"a\" has"));
        folder.with("added_tokens.json", R"({"<x>": 40})");
        QCOMPARE(
            folder.message(),
            QString("spiece.model: no token has the number 7, but marks that the folder's files add have larger ones"));
        folder.with("added_tokens.json", "{\"" + std::string(257, 'x') + "\": 7}");
        QVERIFY(folder.message().endsWith("it has 257 bytes, more than the 256 of an added token; is it one?"));
        folder.with("added_tokens.json", "{}");
        folder.with("tokenizer_config.json",
                    classConfig("T5Tokenizer", R"(, "added_tokens_decoder": {"x": {"content": "a"}})"));
        QCOMPARE(
            folder.message(),
            QString("tokenizer_config.json: \"added_tokens_decoder\": \"x\": its name is no number from 0 to 2097151"));
        folder.with("tokenizer_config.json", classConfig("DebertaV2Tokenizer", ", \"split_by_punct\": true"));
        QCOMPARE(folder.message(), QString("tokenizer_config.json: \"split_by_punct\": true is not supported"));
        folder.with("tokenizer_config.json", classConfig("XLMRobertaTokenizer"));
        folder.with("spiece.model", pieceBytes("a") + markBytes());
        QCOMPARE(
            folder.message(),
            QString(
                "spiece.model: piece 0 is not <unk>, as models of this tokenizer_class have it; is the class right?"));
    }

    void publishedTokenizersGiveTheirIds_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("model");
        QTest::newRow("T5") << "t5-base"
                            << "t5-small"
                            << "t5_tokenizer_base.model";
        QTest::newRow("Llama 2") << "coreml-projects/Llama-2-7b-chat-coreml"
                                 << "llama2"
                                 << "tokenizer.model";
    }
    void publishedTokenizersGiveTheirIds() {
        QFETCH(QString, name);
        QFETCH(QString, folder);
        QFETCH(QString, model);
        QFile tests(shared + "golden/tokenizer_tests.json");
        if (!tests.open(QIODevice::ReadOnly))
            QSKIP("shared data is not there");
        ModelFolder copy;
        for (const QFileInfo& file : QDir(shared + folder).entryInfoList({"*_config.json", "*_map.json", "*.model"})) {
            QFile source(file.filePath());
            QVERIFY(source.open(QIODevice::ReadOnly));
            copy.with(file.fileName() == model ? "tokenizer.model" : file.fileName(), source.readAll().toStdString());
        }
        const auto tokenizer = copy.read();
        const QJsonArray cases = QJsonDocument::fromJson(tests.readAll()).object()[name].toArray();
        QCOMPARE(cases.size(), 18);
        for (const QJsonValue one : cases) {
            const std::string text = one["input"].toString().toStdString();
            std::vector<int> ids;
            for (const Token& token : tokenizer->joined({tokenizer->encode(text)}))
                ids.push_back(token.id);
            std::vector<int> expected;
            for (const QJsonValue id : one["encoded"]["input_ids"].toArray())
                expected.push_back(id.toInt());
            QVERIFY2(ids == expected, text.c_str());
            QCOMPARE(QString::fromStdString(tokenizer->decode(ids)), one["decoded_without_special"].toString());
        }
    }
};

QTEST_GUILESS_MAIN(ReadSentencePieceTest)
#include "read_sentence_piece_test.moc"
