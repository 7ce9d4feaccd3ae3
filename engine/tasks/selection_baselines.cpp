#include "tasks/selection_baselines.h"

#include "text/unicode.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <stdexcept>
#include <unordered_map>

namespace headlight {

namespace {

bool isWord(const std::string& token) {
    return std::any_of(token.begin(), token.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               static_cast<unsigned char>(c) >= 0x80;
    });
}

/// Gives each word a number.
class WordNumbers {
public:
    /// Of all words in the tokens, in their order.
    std::vector<int> operator()(const Tokens& tokens) {
        std::vector<int> numbers;
        for (const std::string& token : tokens)
            if (isWord(token))
                numbers.push_back(m_numbers.try_emplace(toLower(token), size()).first->second);
        return numbers;
    }
    int size() const { return int(m_numbers.size()); }
    /// By the words' numbers.
    std::vector<double> weights(const SentenceCounts& counts) const {
        std::vector<double> weights(m_numbers.size());
        for (const auto& [word, number] : m_numbers)
            weights[std::size_t(number)] = counts.weight(word);
        return weights;
    }

private:
    std::unordered_map<std::string, int> m_numbers;
};

std::vector<int> different(std::vector<int> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

/// Where the measure is largest.
template <class Sentence, class Measure>
int firstOfMost(const std::vector<Sentence>& sentences, const Measure& measure) {
    int best = 0;
    auto most = measure(sentences.front());
    for (std::size_t s = 1; s < sentences.size(); ++s)
        if (const auto measured = measure(sentences[s]); measured > most) {
            best = int(s);
            most = measured;
        }
    return best;
}

/// What the question's words that the sentence has weigh together; in the words' order, so that the same words have the
/// same sum. Both are numbers of words, rising.
double overlapOf(const std::vector<int>& question, const std::vector<int>& sentence,
                 const std::vector<double>& weights) {
    double sum = 0;
    for (const int word : question)
        if (std::binary_search(sentence.begin(), sentence.end(), word))
            sum += weights[std::size_t(word)];
    return sum;
}

} // namespace

void SentenceCounts::add(const Tokens& sentence) {
    ++sentences;
    std::set<std::string> different;
    for (const std::string& token : sentence)
        if (isWord(token))
            different.insert(toLower(token));
    for (const std::string& word : different)
        ++words[word];
}

double SentenceCounts::weight(const std::string& word) const {
    const auto found = words.find(word);
    const double with = found == words.end() ? 0 : double(found->second);
    return std::log((double(sentences) + 1) / (with + 1));
}

std::vector<int> baselineChoices(std::span<const Tokens> texts, const SentenceCounts& counts) {
    if (texts.size() < 2)
        throw std::invalid_argument("baselineChoices: expected a question and a sentence");
    WordNumbers numbers;
    const std::vector<int> question = different(numbers(texts.front()));
    struct Words {
        std::vector<int> different;
        std::size_t length;
    };
    std::vector<Words> sentences;
    for (const Tokens& text : texts.subspan(1)) {
        const std::vector<int> words = numbers(text);
        sentences.push_back({different(words), words.size()});
    }
    const auto overlapping = [&](const std::vector<double>& weights) {
        return firstOfMost(sentences,
                           [&](const Words& words) { return overlapOf(question, words.different, weights); });
    };
    std::vector<int> choices;
    for (const SelectionBaselineRow& row : selectionBaselineRows())
        switch (row.baseline) {
        case SelectionBaseline::FirstSentence:
            choices.push_back(0);
            break;
        case SelectionBaseline::LongestSentence:
            choices.push_back(firstOfMost(sentences, [](const Words& words) { return words.length; }));
            break;
        case SelectionBaseline::WordOverlap:
            choices.push_back(overlapping(std::vector<double>(std::size_t(numbers.size()), 1)));
            break;
        case SelectionBaseline::IdfOverlap:
            choices.push_back(overlapping(numbers.weights(counts)));
            break;
        }
    return choices;
}

const std::vector<SelectionBaselineRow>& selectionBaselineRows() {
    static const std::vector<SelectionBaselineRow> rows = {
        {SelectionBaseline::FirstSentence, "first", "First sentence"},
        {SelectionBaseline::LongestSentence, "longest", "Longest sentence"},
        {SelectionBaseline::WordOverlap, "overlap", "Word overlap"},
        {SelectionBaseline::IdfOverlap, "idf", "Word overlap by rarity (idf)"},
    };
    return rows;
}

std::vector<std::pair<std::string, double>> baselinesIn(const nlohmann::ordered_json& details) {
    const auto all = details.find("baselines");
    std::vector<std::pair<std::string, double>> found;
    for (const SelectionBaselineRow& row : selectionBaselineRows()) {
        if (all == details.end() || !all->is_object() || !all->contains(row.id) || !(*all)[row.id].is_object())
            continue;
        const auto& own = (*all)[row.id];
        if (own.contains("accuracy") && own["accuracy"].is_number())
            found.emplace_back(row.title, own["accuracy"].get<double>());
    }
    return found;
}

std::string baselinesText(const nlohmann::ordered_json& details) {
    std::string text;
    for (const auto& [title, accuracy] : baselinesIn(details)) {
        char share[32];
        std::snprintf(share, sizeof share, " %.2f %%", 100 * accuracy);
        text += (text.empty() ? "" : ", ") + title + share;
    }
    return text;
}

} // namespace headlight
