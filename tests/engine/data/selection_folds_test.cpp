#include "data/selection_folds.h"

#include "core/files.h"
#include "data/squad.h"
#include "message_of.h"

#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

using namespace headlight;

namespace {

/// Articles of so many questions each; the first of them has two passages.
SelectionData articlesOf(const std::vector<int>& sizes) {
    SelectionData data;
    for (std::size_t article = 0; article < sizes.size(); ++article) {
        data.passages.push_back({"article " + std::to_string(article), "It rained.", {{0, 10}}});
        for (int q = 0; q < sizes[article]; ++q)
            data.questions.push_back({"q", int(data.passages.size()) - 1, "What?", 0, {0}});
    }
    data.passages.push_back(data.passages.front());
    data.questions.push_back({"q", int(data.passages.size()) - 1, "What?", 0, {0}});
    return data;
}

std::set<std::string> titlesOf(const SelectionData& data, const std::vector<int>& questions) {
    std::set<std::string> titles;
    for (const int question : questions)
        titles.insert(data.passages[std::size_t(data.questions[std::size_t(question)].passage)].title);
    return titles;
}

/// Every question is in one set, every article, too.
void checkSplit(const SelectionData& data, const SelectionSplit& split) {
    std::vector<int> all;
    std::size_t articles = 0;
    std::set<std::string> titles;
    for (const auto* set : {&split.train, &split.dev, &split.test}) {
        QVERIFY(!set->empty());
        QVERIFY(std::is_sorted(set->begin(), set->end()));
        all.insert(all.end(), set->begin(), set->end());
        const std::set<std::string> own = titlesOf(data, *set);
        articles += own.size();
        titles.insert(own.begin(), own.end());
    }
    std::sort(all.begin(), all.end());
    for (std::size_t q = 0; q < all.size(); ++q)
        QCOMPARE(all[q], int(q));
    QCOMPARE(all.size(), data.questions.size());
    QCOMPARE(titles.size(), articles);
}

} // namespace

class SelectionFoldsTest : public QObject {
    Q_OBJECT

private slots:
    void everyArticleIsTestedOnce() {
        const SelectionData data = articlesOf({9, 2, 7, 7, 3, 1, 8, 5});
        std::multiset<int> tested;
        for (int index = 0; index < 4; ++index) {
            const SelectionSplit split = articleFold(data, 4, index, 1);
            checkSplit(data, split);
            tested.insert(split.test.begin(), split.test.end());
            QCOMPARE(split.dev, articleFold(data, 4, (index + 1) % 4, 1).test);
        }
        QCOMPARE(tested.size(), data.questions.size());
        for (std::size_t q = 0; q < data.questions.size(); ++q)
            QCOMPARE(tested.count(int(q)), std::size_t(1));
    }

    void partsHaveAboutTheSameSize() {
        const SelectionData data = articlesOf({9, 2, 7, 7, 3, 1, 8, 6}); // 10, 8, 7, 7, 6, 3, 2, 1
        for (int index = 0; index < 3; ++index) {
            const std::size_t size = articleFold(data, 3, index, 5).test.size();
            QVERIFY2(size >= 14 && size <= 15, qPrintable(QString::number(size)));
        }
    }

    void theSeedDecidesAndTheOrderOfTheFileDoesNot() {
        const SelectionData data = articlesOf({3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3});
        QCOMPARE(articleFold(data, 3, 0, 1).test, articleFold(data, 3, 0, 1).test);
        QVERIFY(articleFold(data, 3, 0, 1).test != articleFold(data, 3, 0, 2).test);

        SelectionData turned = data;
        std::reverse(turned.passages.begin(), turned.passages.end());
        for (SelectionQuestion& question : turned.questions)
            question.passage = int(data.passages.size()) - 1 - question.passage;
        std::reverse(turned.questions.begin(), turned.questions.end());
        QCOMPARE(titlesOf(turned, articleFold(turned, 3, 0, 1).test), titlesOf(data, articleFold(data, 3, 0, 1).test));
    }

    void impossibleFoldsAreRefused() {
        const SelectionData data = articlesOf({3, 0, 1, 2});
        QCOMPARE(messageOf([&] { articleFold(data, 4, 0, 1); }), "3 articles cannot be cut into 4 parts");
        for (const auto& [k, index] : {std::pair(2, 0), {3, 3}, {3, -1}})
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, articleFold(data, k, index, 1));
    }

    void foldsOfTheDevFile() {
        const std::string path = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/squad/dev-v1.1.json";
        if (!std::filesystem::exists(path))
            QSKIP("../shared/data/squad is absent");
        const SelectionData data = readSquad({path, readFile(path)});
        for (int index = 0; index < 10; ++index) {
            const SelectionSplit split = articleFold(data, 10, index, 1);
            checkSplit(data, split);
            QVERIFY(split.test.size() > 1000 && split.test.size() < 1130);
            QVERIFY(titlesOf(data, split.test).size() >= 3);
        }
        QCOMPARE(titlesOf(data, articleFold(data, 10, 0, 1).test),
                 (std::set<std::string>{"Black_Death", "Huguenot", "Newcastle_upon_Tyne", "Teacher",
                                        "University_of_Chicago"}));
    }
};

QTEST_GUILESS_MAIN(SelectionFoldsTest)
#include "selection_folds_test.moc"
