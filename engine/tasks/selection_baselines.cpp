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

double inverseFrequency(double sentences, double with) {
    return std::log((sentences + 1) / (with + 1));
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
    return inverseFrequency(double(sentences), found == words.end() ? 0 : double(found->second));
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

SelectionBaselines::SelectionBaselines(const SelectionData& data, const SelectionTokens& tokens) {
    if (tokens.questions.size() != data.questions.size() || tokens.sentences.size() != data.passages.size())
        throw std::invalid_argument("SelectionBaselines: the tokens are those of other questions");
    WordNumbers numbers;
    for (const std::vector<Tokens>& sentences : tokens.sentences) {
        std::vector<Sentence>& passage = m_sentences.emplace_back();
        for (const Tokens& sentence : sentences) {
            const std::vector<int> words = numbers(sentence);
            passage.push_back({different(words), int(words.size())});
        }
    }
    for (std::size_t q = 0; q < data.questions.size(); ++q)
        m_questions.push_back({data.questions[q].passage, different(numbers(tokens.questions[q]))});
    m_words = numbers.size();
}

std::vector<int> SelectionBaselines::choose(SelectionBaseline baseline, std::span<const int> questions,
                                            std::span<const int> train) const {
    std::vector<double> weights;
    if (baseline == SelectionBaseline::WordOverlap)
        weights.assign(std::size_t(m_words), 1);
    else if (baseline == SelectionBaseline::IdfOverlap)
        weights = inverseFrequencies(train);

    std::vector<int> chosen;
    for (const int number : questions) {
        const Question& question = m_questions[std::size_t(number)];
        const std::vector<Sentence>& sentences = m_sentences[std::size_t(question.passage)];
        switch (baseline) {
        case SelectionBaseline::FirstSentence:
            chosen.push_back(0);
            break;
        case SelectionBaseline::LongestSentence:
            chosen.push_back(firstOfMost(sentences, [](const Sentence& sentence) { return sentence.length; }));
            break;
        case SelectionBaseline::WordOverlap:
        case SelectionBaseline::IdfOverlap:
            chosen.push_back(mostOverlapping(question, weights));
            break;
        }
    }
    return chosen;
}

std::vector<double> SelectionBaselines::inverseFrequencies(std::span<const int> train) const {
    std::set<int> passages;
    for (const int question : train)
        passages.insert(m_questions[std::size_t(question)].passage);
    double sentences = 0;
    std::vector<double> frequencies(std::size_t(m_words), 0);
    for (const int passage : passages)
        for (const Sentence& sentence : m_sentences[std::size_t(passage)]) {
            ++sentences;
            for (const int word : sentence.words)
                ++frequencies[std::size_t(word)];
        }
    for (double& frequency : frequencies)
        frequency = inverseFrequency(sentences, frequency);
    return frequencies;
}

int SelectionBaselines::mostOverlapping(const Question& question, const std::vector<double>& weights) const {
    const auto overlap = [&](const Sentence& sentence) { return overlapOf(question.words, sentence.words, weights); };
    return firstOfMost(m_sentences[std::size_t(question.passage)], overlap);
}

SelectionAccuracy selectionAccuracy(const SelectionData& data, std::span<const int> questions,
                                    std::span<const int> chosen) {
    if (questions.size() != chosen.size())
        throw std::invalid_argument("selectionAccuracy: " + std::to_string(questions.size()) + " questions and " +
                                    std::to_string(chosen.size()) + " choices");
    SelectionAccuracy right;
    for (std::size_t q = 0; q < questions.size(); ++q) {
        const SelectionQuestion& question = data.questions[std::size_t(questions[q])];
        right.first += question.label == chosen[q];
        right.any += question.accepts(chosen[q]);
    }
    const auto count = double(questions.size());
    return {right.first / count, right.any / count};
}

} // namespace headlight
