#include "masks/mask.h"

#include <QtTest>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

using namespace headlight;

namespace {

constexpr Real Hidden = -std::numeric_limits<Real>::infinity();
using Definition = std::function<double(double key, double query)>; // M(i, j) as the papers write it

double seenIf(bool seen) {
    return seen ? 0 : -std::numeric_limits<double>::infinity();
}

const std::map<std::string, Definition>& definitions() {
    static const auto logDistance = [](double i, double j) { return i == j ? 0 : -std::log(std::abs(i - j)); };
    static const std::map<std::string, Definition> table{
        {"all", [](double, double) { return 0; }},
        {"fw", [](double i, double j) { return seenIf(i < j); }},
        {"bw", [](double i, double j) { return seenIf(i > j); }},
        {"offdiag", [](double i, double j) { return seenIf(i != j); }},
        {"causal", [](double i, double j) { return seenIf(i <= j); }},
        {"anticausal", [](double i, double j) { return seenIf(i >= j); }},
        {"window(0)", [](double i, double j) { return seenIf(i == j); }},
        {"window(3)", [](double i, double j) { return seenIf(std::abs(i - j) <= 3); }},
        {"fa(1)", [](double i, double j) { return seenIf(i != j && std::abs(i - j) <= 1); }},
        {"fa(3)", [](double i, double j) { return seenIf(i != j && std::abs(i - j) <= 3); }},
        {"dist(0)", [](double, double) { return 0; }},
        {"dist(1)", [](double i, double j) { return -std::abs(i - j); }},
        {"dist(0.25)", [](double i, double j) { return -0.25 * std::abs(i - j); }},
        {"logdist", logDistance},
        {"block(1)", [](double i, double j) { return seenIf(i == j); }},
        {"block(2)", [](double i, double j) { return seenIf(std::floor(i / 2) == std::floor(j / 2)); }},
        {"block(7)", [](double i, double j) { return seenIf(std::floor(i / 7) == std::floor(j / 7)); }},
        {"fw+logdist", [](double i, double j) { return seenIf(i < j) + logDistance(i, j); }},
        {"fw+bw", [](double, double) { return seenIf(false); }},
        {"offdiag+causal", [](double i, double j) { return seenIf(i < j); }},
        {"offdiag+anticausal", [](double i, double j) { return seenIf(i > j); }},
        {"bw+window(4)", [](double i, double j) { return seenIf(i > j && i - j <= 4); }},
        {"offdiag+block(1)", [](double, double) { return seenIf(false); }},
        {"offdiag+block(3)",
         [](double i, double j) { return seenIf(i != j && std::floor(i / 3) == std::floor(j / 3)); }},
        {"block(4)+block(6)",
         [](double i, double j) {
             return seenIf(std::floor(i / 4) == std::floor(j / 4) && std::floor(i / 6) == std::floor(j / 6));
         }},
        {"dist(1)+dist(2)+logdist+logdist",
         [](double i, double j) { return -3 * std::abs(i - j) + 2 * logDistance(i, j); }},
        {"causal+fa(2)+dist(2)", [](double i, double j) { return seenIf(i < j && j - i <= 2) - 2 * std::abs(i - j); }},
    };
    return table;
}

QByteArray nameOf(const std::string& expression, Index length) {
    return QByteArray::fromStdString(expression) + " at " + QByteArray::number(qlonglong(length));
}

void addExpressions() {
    QTest::addColumn<std::string>("expression");
    for (const auto& [expression, definition] : definitions())
        QTest::newRow(expression.c_str()) << expression;
}

void expectError(const std::function<void()>& parse, std::size_t position, std::size_t length, const QString& part) {
    try {
        parse();
    } catch (const MaskError& error) {
        const QString message = QString::fromUtf8(error.what());
        QVERIFY2(message.contains(part), qPrintable(message));
        QVERIFY2(!message.startsWith("mask"), qPrintable(message)); // who reads it names what it was read from
        QVERIFY2(!message.contains('\n') && message.size() < 300, qPrintable(message));
        QCOMPARE(error.position(), position);
        QCOMPARE(error.length(), length);
        return;
    }
    QFAIL("expected a MaskError");
}

} // namespace

