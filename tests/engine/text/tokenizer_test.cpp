#include "data/corpus.h"
#include "message_of.h"
#include "text/tokenizer.h"
#include "text/unicode.h"

#include <QtTest>
#include <filesystem>

using namespace headlight;

namespace {

using Names = std::vector<std::string>;

std::string joined(const Names& tokens, const char* separator = " ") {
    std::string text;
    for (const std::string& token : tokens)
        text += (text.empty() ? "" : separator) + token;
    return text;
}

QString words(const char* text, TokenizerOptions options = {}) {
    options.rule = TokenizerRule::Words;
    return QString::fromStdString(joined(tokenize(text, options), "|"));
}

/// Each token, the bytes of the text that it was made of where they are others, and the number of its word.
QString places(const std::string& text, const TokenizerOptions& options) {
    QStringList all;
    for (const Token& token : tokenizeWithPlaces(text, options)) {
        const std::string typed = text.substr(token.begin, token.end - token.begin);
        all += QString::fromStdString(token.text + (typed == token.text ? "" : "=" + typed)) + ' ' +
               QString::number(token.word);
    }
    return all.join('|');
}

} // namespace

class TokenizerTest : public QObject {
    Q_OBJECT

private:
    /// No token is empty or has white space in it; tokens stand in order, within the text.
    static void verifyPlaces(const std::string& text, const TokenizerOptions& options) {
        std::size_t begin = 0;
        int word = 0;
        for (const Token& token : tokenizeWithPlaces(text, options)) {
            QVERIFY(!token.text.empty() && token.text.find(' ') == std::string::npos);
            QVERIFY(token.begin >= begin && token.begin < token.end && token.end <= text.size());
            QVERIFY(token.word == word || token.word == word + 1);
            begin = token.begin;
            word = token.word;
        }
    }

private slots:
    void whiteSpaceOfAnyKindSplits() {
        const Names tokens = tokenize(" one\ttwo\u00A0three\u3000four\r\n", {});
        QCOMPARE(tokens, (Names{"one", "two", "three", "four"}));
        QVERIFY(tokenize("", {}).empty());
        QVERIFY(tokenize(" \t ", {}).empty());
    }

