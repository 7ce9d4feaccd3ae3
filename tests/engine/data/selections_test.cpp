#include "data/folds.h"
#include "data/group_folds.h"
#include "engine/data/squad_files.h"
#include "message_of.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <set>

using namespace headlight;

namespace {

const std::string sample = HEADLIGHT_SOURCE_DIR "/datasets/samples/squad/questions.json";

std::set<std::string> groupsOf(const std::vector<Example>& examples) {
    std::set<std::string> groups;
    for (const Example& example : examples)
        groups.insert(example.group);
    return groups;
}

bool areApart(const std::vector<Example>& a, const std::vector<Example>& b) {
    const std::set<std::string> first = groupsOf(a), second = groupsOf(b);
    return std::none_of(first.begin(), first.end(), [&](const auto& group) { return second.contains(group); });
}

std::string written(const QTemporaryDir& folder, const QString& name, const std::vector<SquadPassage>& passages) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(QByteArray::fromStdString(squadDocument(passages).dump()));
    return file.fileName().toStdString();
}

/// As many articles, each with a passage of two sentences and a question.
std::vector<SquadPassage> articles(int count) {
    std::vector<SquadPassage> passages;
    for (int k = 0; k < count; ++k)
        passages.push_back({"T" + std::to_string(k),
                            "One is red. Two is blue.",
                            {{"q" + std::to_string(k), "What is red?", {{"One", 0}}}}});
    return passages;
}

} // namespace

/// Questions with passages as a corpus: what is read of them, and how a file is cut.
class SelectionsTest : public QObject {
    Q_OBJECT
private slots:
    void aFileIsCutByItsArticles() {
        const Corpus corpus = openCorpus(sample);
        QCOMPARE(corpus.kind, CorpusKind::Selections);
        QCOMPARE(corpus.train.size() + corpus.dev.size() + corpus.test.size(), std::size_t(24));
        QVERIFY(!corpus.dev.empty() && !corpus.test.empty() && corpus.train.size() > 12);
        QVERIFY(areApart(corpus.train, corpus.dev) && areApart(corpus.train, corpus.test) &&
                areApart(corpus.dev, corpus.test));
        QCOMPARE(fingerprint(corpus), fingerprint(openCorpus(sample)));
        QCOMPARE(openSplit(sample, "dev").dev.size(), corpus.dev.size());
        QVERIFY(messageOf([] { openCorpus(sample + "?dev=0.1"); }).contains("cut by its articles"));
    }

    void anExampleIsAQuestionAndItsSentences() {
        const Corpus corpus = openCorpus(sample);
        bool found = false;
        for (const auto* part : {&corpus.train, &corpus.dev, &corpus.test})
            for (const Example& example : *part) {
                QVERIFY(example.texts.size() == 4 || example.texts.size() == 5);
                QVERIFY(std::binary_search(example.accepted.begin(), example.accepted.end(), example.label));
                if (example.texts.front() != std::vector<std::string>{"Why", "do", "salmon", "come", "again", "?"})
                    continue;
                found = true;
                QCOMPARE(example.label, 3);
                QCOMPARE(example.texts[2], (std::vector<std::string>{"It", "passes", "three", "mills", "and", "a",
                                                                     "wooden", "bridge", "."}));
                QCOMPARE(example.group, std::string("River"));
            }
        QVERIFY(found);
    }

    void foldsAreOfArticlesAndTheFirstIsTheFixedCut() {
        const Corpus whole = openCorpus(sample);
        std::multiset<std::string> tested;
        for (int index = 0; index < 4; ++index) {
            const Corpus part = fold(whole, 4, index, 7);
            QVERIFY(areApart(part.train, part.test) && areApart(part.train, part.dev) && areApart(part.dev, part.test));
            for (const Example& example : part.test)
                tested.insert(example.texts.front().front() + example.group);
        }
        QCOMPARE(tested.size(), std::size_t(24));
        QCOMPARE(groupsOf(fold(whole, 10, 0, 1).test), groupsOf(whole.test));
        QVERIFY(messageOf([&] { fold(whole, 2, 0, 1); }).contains("3 at least"));
        QVERIFY(messageOf([&] { fold(whole, 13, 0, 1); }).contains("12 articles cannot be cut into 13"));
    }

    void aFileOfFewArticlesIsNotCut() {
        const QTemporaryDir folder;
        const Corpus corpus = openCorpus(written(folder, "few.json", articles(9)));
        QCOMPARE(corpus.train.size(), std::size_t(9));
        QVERIFY(corpus.dev.empty() && corpus.test.empty());
        QVERIFY(corpus.notes.size() == 1 && corpus.notes[0].find("less than 10 articles") != std::string::npos);
        QCOMPARE(fold(corpus, 3, 0, 1).test.size(), std::size_t(3));
    }

    void filesThatAreNamedAfterPartsStayWhole() {
        const QTemporaryDir folder;
        written(folder, "train-v1.1.json", articles(12));
        written(folder, "dev-v1.1.json", articles(11));
        const Corpus corpus = openCorpus(folder.path().toStdString());
        QCOMPARE(corpus.train.size(), std::size_t(12));
        QCOMPARE(corpus.dev.size(), std::size_t(11));
        QVERIFY(!corpus.isCutHere);
    }

    void aLineMayBeLongerThanThoseOfOtherFiles() {
        const QTemporaryDir folder;
        std::vector<SquadPassage> passages = articles(1);
        for (int k = 0; k < 60; ++k)
            passages.push_back(
                {"Long" + std::to_string(k), std::string(30000, 'a') + ". End.", {{"q", "End?", {{"End", 30002}}}}});
        const Corpus corpus = openCorpus(written(folder, "long.json", passages));
        QCOMPARE(corpus.train.size() + corpus.dev.size() + corpus.test.size(), std::size_t(61));
    }

    void aPassageOfTooManySentencesIsRefused() {
        const QTemporaryDir folder;
        std::string text;
        for (int k = 0; k < 10001; ++k)
            text += "A. ";
        const QString message = messageOf([&] {
            openCorpus(written(folder, "many.json", {{"T", text, {{"q", "A?", {{"A", 0}}}}}}));
        });
        QVERIFY2(message.contains("a passage of T has 10,001 sentences; at most 10,000"), qPrintable(message));
    }

    void theDevFile() {
        const std::string path = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/squad/dev-v1.1.json";
        if (!std::filesystem::exists(path))
            QSKIP("../shared/data/squad is absent");
        const Corpus corpus = openCorpus(path);
        QCOMPARE(corpus.train.size() + corpus.dev.size() + corpus.test.size(), std::size_t(10570));
        QCOMPARE(groupsOf(corpus.train).size() + groupsOf(corpus.dev).size() + groupsOf(corpus.test).size(),
                 std::size_t(48));
        QVERIFY(corpus.test.size() > 900 && corpus.dev.size() > 900);
    }
};

QTEST_GUILESS_MAIN(SelectionsTest)
#include "selections_test.moc"
