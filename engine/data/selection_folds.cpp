#include "data/selection_folds.h"

#include "core/error.h"
#include "data/shuffle.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

namespace headlight {

namespace {

/// The part of each article, by its title.
using Parts = std::map<std::string, int>;

Parts partsOf(const std::map<std::string, int>& questionsOf, int k, std::uint64_t seed) {
    struct Article {
        std::string title;
        int questions;
    };
    std::vector<Article> articles;
    for (const auto& [title, questions] : questionsOf)
        articles.push_back({title, questions});
    const RandomKey key(seed);
    Random(key.with(0)).shuffle(articles);
    std::stable_sort(articles.begin(), articles.end(),
                     [](const Article& a, const Article& b) { return a.questions > b.questions; });

    const std::vector<int> numbers = shuffledOrder(std::size_t(k), key.with(1));
    std::vector<int> sizes(std::size_t(k), 0);
    Parts parts;
    for (const Article& article : articles) {
        const auto smallest = std::min_element(sizes.begin(), sizes.end());
        *smallest += article.questions;
        parts[article.title] = numbers[std::size_t(smallest - sizes.begin())];
    }
    return parts;
}

} // namespace

SelectionSplit articleFold(const SelectionData& data, int k, int index, std::uint64_t seed) {
    if (k < 3 || index < 0 || index >= k)
        throw std::invalid_argument("articleFold: expected k ≥ 3 and an index below it, got " + std::to_string(k) +
                                    " and " + std::to_string(index));
    const auto titleOf = [&](const SelectionQuestion& question) -> const std::string& {
        return data.passages[std::size_t(question.passage)].title;
    };
    std::map<std::string, int> questionsOf;
    for (const SelectionQuestion& question : data.questions)
        ++questionsOf[titleOf(question)];
    if (questionsOf.size() < std::size_t(k))
        throw Error(std::to_string(questionsOf.size()) + " articles cannot be cut into " + std::to_string(k) +
                    " parts");

    const Parts parts = partsOf(questionsOf, k, seed);
    SelectionSplit split;
    for (std::size_t q = 0; q < data.questions.size(); ++q) {
        const int part = parts.at(titleOf(data.questions[q]));
        std::vector<int>& set = part == index ? split.test : part == (index + 1) % k ? split.dev : split.train;
        set.push_back(int(q));
    }
    return split;
}

} // namespace headlight
