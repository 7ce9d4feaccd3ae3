#pragma once

#include "engine/models/recording.h"

#include <QStringList>
#include <set>
#include <string>
#include <vector>

namespace headlight {

/// The tokens of a recording as they are displayed: what each is called, and which of the model's own it is.
class DisplayedTokens {
public:
    DisplayedTokens() = default; ///< of nothing
    explicit DisplayedTokens(const Recording& recording);

    /// Of a sequence; repeated tokens carry their number: "the", "the (2)".
    const QStringList& names(int sequence) const;
    /// Where one of the model's own tokens is displayed; −1 where it is not, and of no token.
    int placeOf(int sequence, int token) const;
    /// The model's own tokens that are displayed at these places.
    std::set<int> ownAt(int sequence, const std::set<int>& places) const;
    /// What was merged and what was hidden, and whether the rest was renormalised; empty where nothing is.
    QStringList remarks() const;

private:
    std::vector<QStringList> m_names;              ///< of each sequence
    std::vector<std::vector<TokenGroup>> m_groups; ///< of each sequence, the model's tokens of each displayed one
    bool m_merges = false, m_hides = false, m_renormalises = false;
};

/// The model's own tokens of a sequence, called as the recording displays tokens: of words the pieces, as they are
/// read.
Sequence ownTokensAs(const Recording& recording, int sequence);
/// The same of tokens that stand in no text, such as what a model expects at a place: "Once" of "▁Once".
std::vector<std::string> piecesAs(const Recording& recording, const std::vector<std::string>& pieces);
/// What the model answered, by places of its own tokens, in which expected tokens are called as the others.
Answer answerAs(const Recording& recording);

} // namespace headlight
