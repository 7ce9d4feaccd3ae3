#include "core/error.h"

#include <QtTest>

using namespace headlight;

/// "Did you mean …?": what a user reads after a slip of the keyboard.
class ErrorTest : public QObject {
    Q_OBJECT

    static QString nearestOf(const char* word, const std::vector<std::string>& candidates) {
        return QString::fromStdString(nearest(word, candidates));
    }

private slots:
    void aSlipFindsTheWord_data() {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* slip, const char* word, const char* expected) {
            QTest::newRow(slip) << QByteArray(word) << QString(expected);
        };
        row("nothing wrong", "heads", "heads");
        row("a letter too few", "hads", "heads");
        row("a letter too many", "heeads", "heads");
        row("a letter too many at the end", "headss", "heads");
        row("another letter", "headz", "heads");
        row("letters swapped", "haeds", "heads"); // "shards" is two edits away, and stands first
        row("first letters swapped", "ehads", "heads");
        row("last letters swapped", "heasd", "heads");
        row("another spelling", "optimiser", "optimizer");
        row("the last letter left off", "learning_rat", "learning_rate");
        row("capitals", "HEADS", "heads");
        row("two slips", "lerning_raet", "learning_rate");
    }
    void foreignTextIsPrintable() {
        const auto shown = [](const std::string& text) { return printable(text, 12); };
        QCOMPARE(shown("a\nb\x1b[31m"), std::string("a?b?[31m"));
        QCOMPARE(shown("Grüße"), std::string("Grüße"));
        QCOMPARE(shown("\xff\xc3"), std::string("??"));
        QCOMPARE(shown("0123456789äöü"), std::string("0123456789ä…"));
    }

    void whatSteersATerminalOrTurnsTheWritingIsNotPrintable() {
        QCOMPARE(printable("a\u0085b\u009b31mc"), std::string("a?b?31mc")); // as ESC [ does
        QCOMPARE(printable("a\u202eb\u2066c\u2028d"), std::string("a?b?c?d"));
        QCOMPARE(printable("a\u200eb\u200fc\u061cd\u200d\u2010"), std::string("a?b?c?d\u200d\u2010"));
        QCOMPARE(printable("\u00a0\u2027\u202f\u2065\u206a"), std::string("\u00a0\u2027\u202f\u2065\u206a"));
        QCOMPARE(printable("\xc0\x9b"), std::string("??")); // ESC in two bytes is no UTF-8
        QCOMPARE(printable("\xed\xa0\x80 \xf4\x90\x80\x80"), std::string("??? ????"));
        QCOMPARE(printable("日本 🙂"), std::string("日本 🙂"));
    }

    void aSlipFindsTheWord() {
        QFETCH(QByteArray, word);
        QFETCH(QString, expected);
        const std::vector<std::string> options = {"shards", "heads", "learning_rate", "optimizer", "epochs", "seed"};
        QCOMPARE(nearestOf(word.constData(), options), expected);
    }

    void aSwapIsOneEdit() {
        // Two replaced letters would put the word at the same distance from both, and the first would win.
        QCOMPARE(nearestOf("abdc", {"abxx", "abcd"}), QString("abcd"));
        QCOMPARE(nearestOf("badc", {"badcxxx", "abcd"}), QString("abcd")); // two swaps against three letters
        // Only neighbours: a and c around b take two edits, so one replaced letter is nearer.
        QCOMPARE(nearestOf("abc", {"cba", "abx"}), QString("abx"));
    }

    void ofEquallyNearWordsTheFirst() {
        QCOMPARE(nearestOf("head", {"heads", "heady"}), QString("heads"));
        QCOMPARE(nearestOf("head", {"heady", "heads"}), QString("heady"));
    }

    void nothingIsSuggestedForWhatIsFarAway() {
        const std::vector<std::string> candidates = {"shards", "heads", "epochs"};
        for (const char* word : {"zzzzzzzzzz", "what is this", "learning_rate_of_the_optimizer"})
            QCOMPARE(nearestOf(word, candidates), QString());
        QCOMPARE(nearestOf("heads", {}), QString());
        QCOMPARE(nearestOf("heads", {""}), QString());      // a column of a table may have no name
        QCOMPARE(nearestOf("xy", {"cr", "fw"}), QString()); // every word of two letters is two edits from every other
        QCOMPARE(nearestOf("fx", {"cr", "fw"}), QString("fw"));
        QCOMPARE(nearestOf("7", {"2", "70"}), QString()); // no number is a slip of another one
        QCOMPARE(nearestOf("-3.5", {"3.5"}), QString());
        QCOMPARE(nearestOf("x", {"y", "xy"}), QString()); // all of the word would be another one
        QCOMPARE(nearestOf("X", {"y", "x"}), QString("x"));
        QCOMPARE(nearestOf("csan3d", {"disa", "csan2d"}), QString("csan2d"));
        QCOMPARE(QString::fromStdString(suggestion("zzzzzzzzzz", candidates)), QString());
        QCOMPARE(QString::fromStdString(suggestion("heads", {})), QString());
    }

    void anAbbreviationIsSuggestedForTheWhole() {
        QCOMPARE(nearestOf("hed", {"form", "heads"}), QString("heads"));
        QCOMPARE(nearestOf("hed", {"head_features"}), QString()); // too much is left out
        QCOMPARE(nearestOf("eds", {"heads"}), QString());         // another first letter
    }

    void whereNothingIsNearAllAreNamed() {
        QCOMPARE(QString::fromStdString(advice("haeds", {"shards", "heads"})), QString(" Did you mean \"heads\"?"));
        QCOMPARE(QString::fromStdString(advice("zz", {"shards", "heads"})), QString(" There are shards, heads."));
        QCOMPARE(QString::fromStdString(advice("zz", std::vector<std::string>(100, "heads"))), QString());
    }

    void aSuggestionEndsASentence() {
        QCOMPARE(QString::fromStdString("unknown option \"haeds\"." + suggestion("haeds", {"shards", "heads"})),
                 QString("unknown option \"haeds\". Did you mean \"heads\"?"));
    }
};

QTEST_GUILESS_MAIN(ErrorTest)
#include "error_test.moc"
