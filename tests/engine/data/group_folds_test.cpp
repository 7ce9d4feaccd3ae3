#include "data/group_folds.h"

#include "data/folds.h"
#include "message_of.h"

#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <set>

using namespace headlight;

namespace {

using Numbers = std::vector<int>;

/// Articles of so many questions each, which are numbered by their labels; the first of them has one more at the end.
Corpus articlesOf(const Numbers& sizes) {
    Corpus corpus;
    corpus.kind = CorpusKind::Selections;
    corpus.isCutHere = true;
    const auto add = [&](std::size_t article) {
        Example& question = corpus.train.emplace_back();
        question.texts = {{"What", "?"}, {"It", "rained", "."}};
        question.label = int(corpus.train.size()) - 1;
        question.group = "article " + std::to_string(article);
    };
    for (std::size_t article = 0; article < sizes.size(); ++article)
        for (int q = 0; q < sizes[article]; ++q)
            add(article);
    add(0);
    return corpus;
}

Corpus cut(Corpus corpus, int k, int index, std::uint64_t seed) {
    cutByGroup(corpus, k, index, seed);
    return corpus;
}

Numbers numbersOf(const std::vector<Example>& questions) {
    Numbers numbers;
    for (const Example& question : questions)
        numbers.push_back(question.label);
    return numbers;
}

std::set<std::string> articlesIn(const std::vector<Example>& questions) {
    std::set<std::string> articles;
    for (const Example& question : questions)
        articles.insert(question.group);
    return articles;
}

/// Every article is in one part, and every part has some.
void checkArticles(const Corpus& corpus, std::size_t count) {
    std::size_t articles = 0;
    std::set<std::string> all;
    for (const auto* part : {&corpus.train, &corpus.dev, &corpus.test}) {
        QVERIFY(!part->empty());
        const std::set<std::string> own = articlesIn(*part);
        articles += own.size();
        all.insert(own.begin(), own.end());
    }
    QCOMPARE(articles, count);
    QCOMPARE(all.size(), count);
}

/// Every question is in one part, in the order of the file.
void checkQuestions(const Corpus& corpus, std::size_t count) {
    Numbers all;
    for (const auto* part : {&corpus.train, &corpus.dev, &corpus.test}) {
        const Numbers own = numbersOf(*part);
        QVERIFY(std::is_sorted(own.begin(), own.end()));
        all.insert(all.end(), own.begin(), own.end());
    }
    std::sort(all.begin(), all.end());
    QCOMPARE(all.size(), count);
    for (std::size_t q = 0; q < all.size(); ++q)
        QCOMPARE(all[q], int(q));
}

} // namespace

/// Examples that must not be separated when a corpus is cut: the questions of an article.
class GroupFoldsTest : public QObject {
    Q_OBJECT

private slots:
    void everyArticleIsTestedOnce() {
        const Corpus corpus = articlesOf({9, 2, 7, 7, 3, 1, 8, 5});
        const std::size_t count = corpus.train.size();
        std::multiset<int> tested;
        for (int index = 0; index < 4; ++index) {
            const Corpus parts = cut(corpus, 4, index, 1);
            checkArticles(parts, 8);
            checkQuestions(parts, count);
            for (const int question : numbersOf(parts.test))
                tested.insert(question);
            QCOMPARE(numbersOf(parts.dev), numbersOf(cut(corpus, 4, (index + 1) % 4, 1).test));
        }
        QCOMPARE(tested.size(), count);
        for (std::size_t q = 0; q < count; ++q)
            QCOMPARE(tested.count(int(q)), std::size_t(1));
    }

    void partsHaveAboutTheSameSize() {
        const Corpus corpus = articlesOf({9, 2, 7, 7, 3, 1, 8, 6}); // 10, 8, 7, 7, 6, 3, 2, 1
        for (int index = 0; index < 3; ++index) {
            const std::size_t size = cut(corpus, 3, index, 5).test.size();
            QVERIFY2(size >= 14 && size <= 15, qPrintable(QString::number(size)));
        }
    }

    void theSeedDecidesAndTheOrderOfTheFileDoesNot() {
        const Corpus corpus = articlesOf({3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3});
        const Numbers first = numbersOf(cut(corpus, 3, 0, 1).test);
        QCOMPARE(numbersOf(cut(corpus, 3, 0, 1).test), first);
        QVERIFY(numbersOf(cut(corpus, 3, 0, 2).test) != first);

        Corpus turned = corpus;
        std::reverse(turned.train.begin(), turned.train.end());
        QCOMPARE(articlesIn(cut(turned, 3, 0, 1).test), articlesIn(cut(corpus, 3, 0, 1).test));
        // Where a corpus is cut already, the same parts come of it.
        QCOMPARE(articlesIn(cut(cut(corpus, 4, 2, 9), 3, 0, 1).test), articlesIn(cut(corpus, 3, 0, 1).test));
    }

    void oneExampleWithoutAGroupMeansThatThereAreNone() {
        Corpus corpus = articlesOf({3, 2});
        QCOMPARE(countGroups(corpus), 2);
        corpus.train.back().group.clear();
        QCOMPARE(countGroups(corpus), 0);
    }

    void impossibleFoldsAreRefused() {
        const Corpus corpus = articlesOf({3, 0, 1, 2});
        QVERIFY(messageOf([&] { fold(corpus, 4, 0, 1); }).endsWith("3 articles cannot be cut into 4 folds"));
        QVERIFY(messageOf([&] { fold(corpus, 2, 0, 1); }).contains("3 at least"));
        for (const int index : {3, -1})
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, fold(corpus, 3, index, 1));
    }

    void foldsOfTheDevFile() {
        const std::string path = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/squad/dev-v1.1.json";
        if (!std::filesystem::exists(path))
            QSKIP("../shared/data/squad is absent");
        const Corpus corpus = openCorpus(path);
        for (int index = 0; index < 10; ++index) {
            const Corpus parts = fold(corpus, 10, index, 1);
            checkArticles(parts, 48);
            QCOMPARE(parts.train.size() + parts.dev.size() + parts.test.size(), std::size_t(10570));
            QVERIFY(parts.test.size() > 1000 && parts.test.size() < 1130);
            QVERIFY(articlesIn(parts.test).size() >= 3);
        }
        QCOMPARE(articlesIn(fold(corpus, 10, 0, 1).test),
                 (std::set<std::string>{"Black_Death", "Huguenot", "Newcastle_upon_Tyne", "Teacher",
                                        "University_of_Chicago"}));
    }
};

QTEST_GUILESS_MAIN(GroupFoldsTest)
#include "group_folds_test.moc"
