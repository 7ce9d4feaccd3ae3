#include "text/translation_words.h"

#include "core/hash.h"
#include "draw.h"

#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace headlight;

using Json = nlohmann::json;

namespace {

const Json& golden() {
    static const Json document = [] {
        std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/bleu.json");
        return Json::parse(file);
    }();
    return document;
}

std::string words(const std::string& text, TranslationTokenizer tokenizer = TranslationTokenizer::Mteval13a) {
    return translationWords(text, tokenizer);
}

} // namespace

class TranslationWordsTest : public QObject {
    Q_OBJECT

private slots:
    void textsAreCutAsBySacrebleu_data() {
        QTest::addColumn<int>("number");
        for (int number = 0; number < int(golden()["texts"].size()); ++number)
            QTest::addRow("%d", number) << number;
    }
    void textsAreCutAsBySacrebleu() {
        QFETCH(int, number);
        const Json& row = golden()["texts"][std::size_t(number)];
        const std::string text = row["text"];
        for (const auto& name : translationTokenizerNames())
            QCOMPARE(words(text, name.value), row[name.text].get<std::string>());
        QCOMPARE(translationWords(text, TranslationTokenizer::None, true), row["lower"].get<std::string>());
    }

    /// Many marks side by side: which of them a rule has done with decides what the next one finds.
    void randomTextsAreCutAsBySacrebleu() {
        const Json& set = golden()["random_texts"];
        const std::vector<std::string> pieces = set["pieces"];
        const std::size_t count = set["count"], longest = set["longest"];
        for (const auto& name : translationTokenizerNames()) {
            Draw draw(set["seed"]);
            Fnv1a hash;
            for (std::size_t t = 0; t < count; ++t) {
                std::string text;
                for (std::size_t left = draw(longest + 1); left > 0; --left)
                    text += pieces[draw(pieces.size())];
                hash.add(words(text, name.value) + "\n");
            }
            QCOMPARE(QString("%1").arg(hash.value(), 16, 16, QChar('0')),
                     QString::fromStdString(set["hashes"][name.text]));
        }
    }

    void numbersStayWholeAndMarksDoNot() {
        QCOMPARE(words("It's 1,000.5 euros, 3-5%."), std::string("It's 1,000.5 euros , 3 - 5 % ."));
        QCOMPARE(words("„Ja“ – 5€.", TranslationTokenizer::International), std::string("„ Ja “ – 5 € ."));
        QCOMPARE(words("„Ja“ – 5€."), std::string("„Ja“ – 5€ .")); // 13a knows ASCII's marks only
    }

    void theYearAtTheEndKeepsItsPeriodInternationally() {
        QCOMPARE(words("in 1984."), std::string("in 1984 ."));
        QCOMPARE(words("in 1984.", TranslationTokenizer::International), std::string("in 1984."));
    }

    void whatIsCutAlreadyStaysAsItIs() {
        const std::string cut = "a \" quoted \" word , 3.5 % .";
        for (const auto& name : translationTokenizerNames())
            QCOMPARE(words(cut, name.value), cut);
    }

    void bytesThatAreNoUtf8AreSymbols() {
        QCOMPARE(words("a\xFFz"), std::string("a\uFFFDz"));
        QCOMPARE(words("a\xFFz", TranslationTokenizer::International), std::string("a \uFFFD z"));
    }
};

QTEST_GUILESS_MAIN(TranslationWordsTest)
#include "translation_words_test.moc"
