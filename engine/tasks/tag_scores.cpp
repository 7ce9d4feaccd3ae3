#include "tasks/tag_scores.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace headlight {

namespace {

/// As conlleval computes it, so that percentages are rounded to the same digits.
double share(double whole, std::int64_t part, std::int64_t of) {
    return of > 0 ? whole * double(part) / double(of) : 0;
}

double harmonicMean(double a, double b) {
    return a + b > 0 ? 2 * a * b / (a + b) : 0;
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
    std::string text(std::size_t(std::snprintf(nullptr, 0, format, values...)) + 1, '\0');
    std::snprintf(text.data(), text.size(), format, values...);
    text.pop_back();
    return text;
}

std::string figures(const MatchCounts& counts) {
    const double precision = share(100, counts.correct, counts.found), recall = share(100, counts.correct, counts.gold);
    return formatted("precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f", precision, recall,
                     harmonicMean(precision, recall));
}

} // namespace

double MatchCounts::precision() const {
    return share(1, correct, found);
}

double MatchCounts::recall() const {
    return share(1, correct, gold);
}

double MatchCounts::f1() const {
    return harmonicMean(precision(), recall());
}

double TagScores::accuracy() const {
    return share(1, m_correctTokens, m_tokens);
}

void TagScores::count(const std::string& label, std::int64_t MatchCounts::*what) {
    ++(m_overall.*what);
    ++(m_perLabel[label].*what);
}

void TagScores::add(std::span<const std::string> gold, std::span<const std::string> predicted) {
    if (predicted.size() > gold.size())
        throw std::invalid_argument("TagScores::add: expected at most " + std::to_string(gold.size()) +
                                    " predicted tags, got " + std::to_string(predicted.size()));
    m_tokens += std::int64_t(gold.size());
    for (std::size_t k = 0; k < predicted.size(); ++k)
        m_correctTokens += gold[k] == predicted[k];
    const auto things = [this](std::span<const std::string> tags) {
        if (m_scheme != TagScheme::Plain)
            return spansOf(tags);
        std::vector<TagSpan> each;
        for (std::size_t k = 0; k < tags.size(); ++k)
            each.push_back({int(k), int(k + 1), tags[k]});
        return each;
    };
    const std::vector<TagSpan> wanted = things(gold), got = things(predicted);
    for (const TagSpan& span : wanted)
        count(span.label, &MatchCounts::gold);
    auto candidate = wanted.begin();
    for (const TagSpan& span : got) {
        count(span.label, &MatchCounts::found);
        candidate = std::find_if(candidate, wanted.end(), [&](const TagSpan& one) { return one.begin >= span.begin; });
        if (candidate != wanted.end() && *candidate == span)
            count(span.label, &MatchCounts::correct);
    }
}

std::string TagScores::report() const {
    std::string text = formatted("processed %lld tokens with %lld phrases; found: %lld phrases; correct: %lld.\n",
                                 static_cast<long long>(m_tokens), static_cast<long long>(m_overall.gold),
                                 static_cast<long long>(m_overall.found), static_cast<long long>(m_overall.correct));
    text += formatted("accuracy: %6.2f%%; ", share(100, m_correctTokens, m_tokens)) + figures(m_overall) + "\n";
    for (const auto& [label, counts] : m_perLabel)
        text += formatted("%17s: ", label.c_str()) + figures(counts) +
                formatted("  %lld\n", static_cast<long long>(counts.found));
    return text;
}

} // namespace headlight
