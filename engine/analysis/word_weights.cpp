#include "analysis/word_weights.h"

#include "core/error.h"
#include "core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

/// What one text gives: its words with their weights. None of a text that could not be read.
struct TextWeights {
    bool isRead = false;
    std::vector<std::pair<std::string, double>> words;
};

/// The mean over the queries that see it, of each key.
std::vector<double> weightsByKey(const AttentionMap& map) {
    std::vector<double> weights(std::size_t(map.keys));
    for (Index key = 0; key < map.keys; ++key) {
        double sum = 0;
        int count = 0;
        for (Index query = 0; query < map.queries; ++query)
            if (map.isVisible(query, key)) {
                sum += map.at(query, key);
                ++count;
            }
        weights[std::size_t(key)] = count > 0 ? sum / count : 0;
    }
    return weights;
}

TextWeights weightsOf(const Model& model, const std::string& text, const std::vector<MapAddress>& heads,
                      const Check& check) {
    TextWeights found;
    std::vector<Sequence> sequences;
    try {
        sequences = model.read({text});
    } catch (const Error&) {
        return found; // it is counted
    }
    RunControl control;
    control.check = check;
    control.threads = 1;
    const auto recording = model.run(sequences, {}, control);
    const std::vector<Token>& tokens = recording->sequences().front().tokens;
    std::vector<double> sums(tokens.size());
    for (const MapAddress& head : heads) {
        const std::vector<double> weights = weightsByKey(recording->map({head}, check));
        if (weights.size() != tokens.size())
            throw std::invalid_argument("wordWeights: expected heads that attend to tokens, got " + head.text());
        for (std::size_t k = 0; k < sums.size(); ++k)
            sums[k] += weights[k];
    }
    found.isRead = true;
    const double scale = double(tokens.size()) / double(heads.size());
    for (std::size_t k = 0; k < tokens.size(); ++k)
        if (!tokens[k].special)
            found.words.emplace_back(tokens[k].text, sums[k] * scale);
    return found;
}

double median(std::vector<double> numbers) {
    if (numbers.empty())
        return std::nan("");
    std::sort(numbers.begin(), numbers.end());
    const std::size_t middle = numbers.size() / 2;
    return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

void checkArguments(const Model& model, const std::vector<ClassText>& texts, std::size_t classes,
                    const std::vector<MapAddress>& heads) {
    if (heads.empty())
        throw std::invalid_argument("wordWeights: expected at least one head");
    for (const MapAddress& head : heads)
        if (!headAt(model.heads(), head) || (head.part != MapPart::Self && head.part != MapPart::Pooling))
            throw std::invalid_argument("wordWeights: expected heads that attend to tokens, got " + head.text());
    for (const ClassText& text : texts)
        if (text.label < 0 || std::size_t(text.label) >= classes)
            throw std::invalid_argument("wordWeights: expected labels below " + std::to_string(classes) + ", got " +
                                        std::to_string(text.label));
}

} // namespace

WordWeights wordWeights(const Model& model, const std::vector<ClassText>& texts, std::size_t classes,
                        const std::vector<MapAddress>& heads, const Check& check,
                        const std::function<void(std::size_t)>& progress) {
    checkArguments(model, texts, classes, heads);
    std::vector<TextWeights> found(texts.size());
    std::atomic<std::size_t> done = 0;
    ThreadPool pool(ThreadPool::processors());
    pool.forEach(int(texts.size()), [&](int k) {
        found[std::size_t(k)] = weightsOf(model, texts[std::size_t(k)].text, heads, check);
        if (++done; progress)
            progress(done);
    });
    WordWeights weights; // in the order of the texts, whichever was done first
    weights.classes = classes;
    for (std::size_t k = 0; k < texts.size(); ++k) {
        ++(found[k].isRead ? weights.texts : weights.refused);
        for (const auto& [word, weight] : found[k].words) {
            auto& byClass = weights.weights[word];
            byClass.resize(classes);
            byClass[std::size_t(texts[k].label)].push_back(weight);
        }
    }
    return weights;
}

WordShift shiftOf(const WordWeights& weights, const std::string& word) {
    const auto found = weights.weights.find(word);
    if (found == weights.weights.end())
        throw std::invalid_argument("shiftOf: the corpus does not have \"" + word + "\"");
    WordShift shift{word, {}, kruskalWallis(found->second), jonckheere(found->second)};
    for (const std::vector<double>& numbers : found->second)
        shift.medians.push_back(median(numbers));
    return shift;
}

std::vector<TopWord> topWords(const WordWeights& weights, std::size_t label, std::size_t most, std::size_t fewest) {
    if (label >= weights.classes)
        throw std::invalid_argument("topWords: expected a class below " + std::to_string(weights.classes));
    std::vector<TopWord> words;
    for (const auto& [word, byClass] : weights.weights) {
        const std::vector<double>& numbers = byClass[label];
        if (numbers.empty() || numbers.size() < fewest)
            continue;
        double sum = 0;
        for (const double number : numbers)
            sum += number;
        words.push_back({word, sum / double(numbers.size()), numbers.size()});
    }
    std::stable_sort(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.mean > b.mean; });
    words.resize(std::min(words.size(), most));
    return words;
}

} // namespace headlight
