#include "analysis/word_weights.h"

#include "analysis/quantile.h"
#include "core/error.h"
#include "core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace headlight {

namespace {

struct WeighedWord {
    std::string text;
    double weight = 0;
    bool isKnown = true;
};

/// What one text gives: its words with their weights. None of a text that could not be read.
struct TextWeights {
    bool isRead = false, isCut = false;
    std::vector<WeighedWord> words;
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
    found.isCut = recording->sequences().front().leftOut > 0;
    const double scale = double(tokens.size()) / double(heads.size());
    for (std::size_t k = 0; k < tokens.size(); ++k)
        if (!tokens[k].special)
            found.words.push_back({tokens[k].text, sums[k] * scale, tokens[k].known});
    return found;
}

double meanOf(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / double(numbers.size());
}

WordSpread spreadOf(std::vector<double> numbers) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    if (numbers.empty())
        return {0, nothing, nothing, nothing, nothing};
    std::sort(numbers.begin(), numbers.end());
    return {numbers.size(), meanOf(numbers), quantile(numbers, 0.25), quantile(numbers, 0.5), quantile(numbers, 0.75)};
}

WordShift shiftOf(const std::string& word, const std::vector<std::vector<double>>& byClass,
                  const std::vector<std::vector<double>>& byText) {
    WordShift shift{word, 0, {}, kruskalWallis(byText), jonckheere(byText)};
    for (const std::vector<double>& numbers : byClass) {
        shift.times += numbers.size();
        shift.classes.push_back(spreadOf(numbers));
    }
    return shift;
}

void addByText(const TextWeights& text, std::size_t label, WordWeights& weights) {
    std::map<std::string, std::vector<double>> own;
    for (const WeighedWord& word : text.words)
        own[word.text].push_back(word.weight);
    for (const auto& [word, numbers] : own) {
        auto& byClass = weights.weightsByText[word];
        byClass.resize(weights.classes);
        byClass[label].push_back(meanOf(numbers));
    }
}

/// A text's words join those of the texts before it.
void add(const TextWeights& text, std::size_t number, std::size_t label, WordWeights& weights,
         std::map<std::string, double>& largest) {
    ++(text.isRead ? weights.texts : weights.refused);
    weights.cut += text.isCut;
    addByText(text, label, weights);
    for (const auto& [word, weight, isKnown] : text.words) {
        auto& byClass = weights.weights[word];
        byClass.resize(weights.classes);
        byClass[label].push_back(weight);
        if (!isKnown)
            weights.unknown.insert(word);
        const auto [place, isNew] = largest.try_emplace(word, weight);
        if (isNew || weight > place->second) {
            place->second = weight;
            weights.strongest[word] = number;
        }
    }
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
    std::map<std::string, double> largest;
    for (std::size_t k = 0; k < texts.size(); ++k)
        add(found[k], k, std::size_t(texts[k].label), weights, largest);
    return weights;
}

WordShift shiftOf(const WordWeights& weights, const std::string& word) {
    const auto found = weights.weights.find(word);
    const auto byText = weights.weightsByText.find(word);
    if (found == weights.weights.end() || byText == weights.weightsByText.end())
        throw std::invalid_argument("shiftOf: the corpus does not have \"" + word + "\"");
    return shiftOf(word, found->second, byText->second);
}

std::vector<WordShift> shiftsOf(const WordWeights& weights, std::size_t fewest, const Check& check) {
    std::vector<WordShift> shifts;
    for (const auto& [word, byClass] : weights.weights) {
        if (check)
            check();
        std::size_t times = 0;
        for (const std::vector<double>& numbers : byClass)
            times += numbers.size();
        if (times >= fewest)
            shifts.push_back(shiftOf(weights, word));
    }
    return shifts;
}

std::vector<TopWord> topWords(const WordWeights& weights, std::size_t label, std::size_t most, std::size_t fewest) {
    if (label >= weights.classes)
        throw std::invalid_argument("topWords: expected a class below " + std::to_string(weights.classes));
    std::vector<TopWord> words;
    for (const auto& [word, byClass] : weights.weights) {
        const std::vector<double>& numbers = byClass[label];
        if (numbers.empty() || numbers.size() < fewest)
            continue;
        words.push_back({word, meanOf(numbers), numbers.size()});
    }
    std::stable_sort(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.mean > b.mean; });
    words.resize(std::min(words.size(), most));
    return words;
}

} // namespace headlight
