#include "message_of.h"
#include "small_word_piece.h"
#include "text/bert_text.h"
#include "text/pipeline/tokenizer_json.h"
#include "text/word_piece_vocab.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <stdexcept>

using namespace headlight;

namespace {

std::unique_ptr<Tokenizer> sample(const nlohmann::ordered_json& document = smallJson()) {
    const FilesOfTokenizer files;
    return readTokenizerJson(files.write(document));
}

nlohmann::ordered_json added(const char* content, bool normalized, bool singleWord) {
    return {{"id", smallTokens().size()},
            {"content", content},
            {"special", false},
            {"normalized", normalized},
            {"single_word", singleWord}};
}

const QString shared = QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/../shared/data/";

QByteArray sharedFile(const QString& name) {
    QFile file(shared + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::unique_ptr<Tokenizer> bert() {
    return readTokenizerJson((shared + "tokenizers/bert-base-uncased/tokenizer.json").toStdString());
}

std::vector<int> idsOf(const QJsonValue& list) {
    std::vector<int> ids;
    for (const QJsonValue id : list.toArray())
        ids.push_back(id.toInt());
    return ids;
}

/// Of each token but the unknown ones, what was typed for it is the token again.
void verifyPlaces(const Tokenizer& tokenizer, const std::string& text) {
    std::size_t begin = 0;
    int word = 0;
    for (const Token& token : tokenizer.encode(text)) {
        QVERIFY(token.begin >= begin && token.begin < token.end && token.end <= text.size());
        QVERIFY(token.word == word || token.word == word + 1);
        begin = token.begin;
        word = token.word;
        if (!token.known || token.special)
            continue;
        const SpannedText typed = spannedCodePoints(std::string_view(text).substr(begin, token.end - begin));
        std::string same;
        for (const char32_t c : bertText(typed, 0, typed.text.size(), {}).text)
            if (c != U' ') // around Chinese characters
                same += toUtf8({&c, 1});
        QCOMPARE(same, token.text.starts_with("##") && token.text.size() > 2 ? token.text.substr(2) : token.text);
    }
}

} // namespace

class WordPieceTest : public QObject {
    Q_OBJECT

private slots:
    void tokensKnowWhatWasTypedForThem_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QString(text) << QString(expected);
        };
        row("longest first", "the quietest", "the quiet ##est(est)");
        row("pieces", "unquietly", "un ##quiet(quiet) ##ly(ly)");
        row("lower case", "The QUIETly", "the(The) quiet(QUIET) ##ly(ly)");
        row("punctuation", "can't! .,", "can ' t ! . ,");
        row("precomposed accents", "Café naïve", "cafe(Café) naive(naïve)");
        row("accents apart", "Cafe\u0301\u0323, na\u0131", "cafe(Cafe) , [UNK](na\u0131)");
        row("accent within", "nai\u0308ve", "naive(nai\u0308ve)");
        row("unknown word", "the zebra.", "the [UNK](zebra) .");
        row("unknown ending", "quietxyz the", "[UNK](quietxyz) the");
        row("Chinese", "the中国☺", "the 中 国 ☺");
        row("compatibility form", "\uFA00", "[UNK](\uFA00)");
        row("emoji", "ok ☺☺ 😶\u200D🌫\uFE0F", "ok ☺ ##☺(☺) [UNK](😶\u200D🌫)");
        row("Hangul", "한", "ᄒ(한) ##ᅡ(한) ##ᆫ(한)");
        row("dotted capital", "İ iİ", "i(İ) i ##i(İ)");
        row("last sigma", "Σ", "σ(Σ)");
        row("controls", "o\u200Bk qu\u00ADiet\u0007", "ok(o\u200Bk) quiet(qu\u00ADiet)");
        row("white space", "the\u00A0quiet\u3000ok\r\n\tcan", "the quiet ok can");
        row("marks", "the [MASK] can[SEP][mask]", "the [MASK] can [SEP] [UNK]([) [UNK](mask) [UNK](])");
        row("prefix that is typed", "##ly", "# # [UNK](ly)");
        row("empty", "", "");
        row("only spaces", " \n ", "");
    }
    void tokensKnowWhatWasTypedForThem() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const std::string typed = text.toStdString();
        QCOMPARE(shown(sample()->encode(typed), typed), expected);
    }

    void aTokenHasIdAndWord() {
        const std::vector<Token> tokens = sample()->encode("Quietly, [MASK] zebra");
        QCOMPARE(tokens.size(), std::size_t(5));
        QCOMPARE(tokens[1], (Token{"##ly", 7, 5, 7, 0, 0, true, false}));
        QCOMPARE(tokens[2], (Token{",", 12, 7, 8, 1, 0, true, false}));
        QCOMPARE(tokens[3], (Token{"[MASK]", 4, 9, 15, 2, 0, true, true}));
        QCOMPARE(tokens[4], (Token{"[UNK]", 1, 16, 21, 3, 0, false, false}));
    }

    void casesAndAccentsAreKeptWhereTheModelHasThem() {
        nlohmann::ordered_json document = smallJson();
        document["normalizer"]["lowercase"] = false;
        QCOMPARE(shown(sample(document)->encode("Ok ok é"), "Ok ok é"), QString("Ok ok é"));
        document["normalizer"]["strip_accents"] = true;
        QCOMPARE(shown(sample(document)->encode("Ok café"), "Ok café"), QString("Ok cafe(café)"));
        document["normalizer"] = nullptr;
        QCOMPARE(shown(sample(document)->encode("中国 é 中"), "中国 é 中"), QString("[UNK](中国) é 中"));
        document["normalizer"] = smallJson()["normalizer"];
        document["normalizer"]["strip_accents"] = false;
        QCOMPARE(shown(sample(document)->encode("É İ"), "É İ"), QString("é(É) [UNK](İ)"));
    }

    void aLongWordIsUnknown() {
        nlohmann::ordered_json document = smallJson();
        document["model"]["max_input_chars_per_word"] = 7;
        QCOMPARE(shown(sample(document)->encode("quietly unquiet unquietly"), "quietly unquiet unquietly"),
                 QString("quiet ##ly(ly) un ##quiet(quiet) [UNK](unquietly)"));
        QVERIFY(!sample()->encode(std::string(100000, 'i'))[0].known);
    }

    void addedTokensAreFoundInText() {
        nlohmann::ordered_json document = smallJson();
        document["added_tokens"].push_back(added("Élan", true, false));
        QCOMPARE(shown(sample(document)->encode("the ÉLANelan☺"), "the ÉLANelan☺"),
                 QString("the Élan(ÉLAN) Élan(elan) ☺"));
        document["normalizer"]["lowercase"] = false; // what is added is no part of other words
        document["added_tokens"].back() = added("New", false, true);
        QCOMPARE(shown(sample(document)->encode("New Newest, _New. new"), "New Newest, _New. new"),
                 QString("New [UNK](Newest) , [UNK](_) [UNK](New) . [UNK](new)"));
        const auto tokenizer = sample(document);
        QCOMPARE(tokenizer->size(), int(smallTokens().size()) + 1);
        QCOMPARE(tokenizer->decode(std::vector<int>{5, tokenizer->size() - 1}), std::string("the New"));
        QVERIFY(!tokenizer->encode("New")[0].special);
    }

    void textsAreJoinedByMarks() {
        const auto tokenizer = sample();
        const std::vector<Token> one = tokenizer->joined({tokenizer->encode("ok")});
        QCOMPARE(headlight::idsOf(one), (std::vector<int>{2, 27, 3}));
        QCOMPARE(one[0], (Token{"[CLS]", 2, 0, 0, -1, 0, true, true}));
        const std::vector<Token> two = tokenizer->joined({tokenizer->encode("ok"), tokenizer->encode("the t")});
        QCOMPARE(headlight::idsOf(two), (std::vector<int>{2, 27, 3, 5, 19, 3}));
        std::vector<int> inputs;
        for (const Token& token : two)
            inputs.push_back(token.input);
        QCOMPARE(inputs, (std::vector<int>{0, 0, 0, 1, 1, 1}));
        QCOMPARE(two[4].word, 1);
        QCOMPARE(headlight::idsOf(tokenizer->joined({{}})), (std::vector<int>{2, 3}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tokenizer->joined({}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tokenizer->joined({{}, {}, {}}));
    }

    void textsOfIdsAreWrittenAsByAPerson() {
        const auto tokenizer = sample();
        const auto again = [&](const char* text) {
            return QString::fromStdString(
                tokenizer->decode(headlight::idsOf(tokenizer->joined({tokenizer->encode(text)}))));
        };
        QCOMPARE(again("The quietest, can't! [MASK] zebra."), QString("the quietest, can't!."));
        QCOMPARE(again("i 's ok ?"), QString("i's ok?"));
        QCOMPARE(again(""), QString());
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tokenizer->decode(std::vector<int>{tokenizer->size()}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tokenizer->token(-1));
        nlohmann::ordered_json document = smallJson();
        document["decoder"]["cleanup"] = false;
        QCOMPARE(sample(document)->decode(std::vector<int>{20, 14, 19, 15}), std::string("can ' t !"));
    }

    void entriesAreFoundBothWays() {
        const auto tokenizer = sample();
        for (int id = 0; id < tokenizer->size(); ++id)
            QCOMPARE(tokenizer->id(tokenizer->token(id)), std::optional<int>(id));
        QVERIFY(!tokenizer->id("zebra"));
    }

    void whatIsNoTextIsOnlyText() {
        const auto tokenizer = sample();
        const std::string text = "ok \xFF\xC3 t\x80he \xF0\x9F the\xED\xA0\x80 \xE4\xB8";
        QCOMPARE(headlight::idsOf(tokenizer->encode(text)), (std::vector<int>{27, 5, 5}));
        verifyPlaces(*tokenizer, text);
        std::string accents = "a";
        for (int i = 0; i < 20000; ++i)
            accents += i % 2 == 0 ? "\u0301" : "\u0323";
        QCOMPARE(tokenizer->encode(accents).size(), std::size_t(1));
    }

    void aVocabularyAloneIsTheSame() {
        const FilesOfTokenizer files;
        const auto json = sample(), vocabulary = readWordPieceVocabulary(files.write("vocab.txt", smallVocabulary()));
        for (const char* text : {"The quietest café, [MASK] 中国☺ can't zebra", "[SEP] [PAD] İ", ""})
            QCOMPARE(vocabulary->joined({vocabulary->encode(text), vocabulary->encode("ok")}),
                     json->joined({json->encode(text), json->encode("ok")}));
        QCOMPARE(vocabulary->decode(std::vector<int>{2, 6, 7, 1, 0, 3}), std::string("quietly"));
    }

    /// What Hugging Face's tokenizers wrote for the same texts.
    void publishedIdsAreReproduced() {
        const QByteArray golden = sharedFile("tokenizers/golden/tokenizer_tests.json");
        if (golden.isEmpty())
            QSKIP("../shared/data is absent");
        const auto tokenizer = bert();
        const QJsonObject all = QJsonDocument::fromJson(golden).object();
        for (const char* name : {"bert-base-uncased", "google-bert/bert-base-uncased"})
            for (const QJsonValue one : all[name].toArray()) {
                const std::string text = one["input"].toString().toStdString();
                const std::vector<int> ids = idsOf(one["encoded"]["input_ids"]);
                QCOMPARE(headlight::idsOf(tokenizer->joined({tokenizer->encode(text)})), ids);
                QCOMPARE(QString::fromStdString(tokenizer->decode(ids)), one["decoded_without_special"].toString());
                verifyPlaces(*tokenizer, text);
            }
    }

    void hardTextsHaveThePublishedIds() {
        const QString name = "tokenizers/ggml_vocab/ggml-vocab-bert-bge.gguf";
        const QString texts = QString::fromUtf8(sharedFile(name + ".inp"));
        if (texts.isEmpty())
            QSKIP("../shared/data is absent");
        const QStringList inputs = texts.split("\n__ggml_vocab_test__\n");
        const QList<QByteArray> outputs = sharedFile(name + ".out").split('\n');
        const auto json = bert();
        const auto vocabulary =
            readWordPieceVocabulary((shared + "tokenizers/bert-base-uncased/vocab.txt").toStdString());
        for (qsizetype i = 0; i < inputs.size(); ++i) {
            QByteArray ids;
            for (const int id : headlight::idsOf(json->encode(inputs[i].toStdString())))
                ids += ' ' + QByteArray::number(id);
            QCOMPARE(ids.trimmed(), outputs[i].trimmed());
            QCOMPARE(vocabulary->encode(inputs[i].toStdString()), json->encode(inputs[i].toStdString()));
            verifyPlaces(*json, inputs[i].toStdString());
        }
    }

    void questionsHaveThePublishedIds() {
        const QByteArray squad = sharedFile("squad/dev-v1.1.json");
        if (squad.isEmpty())
            QSKIP("../shared/data is absent");
        const auto tokenizer = bert();
        const QJsonArray golden =
            QJsonDocument::fromJson(sharedFile("squad/golden_bert_tokens/tokenized_questions.json")).array();
        qsizetype count = 0;
        for (const QJsonValue article : QJsonDocument::fromJson(squad)["data"].toArray())
            for (const QJsonValue paragraph : article["paragraphs"].toArray()) {
                verifyPlaces(*tokenizer, paragraph["context"].toString().toStdString());
                for (const QJsonValue question : paragraph["qas"].toArray())
                    QCOMPARE(headlight::idsOf(tokenizer->encode(question["question"].toString().toStdString())),
                             idsOf(golden[count++]));
            }
        QCOMPARE(count, golden.size());
        for (const QJsonValue article : QJsonDocument::fromJson(sharedFile("squad/xquad.de.json"))["data"].toArray())
            for (const QJsonValue paragraph : article["paragraphs"].toArray())
                verifyPlaces(*tokenizer, paragraph["context"].toString().toStdString());
    }
};

QTEST_GUILESS_MAIN(WordPieceTest)
#include "word_piece_test.moc"
