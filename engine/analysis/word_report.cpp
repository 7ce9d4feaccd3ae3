#include "analysis/word_report.h"

namespace headlight {

WordReport wordReport(const ClassCorpus& corpus, const WordWeights& weights, const WordQuestion& question) {
    WordReport report;
    report.labels = corpus.labels;
    report.isOrdered = corpus.isOrdered;
    report.texts = weights.texts;
    report.cut = weights.cut;
    report.refused = weights.refused;
    for (const std::string& word : question.words)
        if (weights.weights.contains(word))
            report.words.push_back(shiftOf(weights, word));
    for (std::size_t label = 0; label < corpus.labels.size(); ++label)
        report.top.push_back(topWords(weights, label, question.top, question.fewest));
    return report;
}

} // namespace headlight