class MaskTest : public QObject {
    Q_OBJECT
private slots:
    void everyTermHasATitleOfItsOwn() {
        std::map<std::string_view, int> titles;
        for (const MaskTerm& term : maskTerms()) {
            QVERIFY(!term.title.empty() && term.title.find('_') == std::string_view::npos);
            ++titles[term.title];
        }
        QCOMPARE(titles.size(), maskTerms().size());
        QCOMPARE(Mask::parse("fw").title(), std::string("Forward (fw)"));
        QCOMPARE(Mask::all().title(), std::string("All (all)"));
        QCOMPARE(Mask::parse("fa(2)").title(), std::string("Faraway (fa(2))"));
        QCOMPARE(Mask::parse("fw+dist(0.5)").title(), std::string("fw+dist(0.5)"));
    }

    void followsItsDefinition_data() { addExpressions(); }
    void followsItsDefinition() {
        QFETCH(std::string, expression);
        const Definition& definition = definitions().at(expression);
        const Mask mask = Mask::parse(expression);
        for (Index length = 0; length <= 40; ++length) {
            const QByteArray place = nameOf(expression, length);
            Matrix matrix;
            mask.biasMatrix(length, matrix);
            QCOMPARE(matrix.rows(), length);
            QCOMPARE(matrix.cols(), length);
            for (Index query = 0; query < length; ++query)
                for (Index key = 0; key < length; ++key) {
                    const auto expected = static_cast<Real>(definition(double(key), double(query)));
                    QVERIFY2(mask.visible(key, query) == (expected != Hidden), place);
                    QVERIFY2(matrix(key, query) == mask.bias(key, query), place);
                    if (expected == Hidden)
                        QVERIFY2(mask.bias(key, query) == Hidden, place);
                    else
                        QVERIFY2(std::abs(mask.bias(key, query) - expected) <= Real(1e-5) * (1 - expected), place);
                }
        }
    }

    void intervalIsTheSmallestThatHoldsAllVisibleKeys_data() { addExpressions(); }
    void intervalIsTheSmallestThatHoldsAllVisibleKeys() {
        QFETCH(std::string, expression);
        const Mask mask = Mask::parse(expression);
        for (Index length = 1; length <= 40; ++length) {
            const QByteArray place = nameOf(expression, length);
            for (Index query = 0; query < length; ++query) {
                Mask::Interval expected{};
                Index seen = 0;
                bool biased = false;
                for (Index key = 0; key < length; ++key)
                    if (mask.visible(key, query)) {
                        expected = {seen == 0 ? key : expected.begin, key + 1};
                        ++seen;
                        biased = biased || mask.bias(key, query) != 0;
                    }
                const Mask::Interval interval = mask.visibleKeys(query, length);
                QVERIFY2(interval == expected, place);
                if (mask.isPlainInterval())
                    QVERIFY2(interval.size() == seen && !biased, place);
                QVERIFY2(interval.size() - seen <= (mask.hasHole() ? 1 : 0), place);
                QVERIFY2(mask.hasBias() || !biased, place);
            }
        }
    }

    void queriesBehindTheLastKeyFollowTheDefinitionToo_data() { addExpressions(); }
    void queriesBehindTheLastKeyFollowTheDefinitionToo() {
        QFETCH(std::string, expression);
        const Definition& definition = definitions().at(expression);
        const Mask mask = Mask::parse(expression);
        for (Index keys = 1; keys <= 12; ++keys)
            for (Index query = keys; query <= 30; ++query) {
                Mask::Interval expected{};
                Index seen = 0;
                for (Index key = 0; key < keys; ++key) {
                    const double value = definition(double(key), double(query));
                    QVERIFY2(mask.visible(key, query) == std::isfinite(value), nameOf(expression, keys));
                    if (std::isfinite(value)) {
                        QVERIFY(std::abs(double(mask.bias(key, query)) - value) <= 1e-5 * (1 - value));
                        expected = {seen++ == 0 ? key : expected.begin, key + 1};
                    }
                }
                QVERIFY2(mask.visibleKeys(query, keys) == expected, nameOf(expression, keys));
                QCOMPARE(expected.size(), seen); // a hole would be the query's own place
            }
    }

    void plainMasksAreKnownAsPlain() {
        for (const char* plain : {"all", "fw", "bw", "causal", "anticausal", "window(5)", "block(4)", "bw+window(3)",
                                  "fw+offdiag", "dist(0)", "causal+fa(3)"})
            QVERIFY2(Mask::parse(plain).isPlainInterval(), plain);
        for (const char* other : {"offdiag", "fa(2)", "dist(1)", "logdist", "fw+logdist"})
            QVERIFY2(!Mask::parse(other).isPlainInterval(), other);
    }

