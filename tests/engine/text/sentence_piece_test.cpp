#include "text/read_sentence_piece.h"

#include "message_of.h"
#include "sentence_piece_files.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <random>
#include <sentencepiece_processor.h>
#include <stdexcept>

using namespace headlight;

namespace {

const QString golden = QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/tests/golden/text/";
const QString shared = QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/../shared/data/";

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::unique_ptr<SentencePieceTokenizer> small(const char* name) {
    return readSentencePieceFile((golden + "sentence_piece/" + name + ".model").toStdString());
}

/// "piece(typed)" with the number of the word before where it is another one.
QString shownPieces(const std::vector<Token>& tokens, const std::string& text) {
    QString all;
    int word = -1;
    for (const Token& token : tokens) {
        all += token.word == word ? " " : "|";
        word = token.word;
        all += QString::fromStdString(token.text + "(" + text.substr(token.begin, token.end - token.begin) + ")");
    }
    return all;
}

std::vector<int> pieceIdsOf(const std::vector<Token>& tokens) {
    std::vector<int> ids;
    for (const Token& token : tokens)
        ids.push_back(token.id);
    return ids;
}

/// The model as the library itself reads and normalizes for it.
class WholeLibrary {
public:
    explicit WholeLibrary(const QString& path) {
        if (!m_processor.Load(path.toStdString()).ok())
            qFatal("the library can't read %s", qPrintable(path));
    }
    std::vector<int> ids(const std::string& text) const { return m_processor.EncodeAsIds(text); }
    std::string decode(const std::vector<int>& ids) const { return m_processor.DecodeIds(ids); }

private:
    sentencepiece::SentencePieceProcessor m_processor;
};

/// Text of everything that models replace, delete, join or have no piece for; always UTF-8.
std::string mixedText(std::mt19937& random, std::size_t length) {
    static const std::vector<std::string> parts = {"a",
                                                   "the",
                                                   "quiet",
                                                   " ",
                                                   " ",
                                                   "  ",
                                                   "\t",
                                                   "\n",
                                                   "\u00a0",
                                                   "\u3000",
                                                   "\u200b",
                                                   "\u200d",
                                                   "\ufe0f",
                                                   "e\u0301",
                                                   "\u0301",
                                                   "\u00e9",
                                                   "\ufb01",
                                                   "\uff21",
                                                   "\u2026",
                                                   "\u00bd",
                                                   "\u00a8",
                                                   "\ufdfa",
                                                   "\u4e2d\u56fd",
                                                   "\u05e9\u05dc",
                                                   "\U0001f636",
                                                   "\u2581",
                                                   "<s>",
                                                   "<sep>",
                                                   "<tool>",
                                                   "\ufb01x",
                                                   "ly",
                                                   "1,",
                                                   "9",
                                                   ".",
                                                   "\ufffd",
                                                   "\u1100\u1161",
                                                   "\uac00",
                                                   "x",
                                                   "T",
                                                   "'s",
                                                   "``"};
    std::string text;
    while (text.size() < length)
        text += parts[random() % parts.size()];
    return text;
}

} // namespace