    void typedSentences_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("What's the capital of France?") << "What|'s|the|capital|of|France|?";
        QTest::newRow("I don't think it isn't.") << "I|do|n't|think|it|is|n't|.";
        QTest::newRow("They'll say we're done, I'd guess") << "They|'ll|say|we|'re|done|,|I|'d|guess";
        QTest::newRow("She shouldn't've gone") << "She|should|n't|'ve|gone";
        QTest::newRow("We cannot go") << "We|can|not|go";
        QTest::newRow("He paid $3,500.50 (about 20%) at 3:30.") << "He|paid|$|3,500.50|(|about|20|%|)|at|3:30|.";
        QTest::newRow("The U.S. army left the U.S.") << "The|U.S.|army|left|the|U.S.";
        QTest::newRow("Mr. Smith met John F. Kennedy.") << "Mr.|Smith|met|John|F.|Kennedy|.";
        QTest::newRow("Good movie. i loved it.") << "Good|movie|.|i|loved|it|.";
        QTest::newRow("Wait... what?!") << "Wait|...|what|?|!";
        QTest::newRow("\"Gone With the Wind\" was long") << "\"|Gone|With|the|Wind|\"|was|long";
        QTest::newRow("the '50s weren't 'good'") << "the|'50s|were|n't|'|good|'";
        QTest::newRow("celebrities' names") << "celebrities|'|names";
        QTest::newRow("a state-of-the-art film--really") << "a|state-of-the-art|film|--|really";
        QTest::newRow("see http://example.org/a,b or me@example.org.")
            << "see|http://example.org/a,b|or|me@example.org|.";
        QTest::newRow("one,two;three") << "one|,|two|;|three";
        QTest::newRow("AT&T and/or C++") << "AT&T|and/or|C++";
        QTest::newRow("[brackets] {too}") << "[|brackets|]|{|too|}";
        QTest::newRow("“It’s curly”… — yes") << "\"|It|'s|curly|\"|...|--|yes";
        QTest::newRow("naïve café") << "naïve|café";
        QTest::newRow("...") << "...";
        QTest::newRow("'") << "'";
        QTest::newRow(".") << ".";
        QTest::newRow("?!?!") << "?|!|?|!";
    }

    void typedSentences() {
        QFETCH(QString, expected);
        QCOMPARE(words(QTest::currentDataTag()), expected);
    }

    void optionsOfWords() {
        TokenizerOptions penn;
        penn.pennQuotes = penn.pennBrackets = penn.lower = true;
        QCOMPARE(words("\"Nine Inch Nails\" (a BAND)", penn), QString("``|nine|inch|nails|''|-lrb-|a|band|-rrb-"));
        QCOMPARE(words("a \" b \" c", penn), QString("a|``|b|''|c"));
        TokenizerOptions more;
        more.splitMore = true;
        QCOMPARE(words("a re-imagining of and/or isn't 20°", more),
                 QString("a|re|-|imagining|of|and|/|or|is|n|'|t|20|°"));
    }

    /// As Moses has "man &apos;s"; a text that has its escapes was cut by it.
    void escapesOfMoses() {
        TokenizerOptions moses;
        moses.moses = true;
        QCOMPARE(words("A man's dog doesn't, it cannot.", moses),
                 QString("A|man|&apos;s|dog|doesn|&apos;t|,|it|cannot|."));
        QCOMPARE(words("the boys' \"red\" 1950's R&B [x]", moses),
                 QString("the|boys|&apos;|&quot;|red|&quot;|1950|&apos;s|R&amp;B|&#91;|x|&#93;"));
        const char* cut = "a man &apos;s &quot; a &amp; b &quot; i &apos; m";
        QCOMPARE(words(cut, moses), QString(cut).replace(' ', '|'));
        moses.rule = TokenizerRule::Words;
        QCOMPARE(places("he’s “in” &quot;", moses), QString("he 0|&apos;s=’s 0|&quot;=“ 1|in 1|&quot;=” 1|&quot; 2"));
    }

    void lowerCaseFollowsUnicode() {
        TokenizerOptions options;
        options.lower = true;
        QCOMPARE(tokenize("ÉCOLE Straße ΑΒΓ I", options), (Names{"école", "straße", "αβγ", "i"}));
    }

    void tokensKnowTheBytesTheyWereMadeOf_data() {
        QTest::addColumn<QString>("expected"); // the token, the bytes where they differ, and the number of its word
        QTest::newRow("Don't go.") << "Do 0|n't 0|go 1|. 1";
        QTest::newRow(" “It’s—well… ‘fine’,”\u00A0é!") << "``=“ 0|It 0|'s=’s 0|--=— 0|well 0|...=… 0|`=‘ 1|fine 1|"
                                                          "'=’ 1|, 1|''=” 1|é 2|! 2";
        QTest::newRow("(a) ''b'' cannot") << "-LRB-=( 0|a 0|-RRB-=) 0|'' 1|b 1|'' 1|can 2|not 2";
        QTest::newRow("She'd've said “he.…”") << "She 0|'d 0|'ve 0|said 1|``=“ 2|he 2|....=.… 2|''=” 2";
    }
    void tokensKnowTheBytesTheyWereMadeOf() {
        QFETCH(QString, expected);
        TokenizerOptions options;
        options.rule = TokenizerRule::Words;
        options.pennQuotes = options.pennBrackets = true;
        QCOMPARE(places(QTest::currentDataTag(), options), expected);
    }

    void furtherCutsKnowTheirBytes() {
        TokenizerOptions options;
        options.rule = TokenizerRule::Words;
        options.splitMore = options.pennQuotes = options.pennBrackets = options.lower = true;
        QCOMPARE(places("RE–imagined rock’n-Roll (x\"", options),
                 QString("re=RE 0|-=– 0|-=– 0|imagined 0|rock 1|'=’ 1|n 1|- 1|roll=Roll 1|-=( 2|lrb=( 2|-=( 2|x 2|'=\" "
                         "2|'=\" 2"));
        TokenizerOptions plain;
        plain.lower = true;
        QCOMPARE(places(" ÉCOLE\u3000I\u0307 x", plain), QString("école=ÉCOLE 0|i\u0307=I\u0307 1|x 2"));
    }

    void unknownRuleIsNamed() {
        TokenizerOptions options;
        QStringList known;
        for (const TokenizerRuleRow& row : tokenizerRuleRows())
            known << QString::fromStdString(row.word);
        QCOMPARE(messageOf([&] { tokenizerFields().set(options, "rule", "word"); }),
                 QString("rule: expected %1, got \"word\". Did you mean \"words\"?").arg(known.join(" | ")));
    }

    void hostileTextIsOnlyText() {
        // Every byte that can stand in a file, every mark next to every other: no crash, nothing empty.
        const std::string marks = "'\"`.,-()[]{}?!:;%$&/\\ a1n";
        TokenizerOptions options;
        options.rule = TokenizerRule::Words;
        options.pennQuotes = options.pennBrackets = true;
        for (const char a : marks)
            for (const char b : marks)
                for (const char c : marks)
                    for (const char d : marks)
                        verifyPlaces(std::string{a, b, c, d}, options);
        options.moses = true;
        for (const char a : marks)
            for (const char b : marks)
                verifyPlaces(std::string{a, '\'', b} + "&amp;" + b, options);
        options.moses = false;
        options.splitMore = true;
        verifyPlaces("\xFF\xFE\x80 \xE2\x80-\xC3 “\xF0\x9F”", options);
        QVERIFY(!tokenize("\xFF\xFE\x80", options).empty());
        QCOMPARE(tokenize(std::string(100000, '.'), options).size(), std::size_t(1));
    }

    /// The tokens of a corpus, joined by spaces and cut again, must come out as they were.
    void corporaAreReproduced_data() {
        QTest::addColumn<double>("share");
        QTest::newRow("trec") << 0.99;
        QTest::newRow("sst?labels=fine") << 0.99;
        QTest::newRow("multi30k_ende/tok?from=en") << 0.98;
    }

    void corporaAreReproduced() {
        QFETCH(double, share);
        const std::string folder = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/";
        if (!std::filesystem::exists(folder))
            QSKIP("../shared/data is absent");
        const Corpus corpus = openCorpus(folder + QTest::currentDataTag());
        const TokenizerOptions options = typedTokenizer(corpus);
        int same = 0;
        int shown = 0;
        for (const Example& example : corpus.train) {
            const Names again = tokenize(joined(example.texts.front()), options);
            same += again == example.texts.front();
            if (again != example.texts.front() && qEnvironmentVariableIsSet("HEADLIGHT_SHOW") && ++shown < 60)
                qInfo("%s\n%s", joined(example.texts.front()).c_str(), joined(again).c_str());
        }
        const double found = double(same) / double(corpus.train.size());
        qInfo("%s: %.2f %% of %zu sentences reproduced", QTest::currentDataTag(), 100 * found, corpus.train.size());
        QVERIFY(found >= share);
    }
};

QTEST_GUILESS_MAIN(TokenizerTest)
#include "tokenizer_test.moc"