    void noPenaltyIsZeroWithoutASign() {
        for (const char* expression : {"dist(2)", "logdist", "dist(1)+logdist"}) {
            Matrix matrix;
            const Mask mask = Mask::parse(expression);
            mask.biasMatrix(2, matrix);
            QVERIFY2(mask.bias(1, 1) == 0 && !std::signbit(mask.bias(1, 1)) && !std::signbit(matrix(1, 1)), expression);
        }
    }

    void intervalNeedsNoWalkOverTheKeys() {
        const Index length = Index(1) << 40; // would take hours
        QCOMPARE(Mask::parse("fw").visibleKeys(length - 1, length).size(), length - 1);
        QCOMPARE(Mask::parse("all").visibleKeys(7, length).size(), length);
        QCOMPARE(Mask::parse("block(1000)").visibleKeys(2500, length).begin, Index(2000));
        QCOMPARE(Mask::parse("fa(2)").visibleKeys(2500, length).size(), Index(5));
    }

    void farawayOfTheWholeLengthIsAllButSelf() {
        for (Index length = 2; length <= 12; ++length) {
            Matrix faraway;
            Matrix offDiagonal;
            Mask::parse("fa(" + std::to_string(length - 1) + ")").biasMatrix(length, faraway);
            Mask::parse("offdiag").biasMatrix(length, offDiagonal);
            QVERIFY(faraway == offDiagonal);
        }
    }

    void forwardIsBackwardOfTheReversedText() {
        const Mask forward = Mask::parse("fw");
        const Mask backward = Mask::parse("bw");
        for (Index key = 0; key < 9; ++key)
            for (Index query = 0; query < 9; ++query)
                QCOMPARE(forward.visible(key, query), backward.visible(8 - key, 8 - query));
    }

