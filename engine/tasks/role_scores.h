#pragma once

#include "tasks/tag_scores.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// An argument of a predicate. One that is continued has several pieces, all with its label.
struct RoleArgument {
    std::string label;
    std::vector<TagSpan> pieces; ///< from left to right

    bool operator==(const RoleArgument&) const = default;
};

/// The arguments of a proposition, by their first pieces from left to right. A span C-X continues the nearest X before
/// it; where there is none before it in the proposition, it is an X by itself, which a later C-X continues. So C-V is a
/// piece of the predicate.
std::vector<RoleArgument> argumentsOf(std::span<const std::string> tags);

/// Judges the roles of predicates as srl-eval.pl does (CoNLL-2004 and 2005, by Carreras and Màrquez). Its rules:
///
/// * An argument is right where the gold one of the same label has the same pieces, each from the same token to the
///   same token. It is one thing, however many pieces it has: with one piece wrong, or missing, all of it is.
/// * C-X is a piece of X (argumentsOf()). R-X, what refers to an X, is a label of its own.
/// * V, the predicate, is given: it is in no figure, neither in the overall ones nor in those of labels.
/// * A proposition is complete where every gold argument was found and none besides. One without arguments is when
///   none is found.
/// * Figures are of all propositions together (micro-averages).
///
/// Tags need not be well-formed: spans are read off them as spansOf() does.
class RoleScores {
public:
    /// Adds a proposition. Tags missing at the end of `predicted`, which a model did not read as far as, are outside of
    /// arguments, and wrong. std::invalid_argument when there are more than gold ones.
    void add(std::span<const std::string> gold, std::span<const std::string> predicted);

    const MatchCounts& overall() const { return m_overall; }
    /// By label; those of gold and those only found.
    const std::map<std::string, MatchCounts>& perLabel() const { return m_perLabel; }
    std::int64_t propositions() const { return m_propositions; }
    std::int64_t completePropositions() const { return m_complete; }
    double complete() const; ///< the share of complete propositions, 0 … 1
    double accuracy() const; ///< of tokens, 0 … 1; srl-eval.pl has no such figure

private:
    MatchCounts m_overall;
    std::map<std::string, MatchCounts> m_perLabel;
    std::int64_t m_propositions = 0, m_complete = 0, m_tokens = 0, m_rightTokens = 0;
};

} // namespace headlight