class SentencePieceTest : public QObject {
    Q_OBJECT

private slots:
    void textsAreCutAsTheGoldensSay_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QJsonObject>("sample");
        const QJsonObject all = QJsonDocument::fromJson(contentOf(golden + "sentence_piece.json")).object();
        QCOMPARE(all.size(), 4);
        for (auto model = all.begin(); model != all.end(); ++model)
            for (const QJsonValue one : model.value().toArray())
                QTest::addRow("%s: %s", qPrintable(model.key()), qPrintable(one["text"].toString()))
                    << model.key() << one.toObject();
    }
    void textsAreCutAsTheGoldensSay() {
        QFETCH(QString, model);
        QFETCH(QJsonObject, sample);
        const auto tokenizer = small(qPrintable(model));
        const std::string text = sample["text"].toString().toStdString();
        const std::vector<Token> tokens = tokenizer->encode(text);
        const QJsonArray expected = sample["tokens"].toArray();
        QJsonArray found;
        for (const Token& token : tokens) {
            QCOMPARE(token.text, tokenizer->token(token.id));
            found.append(QJsonArray{token.id, int(token.begin), int(token.end), token.word, token.known});
        }
        QCOMPARE(QJsonDocument(found).toJson(QJsonDocument::Compact),
                 QJsonDocument(expected).toJson(QJsonDocument::Compact));
    }

    void theRulesAreTheLibrarys_data() {
        QTest::addColumn<QString>("path");
        for (const char* name : {"unigram", "plain", "bytes", "suffix"})
            QTest::newRow(name) << golden + "sentence_piece/" + name + ".model";
        for (const char* name : {"t5-small/t5_tokenizer_base", "llama2/tokenizer", "sentencepiece_botchan/test_model"})
            QTest::newRow(name) << shared + "tokenizers/" + name + ".model";
    }
    void theRulesAreTheLibrarys() {
        QFETCH(QString, path);
        if (!QFile::exists(path))
            QSKIP("shared data is not there");
        const WholeLibrary library(path);
        const auto tokenizer = readSentencePieceFile(path.toStdString());
        std::mt19937 random(1);
        for (int k = 0; k < 150; ++k) {
            const std::string text = mixedText(random, std::size_t(k) % 60 + 1);
            QVERIFY2(pieceIdsOf(tokenizer->encode(text)) == library.ids(text), text.c_str());
        }
    }

    /// Parts of a long text are cut as the whole is, as long as the library's sums are exact enough.
    void partsMakeNoDifference() {
        std::mt19937 random(2);
        for (const char* name : {"unigram", "bytes", "suffix"}) {
            const WholeLibrary library(golden + "sentence_piece/" + name + ".model");
            const auto tokenizer = small(name);
            for (int k = 0; k < 5; ++k) {
                const std::string text = mixedText(random, 9000);
                QVERIFY(pieceIdsOf(tokenizer->encode(text)) == library.ids(text));
            }
        }
        std::string chinese;
        for (int k = 0; k < 200000; ++k)
            chinese += "\u4e2d";
        const auto tokenizer = small("unigram"); // without parts this takes minutes
        const std::vector<Token> tokens = tokenizer->encode(chinese);
        QCOMPARE(tokens.size(), std::size_t(2));
        QCOMPARE(tokens[1], (Token{"<unk>", 0, 0, chinese.size(), 0, 0, false, false}));
        QCOMPARE(small("bytes")->encode(chinese).size(), chinese.size() + 1);
    }

    void tokensKnowWhatWasTypedForThem() {
        const auto unigram = small("unigram");
        const auto check = [&](const std::string& text, const char* expected) {
            QCOMPARE(shownPieces(unigram->encode(text), text), QString(expected));
        };
        check("", "");
        check("\xff", "|▁() <unk>(\xff)");
        const std::string damaged = "the\xe4\xb8 the\xff";
        const std::vector<Token> tokens = unigram->encode(damaged);
        QCOMPARE(tokens.size(), std::size_t(4));
        QCOMPARE(tokens[1], (Token{"<unk>", 0, 3, 5, 0, 0, false, false}));
        QCOMPARE(tokens[2], (Token{"▁the", 4, 6, 9, 1, 0, true, false}));
        QCOMPARE(tokens[3], (Token{"<unk>", 0, 9, 10, 1, 0, false, false}));
        const auto bytes = small("bytes");
        const std::string emoji = "e\U0001f636";
        const std::vector<Token> parts = bytes->encode(emoji);
        QCOMPARE(shownPieces(parts, emoji), QString::fromUtf8("|▁() e(e) <0xF0>(😶) <0x9F>(😶) <0x98>(😶) <0xB6>(😶)"));
        QVERIFY(parts.back().known);
    }

    void idsBecomeText() {
        const auto bytes = small("bytes");
        for (const std::string text : {"the quiet", "  the", "caf\u00e9 \U0001f636 <tool>x", "", " ", "\u05e9\u05dc"})
            QCOMPARE(bytes->decode(pieceIdsOf(bytes->encode(text))), text);
        const auto unigram = small("unigram");
        QCOMPARE(unigram->decode(pieceIdsOf(unigram->encode("  the \u4e2d  quiet\ufb01.. "))),
                 std::string("the  quietfi.."));
        QCOMPARE(unigram->decode(std::vector<int>{1, 4, 0, 2}), std::string("the"));
        QCOMPARE(bytes->decode(std::vector<int>{3 + 0xF0, 3 + 0x9F, 3 + 'a'}), std::string("\ufffda"));
        const auto behind = small("suffix");
        QCOMPARE(behind->decode(pieceIdsOf(behind->encode("the quietly the"))), std::string("the quietly the"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, unigram->decode(std::vector<int>{unigram->size()}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, unigram->token(-1));
        QCOMPARE(unigram->id("\u2581the"), std::optional(4));
        QCOMPARE(unigram->id("nothing"), std::nullopt);
    }

    /// Of a mark that is a single letter, or a word, the library alone would refuse the text.
    void marksAreOrdinaryText() {
        QTemporaryDir folder;
        for (const int rule : {1, 2, 3, 4}) {
            const std::string path = folder.filePath("x.model").toStdString();
            QFile file(QString::fromStdString(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            const std::string model = smallPieces() + pieceBytes("c", 0, 3) + pieceBytes("\u2581d", 0, 3) +
                                      chunkBytes(2, wholeBytes(3, std::uint64_t(rule)));
            file.write(QByteArray::fromStdString(model));
            file.close();
            const auto tokenizer = readSentencePieceFile(path);
            const std::string text = "a c d <unk>";
            for (const Token& token : tokenizer->encode(text)) {
                QVERIFY(!token.special && token.end <= text.size());
                QVERIFY(tokenizer->token(token.id) != "c" && tokenizer->token(token.id) != "\u2581d");
            }
            QVERIFY(!tokenizer->encode("c").back().known);
        }
    }

    void textsAreJoined() {
        const auto tokenizer = small("unigram");
        const std::vector<Token> text = tokenizer->encode("the");
        QCOMPARE(tokenizer->joined({text}), text);
        QCOMPARE(tokenizer->joined({text, text})[1].input, 1);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tokenizer->joined({}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tokenizer->joined({text, text, text}));
    }

    void llamasVocabularyAsLlamaCppHasIt() {
        const QByteArray input = contentOf(shared + "tokenizers/ggml_vocab/ggml-vocab-llama-spm.gguf.inp");
        const QString path = shared + "tokenizers/llama2/tokenizer.model";
        if (input.isEmpty() || !QFile::exists(path))
            QSKIP("shared data is not there");
        const QByteArray output = contentOf(shared + "tokenizers/ggml_vocab/ggml-vocab-llama-spm.gguf.out");
        const QList<QByteArray> lines = output.split('\n');
        const auto tokenizer = readSentencePieceFile(path.toStdString());
        QByteArray rest = input;
        int number = 0;
        const QByteArray separator = "\n__ggml_vocab_test__\n";
        for (; !rest.isEmpty(); ++number) {
            const qsizetype end = rest.indexOf(separator);
            const QByteArray text = rest.left(end);
            rest = end < 0 ? QByteArray() : rest.mid(end + separator.size());
            QString found;
            for (const int id : pieceIdsOf(tokenizer->encode(text.toStdString())))
                found += " " + QString::number(id);
            QCOMPARE(found.trimmed(), QString(lines[number]).trimmed());
        }
        QVERIFY(number >= 46);
    }

    /// A megabyte takes a second or two; what grows with the square of a text would take minutes.
    void longTextsAreCutInTime() {
        const QByteArray text = contentOf(shared + "lm_text/tinyshakespeare/input.txt").left(300000);
        if (text.isEmpty())
            QSKIP("shared data is not there");
        for (const char* name : {"t5-small/t5_tokenizer_base", "llama2/tokenizer"}) {
            QElapsedTimer timer;
            timer.start();
            const auto tokenizer = readSentencePieceFile((shared + "tokenizers/" + name + ".model").toStdString());
            const qint64 opened = timer.restart();
            QVERIFY(tokenizer->encode(text.toStdString()).size() > 80000);
            qInfo("%s: opened in %d ms, 300 kB cut in %d ms", name, int(opened), int(timer.elapsed()));
            QVERIFY(timer.elapsed() < 60000);
        }
    }
};

QTEST_GUILESS_MAIN(SentencePieceTest)
#include "sentence_piece_test.moc"