    void printsCanonically_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("printed");
        QTest::newRow("blanks") << " fw\t+ \n logdist "
                                << "fw+logdist";
        QTest::newRow("order") << "block(4)+dist(.5)+bw"
                               << "bw+dist(0.5)+block(4)";
        QTest::newRow("twice") << "fw+fw"
                               << "fw";
        QTest::newRow("all") << "all+all"
                             << "all";
        QTest::newRow("all beside others") << "fw+all"
                                           << "fw";
        QTest::newRow("two windows") << "window(5)+window( 3 )"
                                     << "window(3)+window(5)";
        QTest::newRow("penalties add up") << "logdist+logdist"
                                          << "logdist+logdist";
        QTest::newRow("exponent") << "dist(1e-3)"
                                  << "dist(0.001)";
        QTest::newRow("minus nothing") << "dist(-0)"
                                       << "dist(0)";
        QTest::newRow("farthest") << "window(1000000)"
                                  << "window(1000000)";
        QTest::newRow("steepest") << "dist(1000000)"
                                  << "dist(1000000)";
        QTest::newRow("leading zeros") << "fa(0002)"
                                       << "fa(2)";
    }
    void printsCanonically() {
        QFETCH(QString, written);
        QFETCH(QString, printed);
        const Mask mask = Mask::parse(written.toStdString());
        QCOMPARE(QString::fromStdString(mask.text()), printed);
        QVERIFY(Mask::parse(mask.text()) == mask);
        QCOMPARE(Mask::parse(mask.text()).text(), mask.text());
    }

    void everyTermOfTheTableReadsBack() {
        QCOMPARE(maskTerms().size(), std::size_t(11));
        for (const MaskTerm& term : maskTerms()) {
            QCOMPARE(Mask::parse(term.example()).text(), term.example());
            QVERIFY(!term.help.empty());
            QCOMPARE(&maskTerm(term.kind), &term);
            if (term.hides) { // what hides is seen to hide
                Matrix matrix;
                Mask::parse(term.example()).biasMatrix(20, matrix);
                QVERIFY2((matrix.array() == Hidden).any(), term.example().c_str());
            }
        }
    }

    void differentMasksDiffer() {
        QVERIFY(!(Mask::parse("fw") == Mask::parse("bw")));
        QVERIFY(!(Mask::parse("fa(2)") == Mask::parse("fa(3)")));
        QVERIFY(!(Mask::parse("fw") == Mask::parse("fw+logdist")));
        QVERIFY(Mask() == Mask::all());
        QVERIFY(Mask() == Mask::parse("all"));
    }

    void errorsPointAtTheCharacter_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* text, int position, int length, const char* part) {
            QTest::newRow(text) << QByteArray(text) << position << length << QString::fromUtf8(part);
        };
        row("", 0, 0, "expected a mask term, got the end at character 1");
        row("  ", 2, 0, "got the end at character 3");
        row("fw + fww", 5, 3, "unknown term \"fww\" at character 6 of \"fw + fww\". Did you mean \"fw\"?");
        row("FW", 0, 2, "unknown term \"FW\"");
        row("all + f\u00e9x", 6, 4, "unknown term \"f\u00e9x\" at character 7");
        row("f \u00e9", 0, 1, "unknown term \"f\" at character 1");
        row("zzzzzzzzzzzzzzzzzzz", 0, 19, "Terms: all, fw, bw, offdiag, causal, anticausal, window(5)");
        row("fw +", 4, 0, "expected a mask term, got the end");
        row("+fw", 0, 1, "got \"+\"");
        row("fw++bw", 3, 1, "got \"+\"");
        row("fw bw", 3, 1, "expected \"+\" or the end of the mask");
        row("fw, bw", 2, 1, "got \",\"");
        row("fw x4", 3, 1, "got \"x\"");
        row("fw(2)", 2, 1, "fw takes no number");
        row("window", 6, 0, "expected a number in brackets such as window(5)");
        row("window(", 7, 0, "expected a number for m, got the end");
        row("window()", 7, 1, "expected a number for m, got \")\"");
        row("window(3", 8, 0, "expected \")\", got the end");
        row("window(3,4)", 8, 1, "expected \")\", got \",\"");
        row("window(-1)", 7, 2, "window: expected a whole number 0 … 1000000, got \"-1\"");
        row("window(1.5)", 7, 3, "whole number");
        row("window(1e3)", 7, 3, "whole number");
        row("fa(0)", 3, 1, "fa: expected a whole number 1 … 1000000");
        row("block(0)", 6, 1, "block: expected a whole number 1");
        row("fa(1000001)", 3, 7, "1000000");
        row("fa(99999999999999999999999999)", 3, 26, "1000000");
        row("dist(nan)", 5, 3, "dist: expected a number 0 … 1000000, got \"nan\"");
        row("dist(inf)", 5, 3, "got \"inf\"");
        row("dist(-2)", 5, 2, "got \"-2\"");
        row("dist(1e999)", 5, 5, "got \"1e999\"");
        row("dist(0x10)", 5, 4, "got \"0x10\"");
        row("((((fw))))", 0, 1, "got \"(\"");
        row("fw ü", 3, 2, "got \"ü\" at character 4 of \"fw ü\"");
        row("all+all+all+all+all+all+all+all+all", 32, 3, "at most 8 terms");
    }
    void errorsPointAtTheCharacter() {
        QFETCH(QByteArray, text);
        QFETCH(int, position);
        QFETCH(int, length);
        QFETCH(QString, part);
        expectError([&] { Mask::parse(text.toStdString()); }, std::size_t(position), std::size_t(length), part);
    }

    void survivesHostileText() {
        const std::string nul("fw\0bw", 5);
        expectError([&] { Mask::parse(nul); }, 2, 1, "got \"?\"");
        const std::string brackets(60000, '(');
        expectError([&] { Mask::parse("fa" + brackets); }, 3, 1, "expected a number for m");
        const std::string word(60000, 'f');
        expectError([&] { Mask::parse(word); }, 0, word.size(), "unknown term");
        const std::string blanks(60000, ' ');
        QCOMPARE(Mask::parse(blanks + "fw").text(), std::string("fw"));
        expectError([&] { Mask::parse(blanks + "fww"); }, 60000, 3, "at character 60001, near \" ");
        const std::string tooLong(70000, ' ');
        expectError([&] { Mask::parse(tooLong); }, 65536, 70000 - 65536, "at most 65536 characters");
        for (int first = 0; first < 256; ++first)
            for (int second = 0; second < 256; ++second) {
                const std::string pair{char(first), char(second)};
                try {
                    const Mask mask = Mask::parse(pair);
                    QVERIFY(mask == Mask::parse(mask.text()));
                } catch (const MaskError& error) {
                    QVERIFY(error.position() <= pair.size());
                }
            }
    }

    void matrixWantsALength() {
        Matrix matrix;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Mask::all().biasMatrix(-1, matrix));
    }
};

QTEST_GUILESS_MAIN(MaskTest)
#include "mask_test.moc"
