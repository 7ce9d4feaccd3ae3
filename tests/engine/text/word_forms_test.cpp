#include "text/vocabulary.h"
#include "text/word_forms.h"

#include <QtTest>

using namespace headlight;

namespace {

using Names = std::vector<std::string>;

} // namespace

class WordFormsTest : public QObject {
    Q_OBJECT
private slots:
    void formsOfWords_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("forms");
        QTest::newRow("small") << "walking"
                               << "<a> <-g> <-ng> <-ing> <-king> <w-> <wa-> <wal-> <walk->";
        QTest::newRow("name") << "Vilnius"
                              << "<Aa> <-s> <-us> <-ius> <-nius> <v-> <vi-> <vil-> <viln->";
        QTest::newRow("short") << "cat"
                               << "<a> <-t> <-at> <c-> <ca->";
        QTest::newRow("one letter") << "Q"
                                    << "<Aa>";
        QTest::newRow("capitals") << "NATO"
                                  << "<AA> <-o> <-to> <-ato> <n-> <na-> <nat->";
        QTest::newRow("mixed") << "iPad"
                               << "<aA> <-d> <-ad> <-pad> <i-> <ip-> <ipa->";
        QTest::newRow("number") << "1,25"
                                << "<0> <-0> <-00> <-,00> <0-> <0,-> <0,0->";
        QTest::newRow("letters and digits") << "B2B"
                                            << "<a0> <-b> <-0b> <b-> <b0->";
        QTest::newRow("hyphen") << "A-ok"
                                << "<Aa+> <-k> <-ok> <--ok> <a-> <a--> <a-o->";
        QTest::newRow("marks") << "..."
                               << "<.> <-.> <-..> <.-> <..->";
        QTest::newRow("letters of two bytes") << "Žalė"
                                              << "<Aa> <-ė> <-lė> <-alė> <ž-> <ža-> <žal->";
        QTest::newRow("no letters that have two cases") << "東京駅"
                                                        << "<a> <-駅> <-京駅> <東-> <東京->";
        QTest::newRow("nothing") << ""
                                 << "<.>";
    }
    void formsOfWords() {
        QFETCH(QString, word);
        QFETCH(QString, forms);
        QStringList found;
        for (const std::string& form : formsOf(word.toStdString()))
            found << QString::fromStdString(form);
        QCOMPARE(found.join(' '), forms);
        QVERIFY(found.size() <= mostForms);
    }

    /// A word has its own number, that of the word in small letters and those of the forms that enough words have; an
    /// unknown one has what is left.
    void wordsHaveSeveralNumbers() {
        TokenCounts counts;
        for (const char* word : {"the", "the", "The", "The", "singing", "walking", "Oslo", "Riga"})
            counts.add(word);
        Vocabulary vocabulary = Vocabulary::fromCounts(counts, 2);
        QCOMPARE(vocabulary.idsPerToken(), 1);
        QCOMPARE(vocabulary.ids({"the", "dancing"}), (std::vector<int>{vocabulary.id("the"), Vocabulary::unknown}));
        vocabulary.addForms(counts, 2);
        QCOMPARE(tokensOf(vocabulary, "The"), (Names{"The", "the", "<Aa>", "<-e>", "<-he>", "<t->", "<th->"}));
        QCOMPARE(tokensOf(vocabulary, "the"), (Names{"the", "<a>", "<-e>", "<-he>", "<t->", "<th->"}));
        QCOMPARE(tokensOf(vocabulary, "dancing"), (Names{"<unk>", "<a>", "<-g>", "<-ng>", "<-ing>"}));
        QCOMPARE(tokensOf(vocabulary, "7"), (Names{"<unk>"}));
        QVERIFY(!vocabulary.contains("dancing"));
        const std::vector<int> two = vocabulary.ids({"dancing", "The"});
        QCOMPARE(int(two.size()), 2 * vocabulary.idsPerToken());
        QCOMPARE(two[std::size_t(vocabulary.idsPerToken())], vocabulary.id("The"));

        Vocabulary other; // read from a file, it does not know that it has forms
        for (const std::string& token : vocabulary.tokens())
            other.add(token);
        QCOMPARE(other.idsPerToken(), 1);
        other.useForms(true);
        QCOMPARE(other.ids({"dancing"}), vocabulary.ids({"dancing"}));
    }

private:
    /// Those of its numbers that stand for something.
    static Names tokensOf(const Vocabulary& vocabulary, const std::string& word) {
        Names tokens;
        for (const int id : vocabulary.ids({word}))
            if (id != Vocabulary::pad)
                tokens.push_back(vocabulary.token(id));
        return tokens;
    }
};

QTEST_GUILESS_MAIN(WordFormsTest)
#include "word_forms_test.moc"
