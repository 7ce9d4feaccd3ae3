#include "data/statistics.h"
#include "diagnostic.h"
#include "open_data.h"

#include <QtTest>
#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace headlight;

using Tokens = std::vector<std::string>;

namespace {

std::string kindOf(const std::string& token) {
    return token.substr(0, 1);
}

bool isPlural(const std::string& word) {
    return word.back() == 's';
}

/// Removes matching neighbours until nothing changes: another way than the generator's.
std::string matchBrackets(const Tokens& tokens) {
    std::string text;
    for (const std::string& token : tokens)
        text += token;
    for (std::size_t before = text.size() + 1; before != text.size();) {
        before = text.size();
        for (const char* pair : {"()", "[]"})
            for (std::size_t at = text.find(pair); at != std::string::npos; at = text.find(pair))
                text.erase(at, 2);
    }
    return text.empty() ? "matched" : "unmatched";
}

std::string majorityOf(const Tokens& tokens) {
    const auto a = std::count_if(tokens.begin(), tokens.end(), [](const auto& token) { return kindOf(token) == "a"; });
    return 2 * a > std::ptrdiff_t(tokens.size()) ? "a" : "b";
}

/// What a person would answer, from the tokens alone.
const std::map<std::string, std::function<std::string(const Tokens&)>> solvers = {
    {"first", [](const Tokens& t) { return kindOf(t.front()); }},
    {"last", [](const Tokens& t) { return kindOf(t.back()); }},
    {"back", [](const Tokens& t) { return kindOf(t[t.size() - 4]); }},
    {"order",
     [](const Tokens& t) {
         return *std::find_if(t.begin(), t.end(), [](const auto& x) { return x == "red" || x == "blue"; });
     }},
    {"brackets", matchBrackets},
    {"majority", majorityOf},
    // A verb without s is the plural one.
    {"agreement",
     [](const Tokens& t) { return std::string(isPlural(t[1]) != isPlural(t.back()) ? "agrees" : "differs"); }},
    {"duplicate",
     [](const Tokens& t) { return std::string(std::set(t.begin(), t.end()).size() < t.size() ? "twice" : "once"); }},
};

QString messageOf(const std::string& spec) {
    try {
        openData(spec);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

class DiagnosticTest : public QObject {
    Q_OBJECT

private slots:
    void labelsFollowFromTheTokens_data() {
        QTest::addColumn<int>("length");
        for (const DiagnosticTask& task : diagnosticTasks())
            for (const int length : {4, 20, 38})
                QTest::newRow((task.name + "?length=" + std::to_string(length)).c_str()) << length;
    }

    void labelsFollowFromTheTokens() {
        QFETCH(int, length);
        const std::string task = QString(QTest::currentDataTag()).section('?', 0, 0).toStdString();
        const std::string spec = std::string("diagnostic:") + QTest::currentDataTag();
        if (task == "agreement" && length == 4)
            QVERIFY(openData(spec).train.front().texts[0].size() == 4);
        const Corpus corpus = openData(spec);
        QCOMPARE(corpus.train.size(), std::size_t(2000));
        QCOMPARE(corpus.dev.size(), std::size_t(500));
        QCOMPARE(corpus.test.size(), std::size_t(500));
        for (const auto* part : {&corpus.train, &corpus.dev, &corpus.test}) {
            for (const Example& example : *part) {
                QCOMPARE(example.texts.front().size(), std::size_t(length));
                QCOMPARE(solvers.at(task)(example.texts.front()), corpus.labels[std::size_t(example.label)]);
            }
            const auto counts = statisticsOf(corpus, *part).perLabel;
            const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
            QVERIFY(*most - *fewest <= 1);
        }
        QVERIFY(fingerprint(openData(spec)) == fingerprint(corpus));
        QVERIFY(fingerprint(openData(spec + "&seed=2")) != fingerprint(corpus));
    }

    void everyTaskIsSolvedHere() { QCOMPARE(diagnosticTasks().size(), solvers.size()); }

    void optionsAreObeyed() {
        const Corpus corpus = openData("diagnostic:first?length=7&train=30&dev=0&test=5&classes=3&vocabulary=6&seed=9");
        QCOMPARE(corpus.name, std::string("diagnostic:first"));
        QCOMPARE(corpus.labels, (Tokens{"a", "b", "c"}));
        QCOMPARE(corpus.train.size(), std::size_t(30));
        QVERIFY(corpus.dev.empty());
        QCOMPARE(corpus.train.front().texts[0].size(), std::size_t(7));
        QVERIFY(countTokens(corpus.train).tokens().size() <= 6);
    }

    void theExamplesAreShuffled() {
        const Corpus corpus = openData("diagnostic:order");
        int alternating = 0;
        for (std::size_t i = 0; i < 100; ++i)
            alternating += corpus.train[i].label == int(i % 2);
        QVERIFY(alternating > 25 && alternating < 75);
    }

    void badSpecifications() {
        QVERIFY(messageOf("diagnostic:frist").contains("Did you mean \"first\"?"));
        QVERIFY(messageOf("diagnostic:").contains("there are first, last"));
        QVERIFY(messageOf("diagnostic:first?lenght=9").contains("Did you mean \"length\"?"));
        QVERIFY(messageOf("diagnostic:first?back=2").contains("the task first has no option \"back\""));
        QVERIFY(messageOf("diagnostic:first?length=2").contains("4 … 10000"));
        QVERIFY(messageOf("diagnostic:back?back=20").contains("1 … 19"));
        QVERIFY(messageOf("diagnostic:brackets?length=5").contains("even"));
        QVERIFY(messageOf("diagnostic:duplicate?length=50").contains("50 or more"));
        QVERIFY(messageOf("diagnostic:first?length").contains("key=value"));
        QVERIFY(messageOf("/there/is/no/such/file").contains("no such file"));
    }
};

QTEST_GUILESS_MAIN(DiagnosticTest)
#include "diagnostic_test.moc"
