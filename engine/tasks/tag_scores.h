#pragma once

#include "data/bio.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace headlight {

/// How many things there are, were found, and were found rightly. The figures are 0 … 1, and 0 where they are 0/0.
struct MatchCounts {
    std::int64_t gold = 0, found = 0, correct = 0;

    double precision() const;
    double recall() const;
    double f1() const;
};

/// Judges predicted tags by conlleval's rules. What is counted are spans, right where begin, end and label are; of
/// plain tags every token is a thing of its own, so that `overall` says no more than the accuracy.
class TagScores {
public:
    explicit TagScores(TagScheme scheme) : m_scheme(scheme) {}

    /// Adds a sentence. Tags missing at the end of `predicted`, which a model did not read as far as, are outside of
    /// spans and wrong, whatever is gold. std::invalid_argument when there are more than gold ones.
    void add(std::span<const std::string> gold, std::span<const std::string> predicted);

    TagScheme scheme() const { return m_scheme; }
    std::int64_t tokens() const { return m_tokens; }
    std::int64_t correctTokens() const { return m_correctTokens; }
    double accuracy() const; ///< of tokens, 0 … 1
    const MatchCounts& overall() const { return m_overall; }
    /// By label of the spans, or by plain tag; those of gold and those only found.
    const std::map<std::string, MatchCounts>& perLabel() const { return m_perLabel; }

    /// The lines that conlleval prints, to the letter; of plain tags those of its option for raw tags.
    std::string report() const;

private:
    void count(const std::string& label, std::int64_t MatchCounts::*what);

    TagScheme m_scheme;
    std::int64_t m_tokens = 0, m_correctTokens = 0;
    MatchCounts m_overall;
    std::map<std::string, MatchCounts> m_perLabel;
};

} // namespace headlight
